"""Turns, charts and statistics computed from saved games, all as data.

`play` replays one game turn by turn, `statistics` sums a player's games, `rows` makes rows for a
spreadsheet, `bgstats` describes one game for another app.
"""
