"""The history: lists of saved games and players to choose from, and pages of their figures.

All of it is data here; `companion.app.history_browser` fetches it, a list or a page at a time.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from companion.core.events import GameEvent
from companion.core.interfaces import Press
from companion.ui.input.entry import Command, Entry, Layer, Step, along


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay(Layer):
    """Lies over what the table was at: BACK leads there."""

    below: Entry

    @property
    def of_any_game(self) -> bool:
        return True


# Lists ------------------------------------------------------------------------------------------


class SavedGame(NamedTuple):
    """A saved game in a list, with what is known without replaying it."""

    number: int
    game: str
    day: date
    """When it was begun, where the box stands."""


class GameStatus(NamedTuple):
    """How far a saved game has come: ``won``, ``setup``, ``unreadable``, ``turn`` or ``round``."""

    what: str
    players: tuple[str, ...] = ()
    """The winners, or whose turn it is."""
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePicker(Overlay):
    """The saved games, the latest first; the status is that of the game pointed at."""

    games: tuple[SavedGame, ...]
    at: int
    stands: GameStatus

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        if press is Press.OK:
            return OpenSavedGame(self)
        if not along(press):
            return self
        return PointAtSavedGame(self, (self.at + along(press)) % len(self.games))


@dataclass(frozen=True, slots=True)
class OpenSavedGame(Command):
    """Open the game that this list points at: its pages, or what can be done with it."""

    picker: GamePicker


@dataclass(frozen=True, slots=True)
class ShowTurns(Command):
    """Show the pages of the unfinished game that this list points at."""

    picker: GamePicker


@dataclass(frozen=True, slots=True)
class PointAtSavedGame(Command):
    """Point at this place of the list, and fetch the status of its game."""

    picker: GamePicker
    at: int


class KnownPlayer(NamedTuple):
    """Somebody who has played, and how many games to their end."""

    name: str
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPicker(Overlay):
    """Whose figures to look at, those first who have played most."""

    people: tuple[KnownPlayer, ...]
    at: int = 0

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        if press is Press.OK:
            return ShowPlayer(self.people[self.at].name, self)
        return replace(self, at=(self.at + along(press)) % len(self.people))


@dataclass(frozen=True, slots=True)
class ShowPlayer(Command):
    """Show the figures of the player of this name, over ``below``."""

    name: str
    below: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(Overlay):
    """Saved games are being counted, a few at a time; BACK leaves it."""

    done: int
    games: int

    @property
    def renewed_every(self) -> float:
        return 0.0  # at once: the loop goes round meanwhile

    def by_button(self, press: Press) -> Step:
        return self.below if press is Press.BACK else self


# Pages ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages(Overlay):
    """Pages in a ring: any direction turns them, OK goes to the next; BACK returns."""

    pages: tuple[Hashable, ...]
    at: int = 0

    @property
    def page(self) -> Hashable:
        return self.pages[self.at]

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        step = 1 if press is Press.OK else along(press)
        return replace(self, at=(self.at + step) % len(self.pages))


class PlayerPoints(NamedTuple):
    """A player and points."""

    name: str
    points: int
    won: bool = False


class ResultPage(NamedTuple):
    """The result of a saved game, or how far it has come: all points, the leader first."""

    game: str
    stands: GameStatus
    lines: tuple[PlayerPoints, ...]


class TurnPage(NamedTuple):
    """The answers of a turn, or of a part of it; or what else happened in it."""

    game: str
    number: int
    """Counted from 1 over all turns shown."""
    who: str
    """Whose turn it was; "" for nobody's own."""
    thought: timedelta
    """How long its player thought; 0 where that is not known."""
    event: GameEvent
    names: tuple[str, ...]
    """The players' names by seat."""


class GainPage(NamedTuple):
    """What a scoring gave to everybody."""

    game: str
    name: str
    number: int | None
    """Its round, where it has no name."""
    lines: tuple[PlayerPoints, ...]


class Figure(NamedTuple):
    """A figure to be shown large, and what it is: a key of `figure.`, or what a scoring gave."""

    what: str
    value: float | timedelta
    number: int | None = None
    """The round of a scoring, the value of a marker, how many of the games won were shared."""


class FiguresPage(NamedTuple):
    """A few of a player's figures in one game that belong together."""

    name: str
    game: str
    figures: tuple[Figure, ...]
