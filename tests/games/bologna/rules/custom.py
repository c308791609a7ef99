"""How a table of Bologna plays, and what its board, cards and kinds are called."""

from collections.abc import Iterable
from dataclasses import dataclass

COLOURS = ("blue", "green", "red", "yellow", "black", "white")
KINDS = ("merchant", "citizen", "craftsman", "noble", "farmer", "shepherd")
LETTERS = {**dict(zip(KINDS, "mchnfs", strict=True)), "none": "."}
BOARD = [f"{row}-{column}" for row in range(2, 9) for column in range(2, 9)]
ROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))
ACROSS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
ORDER = {"plague": 0, "fire": 1}


@dataclass(frozen=True)
class BolognaCustom:
    """How a table plays."""

    players: int
    variants: tuple[str, ...] = ()
    mapped: bool = False
    """Whether the map of kinds is told at the beginning."""
    numbers: str = "2345678"
    """The numbers of the plain cards: a few only, and towers grow high on a few fields."""
    forgets: float = 0.0
    """How often the table says that the cards were miscounted, by question."""


def coordinate(card: str) -> str:
    return card[-1]


def is_special(card: str) -> bool:
    return "-" in card


def together(cards: Iterable[str]) -> str:
    """Two cards as the record writes them."""
    return "+".join(sorted(cards, key=lambda c: (ORDER.get(c[:-2], 2), coordinate(c))))


def step_from(field: str, rows: int, columns: int) -> str:
    return f"{int(field[0]) + rows}-{int(field[2]) + columns}"


def between(start: str, end: str) -> list[str]:
    """The fields of a line, the action field first."""
    between = [
        field
        for field in BOARD
        if min(start, end)[0] <= field[0] <= max(start, end)[0]
        and min(start[2], end[2]) <= field[2] <= max(start[2], end[2])
    ]
    return between if start <= end else between[::-1]
