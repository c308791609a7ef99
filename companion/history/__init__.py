"""The history, pure: what kept games tell of an evening and of its players, all as data.

`play` tells one game turn by turn, `growth` what grows in each game, `statistics` what many games
say of a player, `rows` all of it as rows of a spreadsheet, `bgstats` one game for another app.
"""
