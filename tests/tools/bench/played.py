"""A whole game pressed on the mock pins: its presses, where they went, and its pictures."""

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.demo.rig import Rig, play_record
from companion.box.devices.boards import Board
from companion.core.interfaces import Frame, Press
from companion.core.session import Session
from companion.ui.input.guide import Guide

SETUP, TURNS, SCORING = "setup", "turns", "scoring"


class NotingRig(Rig):
    """A rig that notes each press, and the picture that it answers."""

    def __init__(self, board: Board, folder: Path) -> None:
        self.noted: list[Press] = []
        self.answered: list[Frame] = []
        super().__init__(board, folder, before_press=self._note)

    def _note(self, press: Press) -> None:
        self.noted.append(press)
        self.answered.append(self.frame)

    @property
    def part(self) -> str:
        """The part of the evening that a press now belongs to."""
        if isinstance(self.entry, Guide):
            return SCORING
        if self.session is None or not self.session.table.started:
            return SETUP
        return TURNS


@dataclass
class Played:
    """What a game took: all presses, how many in each part, the first picture and the last."""

    home: Frame
    last: Frame
    presses: list[Press]
    answered: list[Frame]
    """The picture that each press answers."""
    count: dict[str, int] = field(default_factory=lambda: dict.fromkeys((SETUP, TURNS, SCORING), 0))


def play(game: Session, board: Board, folder: Path | None = None) -> Played:
    """Press the game from the home menu to its end, with the games of ``folder`` known."""
    with TemporaryDirectory() as fresh, NotingRig(board, folder or Path(fresh)) as rig:
        played = Played(rig.frame, rig.frame, rig.noted, rig.answered)
        part, before = rig.part, 0
        for _ in play_record(rig, game):
            played.count[part] += rig.presses - before
            part, before = rig.part, rig.presses
        played.count[part] += rig.presses - before
        played.last = rig.frame
    return played
