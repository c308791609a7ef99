"""A journal that opens but proves damaged while the host is built is quarantined."""

from pathlib import Path

import pytest

from companion.app.demo.rig import Rig
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.store.journal import JournalReader
from tests.app.command import KEYBOARD, Terminal
from tests.store.journal import ANSWERS, played

# Overwrites the file from a byte on once the journal is open; quarantined files get a fixed name.
DAMAGED_WHILE_OPEN = """
import sys
from companion import cli
from companion.store.journal import Journal, file
opened = Journal.open
def open_and_damage(folder, now):
    journal = opened(folder, now)
    with (folder / "games.sqlite").open("r+b") as whole:
        length = whole.seek(0, 2)
        start = whole.seek({start})
        whole.write(b"\\xa5" * (length - start))
    return journal
Journal.open = open_and_damage
file.free_path = lambda path, *_: path.with_name("{name}")
sys.exit(cli.main())
"""


def notice_of_a_damaged_journal(folder: Path) -> tuple[str, list[str]]:
    """The picture shown where a damaged journal is found at opening, and the name it gets."""
    folder.mkdir()
    (folder / "games.sqlite").write_bytes(b"damaged")
    with Rig(KEYBOARD, folder) as rig:
        [renamed] = folder.glob("games.damaged-*")
        return renamed.name, draw_lines(rig.frame, BRAILLE)


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", [512, 6 * 512], ids=["the settings", "the games"])
def test_a_journal_damaged_once_it_is_open_is_quarantined(tmp_path: Path, start: int) -> None:
    """The notice is the same as for one found damaged at opening; the table plays on."""
    name, notice = notice_of_a_damaged_journal(tmp_path / "other")
    played(tmp_path / "state", ANSWERS * 20)
    code = DAMAGED_WHILE_OPEN.format(start=start, name=name)
    with Terminal("play", "--virtual", state=tmp_path / "state", code=code) as terminal:
        terminal.wait_for(notice)
        terminal.press_keys(b"q")
        assert terminal.end() == (0, "")
    assert (tmp_path / "state" / name).read_bytes()[-512:] == b"\xa5" * 512
    assert JournalReader(tmp_path / "state").games() == []
