"""A game at the table by presses, whose pictures are the promises: an answer shown is committed."""

from pathlib import Path

from companion.app.demo import Rig, people_of, steps_to_new_game
from companion.core.conversation import Answer
from companion.devices.boards import BOARDS
from companion.devices.oled import FakeOled
from companion.games import read_record
from companion.input.commands import AmendAt
from companion.input.guide import Guide
from companion.interfaces import Frame
from tests.app.amended import open_and_choose
from tests.app.correcting import correct, leave
from tests.buttons import OK
from tests.core.test_amend import GAME, place
from tests.crash.judge import held_by
from tests.crash.promises import Held, Promise, promise


class PromisingScreen(FakeOled):
    """A panel that promises, with each picture, the answers of the game that it shows."""

    rig: Rig | None = None

    def show(self, frame: Frame) -> None:
        super().show(frame)
        if self.rig is not None:
            promise(Promise(self._shown(self.rig)))

    def _shown(self, rig: Rig) -> Held:
        held = held_by(rig.journal)
        is_amending = rig.host._amendment is not None  # then the picture shows what is not kept
        if rig.session is not None and rig.session.answers and not is_amending:
            shown = [[answer.key, answer.word] for answer in rig.session.answers]
            name, _, *rest = held.get("1", [rig.session.name, [], [], False])
            held["1"] = [name, shown, *rest]
        return held


def play(root: Path) -> None:
    """A game with undo and redo, an amendment, a correction and another language."""
    record, screen = read_record(GAME), PromisingScreen()
    with Rig(BOARDS["bonnet"], root / "games", people_of(record), screen) as rig:
        screen.rig = rig
        for menu, item in steps_to_new_game(record):
            rig.choose(menu, item)
        play_to(rig, record.answers)
        for item in ("undo", "undo", "redo"):
            open_and_choose(rig, item)
        play_to(rig, record.answers)
        open_and_choose(rig, "amend")
        rig.press_until(lambda step: step == AmendAt(place(record, "take")))
        rig.say([Answer("take", "yellow")])
        rig.press(OK)
        rig.say([Answer("take", "red")])
        rig.press(OK)
        open_and_choose(rig, "table_check")
        correct(rig, "floors", "brown:3")
        leave(rig)
        open_and_choose(rig, "settings")
        rig.choose("settings", "language")


def play_to(rig: Rig, answers: list[Answer]) -> None:
    """Press the rest of the answers, through every page."""
    while (done := len(rig.session.answers) if rig.session else 0) < len(answers):
        if isinstance(rig.entry, Guide):
            rig.press(OK)
        else:
            rig.say(answers[done:])
