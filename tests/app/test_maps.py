"""Boards described by files that the settings name: read at the start, offered to their games."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.app_builder import read_board_files
from companion.app.home import Home
from companion.box.config import Config, ConfigError, ConfigFault, read_config
from companion.cli import main
from companion.core.conversation import Answer
from companion.games import BOARD_FILE_KEYS, load_plugin
from companion.games.bologna.board_file import read_board as read_bologna
from companion.games.capitol.board_file import read_board as read_capitol
from companion.text import Words
from companion.ui.input.context import InputContext
from tests.app.conftest import MakeRig
from tests.games.board_files import BOLOGNA_MAP, CAPITOL_BOARD


def test_a_file_comes_before_the_board_of_the_last_game() -> None:
    last, printed = Answer("kinds", "last"), Answer("kinds", "printed")
    assert InputContext().offered("kinds") == ()
    assert InputContext(board=(Answer("player", "Livia"), last)).offered("kinds") == (last,)
    assert InputContext(board=(last,), printed=(printed,)).offered("kinds") == (printed,)


def test_each_game_is_offered_the_board_of_its_file(tmp_path: Path, make_rig: MakeRig) -> None:
    (tmp_path / "my map.toml").write_text(BOLOGNA_MAP)
    (tmp_path / "board.toml").write_text(CAPITOL_BOARD)
    text = f'bologna-map = "my map.toml"\ncapitol-board = "{tmp_path}/board.toml"'
    settings = read_config(text.encode(), tmp_path / "companion.toml", {}, BOARD_FILE_KEYS)
    printed = read_board_files(settings.board_files)
    assert printed == {
        "bologna-towers": read_bologna(BOLOGNA_MAP),
        "capitol": read_capitol(CAPITOL_BOARD),
    }
    assert read_board_files(Config().board_files) == {}
    rig = make_rig("bonnet")
    home = Home(replace(rig.box, printed=printed))
    for game, offered in (("capitol", printed["capitol"]), ("campanile-2009", ())):
        rules = load_plugin(game).rules()
        assert home.input_context(rules, (), Words()).printed == offered


@pytest.mark.parametrize("value", ["1", '""', "true"])
def test_a_board_in_the_settings_is_a_path(value: str) -> None:
    data = f"capitol-board = {value}".encode()
    with pytest.raises(ConfigError) as wrong:
        read_config(data, Path("companion.toml"), {}, BOARD_FILE_KEYS)
    assert (wrong.value.line, wrong.value.fault) == (1, ConfigFault.NOT_A_FILE)


@pytest.mark.usefixtures("signals_restored")
@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"mop = 1", ":1: mop: no such key; there are: map"),
        (b"\n\xff", ":2: not UTF-8 text"),
        (None, ": the file can't be read: No such file or directory"),
    ],
)
def test_a_wrong_file_ends_playing_with_one_line(
    data: bytes | None,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("companion.app.real_screen.open_panel", lambda *_: NoPanel())
    settings, board = tmp_path / "companion.toml", tmp_path / "bologna.toml"
    settings.write_text('board = "bonnet"\nbologna-map = "bologna.toml"')
    if data is not None:
        board.write_bytes(data)
    assert main(["play", "--config", str(settings)]) == 78
    assert capsys.readouterr().err == f"{board}{why}\n"


class NoPanel:
    """A panel that shows nothing."""

    def show(self, _frame: bytes) -> None:
        """Show nothing."""
