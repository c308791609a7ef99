"""The events of the open game for the table's socket, as far as the box has shown them.

Late: `events`, with the first game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.ui.input.guide import NO_PAGE, guide_under

if TYPE_CHECKING:
    from companion.app.api.events import EventLog
    from companion.app.current_game import CurrentGame
    from companion.core.conversation import Answer
    from companion.text import Words
    from companion.ui.screens.view import View


class TableEvents:
    """Follows the open game; once none is open, the last one stays as it was.

    ``revision`` grows when there is something else to tell.
    """

    def __init__(self) -> None:
        self.revision = 0
        self.game: CurrentGame | None = None
        """The game that is open, or was open last."""
        self._answers: Sequence[Answer] = ()
        self._shown = NO_PAGE
        """The last page that the box has shown of what the last answer caused."""
        self._log: EventLog | None = None
        self._events: list[Any] = []

    def follow(self, game: CurrentGame | None, view: View) -> None:
        """Take over the game as it is now, and which page the view shows."""
        before = self.game, self._answers, self._shown_to_all
        if game is not None and game is not self.game:
            self.game, self._answers, self._shown, self._log = game, (), NO_PAGE, None
        if self.game is None:
            return
        if self._answers != (answers := tuple(self.game.session.answers)):
            self._answers, self._shown = answers, NO_PAGE
        guide = guide_under(view.entry)
        if guide is not None and game is not None:
            self._shown = max(self._shown, guide.furthest)
        if before != (self.game, self._answers, self._shown_to_all):
            events = self._list(view.words)
            self.revision += events != self._events
            self._events = events

    def describe(self, words: Words) -> dict[str, Any]:
        """How many answers were given, and the events, in these words."""
        return {"answers": len(self._answers), "list": self._list(words) if self.game else []}

    @property
    def _shown_to_all(self) -> int | None:
        """The last page that was shown; None once all were."""
        return None if self.game is not None and self.game.is_read else self._shown

    def _list(self, words: Words) -> list[Any]:
        assert self.game is not None, "events belong to a game"
        if self._log is None:
            from companion.app.api.events import EventLog

            self._log = EventLog(self.game.session.name)
        self._log.follow(self._answers)
        return self._log.list_events(words, self._shown_to_all)
