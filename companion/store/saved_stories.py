"""The stories of saved games that were opened last, each computed once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.core.story import Story
from companion.store.history.play import Play
from companion.store.journal import StoredGame
from companion.store.story.estimates import EndStore, find_estimates
from companion.store.story.telling import tell_story_of

REMEMBERED = 4


def is_told(game: StoredGame, shown: int | None = None) -> bool:
    """Whether the story of a finished game may be told, by any outlet: its end has been read.

    ``shown`` is the number of a game whose winner the box is showing. An imported game, which the
    box has never shown, has no end to be read.
    """
    return game.read or game.seats is None or game.number == shown


class SavedStories:
    """Tells the stories of the games in a folder's journal."""

    def __init__(
        self, folder: Path, play_out_ends: Callable[[int], None] = lambda _number: None
    ) -> None:
        """``play_out_ends`` has the ends of a game played out that are missing."""
        self._play_out_ends = play_out_ends
        self._wanted = set[StoredGame]()
        """The games whose ends it has asked for, each once."""
        self._ends = EndStore(find_estimates(folder))
        self._known: dict[tuple[StoredGame, tuple[str, ...]], Story | None] = {}
        """By the game as it was then, and what its players are called."""

    def tell(self, stored: StoredGame, play: Play) -> Story | None:
        """The story of a finished game; None where it has none."""
        key = stored, tuple(play.players)
        if key not in self._known:
            story = tell_story_of(play, self._ends)
            if story is not None and story.pending is not None:
                self._want_ends(stored)
                return story
            self._known[key] = story
            for old in [*self._known][:-REMEMBERED]:
                del self._known[old]
        return self._known[key]

    def _want_ends(self, stored: StoredGame) -> None:
        if stored not in self._wanted:
            self._wanted.add(stored)
            self._play_out_ends(stored.number)
