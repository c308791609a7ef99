"""What entries of the host's own ask it to do, where a game's entries give answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from companion.ui.input.entry import Command, Entry


class HostCommand(Command, Enum):
    """A command that needs nothing but the entry it was given in."""

    CHOOSE_GAME = auto()
    REPEAT_SETUP = auto()
    """Begin a game with the people, seats and board of the last one."""
    GO_HOME = auto()
    CLOSE_BOX_MENU = auto()
    UNDO = auto()
    REDO = auto()
    CHECK_TABLE = auto()
    LIST_TURNS = auto()
    """List the turns of the game, to amend one."""
    KEEP_AMENDMENT = auto()
    DROP_AMENDMENT = auto()
    SHOW_STANDINGS = auto()
    SHOW_OUTLOOK = auto()
    SHOW_HISTORY = auto()
    LIST_SAVED_GAMES = auto()
    COUNT_SAVED_GAMES = auto()
    """Count the saved games, to list their players."""
    SHOW_SETTINGS = auto()
    SHOW_SIGNS = auto()
    """Show what the signs on the screens mean."""
    SHOW_ABOUT = auto()
    ASK_POWER_OFF = auto()
    POWER_OFF = auto()
    SHOW_PHONE = auto()
    """Switch *Phone* on, or show its menu."""
    SHOW_PHONE_PICTURE = auto()
    LIST_PHONES = auto()
    TOGGLE_HOTSPOT = auto()
    SWITCH_PHONE_OFF = auto()
    PAIR_PHONE = auto()
    """Pair the phone that waits for OK."""


@dataclass(frozen=True, slots=True)
class ChoosePlayers(Command):
    """Ask how many play this game."""

    game: str


@dataclass(frozen=True, slots=True)
class BeginGame(Command):
    """Start the game with this number of players."""

    game: str
    seats: int


@dataclass(frozen=True, slots=True)
class ResumeGame(Command):
    """Go on with the saved game of this number, or show its result."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowStory(Command):
    """Show how the saved game of this number went."""

    number: int


@dataclass(frozen=True, slots=True)
class ChangePreference(Command):
    """Choose the next value of this preference."""

    name: str


@dataclass(frozen=True, slots=True)
class DisconnectPhone(Command):
    """Pair this phone no longer; the table is asked before."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class DismissRollback(Command):
    """Say no more that a release was rolled back: delete the note in this folder."""

    folder: Path


@dataclass(frozen=True, slots=True)
class SwapSides(Command):
    """Draw the open cards at the other end of the row from now on, and go on at ``entry``."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class AmendAt(Command):
    """Ask anew for the stroke whose first answer has this place."""

    place: int
