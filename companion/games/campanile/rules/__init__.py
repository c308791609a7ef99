"""Campanile in both editions, 2009 and 1996.

`game2009` and `game1996` are the conversations, `table2009` and `table1996` judge the answers;
what both share is in `edition`, `table` and `corrections`. `towers`, `flags` and `tie_breaks` are
the scoring, `cards` is what counting proves, `foresight` what it forecasts, `result` the result as
data.
"""

from companion.games.campanile.rules.game1996 import Campanile1996
from companion.games.campanile.rules.game2009 import Campanile2009

__all__ = ["Campanile1996", "Campanile2009"]
