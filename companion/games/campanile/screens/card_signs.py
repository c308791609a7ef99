"""The signs of the two scoring cards, by row: on the screen, and on the tower panel's plate.

`make hardware` writes them for the plate.
"""

from collections.abc import Mapping, Sequence

from companion.games.campanile.rules.table2009 import FINITO, INTERMEZZO

PAUSE_SIGN = ["##.##"] * 6
FLAG_SIGN = ["#.....", "##.#.#", "#.#.#.", "##.#.#", "#.....", "#....."]
SCORING_CARD_SIGNS: Mapping[str, Sequence[str]] = {INTERMEZZO: PAUSE_SIGN, FINITO: FLAG_SIGN}
