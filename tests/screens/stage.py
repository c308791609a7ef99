"""What a stage is: a kind of screen, played to by a cast; every one is kept under its name."""

from collections.abc import Callable

from companion.interfaces import Press
from companion.screens import View
from tests.screens.cast import Cast

UP, DOWN, LEFT, RIGHT, OK = Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT, Press.OK

Stage = Callable[[Cast], View]
STAGES: dict[str, Stage] = {}


def staged(stage: Stage) -> Stage:
    """Keep a stage under its name."""
    STAGES[stage.__name__.replace("_", "-")] = stage
    return stage
