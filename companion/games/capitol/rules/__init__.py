"""Capitol: `game` is the conversation, `table` the state; each other file holds one rule.

`board` is what may stand where, `majority` who leads a prefecture and what an amphitheatre gives,
`auction` who wins a building, `material` what each player and the box have, `refusals` why an
answer is refused, `corrections` what the table may correct.
"""
