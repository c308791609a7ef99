"""Campanile's screens: `turn` the towers, with the cards beside them in `edge`; `cards` the setup.

`scoring` draws the pages of a scoring, `outlook` what can be foreseen, `audit` the table.
"""
