"""The tower panel's wiring, in one place: GPIO numbers of the Pico, keys and lamps."""

ROWS = (2, 3, 4, 5)
"""Pulled low one after the other; a diode a key lets current flow to its row only."""
COLUMNS = (6, 7, 8, 9)
"""Read; high by the Pico's own pull-ups, low through a key that is down."""
LAMPS = 10
"""Data of the chain of WS2812 lamps."""

KEYS = (
    "tower 1", "tower 2", "tower 3", "tower 4",
    "tower 5", "height 1", "height 2", "height 3",
    "none", "Intermezzo", "Finito", "back",
    "previous", "next", "OK", "menu",
)  # fmt: skip
"""What the keys say, in the order of docs/wire.md: a line a row, from the first column on."""
PROMPT_KEYS = 1 << 0 | 1 << 15
"""Held while it is plugged in, the first and the last key leave the firmware out: see README.md."""

TOWERS = 5
SEATS = 5
"""Lamps: one a tower from left to right, then one a seat."""
RED, GREEN, BLUE = 0, 1, 2
"""Which colour a lamp takes for which; RED, GREEN = 1, 0 for lamps that show red as green."""
