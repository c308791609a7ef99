"""The other process of the tests of installed games: it plays a record by the buttons.

It prints the names in the menu of games, then the result of the game as the journal has it.
"""

import json
import sys
from pathlib import Path

from companion.app.demo.rig import Rig, play_record
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Press
from companion.games import read_record, replay_session
from companion.ui.input.menu import Menu


def play(folder: Path, file: Path) -> None:
    record = read_record(file.read_text("utf-8"))
    with Rig(BOARDS["bonnet"], folder) as rig:
        rig.press(Press.OK)
        while not isinstance(rig.entry, Menu):  # the notice of the broken game
            rig.press(Press.OK)
        print(json.dumps([item.word for item in rig.entry.items]))
        rig.press(Press.BACK)
        for _ in play_record(rig, record):
            pass
        answers = rig.journal.answers(rig.journal.games()[-1].number)
        print(json.dumps(replay_session(record.name, answers).result))


if __name__ == "__main__":
    play(Path(sys.argv[1]), Path(sys.argv[2]))
