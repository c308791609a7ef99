"""Checks a game for its author, before it is played at a table; `checking.py` joins all.

Findings are in English, as Python's own errors are: whoever reads them writes a game.
"""

GAMES = 200
"""Games that are played if nothing else is said."""
