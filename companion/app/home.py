"""Home, where a table sits down: what is kept, the menus before a game, and how a game begins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

from companion.app.current_game import CurrentGame
from companion.app.recent_games import RecentGames
from companion.core.conversation import Answer, Game
from companion.core.outcome import Outcome
from companion.core.session import Session
from companion.games import list_games, load_plugin, title_of
from companion.input.context import InputContext
from companion.input.menu import Menu, Notice, menu_of
from companion.journal import Journal

log = logging.getLogger(__name__)

USUAL_PLAYERS = 3
OF_A_GAME = "-of-a-game"
"""What home's items end with where games of more than one kind are kept: they name theirs."""
NOTHING_PRINTED: Mapping[str, tuple[Answer, ...]] = {}
HOME_SAYS = ("home", "game", "players")
"""The keys of what is said in the menus before a game."""
People = tuple[tuple[str, str], ...]
"""(name, colour) of people who have played, the latest first."""


class TableSetup(NamedTuple):
    """A game under way, and what is still to be said in it: its setup, if that is known."""

    game: CurrentGame
    setup: tuple[Answer, ...] = ()


class Home:
    """The menus before a game, made of what the journal keeps.

    ``known`` are people to offer beside those in the journal; ``printed`` is what files tell of
    each game's board; ``now`` tells the wall clock's time.
    """

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], datetime],
        known: People = (),
        printed: Mapping[str, tuple[Answer, ...]] = NOTHING_PRINTED,
    ) -> None:
        self._journal = journal
        self._now = now
        self._known = known
        self._printed = printed
        self._shelf = RecentGames.look(journal)

    def first(self) -> Menu | Notice:
        """The menu, or what must be known before: a journal set aside, a game that can't go on."""
        if self._journal.quarantined is not None:
            return Notice(key="aside", values={"name": self._journal.quarantined.name})
        if self._shelf.unplayable is not None:
            return Notice(key="unplayable", values={"number": self._shelf.unplayable})
        return self._menu()

    # The menus -----------------------------------------------------------------------------

    def menu(self) -> Menu:
        """The first menu, after a fresh look at the kept games."""
        self._shelf = RecentGames.look(self._journal)
        return self._menu()

    def _menu(self) -> Menu:
        """Resume, as last time, a new game."""
        latest, again = self._shelf.latest, self._shelf.last_setup
        named = OF_A_GAME if len(self._shelf.kinds) > 1 else ""
        items = ["new"] if again is None else [f"again{named}", "new"]
        values: dict[str, str | int] = {}
        if latest is not None:
            item, values = _where_it_stands(latest.session)
            items.insert(len(items) if item == "result" else 0, f"{item}{named}")
            values["latest"] = title_of(latest.session.name)
        if again is not None:
            values["again"] = title_of(again.game)
            values["players"] = ", ".join(again.players)
        return menu_of("home", items, values=values)

    def chosen(self, answer: Answer, menu: Menu) -> Menu | TableSetup:
        """Where an answer in one of these menus leads: to the next menu, or into a game.

        Raises JournalError where a new game can't be kept.
        """
        if answer.key == "game":
            return self.count(answer.word)
        if answer.key == "players":
            assert isinstance(menu.below, Menu), "a game was chosen before"
            return TableSetup(self._begin(menu.below.item.word, int(answer.word)))
        if answer.word.startswith(("resume", "result")):
            return TableSetup(self._resumed())
        return self._as_last_time() if answer.word.startswith("again") else self._games()

    def _games(self, game: str = "") -> Menu:
        """The games; the cursor stands on this one, or on the one played last."""
        listings, broken = list_games()
        for each in broken:
            _log_broken(each.name, each.problem)
        games = list(listings)
        game = game or next(iter(self._shelf.last_setups), games[0])
        labels = {name: listing.title for name, listing in listings.items()}
        return replace(menu_of("game", games, at=games.index(game)), labels=labels)

    def count(self, game: str, count: int | None = None) -> Menu:
        """How many play; the cursor stands on this number, or on that of last time."""
        seats = load_plugin(game).rules.seats
        again = self._shelf.last_setups.get(game)
        wanted = count or (len(again.players) if again is not None else USUAL_PLAYERS)
        menu = menu_of("players", seats, at=seats.index(wanted) if wanted in seats else 0)
        return replace(menu, below=self._games(game))

    # The way into a game -------------------------------------------------------------------

    def _resumed(self) -> CurrentGame:
        """The game played last, where it stands."""
        latest = self._shelf.latest
        assert latest is not None, "there is one to be chosen"
        return CurrentGame(self._journal, self._now, latest.number, latest.seats, latest.session)

    def _as_last_time(self) -> TableSetup:
        """A new game, and how it is set up as last time; raises JournalError."""
        again = self._shelf.last_setup
        assert again is not None, "there is one to be chosen"
        return TableSetup(self._begin(again.game, len(again.players)), again.answers)

    def _begin(self, game: str, seats: int) -> CurrentGame:
        """A new game; raises JournalError where it can't be kept."""
        return CurrentGame.begin(self._journal, self._now, game, seats)

    def context(
        self, game: Game, axes: int, mirrored: bool, names: Mapping[str, str]
    ) -> InputContext:
        """How this table is asked in a game; ``names`` are the colours' in its language."""
        return InputContext(
            axes=axes,
            mirrored=mirrored,
            people=(*self._shelf.people, *self._known),
            colour_names=names,
            last_setup=self._shelf.said_before(game.name),
            board=self._shelf.boards.get(game.name, ()),
            printed=self._printed.get(game.name, ()),
        )


def _where_it_stands(session: Session) -> tuple[str, dict[str, str | int]]:
    """The item for the latest game: resume it, or see its result."""
    table = session.table
    if any(isinstance(event, Outcome) for event in session.events):
        return "result", {}
    if not table.started:
        return "resume-setup", {}
    what, number = table.progress
    item = "resume" if what == "turn" else f"resume-{what}"
    return item, {"number": number, "player": table.player.name}


@cache
def _log_broken(name: str, problem: str) -> None:
    """Log, once, that the plugin of a game can't be loaded."""
    log.warning("game %s: its plugin can't be loaded: %s", name, problem)
