"""A release that was rolled back is said on the screen until somebody presses OK."""

import errno
import os
from functools import partial
from pathlib import Path

import pytest

from companion import __version__
from companion.app import box_menu
from companion.app.demo.rig import Rig
from companion.app.notices import add_rollback_notice
from companion.box.service import folders
from companion.ui.input.menu import Notice
from tests.app.command import COMPANION, Terminal
from tests.app.reading import asked
from tests.buttons import BACK, OK

LOGGING = """import sys
from companion.app import loop
def render_and_end(view, render=loop.render):
    render(view)
    loop.log.warning("drawn: %s", view.entry.key)
    sys.exit()
loop.render = render_and_end
"""


@pytest.fixture
def note(tmp_path: Path) -> Path:
    (tmp_path / "rolled-back").write_text("1.1.0\n")
    return tmp_path / "rolled-back"


def test_ok_deletes_the_note_and_leads_to_what_was_open(stick: Rig, note: Path) -> None:
    before = stick.entry
    stick.host.lay_notice(partial(add_rollback_notice, note.parent))
    assert isinstance(stick.entry, Notice)
    assert stick.entry.values == {"failed": "1.1.0", "running": __version__}
    stick.host.press(OK)
    assert stick.entry == before
    assert not note.exists()


@pytest.mark.parametrize("why", [*folders.REFUSALS, "of-a-later-version"])
def test_a_release_on_the_card_that_was_refused_is_said_with_its_reason(
    stick: Rig, note: Path, why: str
) -> None:
    note.write_text(f"1.1.0 {why}\n")
    stick.host.lay_notice(partial(add_rollback_notice, note.parent))
    assert isinstance(stick.entry, Notice)
    known = why in folders.REFUSALS
    assert stick.entry.key == (f"refused-{why}" if known else "rolled-back")
    assert stick.host.words.say(f"notice.{stick.entry.key}", **stick.entry.values)


def test_any_other_press_leaves_it_for_the_next_start(stick: Rig, note: Path) -> None:
    before = stick.entry
    stick.host.lay_notice(partial(add_rollback_notice, note.parent))
    stick.host.press(BACK)
    assert stick.entry == before
    assert note.exists()


def test_a_note_that_cannot_be_deleted_is_no_fault(
    stick: Rig, note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_folder: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    stick.host.lay_notice(partial(add_rollback_notice, note.parent))
    monkeypatch.setattr(box_menu, "delete_rollback", refuse)
    stick.host.press(OK)
    assert asked(stick.entry) == "home"


@pytest.mark.parametrize("content", [b"", b"\n", None])
def test_an_empty_note_or_none_is_not_shown(
    stick: Rig, tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / folders.NOTE).write_bytes(content)
    stick.host.lay_notice(partial(add_rollback_notice, tmp_path))
    assert asked(stick.entry) == "home"


def test_the_companion_shows_it_when_it_starts(note: Path) -> None:
    state = note.parent
    with Terminal("play", "--virtual", state=state, code=LOGGING + COMPANION) as terminal:
        assert terminal.end() == (0, "")
    assert "drawn: rolled-back" in (state / "companion.log").read_text()
