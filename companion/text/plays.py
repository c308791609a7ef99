"""Kept games in words: what was said in a turn, what a scoring gave, how long something took.

What is told comes as data from `companion.history`; its shape is told here so that words depend
on no rules.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from companion.text.words import Words

CORRECT = "correct "
KINDS = ("style", "card", "kind", "face", "shape")
"""What a value may be the name of."""
COUNTS = ("discards", "draw")
"""Keys whose values count roof, floor and permit cards."""
READS_ON = ("floors", "to")
"""Keys whose words stand behind those before without a comma."""
MINUTE = 60


class Said(Protocol):
    """An answer: its key and the record's word."""

    @property
    def key(self) -> str:
        """The record's key."""

    @property
    def word(self) -> str:
        """The record's word."""


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


def told(words: Words, said: Sequence[tuple[str, Said]]) -> str:
    """A turn's answers in words; each with whom it was asked, "" where that was nobody."""
    text = ""
    for player, each in said:
        gap = " " if each.key in READS_ON else ", "
        text += (gap if text else "") + clause(words, each, player)
    return text


def clause(words: Words, said: Said, player: str) -> str:
    """One answer in words, for example "marker under red"; ``player`` is whom it was asked."""
    if said.key.startswith(CORRECT):
        what = said.key.removeprefix(CORRECT)
        return words.say("said.correction", what=what, value=said.word)
    value = _value(words, said)
    for key in (f"said.{said.key}.{said.word}", f"said.{said.key}"):
        if words.has(key):
            return words.say(key, value=value, player=player)
    return words.say("said.other", what=said.key, value=value)


def _value(words: Words, said: Said) -> str:
    items = said.word.split(",")
    if said.key in COUNTS:
        roof, floor, permit = items
        return words.say("score.cards", roof=roof, floor=floor, permit=permit)
    return words.listed(_named(words, item) for item in items)


def _named(words: Words, item: str) -> str:
    """A value in words, part by part: `round:2` is "round 2"."""
    return " ".join(_word(words, part) for part in item.split(":"))


def _word(words: Words, part: str) -> str:
    keys = (f"{kind}.{part}" for kind in KINDS)
    return next((words.say(key) for key in keys if words.has(key)), part)


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
