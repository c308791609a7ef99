"""What the journeys of mending share: a kept game resumed, the box's menu, what is told."""

from collections.abc import Callable
from pathlib import Path

from companion.app.demo.rig import Rig
from companion.core.session import Session
from companion.store.journal import JournalUnwritable
from companion.store.unnamed import show_names
from companion.text.question_text import describe_action
from tests.app.journeys import cut, resumed
from tests.buttons import BACK, MENU
from tests.entries import guide_for


def resumed_where(rig: Rig, record: Session, is_there: Callable[[Session], bool]) -> Session:
    """Resume a game as it stands where that holds first; the whole game's record.

    To play as far would press each answer, which the whole games do.
    """
    begun = cut(record, 0)
    answers = iter(record.answers)
    while not is_there(begun):
        begun.answer(next(answers))
    resumed(rig, begun)
    return show_names(record, rig.host.words)


def asks(key: str, turn: int) -> Callable[[Session], bool]:
    """Whether a game of Campanile asks that in a turn."""
    return lambda game: game.table.turn == turn and game.question.key == key  # type: ignore[union-attr]  # not at its end


def has_scored(game: Session) -> bool:
    """Whether the pages of a scoring come now."""
    return guide_for(game) is not None


def is_over(game: Session) -> bool:
    return game.question is None


def open_and_choose(rig: Rig, item: str) -> None:
    """Open the box's menu and press an item of it."""
    rig.press(MENU)
    rig.choose("box", item)


def offers(rig: Rig, item: str) -> bool:
    """Whether the box's menu has that item now."""
    rig.press(MENU)
    items = [each.value for each in rig.entry.items]  # type: ignore[attr-defined]  # a menu
    rig.press(BACK)
    return item in items


def told(rig: Rig) -> str:
    """What the screen tells in words beside the question; "" for nothing."""
    view = rig.host.view
    if view.undo_notice is None:
        return ""
    assert view.session is not None
    action = describe_action(view.words.of(view.session.name), *view.undo_notice.action)
    return view.words.say(f"undo.{view.undo_notice.how}", action=action)


def refuse_to_keep(*_: object) -> None:
    """A journal's method where the disk is full."""
    raise JournalUnwritable(Path("games.sqlite"), 28, "No space left on device")
