"""The tower panel's wiring: the Pico's GPIO numbers, the keys and the lamps."""

ROWS = (2, 3, 4, 5)
"""Pulled low one after the other; a diode at each key lets current flow to its row only."""
COLUMNS = (6, 7, 8, 9)
"""Inputs; high by the Pico's pull-ups, low through a key that is down."""
LAMPS = 10
"""Data of the chain of WS2812 lamps."""

KEYS = (
    "tower 1", "tower 2", "tower 3", "tower 4",
    "tower 5", "height 1", "height 2", "height 3",
    "none", "card 1", "card 2", "back",
    "previous", "next", "OK", "menu",
)  # fmt: skip
"""The keys in the order of docs/wire.md: one line for each row."""
PROMPT_KEYS = 1 << 0 | 1 << 15
"""If these keys (the first and the last) are held at power-up, the firmware does not start."""

TOWERS = 5
SEATS = 5
"""Lamps: one for each tower from left to right, then one for each seat."""
RED, GREEN, BLUE = 0, 1, 2
"""The order of a lamp's colours; RED, GREEN = 1, 0 for lamps that show red as green."""
