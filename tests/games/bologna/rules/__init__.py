"""The rules of Bologna: examples, rulings, corrections and random games."""
