"""The pins of the boards supported out of the box."""

import pytest

from companion.box.devices.boards import BOARDS, Board, I2c
from companion.core.interfaces import Press

NOT_FOR_BUTTONS = {
    "I2C and the HAT's EEPROM": {0, 1, 2, 3},
    "UART": {14, 15},
}
SPI = {7, 8, 9, 10, 11, 24, 25}


@pytest.fixture(params=BOARDS.values(), ids=list(BOARDS))
def board(request: pytest.FixtureRequest) -> Board:
    found: Board = request.param
    return found


def test_no_pin_is_used_twice(board: Board) -> None:
    taken = set().union(*NOT_FOR_BUTTONS.values())
    if not isinstance(board.bus, I2c):
        taken |= SPI
    assert not taken & board.pins.keys()
    assert board.buzzer not in taken | board.pins.keys()


def test_each_board_has_the_buttons_needed_to_play(board: Board) -> None:
    presses = set(board.pins.values())
    assert {Press.OK, Press.BACK} <= presses
    ways = {
        2: {Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT},
        1: {Press.PREVIOUS, Press.NEXT},
    }
    assert ways[board.axes] <= presses


def test_what_confirms_and_what_goes_back_has_a_label_on_every_board(board: Board) -> None:
    assert board.labels.keys() <= board.pins.keys()
    assert {Press.OK.value, Press.BACK.value} <= board.button_names.keys()
    assert len({*board.button_names.values()}) == len(board.button_names)


def test_only_the_four_buttons_have_one_axis() -> None:
    assert {name: board.axes for name, board in BOARDS.items()} == {
        "bonnet": 2,
        "waveshare-hat": 2,
        "four-buttons": 1,
    }


def test_the_hand_wired_board_keeps_clear_of_one_wire_and_has_pwm() -> None:
    board = BOARDS["four-buttons"]
    assert not {4, *range(7, 12)} & board.pins.keys()
    assert board.buzzer in {12, 13, 18, 19}
