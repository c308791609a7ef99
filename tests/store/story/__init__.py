"""Tests of the story of a saved game."""
