"""``board = "auto"``: the board of the screen that answers, and what the settings say instead."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.box.config import BoardChoice, Config, SettingValue, Source, read_config
from companion.box.devices.boards import BOARDS, I2c, Spi
from companion.box.devices.buses import FoundScreen
from companion.cli.commands_config import print_config
from companion.text import Words

FILE = Path("companion.toml")
SSD1306, SH1106, UNKNOWN = FoundScreen(0x3C, 0x43), FoundScreen(0x3C, 0x48), FoundScreen(0x3D, 0x4F)


class FakeFinder:
    """Finds ``screen``; ``asked`` has the buses and addresses at which it was looked for."""

    def __init__(self, screen: FoundScreen) -> None:
        self._screen = screen
        self.asked: list[tuple[int, tuple[int, ...]]] = []

    def __call__(self, port: int, addresses: Sequence[int]) -> FoundScreen:
        self.asked.append((port, tuple(addresses)))
        return self._screen._replace(address=addresses[0]) if len(addresses) == 1 else self._screen


def found(screen: FoundScreen, text: str = "") -> Config:
    return read_config(text.encode(), FILE, find_screen=FakeFinder(screen))


def sources(config: Config) -> dict[str, Source]:
    return {each.name: each.source for each in config.effective}


@pytest.mark.parametrize("text", ["", 'board = "auto"'])
def test_an_sh1106_means_four_buttons_and_an_ssd1306_the_bonnet(text: str) -> None:
    assert found(SSD1306, text).board == BOARDS["bonnet"]
    box = found(FoundScreen(0x3D, 0x08), text)
    four = BOARDS["four-buttons"]
    assert box.board == four._replace(controller="sh1106", bus=I2c(1, 0x3D))
    assert (box.led, box.board_choice) == (four.led, BoardChoice.FOUND)


def test_what_was_found_is_named_as_its_source() -> None:
    config = found(SH1106, 'board = "auto"')
    told = sources(config)
    assert {name for name, source in told.items() if source is Source.FOUND} == {
        "board",
        "oled.controller",
        "oled.address",
    }
    assert told["pins.ok"] is told["oled.port"] is Source.BOARD


def test_what_is_printed_names_the_found_board_which_is_then_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    config, words = found(FoundScreen(0x3D, 0x48)), Words()
    print_config(config, words)
    printed = capsys.readouterr().out
    assert f"# {words.say('config.source.found')}" in printed
    again = read_config(printed.encode(), FILE)
    assert (again.board, again.board_choice) == (config.board, BoardChoice.SET)


@pytest.mark.parametrize("name", ["bonnet", "waveshare-hat"])
def test_a_ready_made_board_that_is_set_is_never_looked_for(name: str) -> None:
    finder = FakeFinder(SH1106)
    command: dict[str, SettingValue] = {"board": name}
    for config in (
        read_config(f'board = "{name}"'.encode(), FILE, find_screen=finder),
        read_config(b"", FILE, command, find_screen=finder),
    ):
        assert (config.board, config.board_choice) == (BOARDS[name], BoardChoice.SET)
    assert not finder.asked


@pytest.mark.parametrize("screen", [SSD1306, SH1106])
def test_the_screen_of_a_hand_wired_board_is_looked_for_unless_it_is_set(
    screen: FoundScreen,
) -> None:
    config = found(screen, 'board = "four-buttons"')
    bus = I2c(1, screen.address)
    board = BOARDS["four-buttons"]._replace(controller=str(screen.controller), bus=bus)
    assert (config.board, config.board_choice) == (board, BoardChoice.SET)
    assert sources(config)["oled.controller"] is Source.FOUND
    config = found(screen, 'board = "four-buttons"\n[oled]\ncontroller = "ssd1309"')
    assert (config.board.controller, config.found) == ("ssd1309", None)


def test_auto_on_the_command_line_overrides_the_files_board() -> None:
    text = b'board = "waveshare-hat"'
    config = read_config(text, FILE, {"board": "auto"}, find_screen=FakeFinder(SH1106))
    assert config.board.name == "four-buttons"


def test_nobody_looks_where_the_screen_is_on_spi_and_without_a_finder() -> None:
    finder = FakeFinder(SH1106)
    spi = read_config(b'oled.bus = "spi"', FILE, find_screen=finder)
    assert spi.board == BOARDS["bonnet"]._replace(bus=Spi())
    for config in (spi, read_config(b"", FILE)):
        assert (config.board.name, config.board_choice) == ("bonnet", BoardChoice.ASSUMED)
        assert config.found is None
        assert next(e.value for e in config.effective if e.name == "board") == "auto"
    assert not finder.asked


def test_it_is_looked_for_where_the_settings_say() -> None:
    finder = FakeFinder(SH1106)
    assert read_config(b"", FILE, find_screen=finder).board.bus == I2c(1, 0x3C)
    config = read_config(b"[oled]\nport = 3\naddress = 0x3D", FILE, find_screen=finder)
    assert config.board.bus == I2c(3, 0x3D)
    assert finder.asked == [(1, (0x3C, 0x3D)), (3, (0x3D,))]
    assert sources(config)["oled.address"] is Source.FILE


@pytest.mark.parametrize("screen", [SSD1306, SH1106, UNKNOWN])
@pytest.mark.parametrize(
    ("controller", "board"),
    [("sh1106", "four-buttons"), ("ssd1306", "bonnet"), ("ssd1309", "bonnet")],
)
def test_a_given_controller_counts_instead_of_the_found_one(
    screen: FoundScreen, controller: str, board: str
) -> None:
    config = found(screen, f'oled.controller = "{controller}"')
    assert (config.board.name, config.board.controller) == (board, controller)
    assert config.board_choice is BoardChoice.FOUND
    assert sources(config)["oled.controller"] is Source.FILE


@pytest.mark.parametrize("screen", [UNKNOWN, FoundScreen(0x3D, None)])
def test_an_unknown_screen_is_taken_for_the_bonnets_where_it_answers(screen: FoundScreen) -> None:
    config = found(screen)
    assert config.board == BOARDS["bonnet"]._replace(bus=I2c(1, 0x3D))
    assert (config.board_choice, config.found) == (BoardChoice.ASSUMED, screen)
    assert sources(config)["oled.address"] is Source.FOUND
    assert sources(config)["board"] is Source.DEFAULT


def test_own_buttons_replace_those_of_the_found_board() -> None:
    text = "[pins]\nprevious = 5\nnext = 6\nok = 13\nback = 19\n"
    assert set(found(SH1106, text).board.pins) == {5, 6, 13, 19}
