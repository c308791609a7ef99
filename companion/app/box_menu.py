"""The box's own menu: what can be done with the game under way and with the box itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.app.amendment import can_be_audited
from companion.app.box import Box
from companion.app.current_game import CurrentGame
from companion.app.history_browser import HistoryBrowser
from companion.app.preferences import Preference
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import load_plugin
from companion.input.box_pages import About, Peek
from companion.input.context import Hints
from companion.input.entry import Entry
from companion.input.guide import standings_of
from companion.input.layers import under_the_box
from companion.input.menu import Confirm, Menu, Notice, menu_of
from companion.service.power import PowerOffRefused


class BoxMenu:
    """The menu, and its actions that leave the game as it is: each gives the entry to show."""

    def __init__(self, box: Box, chronicle: HistoryBrowser) -> None:
        self._box = box
        self._chronicle = chronicle

    def open(self, below: Entry, game: CurrentGame | None, on: str = "") -> Menu:
        """The menu over an entry; the cursor stands ``on`` an item."""
        items = ["home", "history", "settings", "about", "off"]
        if game is not None:
            items = [*_of_the_game(game, self._hints), *items]
        menu = menu_of("box", items, items.index(on) if on else 0)
        return replace(menu, below=below)

    def settings(self, below: Entry, on: int = 0) -> Menu:
        """What the table may choose, each with the value in force; over the menu."""
        values = self._box.preferences.values
        return replace(menu_of("settings", list(values), on, values), below=below)

    def choose_next(self, menu: Menu, game: CurrentGame | None) -> Menu | Notice:
        """The next value of the setting pointed at, or what it lacks; the menu below follows it.

        Raises JournalError, and then it stays.
        """
        name = Preference(menu.item.word)
        if self._box.lacks(name):
            return Notice(key=f"no-{name}", below=menu)
        self._box.choose_next(name)
        return self.settings(self.open(under_the_box(menu), game, "settings"), menu.at)

    def chosen(self, item: str, entry: Entry, game: CurrentGame | None) -> Entry | None:
        """What an item of the menu ``entry`` leads to; None where it is another's action."""
        action = ACTIONS.get(item)
        return action(self, entry, game) if action is not None else None

    def _peek(self, entry: Entry, game: CurrentGame | None) -> Entry:
        assert game is not None
        return Peek(standings=standings_of(game.session.table.players), below=entry)

    @property
    def _hints(self) -> Hints:
        return Hints(self._box.preferences[Preference.HINTS])

    def _outlook(self, entry: Entry, game: CurrentGame | None) -> Entry:
        assert game is not None
        session = game.session
        open_outlook = load_plugin(session.name).input.open_outlook
        assert open_outlook is not None, "the menu offers it only where there is one"
        return open_outlook(session.table, self._hints, entry)

    def _settings(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return self.settings(entry)

    def _history(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return self._chronicle.open(entry)

    def _about(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return About(values=self._box.about(), below=entry)

    def _power_off(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        if not isinstance(entry, Confirm):
            return Confirm(what=Answer("box", "off"), below=entry)
        try:
            self._box.power_off()
        except PowerOffRefused as refused:
            return Notice(key="off-refused", values={"why": str(refused)}, below=entry.below)
        return Notice(key="off")


def _of_the_game(game: CurrentGame, hints: Hints) -> list[str]:
    """What can be done with the game under way."""
    session: Session = game.session
    items = ["resume"]
    items += ["undo"] if session.answers else []
    items += ["redo"] if game.can_redo else []
    items += ["standings"] if session.table.started else []
    items += ["outlook"] if _has_outlook(session, hints) else []
    items += ["table_check"] if can_be_audited(session) else []
    items += ["amend"] if session.answers else []
    return items


def _has_outlook(session: Session, hints: Hints) -> bool:
    """Whether there is an outlook: the game is being played, and the table wants hints."""
    being_played = session.table.started and session.table.outcome is None
    has_pages = load_plugin(session.name).input.open_outlook is not None
    return being_played and has_pages and hints is not Hints.NONE


ACTIONS: dict[str, Callable[[BoxMenu, Entry, CurrentGame | None], Entry]] = {
    "standings": BoxMenu._peek,
    "outlook": BoxMenu._outlook,
    "history": BoxMenu._history,
    "settings": BoxMenu._settings,
    "about": BoxMenu._about,
    "off": BoxMenu._power_off,
}
"""What the menu does by itself, by its items."""
