"""A hall before a store in a folder, with a clock that only the test moves."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

from companion.outlets.board.hall import Hall
from companion.outlets.board.store import BoardStore
from tests.fakes.clock import SetClock
from tests.outlets.board.messages import (
    COLOURS,
    EVENING,
    encode,
    event,
    game,
    result,
    results,
    state,
    topic,
)


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
