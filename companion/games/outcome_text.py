"""Who has won any game and why, in one sentence: for the terminal and the voice."""

from collections.abc import Sequence
from typing import Any

from companion.core.game_table import Outcome, winning_figures
from companion.text import Words


def describe_winner(words: Words, outcome: Outcome, players: Sequence[Any]) -> str:
    """Who has won, and what decided among those with as many points."""
    return words.say(
        f"score.won.{outcome.decided_by}",
        players=words.listed(players[seat].name for seat in outcome.winners),
        rivals=words.listed(players[seat].name for seat in outcome.level_on_points),
        **winning_figures(outcome, players),
    )
