"""The rules of Capitol: examples, rulings, corrections and random games."""
