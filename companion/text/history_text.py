"""Saved games in words: what a scoring gave, how long something took.

What is told comes as data from `companion.history`; its shape is told here so that words depend
on no rules.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from companion.text.words import Words

MINUTE = 60


class Gained(Protocol):
    """What a scoring gave: `companion.history.growth.Gain`."""

    @property
    def name(self) -> str:
        """Which scoring."""

    @property
    def number(self) -> int | None:
        """Its round, where it has no name."""

    @property
    def points(self) -> Sequence[int]:
        """The points by seat."""


def scoring_name(words: Words, name: str, number: int | None) -> str:
    """A scoring's name: "Intermezzo", "Round 2"."""
    if number is not None:
        return words.say(f"scoring.{name}", number=number)
    key = f"scoring.{name}"
    return words.say(key if words.has(key) else f"card.{name}")


def gained(words: Words, gain: Gained, names: Sequence[str]) -> str:
    """What a scoring gave to everybody: "Intermezzo: Rosa 5, Jakob 3"."""
    each = (
        words.say("said.standing", player=name, points=points)
        for name, points in zip(names, gain.points, strict=True)
    )
    scoring = scoring_name(words, gain.name, gain.number)
    return words.say("said.scoring", scoring=scoring, gained=", ".join(each))


def lasting(words: Words, time: timedelta | None) -> str:
    """A time in minutes and seconds; a dash where it is not known."""
    if not time:
        return words.say("players.unknown")
    minutes, seconds = divmod(round(time.total_seconds()), MINUTE)
    return words.say("said.time", minutes=minutes, seconds=f"{seconds:02}")


def game_title(words: Words, name: str) -> str:
    """A game's title; a game without words is called as in its record."""
    key = f"game.{name}"
    return words.say(key) if words.has(key) else name
