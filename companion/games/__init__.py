"""The rules, pure: each game a generator of questions that reads like its rulebook.

`conversation` has the words all games speak in; `towers`, `flags`, `hands` and `seating` are what
no edition has to itself, `results` the result as data; `pile`, `table2009` and `campanile2009` are
Campanile (2009).
"""

from collections.abc import Callable

from companion.games.campanile2009 import Campanile2009
from companion.games.conversation import Game

GAMES: dict[str, Callable[[], Game]] = {Campanile2009.name: Campanile2009}
"""Every game the companion knows, by its name in a record."""

__all__ = ["GAMES"]
