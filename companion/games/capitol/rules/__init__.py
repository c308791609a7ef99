"""Capitol: `game` tells the course, `table` holds it; the other pages each hold one rule.

`board` is what may stand where, `majority` who leads a prefecture, `auction` who wins a building,
`houses` and `cards` what each player has, `corrections` what the table may set right.
"""

from companion.games.capitol.rules.game import Capitol

__all__ = ["Capitol"]
