"""Screens as pictures, and what must hold for every picture."""
