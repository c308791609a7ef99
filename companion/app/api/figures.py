"""Players' figures as data in words: what was won, and where the points came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from companion.store.history.statistics import Origin, Totals, origins
from companion.text import Words
from companion.text.figures import format_duration, scoring_name

Described = dict[str, Any]
SHARE, MARKER = "share", "marker"
"""The keys of figures that say where points came from."""


def describe_players(found: Iterable[Totals], words: Words) -> Iterator[Described]:
    """The figures of all players, game by game."""
    for game, its in groupby(found, attrgetter("game")):
        yield from _describe_players([*its], words.of(game))


def _describe_players(found: Sequence[Totals], words: Words) -> Iterator[Described]:
    """The figures of all players of one game, each player's in the same order."""
    scorings = origins(game for each in found for game in each.player_games)
    values = sorted({value for each in found for value in each.markers})
    for each in found:
        yield {
            "name": each.name,
            "game": each.game,
            "title": words.title_of(each.game),
            "games": each.games,
            "figures": [
                *_describe_totals(each, words),
                *_describe_shares(each, scorings if len(scorings) > 1 else [], words),
                *_describe_markers(each, values, words),
            ],
        }


def _describe_totals(each: Totals, words: Words) -> Iterator[Described]:
    shared, time = sum(game.shared for game in each.player_games), each.turn_time
    wins = words.say("players.wins", wins=each.wins, shared=shared) if shared else str(each.wins)
    seconds = round(time.total_seconds()) if time is not None else None
    for key, value, shown in (
        ("games", each.games, str(each.games)),
        ("wins", each.wins, wins),
        ("average", round(each.average, 2), words.tenths(each.average)),
        ("best", each.best, str(each.best)),
        ("turn-time", seconds, format_duration(words, time)),
    ):
        yield _figure(key, words.say(f"column.{key}"), value, shown)


def _describe_shares(each: Totals, scorings: Sequence[Origin], words: Words) -> Iterator[Described]:
    for origin in scorings:
        share = each.share(origin)
        percent = round(share * 100) if share is not None else None
        shown = words.say("players.share", percent=percent)
        yield _figure(SHARE, scoring_name(words, *origin), percent, _known(percent, shown, words))


def _describe_markers(each: Totals, values: Sequence[int], words: Words) -> Iterator[Described]:
    for value in values:
        points = each.markers[value].each if value in each.markers else None
        shown = words.tenths(points or 0)
        text = words.say("column.marker", marker=value)
        yield _figure(MARKER, text, points, _known(points, shown, words))


def _known(value: float | None, shown: str, words: Words) -> str:
    return shown if value is not None else words.say("players.unknown")


def _figure(key: str, text: str, value: float | None, shown: str) -> Described:
    return {"key": key, "text": text, "value": value, "shown": shown}
