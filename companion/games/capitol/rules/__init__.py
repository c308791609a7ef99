"""Capitol: `game` is the conversation, `table` the state; each other file holds one rule.

`board` is what may stand where, `majority` who leads a prefecture, `auction` who wins a building,
`amphitheatre` who draws additional cards, `houses` and `cards` what each player has, `refusals`
why an answer is refused, `corrections` what the table may correct, `material` its bounds.
"""

from companion.games.capitol.rules.game import Capitol

__all__ = ["Capitol"]
