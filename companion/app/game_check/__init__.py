"""Checks a game as its author wants to know it before the table does: `checking.py` joins all.

Findings are in English, as Python's own errors are: whoever reads them writes a game.
"""
