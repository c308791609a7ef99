"""View and GameScreens: what a screen is drawn from, and what a game draws in its own way.

Late: `event_text`, with the first event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image

from companion.core.conversation import Answer
from companion.core.interfaces import Lamp
from companion.core.palette import PALETTE, Colour
from companion.core.session import Session
from companion.text import Words
from companion.text.figures import format_duration
from companion.ui.input.entry import Entry
from companion.ui.input.hints import Hints

if TYPE_CHECKING:
    from companion.core.events import EventKind, GameEvent, Worded
    from companion.ui.input.amendment import UndoNotice
    from companion.ui.input.menu import NewSign

EntryScreen = Callable[[Image.Image, "View", Any], None]
"""(picture, view, entry or page): draws an entry or a page of the guide into a dark picture."""

EventScreen = Callable[[Image.Image, "View", "GameEvent"], None]
"""(picture, view, event): draws the page of an event into a dark picture."""


class GameScreens(NamedTuple):
    """The screens of a game; what it leaves out is drawn as for any game."""

    entries: Mapping[type[Entry], EntryScreen] = {}
    """The screen of each type of entry."""
    choices: Mapping[str, EntryScreen] = {}
    """The screen of a `ChoicePicker`, by the key of the answer that it points at."""
    signs: Mapping[str, Sequence[str]] = {}
    """The small pictures of cards and places by their words, as rows of ``#`` and dots."""
    legend: Mapping[str, Sequence[str] | str] = {}
    """The signs that the box's menu explains, by the end of the key of what they mean, `sign.KEY`:
    a small picture, or the key of a word in small letters."""
    unnamed_signs: Callable[[View], Sequence[str]] | None = None
    """(view) → the KEYs of the legend's signs on its picture that no word beside them names; each
    is explained when it first appears in a game."""
    pages: Mapping[type, EntryScreen] = {}
    """The screen of each type of page of the guide."""
    events: Mapping[EventKind, EventScreen] = {}
    """The screen of an event that one page tells, by its kind."""
    running: Mapping[str, Callable[[Any], str]] = {}
    """(table) → a short text at the right of a question's title, by its key: a running number."""
    palette: Mapping[str, Colour] = PALETTE
    """The colours of its players and pieces, by name."""
    lamps: Callable[[View], tuple[Lamp, ...]] | None = None
    """The lamps of the tower panel; without it only the seats' lamps shine."""
    describe_change: Callable[[View, Any], str] | None = None
    """Words for a change that an amendment makes, other than one of points."""


SHARED_SCREENS = GameScreens()
"""Of a game that has no screens of its own, and of the home screen."""


class View(NamedTuple):
    """Everything that a picture depends on: equal views give equal pictures."""

    entry: Entry
    session: Session | None
    """None where no game is open, as on the home screen."""
    words: Words
    mirrored: bool = False
    """Whether the open cards lie at the right end of the row, as the players see them."""
    undo_notice: UndoNotice | None = None
    """What was just undone or redone; shown until the next press."""
    new_sign: NewSign | None = None
    """What the table sees for the first time in this game; explained until the next press."""
    hints: Hints = Hints.ALL
    thinking_times: tuple[timedelta, ...] = ()
    """Each player's thinking time, by seat; empty where it is not shown."""
    screens: GameScreens = SHARED_SCREENS
    """The screens of the game."""
    answers: tuple[Answer, ...] = ()
    """The session's answers; the session itself changes, and is compared by identity."""
    amending: int | None = None
    """The turn of which an old answer is being changed, 0 for the setup, or else None: the session
    is the amended game so far."""
    shows_feet: bool = False
    """Whether pages say what OK and BACK do: nobody at the table has played often yet."""

    @property
    def table(self) -> Any:  # its type is the game's own, and known to the game's screens
        """The table of the open game; only screens of a game may ask for it."""
        assert self.session is not None, "no game is open"
        return self.session.table

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [player.name for player in self.table.players]

    def names_of(self, seats: Sequence[int]) -> list[str]:
        """Return the names of the players on these seats."""
        return [self.table.players[seat].name for seat in seats]

    def say(self, *worded: Worded) -> str:
        """Return what an event says in the words of the view, which are its game's."""
        from companion.text.event_text import say_worded

        return " ".join(say_worded(self.words, each, self.names) for each in worded)

    def thinking_time_of(self, seat: int) -> str:
        """Return a player's thinking time in words; "" where it is not shown or not known."""
        times = self.thinking_times[seat:][:1]
        return format_duration(self.words, times[0]) if any(times) else ""
