"""Turns, charts and statistics computed from saved games, all as data.

`play` replays one game turn by turn, `statistics` sums a player's games, `exports` writes both for
other programs.
"""
