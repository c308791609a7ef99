"""What the organiser sets right: a game that does not count, or points that were told wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from companion.core.names import fold_name
from companion.outlets.board.reports import NAME, BoardResult
from companion.outlets.strict_json import MAX_WHOLE, Fields, load_fields, refuse

VOID, TOLD, WON = "void", "told", "won"
"""The words of a correction: the game does not count; it is as its table told it; who has won."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be shown of a game instead of what its table told; the last one counts."""

    made: datetime
    counts: bool = True
    points: Mapping[str, int] = field(default_factory=dict)
    """Those that are others, by name."""
    winners: tuple[str, ...] = ()
    """Who has won instead; none where the points say it."""

    def apply(self, told: BoardResult) -> BoardResult:
        """The game as it is to be shown, with the trace of what was changed."""
        players = tuple(
            replace(each, points=self.points.get(each.name, each.points)) for each in told.players
        )
        changes = [
            f"{each.name} {each.points} instead of {before.points}"
            for each, before in zip(players, told.players, strict=True)
            if each != before
        ]
        best = max(each.points for each in players)
        first = {seat for seat, each in enumerate(players) if each.points == best}
        winners = frozenset(s for s, each in enumerate(players) if each.name in self.winners)
        if not winners:  # nobody is named, or who was named has another name since
            winners = frozenset(first & told.winners or first) if changes else told.winners
        if winners != told.winners:
            changes.append("won by " + " and ".join(players[seat].name for seat in sorted(winners)))
        if not self.counts:
            changes.append("does not count")
        trace = f"{self.made:%Y-%m-%d %H:%M}: {', '.join(changes)}" if changes else ""
        shown = replace(told, players=players, winners=winners)
        return replace(shown, counts=self.counts, trace=trace)


def correct(told: BoardResult, corrections: Mapping[tuple[str, str], Correction]) -> BoardResult:
    """The game as it is to be shown; ``corrections`` by the table and the id of the game."""
    correction = corrections.get((told.table, told.id))
    return correction.apply(told) if correction else told


def read_words(words: Sequence[str], told: BoardResult, now: datetime) -> Correction:
    """Read a correction from a command's words; raises BadInput, whose text is the word."""
    exact = {each.name: each.name for each in told.players}
    folded = {fold_name(each): each for each in exact}
    points: dict[str, int] = {}
    winners: list[str] = []
    if not words:
        refuse(told.id)
    for word in words:
        key, _, value = word.rpartition("=")
        player, winner = (exact.get(n) or folded.get(fold_name(n)) for n in (key, value))
        if key == WON and winner:
            winners.append(winner)
        elif player and value.removeprefix("-").isdecimal() and len(value) < 9:
            points[player] = int(value)
        elif word not in (VOID, TOLD) or len(words) > 1:
            refuse(word)
    return Correction(now.astimezone(UTC), VOID not in words, points, tuple(winners))


def describe_correction(correction: Correction) -> str:
    """Return a correction as JSON that `read_correction` reads."""
    described = {
        "made": correction.made.isoformat(),
        "counts": correction.counts,
        "points": [{"name": name, "points": its} for name, its in correction.points.items()],
        "winners": list(correction.winners),
    }
    return json.dumps(described, ensure_ascii=False)


def read_correction(text: str) -> Correction:
    """Return what `describe_correction` wrote; raises BadInput."""
    fields = load_fields(text.encode())
    points = fields.take_list("points", Fields.take_object)
    return Correction(
        fields.take_time("made"),
        fields.take_switch("counts"),
        {each.take_text("name", NAME): each.take_whole("points", -MAX_WHOLE) for each in points},
        tuple(fields.take_list("winners", Fields.take_text, NAME)),
    )
