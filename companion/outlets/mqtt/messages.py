"""The messages of a table as JSON: from the box's state, events and results (docs/mqtt.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.outlets.broker import VERSION
from companion.outlets.table_client import Message

GAME = ("id", "name", "title", "started", "finished", "progress")
"""What the state repeats of the box's `game`."""
PLAYER = ("name", "colour", "turn")
EVENT = ("kind", "turn", "seat", "name", "text", "lines", "points", "seats")


def encode_json(payload: Mapping[str, object]) -> bytes:
    """Return compact JSON in UTF-8."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def describe_state(state: Message, table_name: str, last_event: int | None) -> dict[str, Any]:
    """The `state` of a table, but for its number."""
    players = [{key: each[key] for key in PLAYER} for each in state["players"]]
    turn = [each["colour"] for each in players if each["turn"]]
    standings, parts = state["standings"], (state["table"] or {}).get("parts", ())
    return {
        "version": VERSION,
        "table": state["box"],
        "name": table_name,
        "event": last_event,
        "game": {key: state["game"][key] for key in GAME} if state["game"] else None,
        "players": players,
        "doing": state["open"]["text"],
        "waiting": state["open"]["kind"] == "page",
        "standings": standings
        and [{"seat": each["seat"], "points": each["points"]} for each in standings],
        "leader": find_leader(standings),
        "left": count_cards(parts),
        "turn": find_turn(parts),
        "light": (turn[0] or None) if turn else None,
    }


def find_leader(standings: Sequence[Message] | None) -> int | None:
    """The seat with the most points; None while the points are hidden, and at a tie."""
    best = max((each["points"] for each in standings or ()), default=None)
    seats = [each["seat"] for each in standings or () if each["points"] == best]
    return int(seats[0]) if len(seats) == 1 else None


def count_cards(parts: Sequence[Message]) -> int | None:
    """The cards that are left, in all piles together; None where nobody counts them."""
    left = [each["left"] for each in parts if each["part"] == "pile" and each["left"] is not None]
    return sum(left) if left else None


def find_turn(parts: Sequence[Message]) -> int | None:
    """The number of the turn; None before the first one, and where the game counts none."""
    return next((each["value"] for each in parts if each["key"] == "turn"), None)


def describe_event(event: Message) -> dict[str, Any]:
    """An event of the box as it is published, but for its table, game and number."""
    return {key: event[key] for key in EVENT}


def describe_results(box: str, table_name: str, reply: Message) -> dict[str, Any]:
    """The `result` of a table: its games that ended last, and those that go on, as the box says."""
    told = {key: reply[key] for key in ("results", "unfinished")}
    return {"version": VERSION, "table": box, "name": table_name, **told}
