"""A table of Campanile (2009) as numbers, on which thousands of games can be played on.

Towers and styles are numbered by their places in the row, the nearest to the open cards is 0;
players by seat. What changes is what `rules.table2009` changes.
"""

from __future__ import annotations

from companion.games.campanile.rules.flags import Flag
from companion.games.campanile.rules.table2009 import (
    FINITO,
    FLAGS,
    INTERMEZZO,
    MOVABLE,
    MOVE_MARKERS,
    Campanile2009Table,
)
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES

TOWERS = range(len(STYLES))
INTERMEZZO_CARD, FINITO_CARD = len(STYLES), len(STYLES) + 1
"""The scoring cards, behind the numbers of the styles."""
NOWHERE = -1
LeanTurn = tuple[int, int, int, int, int]
"""The card played; the floors built; the tower that gets the marker, or NOWHERE; the tower that it
comes from, or NOWHERE for the stock; the card taken."""


class LeanTable:
    """What lies on the table, without hands and pile; empty until it is filled."""

    __slots__ = (
        "best_chip",
        "display",
        "floors",
        "influence",
        "intermezzo_over",
        "left",
        "moving",
        "order",
        "players",
        "points",
        "rows",
        "seat",
        "stock",
        "twos",
    )

    def __init__(self, players: int, *, moving: bool = False) -> None:
        self.players = players
        self.moving = moving
        """Whether 2-markers may be moved."""
        self.seat = 0
        self.floors = [0 for _ in TOWERS]
        self.order = list(TOWERS)
        """The towers from the highest down."""
        self.rows: list[list[int]] = [[] for _ in TOWERS]
        """By tower: the seats that have markers there, nearest the base first."""
        self.influence = [[0] * players for _ in TOWERS]
        """By tower and seat: the sum of the markers."""
        self.twos = [[0] * players for _ in TOWERS]
        """By tower and seat: the markers that may be moved."""
        self.stock = [[0, *(MARKERS_EACH[value] for value in (1, 2, 3))] for _ in range(players)]
        """By seat and value: the markers not yet placed."""
        self.points = [0] * players
        self.best_chip = [0] * players
        self.display: list[int] = []
        self.intermezzo_over = False
        self.left = 0
        """Cards left face down."""

    def copy(self) -> LeanTable:
        """A table of its own, with the same numbers."""
        new = LeanTable.__new__(LeanTable)
        new.players, new.moving, new.seat = self.players, self.moving, self.seat
        new.floors, new.order = self.floors[:], self.order[:]
        new.rows = [row[:] for row in self.rows]
        new.influence = [each[:] for each in self.influence]
        new.twos = [each[:] for each in self.twos]
        new.stock = [each[:] for each in self.stock]
        new.points, new.best_chip = self.points[:], self.best_chip[:]
        new.display = self.display[:]
        new.intermezzo_over, new.left = self.intermezzo_over, self.left
        return new

    # A turn ---------------------------------------------------------------------------------

    def take_turn(self, turn: LeanTurn) -> None:
        """Build, place or move a marker, and take a card from the open ones."""
        played, floors, goal, source, taken = turn
        self.build(played, floors)
        if goal != NOWHERE:
            if source == NOWHERE:
                self.stock[self.seat][floors] -= 1
            else:
                self._take_away(source)
            self.place(goal, self.seat, floors)
        self.display.remove(taken)

    def build(self, tower: int, floors: int) -> None:
        """Add floors; of towers equally high the nearer to the open cards is higher."""
        height = self.floors[tower] = self.floors[tower] + floors
        heights, order = self.floors, self.order
        at = order.index(tower)
        while at:
            above = order[at - 1]
            if heights[above] > height or (heights[above] == height and above < tower):
                break
            order[at] = above
            at -= 1
        order[at] = tower

    def place(self, tower: int, seat: int, marker: int) -> None:
        """Add a marker to the player's row, or as a new row farthest from the base."""
        influence = self.influence[tower]
        if not influence[seat]:
            self.rows[tower].append(seat)
        influence[seat] += marker
        if marker == MOVABLE:
            self.twos[tower][seat] += 1

    def _take_away(self, tower: int) -> None:
        """Take a 2-marker from the player's row; an empty row loses its place."""
        influence = self.influence[tower]
        influence[self.seat] -= MOVABLE
        self.twos[tower][self.seat] -= 1
        if not influence[self.seat]:
            self.rows[tower].remove(self.seat)

    def turn_up(self, card: int) -> bool:
        """Turn up a card of the pile; return whether it is a tower card, which ends the turn."""
        self.left -= 1
        if card < INTERMEZZO_CARD:
            self.display.append(card)
            self.seat = (self.seat + 1) % self.players
            return True
        self.award_flags(finito=card == FINITO_CARD)
        self.intermezzo_over = True
        return False

    # Scoring --------------------------------------------------------------------------------

    def award_flags(self, *, finito: bool) -> None:
        """Give the chips of a scoring to the players."""
        flags = list_flags(self.players, finito=finito)
        for tower, flag in zip(self.order, flags, strict=False):
            influence = self.influence[tower]
            ranked = sorted(self.rows[tower], key=influence.__getitem__, reverse=True)
            for seat, chip in zip(ranked, flag, strict=False):
                self.points[seat] += chip
                if chip > self.best_chip[seat]:
                    self.best_chip[seat] = chip

    def list_winners(self) -> list[int]:
        """The seats with the most points; of these, those with the highest chip."""
        most = max(self.points)
        level = [seat for seat in range(self.players) if self.points[seat] == most]
        best = max(self.best_chip[seat] for seat in level)
        return [seat for seat in level if self.best_chip[seat] == best]


def list_flags(players: int, *, finito: bool) -> tuple[Flag, ...]:
    """The flags of a scoring from the highest tower down."""
    return FLAGS[FINITO if finito else INTERMEZZO][players == 2]


def read_table(table: Campanile2009Table) -> LeanTable:
    """Read a table between two turns."""
    lean = LeanTable(len(table.players), moving=MOVE_MARKERS in table.variants)
    assert table.pile is not None, "the game is under way"
    lean.seat, lean.intermezzo_over = table.seat, table.pile.intermezzo_over
    lean.left = table.pile.left
    lean.display = [table.row.index(style) for style in table.display]
    lean.floors = [table.towers[style].floors for style in table.row]
    lean.order = sorted(TOWERS, key=lambda tower: -lean.floors[tower])
    for tower, style in enumerate(table.row):
        for row in table.towers[style].rows:
            for marker in row.markers:
                lean.place(tower, row.seat, marker)
    lean.stock = [[0, *(player.stock[value] for value in (1, 2, 3))] for player in table.players]
    lean.points = [player.points for player in table.players]
    lean.best_chip = [player.highest_chip for player in table.players]
    return lean
