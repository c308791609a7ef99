"""Setup that games share: who sits where; for both Campaniles the row of towers, the variants.

Names and colours are asked clockwise from the starting player (2009 rulebook, Preparation).
"""

import unicodedata
from collections.abc import Callable, Generator, Sequence
from enum import StrEnum
from typing import Protocol, TypeVar

from companion.games.conversation import (
    Answer,
    Conversation,
    General,
    Objection,
    ObjectTo,
    Question,
    Reason,
    against,
)
from companion.games.flags import Player
from companion.games.towers import MARKERS_EACH, STYLES, Style

FEWEST, MOST = 2, 5
NAME_LENGTH = 12
FORBIDDEN_SIGNS = ',:+"\\'
NOBODY_ELSE = Answer("player", "")
NO_VARIANT = Answer("variant", "")


class Colour(StrEnum):
    """The colours of the influence markers."""

    BLUE = "blue"
    YELLOW = "yellow"
    RED = "red"
    BLACK = "black"
    WHITE = "white"


class Seating(Reason):
    """Reasons of the setup that both Campaniles share."""

    TOWER_TWICE = "tower-twice"
    VARIANT_TWICE = "variant-twice"
    VARIANT_TWO_PLAYERS = "variant-two-players"


COLOURS = tuple(Answer("colour", colour) for colour in Colour)
ROW_OF = tuple(Answer("row", style) for style in STYLES)


class Seated(Protocol):
    """What the seating knows of a player: a name, and a colour once it is chosen."""

    name: str
    colour: str | None


P = TypeVar("P", bound=Seated)


class Varied(Protocol):
    """The part of a table that says which variants are played."""

    variants: list[str]


class SetUp(Varied, Protocol):
    """The part of a table that the shared setup fills."""

    players: list[Player]
    row: tuple[Style, ...]


def name_objection(name: str, taken: Sequence[str]) -> Objection | None:
    """What stands against a player's name: 1 to 12 signs, none of the record's own."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return against(General.NAME_LENGTH, most=NAME_LENGTH)
    if any(sign in FORBIDDEN_SIGNS or unicodedata.category(sign) == "Cc" for sign in name):
        return against(General.NAME_SIGNS)
    if name in taken:
        return against(General.NAME_TAKEN, name=name)
    return None


def seat_players(table: SetUp) -> Conversation:
    """Ask for the two to five players of a Campanile, clockwise from the starter."""

    def newcomer(name: str) -> Player:
        return Player(name, stock=dict(MARKERS_EACH))

    yield from seat_everybody(table.players, newcomer, COLOURS, FEWEST, MOST)


def seat_everybody(
    players: list[P],
    newcomer: Callable[[str], P],
    colours: Sequence[Answer],
    fewest: int,
    most: int,
) -> Conversation:
    """Ask for each player's name and colour, clockwise from the starter, into ``players``."""

    def object_to_name(answer: Answer) -> Objection | None:
        return name_objection(answer.word, [player.name for player in players])

    while len(players) < most:
        default = NOBODY_ELSE if len(players) >= fewest else None
        seat = len(players)
        question = Question("player", seat, (), object_to_name, default, silent=True)
        answer = yield question
        if answer == NOBODY_ELSE:
            return
        players.append(newcomer(answer.word))
        answer = yield Question("colour", seat, tuple(colours), _object_to_colour(players))
        players[-1].colour = answer.word


def _object_to_colour(players: Sequence[Seated]) -> ObjectTo:
    def objection(answer: Answer) -> Objection | None:
        if any(player.colour == answer.value for player in players):
            return against(General.COLOUR_TAKEN, colour=answer.word)
        return None

    return objection


def lay_row(table: SetUp) -> Conversation:
    """Ask for the towers in their row, nearest the open cards first (Preparation 1)."""

    def each_once(answer: Answer) -> Objection | None:
        *before, last = answer.value if isinstance(answer.value, tuple) else (answer.word,)
        return against(Seating.TOWER_TWICE, style=last) if last in before else None

    answer = yield Question("row", None, ROW_OF, each_once, items=len(STYLES))
    table.row = styles_of(answer)


def choose_variants(
    table: Varied, options: Sequence[Answer], object_to: ObjectTo
) -> Generator[Question, Answer, None]:
    """Ask for the variants played, one after the other until no more is named."""

    def objection(answer: Answer) -> Objection | None:
        if answer.value in table.variants:
            return against(Seating.VARIANT_TWICE, variant=answer.word)
        return object_to(answer)

    question = Question("variant", None, tuple(options), objection, NO_VARIANT, silent=True)
    while (answer := (yield question)) != NO_VARIANT:
        table.variants.append(answer.word)


def styles_of(answer: Answer) -> tuple[Style, ...]:
    """The styles that a list answer names."""
    return tuple(map(Style, answer.value)) if isinstance(answer.value, tuple) else ()
