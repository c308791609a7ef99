"""What the journeys of mending share: a kept game resumed, the box's menu, what is told."""

from pathlib import Path

from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.core.session import Session
from companion.store.journal import JournalUnwritable
from companion.store.unnamed import show_names
from companion.text.question_text import describe_action
from companion.ui.input.menu import Menu
from tests.app.journeys import go_home
from tests.app.reading import playing
from tests.buttons import BACK, MENU


def resumed(rig: Rig, record: Session) -> Session:
    """Resume a game that the journal has kept, with corrections that no button says."""
    record = show_names(record, rig.host.words)
    number = rig.journal.begin(record.name, len(record.table.players), DEMO_STARTED_AT)
    pairs = [(answer.key, answer.word) for answer in record.answers]
    rig.journal.append(number, pairs, DEMO_STARTED_AT)
    go_home(rig)
    resume(rig)
    assert playing(rig).answers == record.answers
    return record


def resume(rig: Rig) -> None:
    """Go on with the game that is kept: from home, or at its pages that nobody has read."""
    if not isinstance(rig.entry, Menu):
        return
    items = [each.word for each in rig.entry.items]
    rig.choose("home", next(each for each in items if each.startswith(("resume", "result"))))


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
