"""Played-out ends of Campanile (2009): games played on from what is seen.

`lean_table` is the table as numbers; `players` choose the turns.
"""
