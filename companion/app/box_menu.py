"""The menu of the box: what can be done with the game being played and with the box itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.app.amendment import has_table_check, list_turns, open_table_check
from companion.app.box import Box
from companion.app.current_game import CurrentGame
from companion.app.history_browser import HistoryBrowser
from companion.app.preferences import Preference
from companion.core.session import Session
from companion.games import load_plugin
from companion.input.box_pages import About, Peek
from companion.input.commands import ChangePreference, HostCommand
from companion.input.context import Hints
from companion.input.entry import Command, Entry
from companion.input.guide import standings_of
from companion.input.layers import under_the_box
from companion.input.menu import Confirm, Menu, Notice, menu_of
from companion.service.power import PowerOffRefused


class BoxMenu:
    """The menu, and its pages, which leave the game as it is."""

    def __init__(self, box: Box, history: HistoryBrowser) -> None:
        self._box = box
        self._history = history

    def open(self, below: Entry, game: CurrentGame | None, on: str = "") -> Menu:
        """The menu over an entry; the cursor stands ``on`` an item."""
        items = {**(_game_items(game, self._hints) if game is not None else {}), **BOX_ITEMS}
        return replace(menu_of("box", items, [*items].index(on) if on else 0), below=below)

    def settings(self, below: Entry, on: int = 0) -> Menu:
        """The preferences with the values in effect, over the menu."""
        values = self._box.preferences.values
        items = {name: ChangePreference(name) for name in values}
        return replace(menu_of("settings", items, on, values), below=below)

    def change_preference(
        self, name: Preference, menu: Menu, game: CurrentGame | None
    ) -> Menu | Notice:
        """Choose the next value; returns the settings with it, or a notice of what it lacks.

        Raises JournalError if it can't be kept; then the value stays.
        """
        if self._box.lacks(name):
            return Notice(key=f"no-{name}", below=menu)
        self._box.choose_next(name)
        return self.settings(self.open(under_the_box(menu), game, "settings"), menu.at)

    def open_page(self, command: HostCommand, entry: Entry, game: CurrentGame | None) -> Entry:
        """The page that a command opens over an entry; raises JournalError."""
        return PAGES[command](self, entry, game)

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

    def _list_turns(self, entry: Entry, game: CurrentGame | None) -> Entry:
        assert game is not None
        return list_turns(game, under_the_box(entry))

    def _check_table(self, entry: Entry, game: CurrentGame | None) -> Entry:
        assert game is not None
        return open_table_check(game, under_the_box(entry))

    def _open_history(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return self._history.open(entry)

    def _list_saved_games(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return self._history.list_games(entry)

    def _count_saved_games(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return self._history.begin_count(entry)

    def _about(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return About(values=self._box.about(), below=entry)

    def _ask_power_off(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        return Confirm(key="box", command=HostCommand.POWER_OFF, below=entry)

    def _power_off(self, entry: Entry, _game: CurrentGame | None) -> Entry:
        assert isinstance(entry, Confirm), "the table is asked before"
        try:
            self._box.power_off()
        except PowerOffRefused as refused:
            return Notice(key="off-refused", values={"why": str(refused)}, below=entry.below)
        return Notice(key="off")


def _game_items(game: CurrentGame, hints: Hints) -> dict[str, Command]:
    """What can be done with the game being played."""
    session: Session = game.session
    offered = {
        "resume": True,
        "undo": bool(session.answers),
        "redo": game.can_redo,
        "standings": session.table.started,
        "outlook": _has_outlook(session, hints),
        "table_check": has_table_check(session),
        "amend": bool(session.answers),
    }
    return {item: GAME_ITEMS[item] for item, is_offered in offered.items() if is_offered}


def _has_outlook(session: Session, hints: Hints) -> bool:
    """Whether there is an outlook: the game is being played, and the table wants hints."""
    being_played = session.table.started and session.table.outcome is None
    has_pages = load_plugin(session.name).input.open_outlook is not None
    return being_played and has_pages and hints is not Hints.NONE


GAME_ITEMS: Mapping[str, Command] = {
    "resume": HostCommand.CLOSE_BOX_MENU,
    "undo": HostCommand.UNDO,
    "redo": HostCommand.REDO,
    "standings": HostCommand.SHOW_STANDINGS,
    "outlook": HostCommand.SHOW_OUTLOOK,
    "table_check": HostCommand.CHECK_TABLE,
    "amend": HostCommand.LIST_TURNS,
}
BOX_ITEMS: Mapping[str, Command] = {
    "home": HostCommand.GO_HOME,
    "history": HostCommand.SHOW_HISTORY,
    "settings": HostCommand.SHOW_SETTINGS,
    "about": HostCommand.SHOW_ABOUT,
    "off": HostCommand.ASK_POWER_OFF,
}
PAGES: Mapping[HostCommand, Callable[[BoxMenu, Entry, CurrentGame | None], Entry]] = {
    HostCommand.SHOW_STANDINGS: BoxMenu._peek,
    HostCommand.SHOW_OUTLOOK: BoxMenu._outlook,
    HostCommand.CHECK_TABLE: BoxMenu._check_table,
    HostCommand.LIST_TURNS: BoxMenu._list_turns,
    HostCommand.SHOW_HISTORY: BoxMenu._open_history,
    HostCommand.LIST_SAVED_GAMES: BoxMenu._list_saved_games,
    HostCommand.COUNT_SAVED_GAMES: BoxMenu._count_saved_games,
    HostCommand.SHOW_SETTINGS: BoxMenu._settings,
    HostCommand.SHOW_ABOUT: BoxMenu._about,
    HostCommand.ASK_POWER_OFF: BoxMenu._ask_power_off,
    HostCommand.POWER_OFF: BoxMenu._power_off,
}
