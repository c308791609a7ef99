"""The rules, pure: each game a generator of questions that reads like its rulebook.

`campanile`, `bologna` and `capitol` have all of their games to themselves. What games share is
beside them: `conversation` has the words all of them speak in, `showing` what every table can
tell; `seating`, `hands`, `correcting` and `outcome` are parts of many, `changes` compares two
tables of one game.
"""

from collections.abc import Mapping

from companion.games.bologna import Bologna
from companion.games.campanile import Campanile1996, Campanile2009
from companion.games.capitol import Capitol
from companion.games.conversation import Game

GAMES: Mapping[str, type[Game]] = {
    Campanile2009.name: Campanile2009,
    Campanile1996.name: Campanile1996,
    Bologna.name: Bologna,
    Capitol.name: Capitol,
}
"""Every game the companion knows, by its name in a record."""

BOARD_FILE_KEYS: Mapping[str, str] = {
    "bologna-map": Bologna.name,
    "capitol-board": Capitol.name,
}
"""The games whose printed board a file may describe, by the settings' key that names the file."""

__all__ = ["BOARD_FILE_KEYS", "GAMES"]
