"""What the journeys of table checks share: correcting by presses, every editor one by one."""

from collections.abc import Iterator

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.ui.input.table_check import BoardCheck, FieldEditor, TableCheck
from tests.app.journeys import cut, resumed, stored
from tests.buttons import OK
from tests.table_checks import Fingers, correct_by_presses, turn_to


def at_a_turn(rig: Rig, name: str, turn: int = 12, *names: str) -> None:
    """Resume a stored game, its players called ``names``, where a turn begins, from 0 on."""
    whole = stored(name, *names)
    begins = [n for n, each in enumerate(whole.asked) if each.key in whole.game.turn_begins]
    resumed(rig, cut(whole, begins[turn]))


def correct(rig: Rig, key: str, word: str) -> None:
    """Press a correction of a record, from any page of the table check on."""
    presses, _ = correct_by_presses(rig.entry, Answer(f"correct {key}", word))
    rig.press(*presses)


def leave(rig: Rig) -> None:
    """Confirm the rest of the pages, from any of them on."""
    assert isinstance(rig.entry, TableCheck)
    fingers = Fingers(rig.entry)
    turn_to(fingers, len(rig.entry.pages) - 1)
    rig.press(*fingers.presses, OK)


def open_rows(rig: Rig) -> Iterator[TableCheck]:
    """Open every editor of every page without a board; yields the page it is opened from."""
    assert isinstance(rig.entry, TableCheck)
    for page_at, page in enumerate(rig.entry.pages):
        for at in range(1, len(page.rows) + 1):
            assert isinstance(rig.entry, TableCheck)
            fingers = Fingers(rig.entry)
            turn_to(fingers, page_at)
            rig.press(*fingers.presses)
            assert not isinstance(rig.entry, BoardCheck)
            while rig.entry.at < at:
                rig.press(Press.RIGHT if rig.board.axes == 2 else Press.NEXT)
            opened = rig.entry
            rig.press(OK)
            assert isinstance(rig.entry, FieldEditor)
            yield opened
