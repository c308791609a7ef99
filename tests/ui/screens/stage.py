"""What a stage is: a kind of screen, played to by a cast; every one is kept under its name."""

from collections.abc import Callable

from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.ui.input.box_pages import Peek
from companion.ui.screens import View
from tests.ui.screens.cast import Cast

Stage = Callable[[Cast], View]
STAGES: dict[str, Stage] = {}


def staged(stage: Stage) -> Stage:
    """Keep a stage under its name."""
    STAGES[stage.__name__.replace("_", "-")] = stage
    return stage


def asked(
    record: str,
    key: str,
    nth: int,
    *presses: Press,
    axes: int = 2,
    mirrored: bool = False,
    said: Answer | None = None,
) -> Stage:
    """The stage of a question of a stored game, after some presses."""
    return lambda cast: cast.before(
        cast.asked(record, key, nth), *presses, axes=axes, mirrored=mirrored, said=said
    )


def held(view: View) -> View:
    """The view while OK is held."""
    entry = view.entry.press(Press.OK)
    assert isinstance(entry, Peek)
    assert entry.open
    return view._replace(entry=entry)


def page(record: str, number: int) -> Stage:
    """The stage of a page of the scoring that ends a stored record."""
    return lambda cast: cast.page(cast.replay(record), number)
