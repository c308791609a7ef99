"""The rules of Campanile: examples, rulings, corrections and random games."""
