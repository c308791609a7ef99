"""The box's end of the table's socket: says the states that a test gives it, and judges presses.

It refuses what the box would refuse: another version, no greeting, an unknown secret, what was
asked before, and a line that is too long.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from companion.outlets.protocol import VERSION

State = dict[str, Any]
SECRET = "a-secret-of-a-paired-phone"
CODE = "K7M2QX4B"
BOX = "0123456789ab"
LONGEST_LINE = 4096


def option(value: str | int, text: str = "", why: str = "", grade: str = "rule") -> State:
    """An option of the key ``tower``, refused if there is a reason."""
    refused = {"reason": "no", "text": why, "grade": grade} if why else None
    return {"key": "tower", "value": value, "text": text or str(value), "refused": refused}


def opened(**changes: Any) -> State:
    """What is open: which tower grows."""
    return {
        "number": 12,
        "kind": "question",
        "key": "tower",
        "seat": 1,
        "text": "Which tower grows?",
        "lines": [],
        "options": [option("red", "Red"), option("blue", "Blue", "no blue card is open")],
        "list": None,
        "free": None,
        "presses": [],
        "undo": True,
        **changes,
    }


def state(**changes: Any) -> State:
    """A state of a game that brings no page of its own."""
    return {
        "version": VERSION,
        "number": 118,
        "language": "en",
        "phones": 1,
        "box": BOX,
        "game": {
            "id": f"{BOX}-7",
            "events": 0,
            "name": "nim",
            "title": "Nim",
            "started": True,
            "finished": False,
            "progress": "Turn 12",
        },
        "players": [
            {"name": "Anna", "colour": "red", "turn": False},
            {"name": "Ben", "colour": "blue", "turn": True},
        ],
        "open": opened(),
        "table": {
            "players": [
                {"seat": 0, "name": "Anna", "colour": "red"},
                {"seat": 1, "name": "Ben", "colour": "blue"},
            ],
            "parts": [
                {
                    "part": "pieces",
                    "key": "heaps",
                    "pieces": [{"number": 1}, {"number": 3}, {"number": 5}],
                    "label": "Heaps",
                    "text": "1, 3, 5",
                }
            ],
        },
        "outlook": ["34 cards are left."],
        "standings": None,
        "actions": ["Anna: red, 2 floors", "Ben: takes blue"],
        "notice": "",
        "announcement": "Ben's turn. Which tower grows?",
        "resting": False,
        "last_press": "Anna",
        "frame": "",
        **changes,
    }


class FakeTable:
    """A box that listens at ``path``."""

    def __init__(self, path: Path, now: State | None = None) -> None:
        self.path = path
        self.now = now or state()
        """The state; in another language its title says so."""
        self.received: list[State] = []
        """Every message but the greetings."""
        self.greetings: list[State] = []
        self.names = {SECRET: "Anna"}
        """Whose phone has which secret."""
        self.lets_phones_in = True
        self.pairs = True
        """Whether somebody presses OK when a phone asks."""
        self.answers = 30
        self.events: list[State] = []
        """What has happened in the open game, or, once none is open, in the last one."""
        self.last_game: str | None = None
        self.results: list[State] = []
        self.saved_games: list[State] = []
        self.saved_game: State = {}
        """Any saved game that is asked for."""
        self.has_time = asyncio.Event()
        """While it is not set, what `get` asks for waits."""
        self.has_time.set()
        self._server: asyncio.Server | None = None
        self._writers: dict[asyncio.StreamWriter, str] = {}

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_unix_server(self._serve, self.path, limit=LONGEST_LINE)

    async def stop(self) -> None:
        """Go away, as the box does when it is switched off."""
        if self._server is not None:
            self._server.close()
        for writer in list(self._writers):
            writer.close()
        self._writers.clear()
        self.path.unlink(missing_ok=True)

    def change(self, **changes: Any) -> None:
        """Show another state to everybody."""
        self.now = {**self.now, "number": self.now["number"] + 1, **changes}
        for writer, language in self._writers.items():
            self._send(writer, self._in(language))

    def _in(self, language: str) -> State:
        return {"state": {**self.now, "language": language or self.now["language"]}}

    @staticmethod
    def _send(writer: asyncio.StreamWriter, message: State) -> None:
        writer.write(json.dumps(message).encode() + b"\n")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            hello = json.loads(await reader.readline())["hello"]
            assert hello["version"] == VERSION
            assert hello.get("reader") or 1 <= hello["port"] <= 65535
            self.greetings.append(hello)
            if not self.lets_phones_in:
                error = {"reason": "closed", "text": "phones may not come in now"}
                self._send(writer, {"id": None, "error": error})
                return
            self._writers[writer] = hello.get("language", "")
            self._send(writer, self._in(self._writers[writer]))
            while line := await reader.readline():
                message = json.loads(line)
                self.received.append(message)
                if "get" in message:
                    await self.has_time.wait()
                self._send(writer, {"id": message["id"], **self._reply(message)})
        except (ConnectionError, ValueError):
            pass
        finally:
            self._writers.pop(writer, None)
            writer.close()

    def _reply(self, message: State) -> State:
        if "pair" in message:
            return self._pair(message["pair"])
        if "phone" in message:
            name = self.names.get(message["phone"]["secret"])
            return {"phone": {"name": name}} if name else _refuse("not-paired", "Not paired")
        if "leave" in message:
            name = self.names.pop(message["leave"]["secret"], None)
            return {"ok": True} if name else _refuse("not-paired", "Not paired")
        if "get" in message:
            more: State = {"unfinished": []} if message["get"] == "results" else {}
            return {message["get"]: self._got(message["get"]), **more}
        return self._press(message)

    def _got(self, what: str) -> State | list[State]:
        if what == "events":
            if self.now["game"]:
                self.last_game = self.now["game"]["id"]
            return {"game": self.last_game, "answers": self.answers, "list": self.events}
        if what == "results":
            return self.results
        if what == "games":
            return self.saved_games
        return self.saved_game if what == "game" else []

    def happen(self, *events: State, **changes: Any) -> None:
        """Let these events happen, one at an answer, and show the state after them."""
        for each in events:
            self.answers += 1
            self.events.append({**each, "answer": self.answers})
        self._show_events(**changes)

    def undo(self, number: int = 1) -> None:
        """Take the last answers back, with their events."""
        self.answers -= number
        self.events = [each for each in self.events if each["answer"] <= self.answers]
        self._show_events()

    def _show_events(self, **changes: Any) -> None:
        game = {**self.now["game"], "events": len(self.events)}
        self.change(**{"game": game, "actions": [f"answer {self.answers}"], **changes})

    def _pair(self, pair: State) -> State:
        assert 0 < len(pair["name"]) <= 12
        if pair["code"] != CODE or not self.pairs:
            return _refuse("code", "This code is not valid any more")
        self.names["another-secret-of-a-phone"] = pair["name"]
        return {"paired": {"name": pair["name"], "secret": "another-secret-of-a-phone"}}

    def _press(self, message: State) -> State:
        if message["secret"] not in self.names:
            return _refuse("not-paired", "Not paired")
        if message["asked"] != self.now["open"]["number"]:
            return _refuse("too-late", "Somebody else was first")
        return {"ok": True}


def _refuse(reason: str, text: str) -> State:
    return {"refused": {"reason": reason, "text": text}}
