"""Presses become answers: one small entry a kind of question, each a value that presses change."""
