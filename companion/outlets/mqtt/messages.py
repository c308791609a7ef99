"""The messages of a table as JSON: from the box's state, events and results (docs/mqtt.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.snapshot import Count, Pieces, Pile, SnapshotPart, decode_snapshot
from companion.outlets.broker import VERSION
from companion.outlets.table_client import Message
from companion.text import Words
from companion.text.snapshot_text import is_progress

GAME = ("id", "name", "title", "started", "finished", "progress")
"""What the state repeats of the box's `game`."""
PLAYER = ("name", "colour", "turn")
EVENT = ("kind", "turn", "seat", "name", "text", "lines", "points", "seats")
MOST_PARTS = 8
LONGEST_KEY, LONGEST_LABEL, LONGEST_TEXT = 32, 60, 200
"""Letters; Home Assistant takes no state of more than 255."""


def encode_json(payload: Mapping[str, object]) -> bytes:
    """Return compact JSON in UTF-8."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def describe_state(
    state: Message, table_name: str, last_event: int | None, words: Words
) -> dict[str, Any]:
    """The `state` of a table, but for its number."""
    players = [{key: each[key] for key in PLAYER} for each in state["players"]]
    turn = [each["colour"] for each in players if each["turn"]]
    standings = state["standings"]
    parts = decode_snapshot(state["table"]).parts if state["table"] else ()
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
        "parts": describe_parts(parts, words),
    }


def find_leader(standings: Sequence[Message] | None) -> int | None:
    """The seat with the most points; None while the points are hidden, and at a tie."""
    best = max((each["points"] for each in standings or ()), default=None)
    seats = [each["seat"] for each in standings or () if each["points"] == best]
    return int(seats[0]) if len(seats) == 1 else None


def count_cards(parts: Iterable[SnapshotPart]) -> int | None:
    """The cards that are left, in all piles together; None where nobody counts them."""
    left = [each.left for each in parts if isinstance(each, Pile) and each.left is not None]
    return sum(left) if left else None


def find_turn(parts: Iterable[SnapshotPart]) -> int | str | None:
    """The number of the turn; None before the first one, and where the game counts none."""
    counts = (each for each in parts if isinstance(each, Count) and each.key == "turn")
    return next((each.value for each in counts), None)


def describe_parts(parts: Iterable[SnapshotPart], words: Words) -> list[dict[str, Any]]:
    """What one sees of the table at a glance, numbers first; turn or round are told already."""
    told: dict[str, dict[str, Any]] = {}
    for part in parts:
        if part.text and _is_figure(part) and not is_progress(part, words):
            key = _key_of(part)
            label, text = _cut(part.label, LONGEST_LABEL), _cut(part.text, LONGEST_TEXT)
            told.setdefault(key, {"key": key, "label": label, "text": text, "value": _value(part)})
    return sorted(told.values(), key=lambda each: each["value"] is None)[:MOST_PARTS]


def _is_figure(part: SnapshotPart) -> bool:
    """Whether it is not what lies open, piece by piece, nor a pile that nobody counts."""
    return not isinstance(part, Pieces) and not (isinstance(part, Pile) and part.left is None)


def _key_of(part: SnapshotPart) -> str:
    number = f"-{part.number}" if isinstance(part, Pile) and part.number is not None else ""
    plain = re.sub("[^a-z0-9]+", "-", f"{part.key}{number}".lower())
    return plain[:LONGEST_KEY].strip("-") or "part"


def _value(part: SnapshotPart) -> int | None:
    """Its number, if it is one."""
    value = part.value if isinstance(part, Count) else part.left if isinstance(part, Pile) else None
    return value if isinstance(value, int) else None


def _cut(text: str, longest: int) -> str:
    """The text on one line, and not too long."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def describe_event(event: Message) -> dict[str, Any]:
    """An event of the box as it is published, but for its table, game and number."""
    return {key: event[key] for key in EVENT}


def describe_results(box: str, table_name: str, reply: Message) -> dict[str, Any]:
    """The `result` of a table: its games that ended last, and those that go on, as the box says."""
    told = {key: reply[key] for key in ("results", "unfinished")}
    return {"version": VERSION, "table": box, "name": table_name, **told}
