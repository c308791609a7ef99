"""A start on a disk that takes no games: the screen says why, and it goes on by itself."""

import shutil
import signal
from itertools import pairwise
from pathlib import Path

import pytest

from companion.app.app_builder import LOOK_EVERY, MAX_DELAY, JournalWait
from companion.app.demo.rig import Rig
from companion.app.notices import waiting_notice
from companion.box.devices.oled import FakeOled
from companion.box.devices.picture import OFF_AFTER, Picture
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.box.service.notify import SystemdNotifier
from companion.core.interfaces import Edge, Frame, InboxItem, Press, Signal
from companion.games import words_in
from companion.store.journal import (
    JournalBusy,
    JournalFault,
    JournalFileError,
    JournalReader,
    JournalUnreadable,
    JournalUnwritable,
)
from companion.text import Words
from companion.ui.screens import render
from companion.ui.screens.view import View
from tests.app.command import KEYBOARD, Terminal
from tests.fakes.clock import SetClock
from tests.fakes.inbox import TimedInbox
from tests.small_disks import KINDS, fill, needs_small_disks, small_disk
from tests.store.journal import ANSWERS, played

FULL = JournalUnwritable(Path("/no/such/games.sqlite"), 28, "No space left on device")
PRESS = Edge(Press.OK, True, 0.0)


def picture_of(error: JournalFileError, words: Words | None = None) -> Frame:
    return render(View(waiting_notice(error), None, words or Words())).tobytes()


def copy_of(folder: Path, place: Path) -> Path:
    """A copy of a folder of games on the large disk."""
    return Path(shutil.copytree(folder, place / "copy", ignore=shutil.ignore_patterns("*.lock")))


class WaitedDisk:
    """Refuses with these errors in turn; then it is ready. ``tried`` has the times."""

    def __init__(self, clock: SetClock, *errors: Exception) -> None:
        self.tried: list[float] = []
        self.panel = FakeOled()
        self._clock = clock
        self._errors = list(errors)

    def open(self) -> str:
        """Try once."""
        self.tried.append(self._clock.now)
        if self._errors:
            raise self._errors.pop(0)
        return "open"

    def wait(self, *events: tuple[float, InboxItem], words: Words | None = None) -> str:
        """Wait for it, while these events are posted."""
        picture, inbox = Picture(self.panel, self._clock()), TimedInbox(self._clock, *events)
        service = SystemdNotifier({})
        wait = JournalWait(picture, lambda: words or Words(), inbox, self._clock, service)
        return wait.until(self.open)


def test_it_goes_on_by_itself_soon_after_there_is_room(clock: SetClock) -> None:
    disk = WaitedDisk(clock, *[FULL] * 9)
    assert disk.wait() == "open"
    pauses = [after - before for before, after in pairwise(disk.tried)]
    assert max(pauses) <= MAX_DELAY + LOOK_EVERY
    assert disk.panel.frame == picture_of(FULL)


def test_a_press_tries_at_once_and_wakes_the_panel(clock: SetClock) -> None:
    disk = WaitedDisk(clock, *[FULL] * 500)
    late = OFF_AFTER + 2.25
    with pytest.raises(JournalUnwritable):
        disk.wait((late, PRESS), (late + 0.25, Signal.QUIT))
    assert late in disk.tried
    assert disk.panel.lit


def test_the_end_is_not_waited_for(clock: SetClock) -> None:
    with pytest.raises(JournalUnwritable) as caught:
        WaitedDisk(clock, *[FULL] * 9).wait((1.5, Signal.QUIT))
    assert caught.value is FULL
    assert clock.now == 1.5


def test_it_is_logged_once_with_the_errno_and_what_is_free(
    clock: SetClock, caplog: pytest.LogCaptureFixture
) -> None:
    failing = JournalUnreadable(FULL.path, 5, "Input/output error")
    WaitedDisk(clock, FULL, FULL, failing).wait()
    assert [record.getMessage() for record in caplog.records] == [
        f"{FULL.path} can't be written: No space left on device (errno 28, 0 MB free): None",
        f"{FULL.path} can't be read: Input/output error (errno 5, 0 MB free): None",
        "the journal can be used again",
    ]


def test_only_the_disk_is_waited_for(clock: SetClock) -> None:
    for error in (
        JournalBusy(FULL.path),
        JournalUnreadable(FULL.path, 5, "damaged", JournalFault.DAMAGED),
        JournalUnwritable(FULL.path, 13, "Permission denied"),
    ):
        with pytest.raises(type(error)):
            WaitedDisk(clock, error).wait()


READ_FAILS = """
import sys
from companion import cli
from companion.store.journal import Journal
from companion.store.journal.errors import JournalUnreadable
def fail(journal, *_):
    raise JournalUnreadable(journal._path, 5, "Input/output error")
Journal.{method} = fail
sys.exit(cli.main())
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("method", ["setting", "games"])
@pytest.mark.parametrize("end", [b"q", b"\x03"], ids=["q", "Ctrl-C"])
def test_a_card_that_fails_is_named_and_at_the_end_in_one_line(
    tmp_path: Path, method: str, end: bytes
) -> None:
    path = played(tmp_path)
    code = READ_FAILS.format(method=method)
    with Terminal("play", "--virtual", state=tmp_path, code=code) as terminal:
        error = JournalUnreadable(path, 5, "Input/output error")
        terminal.wait_for(
            draw_lines(picture_of(error, words_in("en", KEYBOARD.button_names)), BRAILLE)
        )
        terminal.press_keys(end)
        assert terminal.end() == (1, f"{path}: can't read the games: Input/output error\n")
        assert terminal.is_as_before
    assert JournalReader(tmp_path).answers(1) == ANSWERS
    assert not [*tmp_path.glob("games.damaged-*")]


@pytest.mark.soak
@pytest.mark.sample(1)
@needs_small_disks
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("before", [False, True], ids=["no journal", "a journal"])
def test_a_game_begins_as_soon_as_a_full_card_has_room(
    tmp_path: Path, kind: str, before: bool
) -> None:
    with small_disk(kind, tmp_path) as disk:
        state = disk / "state"
        state.mkdir()
        if before:
            played(state)
        filler = fill(disk)
        words = words_in("en", KEYBOARD.button_names)
        with Terminal("play", "--virtual", state=state) as terminal:
            terminal.wait_for(draw_lines(picture_of(FULL, words), BRAILLE))
            filler.unlink()
            with Rig(KEYBOARD, copy_of(state, tmp_path)) as rig:
                terminal.wait_for(draw_lines(rig.frame, BRAILLE))
            terminal.press_keys(b"q")
            assert terminal.end() == (0, "")
        assert len(JournalReader(state).games()) == before


@pytest.mark.soak
@needs_small_disks
def test_a_full_card_ends_in_one_line(tmp_path: Path) -> None:
    with small_disk(KINDS[0], tmp_path) as disk:
        fill(disk)
        with Terminal("play", "--virtual", state=disk) as terminal:
            words = words_in("en", KEYBOARD.button_names)
            terminal.wait_for(draw_lines(picture_of(FULL, words), BRAILLE))
            terminal.process.send_signal(signal.SIGTERM)
            line = f"{disk}/games.sqlite: can't save games here: No space left on device\n"
            assert terminal.end() == (1, line)
