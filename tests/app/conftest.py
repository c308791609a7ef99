"""What the journeys start from: a rig with an empty journal, on the stick or on four buttons."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.app.demo.rig import Rig
from companion.app.loop import App
from companion.box.devices.boards import BOARDS
from companion.cli import main
from companion.store.journal import Journal
from tests import depth
from tests.app.journeys import TWO_BOARDS
from tests.app.recent_games import RunCommand
from tests.fakes.table_socket import FakeTableSocket

MakeRig = Callable[[str], Rig]
SwitchOn = Callable[..., Rig]


@pytest.fixture(autouse=True)
def _journal_without_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk after each answer; the power and crash tests do."""
    open_ = Journal.open

    def open_without_sync(folder: Path, now: datetime) -> Journal:
        journal = open_(folder, now)
        journal._db.execute("PRAGMA synchronous = OFF")
        return journal

    monkeypatch.setattr(Journal, "open", open_without_sync)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """In `make test`, draw nothing on a long journey that looks at no picture."""
    if not depth.is_soak():
        monkeypatch.setattr(App, "draw", lambda _app: None)


@pytest.fixture
def make_rig(tmp_path: Path) -> Iterator[MakeRig]:
    """A rig for a board, on the test's one journal: the one before is switched off."""
    with ExitStack() as running:

        def make(board: str) -> Rig:
            running.close()
            return running.enter_context(Rig(BOARDS[board], tmp_path / "games"))

        yield make


@pytest.fixture
def switch_on(tmp_path: Path) -> Iterator[SwitchOn]:
    """Switch on a rig whose table's socket is a fake; the one before is switched off."""
    with ExitStack() as running:

        def switch(*, for_readers: bool = False) -> Rig:
            def opened() -> Any:
                return FakeTableSocket(box.inbox.put)

            running.close()
            folder = tmp_path / "games"
            box = Rig(BOARDS["bonnet"], folder, open_socket=opened, for_readers=for_readers)
            return running.enter_context(box)

        yield switch


@pytest.fixture
def stick(make_rig: MakeRig) -> Rig:
    """The five-way stick and an empty journal."""
    return make_rig("bonnet")


@pytest.fixture
def four(make_rig: MakeRig) -> Rig:
    """The four buttons and an empty journal."""
    return make_rig("four-buttons")


@pytest.fixture(params=TWO_BOARDS)
def rig(request: pytest.FixtureRequest, make_rig: MakeRig) -> Rig:
    """An empty journal, on either board."""
    return make_rig(request.param)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands look for games; what they write by default lands in ``tmp_path``."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """What a command that does what it is asked prints."""

    def run(*arguments: object) -> str:
        status = main([str(each) for each in arguments])
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        return out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """The line of a command that is refused."""

    def run(*arguments: object) -> str:
        status = main([str(each) for each in arguments])
        out, err = capsys.readouterr()
        assert (status, out) == (1, "")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err.rstrip("\n")

    return run
