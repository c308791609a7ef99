"""How Bologna is drawn."""
