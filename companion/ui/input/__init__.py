"""Presses become answers: an entry for each kind of question, a value that presses change."""
