"""Parts of saved games in words: what a scoring gave, how long something took."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from companion.text.words import Words

if TYPE_CHECKING:
    from companion.core.game_history import Gain

MINUTE = 60


def scoring_name(words: Words, name: str, number: int | None) -> str:
    """A scoring's name: "Intermezzo", "Round 2"."""
    key = f"scoring.{name}"
    return words.say(key, number=number) if words.has(key) else name


def describe_gain(words: Words, gain: Gain, names: Sequence[str]) -> str:
    """What a scoring gave to everybody: "Intermezzo: Rosa 5, Jakob 3"."""
    each = (
        words.say("said.standing", player=name, points=points)
        for name, points in zip(names, gain.points, strict=True)
    )
    scoring = scoring_name(words, gain.name, gain.number)
    return words.say("said.scoring", scoring=scoring, gained=", ".join(each))


def format_duration(words: Words, time: timedelta | None) -> str:
    """A time in minutes and seconds; a dash where it is not known."""
    if not time:
        return words.say("players.unknown")
    minutes, seconds = divmod(round(time.total_seconds()), MINUTE)
    return words.say("said.time", minutes=minutes, seconds=f"{seconds:02}")
