"""What the screen that answers decides: the board of ``board = "auto"``, or a controller."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.box.config.kinds import ADDRESSES
from companion.box.config.settings import BoardChoice, Config
from companion.box.devices.boards import BOARDS, Board, Controller, I2c

if TYPE_CHECKING:
    from companion.box.devices.screen_finder import FindScreen, FoundScreen

AUTO = "auto"
"""In place of a board's name: the board is found by its screen."""
HAND_WIRED = "four-buttons"
"""The board whose maker has chosen the screen, and so the controller."""


def look_for_screen(given: Mapping[str, Any], find: FindScreen | None) -> FoundScreen | None:
    """Find the screen where the given settings say, if they do; raises DeviceMissingError.

    None without ``find``, on SPI, where no screen answers, and if the settings say all of it.
    """
    is_open = given.get("board", AUTO) == AUTO or (
        given["board"] == HAND_WIRED and "oled.controller" not in given
    )
    if find is None or not is_open or given.get("oled.bus") == "spi":
        return None
    port, address = given.get("oled.port", I2c().port), given.get("oled.address")
    return find(port, [*ADDRESSES] if address is None else [address])


def choose_board(given: Mapping[str, Any], found: FoundScreen | None) -> tuple[Board, BoardChoice]:
    """Return the board, as it is built: the given one or that with such a screen; and how chosen.

    A given controller counts instead of the found one.
    """
    if (name := given.get("board", AUTO)) != AUTO:
        return BOARDS[name], BoardChoice.SET
    if found is None:
        return Config().board, BoardChoice.ASSUMED
    controller = given.get("oled.controller", found.controller)
    # Other boxes with an SSD1306 can't be told from the bonnet: no button answers.
    board = BOARDS[HAND_WIRED if controller == Controller.SH1106 else "bonnet"]
    return board, BoardChoice.FOUND if controller else BoardChoice.ASSUMED
