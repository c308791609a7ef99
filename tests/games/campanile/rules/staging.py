"""Staging: a conversation that leads to wanted towers and influence, through legal turns only.

Every wanted marker costs a turn of its owner that builds as many floors; turns without a marker
fill up the heights. Where staging overdraws a style or a hand, it says `correct cards unknown`.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from companion.core.conversation import Answer, Grade
from companion.core.session import Session
from companion.games import start_session

STYLES = ("beige", "blue", "brown", "yellow", "red")
COLOURS = ("blue", "yellow", "red", "black", "white")
Rows = Mapping[str, Sequence[tuple[str, Sequence[int]]]]
"""By tower: (player, markers) for every row, nearest the base first."""


class Turn(NamedTuple):
    """A turn as it is wanted: the tower built, its floors, the tower that gets a marker, if any."""

    tower: str
    floors: int
    marker: str | None


Marker = tuple[str, int]
"""A marker to place: the tower, the value."""


def seated(
    players: Sequence[str], row: Sequence[str] = STYLES, *, open_: str, moving: bool = False
) -> Session:
    """A game that has just been set up."""
    session = start_session("campanile-2009")
    for name, colour in zip(players, COLOURS, strict=False):
        say(session, f"player {name} colour {colour}")
    if len(players) < len(COLOURS):
        session.answer(Answer("player", ""))
    say(session, f"row {','.join(row)}")
    if moving:
        say(session, "variant move-markers")
    session.answer(Answer("variant", ""))
    say(session, f"open {open_}")
    return session


def say(session: Session, text: str) -> None:
    """Say some pairs: `tower red floors 2`; a counted refusal is overruled."""
    words = text.split()
    for key, word in zip(words[::2], words[1::2], strict=True):
        objection = session.judge(session.read_pair(key, word))
        if objection is not None and objection.grade is Grade.COUNT:
            session.answer_pair("correct cards", "unknown")
        session.answer_pair(key, word)


def stage(
    players: Sequence[str],
    row: Sequence[str],
    floors: Mapping[str, int],
    influence: Rows,
    *,
    show: str | None = None,
    moving: bool = False,
) -> Session:
    """A game in which the towers and rows have come about; the last turn turns up ``show``."""
    turns = _plan(players, floors, influence)
    first = turns[0].marker or STYLES[0]
    session = seated(players, row, open_=f"{first},red,blue", moving=moving)
    wanted = [turn.marker for turn in turns[1:]] + [None]
    for turn, then in zip(turns, wanted, strict=True):
        say(session, f"tower {turn.tower} floors {turn.floors}")
        if session.question is not None and session.question.accepts_key("marker"):
            say(session, f"marker {turn.marker or 'none'}")
        display = session.result["display"]
        spare = [style for style in display if style != then] or display
        say(session, f"take {spare[0]}")
        last = turn is turns[-1] and show is not None
        say(session, f"show {show if last else then or 'yellow'}")
    return session


def _plan(players: Sequence[str], floors: Mapping[str, int], influence: Rows) -> list[Turn]:
    """The turns that place all markers, each row begun in its order, and fill the heights."""
    to_place = [
        (style, nth, player, marker)
        for style, rows in influence.items()
        for nth, (player, markers) in enumerate(rows)
        for marker in markers
    ]
    begun: set[tuple[str, int]] = set()
    markers: list[Marker | None] = []
    for player in cycle(players):
        turns = None if to_place else _build(markers, floors)
        if turns is not None:
            return turns
        ready = [
            each
            for each in to_place
            if each[2] == player and all((each[0], before) in begun for before in range(each[1]))
        ]
        if ready:
            style, nth, _, marker = ready[0]
            begun.add((style, nth))
            to_place.remove(ready[0])
            markers.append((style, marker))
        else:
            markers.append(None)
    raise AssertionError("a table has players")


def _build(markers: Sequence[Marker | None], floors: Mapping[str, int]) -> list[Turn] | None:
    """The turns with these markers that build exactly these floors; None with too few turns."""
    rest = dict(floors)
    towers = []
    for _, value in filter(None, markers):
        towers.append(max(rest, key=rest.__getitem__))
        rest[towers[-1]] -= value
    free = [
        (style, min(3, high - low)) for style, high in rest.items() for low in range(0, high, 3)
    ]
    idle = list(markers).count(None)
    if len(free) > idle:
        return None
    while len(free) < idle:
        style, most = max(free, key=lambda part: part[1])
        free.remove((style, most))
        free += [(style, most - 1), (style, 1)]
    in_order = iter(towers)
    return [
        Turn(next(in_order), placed[1], placed[0]) if placed else Turn(*free.pop(), None)
        for placed in markers
    ]
