"""Die Türme von Bologna for three or four players.

`board`, `cards` and `scoring` are the parts, `state` holds them all, `table` judges
the answers, `game` is the conversation, `corrections` and `result` what their names say.
"""
