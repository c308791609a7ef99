"""The other process of the kill test: plays a record by pressing mock pins, until it is killed."""

import os
import sys
from pathlib import Path

from companion.app.demo import Rig
from companion.devices.boards import BOARDS
from companion.input.menu import Menu
from companion.interfaces import Press
from tests.app.journeys import new_game, play_on, stored
from tests.buttons import OK


class TellingRig(Rig):
    """A rig that says after each press, when all it brought is drawn, how many answers stand."""

    def press(self, *presses: Press) -> None:
        for press in presses:
            super().press(press)
            count = len(self.session.answers) if self.session is not None else 0
            os.write(1, b"%d\n" % count)


def play(folder: Path, board: str, name: str) -> None:
    """Resume the game or begin it, and play it to the winner."""
    record = stored(name)
    with TellingRig(BOARDS[board], folder) as rig:
        if isinstance(home := rig.entry, Menu):
            if home.item.value == "resume":
                rig.press(OK)
            else:
                new_game(rig, record)
        play_on(rig, record)
        os.write(1, b"won\n")


if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
