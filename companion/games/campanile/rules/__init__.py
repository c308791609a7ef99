"""Campanile in both editions, 2009 and 1996.

`game2009` and `game1996` are the conversations, `table2009` and `table1996` judge the answers;
what both share is in `edition`, `table` and `corrections`. `towers`, `flags` and `tie_breaks` are
the scoring, `cards` is what counting proves, `foresight` what it forecasts, `result` the result as
data.
"""
