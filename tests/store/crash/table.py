"""A game at the table by presses, whose pictures promise too: an answer shown is committed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.app.demo.rig import Rig, people_of, steps_to_new_game
from companion.box.devices.boards import BOARDS
from companion.box.devices.oled import FakeOled
from companion.core.conversation import Answer
from companion.core.interfaces import Frame
from companion.games import read_record
from companion.ui.input.commands import AmendAt
from companion.ui.input.guide import Guide
from companion.ui.input.menu import Notice
from tests.app.amended import open_and_choose
from tests.app.correcting import correct, leave
from tests.buttons import OK
from tests.core.test_amend import GAME, place
from tests.store.crash.held import held_by
from tests.store.crash.insisting import TRIES, GivenUp, insist
from tests.store.crash.promises import Change, acknowledge


class PromisingScreen(FakeOled):
    """A panel that acknowledges, with each picture, the answers of the game that it shows."""

    rig: Rig | None = None
    _last: list[list[str]] | None = None

    def show(self, frame: Frame) -> None:
        super().show(frame)
        session = self.rig.session if self.rig is not None else None
        if self.rig is None or session is None or self.rig.host._amendment is not None:
            return  # what an amendment shows is not kept yet
        shown = [[answer.key, answer.word] for answer in session.answers]
        if shown and shown != self._last:
            name, _, *rest = held_by(self.rig.journal).get("1", [session.name, [], [], False])
            acknowledge(Change({"1": [name, shown, *rest]}))
        self._last = shown


def play_by_presses(root: Path) -> None:
    """A game with undo and redo, an amendment, a correction and another language."""
    record, screen = read_record(GAME), PromisingScreen()
    board, known = BOARDS["bonnet"], people_of(record)
    with insist(lambda: Rig(board, root / "games", known, screen)) as rig:
        screen.rig = rig
        for menu, item in steps_to_new_game(record):
            press(rig, partial(rig.choose, menu, item))
        play_to(rig, record.answers)
        for item in ("undo", "undo", "redo"):
            press(rig, partial(open_and_choose, rig, item))
        play_to(rig, record.answers)
        open_and_choose(rig, "amend")
        rig.press_until(lambda step: step == AmendAt(place(record, "take")))
        rig.say([Answer("take", "yellow")])
        rig.press(OK)
        rig.say([Answer("take", "red")])
        press(rig, partial(rig.press, OK))
        open_and_choose(rig, "table_check")
        press(rig, partial(correct, rig, "floors", "brown:3"))
        leave(rig)
        open_and_choose(rig, "settings")
        press(rig, partial(rig.choose, "settings", "language"))


def play_to(rig: Rig, answers: list[Answer]) -> None:
    """Press the rest of the answers, through every page."""
    while (done := len(rig.session.answers) if rig.session else 0) < len(answers):
        if isinstance(rig.entry, Guide):
            rig.press(OK)
        else:
            press(rig, partial(rig.say, answers[done:]))


def press(rig: Rig, action: Callable[[], None]) -> None:
    """Press it again while the screen says that it was not saved; raises GivenUp."""
    for _ in range(TRIES):
        action()
        if not (isinstance(rig.entry, Notice) and rig.entry.key.startswith("unsaved")):
            return
        rig.press(OK)
    raise GivenUp
