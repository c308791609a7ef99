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
from companion.input.outlook import open_outlook
from companion.service.power import PowerOffRefused


class BoxMenu:
    """The menu, and its pages, which leave the game as it is."""

    def __init__(self, box: Box, history: HistoryBrowser, axes: int) -> None:
        self._box = box
        self._axes = axes
        self._history = history

    def open(self, below: Entry, game: CurrentGame | None, on: str = "") -> Menu:
        """The menu over an entry; the cursor stands ``on`` an item."""
        hints = self._box.preferences.hints
        items = {**(_game_items(game, hints) if game is not None else {}), **BOX_ITEMS}
        return replace(menu_of("box", items, [*items].index(on) if on else 0), below=below)

    def settings(self, below: Entry, on: int = 0) -> Menu:
        """The preferences with the values in effect, over the menu."""
        values = self._box.preferences.values
        items = {name: ChangePreference(name) for name in values}
        return replace(menu_of("settings", items, on, values), below=below)

    def change_preference(
        self, name: Preference, menu: Menu, game: CurrentGame | None
    ) -> Menu | Notice:
        """Choose the next value: the settings with it, or what it lacks; raises JournalError."""
        if self._box.lacks(name):
            return Notice(key=f"no-{name}", below=menu)
        self._box.choose_next(name)
        return self.settings(self.open(under_the_box(menu), game, "settings"), menu.at)

    def open_page(self, command: HostCommand, entry: Entry, game: CurrentGame | None) -> Entry:
        """The page that a command opens over an entry; raises JournalError."""
        if command in BOX_PAGES:
            return BOX_PAGES[command](self, entry)
        assert game is not None, "the menu offers it only in a game"
        return GAME_PAGES[command](self, entry, game)

    def _outlook(self, entry: Entry, game: CurrentGame) -> Entry:
        session = game.session
        forecast = load_plugin(session.name).input.forecast
        assert forecast is not None, "the menu offers it only where there is one"
        hints = self._box.preferences.hints
        return open_outlook(forecast(session.table), session.table.players, hints, entry)

    def _power_off(self, entry: Entry) -> Entry:
        assert isinstance(entry, Confirm), "the table is asked before"
        try:
            self._box.power_off()
        except PowerOffRefused as refused:
            return Notice(key="off-refused", values={"why": str(refused)}, below=entry.below)
        return Notice(key="off")


def _game_items(game: CurrentGame, hints: Hints) -> dict[str, Command]:
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
    being_played = session.table.started and session.table.outcome is None
    has_forecast = load_plugin(session.name).input.forecast is not None
    return being_played and has_forecast and hints is not Hints.NONE


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
GAME_PAGES: Mapping[HostCommand, Callable[[BoxMenu, Entry, CurrentGame], Entry]] = {
    HostCommand.SHOW_STANDINGS: lambda _, entry, game: Peek(
        standings=standings_of(game.session.table.players), below=entry
    ),
    HostCommand.SHOW_OUTLOOK: BoxMenu._outlook,
    HostCommand.CHECK_TABLE: lambda menu, entry, game: open_table_check(
        game, under_the_box(entry), menu._axes
    ),
    HostCommand.LIST_TURNS: lambda _, entry, game: list_turns(game, under_the_box(entry)),
}
BOX_PAGES: Mapping[HostCommand, Callable[[BoxMenu, Entry], Entry]] = {
    HostCommand.SHOW_HISTORY: lambda menu, entry: menu._history.open(entry),
    HostCommand.LIST_SAVED_GAMES: lambda menu, entry: menu._history.list_games(entry),
    HostCommand.COUNT_SAVED_GAMES: lambda menu, entry: menu._history.begin_count(entry),
    HostCommand.SHOW_SETTINGS: BoxMenu.settings,
    HostCommand.SHOW_ABOUT: lambda menu, entry: About(values=menu._box.about(), below=entry),
    HostCommand.ASK_POWER_OFF: lambda _, entry: Confirm(
        key="box", command=HostCommand.POWER_OFF, below=entry
    ),
    HostCommand.POWER_OFF: BoxMenu._power_off,
}
