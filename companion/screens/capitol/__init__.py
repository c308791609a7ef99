"""Capitol's screens: `building` a turn, `board` the prefectures, `numbers` bids and cards, `pages`.

`signs` holds what they share: houses, cards, buildings, the patterns of the colours.
"""

from companion.screens.capitol import board, building, numbers, pages

__all__ = ["board", "building", "numbers", "pages"]
