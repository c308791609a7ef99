"""The host's room: who leads the table from press to press, home, and the box's own menu.

Here is what the first picture needs, and what may keep the companion from playing.
"""

from pathlib import Path

SPLASH = Path(__file__).with_name("splash.frame")
HALF_TURN = 180


class CannotPlay(Exception):
    """Wrong settings, a bad board file, or a journal that can't be opened: the ``cause``."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(cause)
        self.cause = cause
