"""Towers and the influence markers under them, and the players who place them, for both Campaniles.

A tower's rows stand in the order in which players came to it, nearest the base first; that order
settles equal influence (`tie_breaks`).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Answer
from companion.core.game_base import BasicPlayer


class Style(StrEnum):
    """The five architectural styles, one tower each."""

    BEIGE = "beige"
    BLUE = "blue"
    BROWN = "brown"
    YELLOW = "yellow"
    RED = "red"


STYLES = tuple(Style)


def style_of(answer: Answer) -> Style:
    """The style that an answer names; to look it up takes long, and an option has it already."""
    value = answer.value
    return value if isinstance(value, Style) else Style(answer.word)


MARKERS_EACH = {1: 5, 2: 3, 3: 1}
"""How many influence markers of each value a player has (2009 rulebook, Components)."""


class Row(NamedTuple):
    """One player's markers under a tower, in placing order."""

    seat: int
    markers: list[int]

    @property
    def influence(self) -> int:
        """The sum of the markers' values."""
        return sum(self.markers)


@dataclass(slots=True)
class CampanileTower:
    """One tower: its style, its floors, and the rows under it, nearest the base first."""

    style: Style
    floors: int = 0
    rows: list[Row] = field(default_factory=list)

    def row_of(self, seat: int) -> Row | None:
        """Return the row of the player at ``seat``, None without a marker here."""
        for row in self.rows:
            if row.seat == seat:
                return row
        return None

    def place(self, seat: int, marker: int) -> None:
        """Add a marker: to the player's own row, else as a new row farthest from the base."""
        row = self.row_of(seat)
        if row is None:
            self.rows.append(Row(seat, [marker]))
        else:
            row.markers.append(marker)

    def take_away(self, seat: int, marker: int) -> None:
        """Remove a marker of that value; an empty row loses its place.

        Raises ValueError where the player has no such marker here.
        """
        row = self.row_of(seat)
        if row is None:
            raise ValueError(f"seat {seat} has no row under the {self.style} tower")
        row.markers.remove(marker)
        if not row.markers:
            self.rows.remove(row)

    def has_marker(self, seat: int, marker: int) -> bool:
        """Whether the player has a marker of that value here."""
        row = self.row_of(seat)
        return row is not None and marker in row.markers


@dataclass(slots=True)
class CampanilePlayer(BasicPlayer):
    """A player, whose points are the chips won; ``stock`` counts the markers not yet placed."""

    stock: dict[int, int] = field(default_factory=lambda: dict(MARKERS_EACH))
    chips: list[int] = field(default_factory=list)

    def win(self, *chips: int) -> None:
        """Add chips to those won so far."""
        self.chips += chips
        self.points = sum(self.chips)

    @property
    def chips_high_to_low(self) -> list[int]:
        """The chips won so far, in this order."""
        return sorted(self.chips, reverse=True)

    @property
    def highest_chip(self) -> int:
        """The highest single chip won so far, 0 for none."""
        return max(self.chips, default=0)
