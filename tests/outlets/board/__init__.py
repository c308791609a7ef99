"""The board of a hall."""
