"""The rules, pure: each game a generator of questions that reads like its rulebook.

`conversation` has the words all games speak in; `towers`, `flags`, `hands` and `seating` are what
no edition has to itself, `results` the result as data; `campanile`, `edition` and `corrections`
are what both Campaniles share; `pile`, `table2009` and `campanile2009` are the one of 2009,
`table1996` and `campanile1996` the one of 1996. `bologna` and `capitol` have all of their game to
themselves.
"""

from collections.abc import Mapping

from companion.games.bologna import Bologna
from companion.games.campanile1996 import Campanile1996
from companion.games.campanile2009 import Campanile2009
from companion.games.capitol import Capitol
from companion.games.conversation import Game

GAMES: Mapping[str, type[Game]] = {
    Campanile2009.name: Campanile2009,
    Campanile1996.name: Campanile1996,
    Bologna.name: Bologna,
    Capitol.name: Capitol,
}
"""Every game the companion knows, by its name in a record."""

__all__ = ["GAMES"]
