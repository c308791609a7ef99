"""The conversation and what every game shares; only the standard library is used."""
