"""How Capitol is drawn."""
