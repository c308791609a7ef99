"""Messages as tables publish them (docs/mqtt.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

EVENING = datetime(2025, 11, 28, 19, 0, tzinfo=UTC)
"""When the first game of a test's evening begins."""
COLOURS = ("red", "blue", "yellow", "green", "black")


def box(number: int) -> str:
    """The id of a table."""
    return f"{number:012x}"


def topic(number: int, kind: str) -> str:
    """A topic of a table."""
    return f"campanile/{box(number)}/{kind}"


def encode(message: Any) -> bytes:
    """A message as it is published."""
    return json.dumps(message, ensure_ascii=False).encode()


def state(number: int = 1, /, names: Sequence[str] = ("Anna", "Ben"), **changes: Any) -> Any:
    """A table in a game, in which the second player is asked."""
    players = [
        {"name": name, "colour": colour, "turn": seat == 1}
        for seat, (name, colour) in enumerate(zip(names, COLOURS, strict=False))
    ]
    return {
        "version": 1,
        "table": box(number),
        "name": f"Table {number}",
        "number": 7,
        "event": 30,
        "game": game(),
        "players": players,
        "doing": "Which tower grows?",
        "waiting": False,
        "standings": None,
        "leader": None,
        "left": 23,
        "turn": 12,
        "light": COLOURS[1],
        **changes,
    }


def game(**changes: Any) -> Any:
    """The game of a state."""
    return {
        "id": "g1",
        "name": "campanile-2009",
        "title": "Campanile",
        "started": True,
        "finished": False,
        "progress": "Turn 12",
        **changes,
    }


def event(number: int = 1, /, **changes: Any) -> Any:
    """An award."""
    return {
        "version": 1,
        "table": box(number),
        "game": "g1",
        "number": 31,
        "kind": "award",
        "turn": 12,
        "seat": None,
        "name": "intermezzo",
        "text": "Blue tower: Anna 3, Ben 1",
        "lines": ["Anna and Ben have an influence of 2 each.", "Anna is nearer the base."],
        "points": [{"seat": 0, "points": 3}, {"seat": 1, "points": 1}],
        "seats": [],
        **changes,
    }


def result(
    points: dict[str, int],
    winners: Sequence[str] = (),
    id: str = "g1",  # noqa: A002 - the message's word
    ended: float = 1,
    name: str = "campanile-2009",
) -> Any:
    """A game that ended so many hours after the evening began; the most points win."""
    best = max(points.values())
    won = list(winners) or [each for each in points if points[each] == best]
    players = [
        {"name": each, "colour": colour, "points": points[each], "chips": [points[each]]}
        for each, colour in zip(points, COLOURS, strict=False)
    ]
    over = EVENING + timedelta(hours=ended)
    return {
        "game": id,
        "began": (over - timedelta(minutes=50)).isoformat(),
        "ended": over.isoformat(),
        "result": {"game": name, "state": "finished", "players": players, "winners": won},
    }


def results(number: int = 1, /, *games: Any, **changes: Any) -> Any:
    """The games that ended last at a table."""
    return {
        "version": 1,
        "table": box(number),
        "name": f"Table {number}",
        "results": list(games),
        **changes,
    }
