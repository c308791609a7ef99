"""What a hall's tests share: messages as tables publish them, and a hall before a store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

from companion.outlets.board.hall import Hall
from companion.outlets.board.store import BoardStore
from tests.fakes.clock import SetClock

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


# A hall before a store in a folder, with a clock that only the test moves ------------------------


class HallRig:
    """A hall, and what it hears."""

    def __init__(self, folder: Path) -> None:
        self.clock = SetClock()
        self.store = BoardStore(folder)
        self.hall = Hall(self.store, time(12), self.clock, self.now)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def now(self) -> datetime:
        """The time in the hall, three hours after the evening began."""
        return EVENING + timedelta(hours=3, seconds=self.clock.now)

    def hear(self, number: int, kind: str, message: Any, *, retained: bool = False) -> None:
        """Take a message of a table; a text or bytes as they are."""
        if isinstance(message, str):
            message = message.encode()
        payload = message if isinstance(message, bytes) else encode(message)
        self.hall.hear(topic(number, kind), payload, retained)

    def add(self, number: int = 1, **changes: Any) -> None:
        """Let a table appear."""
        self.hear(number, "status", "online")
        self.hear(number, "state", state(number, **changes))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, as the board looks every second."""
        self.clock.now += seconds
        self.hall.check()


def fill(hall: HallRig) -> None:
    """Eight German tables with long names, one at a scoring, one gone, one free, one finished."""
    long = ["Maximiliane", "Bartholomäus", "Ann-Kathrin", "Friedemann", "Konstantin"]
    doing = "Welcher Turm wurde aufgestockt?"
    for number in range(1, 9):
        names = long[: 2 + number % 4]
        changes: dict[str, Any] = {
            "names": names,
            "name": f"Tisch {number}",
            "doing": doing,
            "game": game(progress=f"Zug {5 * number}"),
            "light": COLOURS[1],
        }
        if number == 3:
            points = [{"seat": seat, "points": 14 - seat} for seat in range(len(names))]
            changes |= {"waiting": True, "doing": "Intermezzo", "standings": points, "light": None}
        elif number == 4:
            title = {"name": "bologna-towers", "title": "Türme von Bologna", "progress": "Zug 31"}
            changes |= {"game": game(**title), "left": 41, "doing": "Friedemann: Welche Aktion?"}
        elif number == 5:
            changes |= {"game": None, "names": [], "doing": "", "light": None, "left": None}
        elif number == 6:
            changes |= {"game": game(finished=True), "light": None, "left": None}
        elif number == 7:
            changes |= {"name": "Fenstertisch am Kamin"}
        hall.add(number, **changes)
    lines = ["Maximiliane und Bartholomäus haben je 2 Einfluss; Maximiliane ist näher am Fuß."]
    text = "Blauer Turm: Maximiliane 4, Bartholomäus 2"
    hall.hear(3, "event", event(3, text=text, lines=lines))
    hall.hear(8, "status", "offline")
    over = {"Maximiliane": 14, "Bartholomäus": 13, "Ann-Kathrin": 11, "Friedemann": 9}
    hall.hear(6, "result", results(6, result(over, ended=2.6), name="Tisch 6"))
    games = [
        result({"Konstantin": 30, "Ann-Kathrin": 28, "Rosa": 30}, ["Konstantin"], "a", 0.8),
        result({"Emma": 63, "Rosa": 65, "Jakob": 55}, (), "b", 1.6, "bologna-towers"),
        result({"Jakob": 45, "Bartholomäus": 45}, ["Jakob", "Bartholomäus"], "c", 2.1, "capitol"),
    ]
    hall.hear(1, "result", results(1, *games, name="Tisch 1"))
    hall.hall.connect(True)
