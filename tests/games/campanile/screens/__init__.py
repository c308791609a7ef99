"""How Campanile is drawn."""
