"""Nim: ten stones; whoever takes the last one wins."""
