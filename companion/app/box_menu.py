"""The menu of the box: what can be done with the box, and over it with the game being played.

Late: its pages, each with its first use: `history_browser`, `phone_menu`, `game_menu`,
`phone_picture`, `box_pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from companion.app.box import Box, Preference
from companion.box.service.busctl import SystemRefused, power_off
from companion.box.service.folders import delete_rollback
from companion.games import words_in
from companion.ui.input.commands import (
    ChangePreference,
    DisconnectPhone,
    DismissRollback,
    HostCommand,
    ShowStory,
)
from companion.ui.input.entry import Command, Entry
from companion.ui.input.menu import BoxConfirm, Menu, Notice, menu_of, under_the_box

if TYPE_CHECKING:
    from companion.app.current_game import CurrentGame
    from companion.app.game_menu import GameMenu
    from companion.app.history_browser import HistoryBrowser
    from companion.app.phone_menu import PhoneMenu
    from companion.text import Words


class BoxMenu:
    """The menu, and its pages, which leave the game as it is."""

    def __init__(self, box: Box) -> None:
        self._box = box

    @cached_property
    def history(self) -> HistoryBrowser:
        from companion.app.history_browser import HistoryBrowser

        return HistoryBrowser(self._box.journal, self._speak, self._box.play_out_ends)

    def _speak(self) -> Words:
        return words_in(self._box.preferences[Preference.LANGUAGE])

    @cached_property
    def phone(self) -> PhoneMenu:
        from companion.app.phone_menu import PhoneMenu

        return PhoneMenu(self._box)

    @cached_property
    def game(self) -> GameMenu:
        from companion.app.game_menu import GameMenu

        return GameMenu(self._box)

    def run(self, command: Command, entry: Entry) -> Entry:
        """What a command with values of its own leads to; raises JournalError."""
        if isinstance(command, DisconnectPhone):
            return self.phone.disconnect_phone(command, entry)
        if isinstance(command, DismissRollback):
            return _dismiss_rollback(command, entry)
        if isinstance(command, ShowStory):
            return self.history.show_story(command.number, entry)
        return self.history.run(command)

    def renew(self, entry: Entry, now: float) -> Entry:
        """The entry as it is by now: more saved games counted, or a new code for phones."""
        if entry.renewed_every is None:
            return entry
        from companion.ui.input.phone_picture import PhonePicture

        if isinstance(entry, PhonePicture):
            return self.phone.renew_picture(entry, now)
        return self.history.renew(entry, now)

    def open(
        self, below: Entry, game: CurrentGame | None, on: str = "", *, amends: bool = False
    ) -> Menu:
        """The menu over an entry, maybe of an amendment; the cursor stands ``on`` an item."""
        of_game = self.game.list_items(game) if game is not None or amends else {}
        items = {**of_game, **BOX_ITEMS}
        on = on or "redo"  # after an undo it is what is wanted, one press away
        return replace(menu_of("box", items, [*items].index(on) if on in items else 0), below=below)

    def settings(self, below: Entry, on: int = 0) -> Menu:
        """The preferences with the values in effect, over the menu."""
        values = self._box.preferences.values
        items = {name: ChangePreference(name) for name in values}
        return replace(menu_of("settings", items, on, values), below=below)

    def change_preference(
        self, name: Preference, menu: Menu, game: CurrentGame | None, *, amends: bool
    ) -> Menu | Notice:
        """Choose the next value: the settings with it, or what it lacks; raises JournalError."""
        if self._box.lacks(name):
            return Notice(key=f"no-{name}", below=menu)
        self._box.choose_next(name)
        box_menu = self.open(under_the_box(menu), game, "settings", amends=amends)
        return self.settings(box_menu, menu.at)

    def open_page(self, command: HostCommand, entry: Entry, game: CurrentGame | None) -> Entry:
        """The page that a command opens over an entry; raises JournalError."""
        if command in BOX_PAGES:
            return BOX_PAGES[command](self, entry)
        assert game is not None, "the menu offers it only in a game"
        return self.game.open_page(command, entry, game)

    def _show_signs(self, entry: Entry) -> Entry:
        from companion.ui.input.box_pages import Legend

        return Legend(below=entry)

    def _show_about(self, entry: Entry) -> Entry:
        from companion.ui.input.box_pages import About

        return About(values=self._box.about(), below=entry)

    def _pair_phone(self, entry: Entry) -> Entry:
        assert isinstance(entry, BoxConfirm), "the table is asked before"
        self._box.door.pair()
        return Notice(key="phone-paired", values=entry.values, below=entry.below)

    def _power_off(self, entry: Entry) -> Entry:
        assert isinstance(entry, BoxConfirm), "the table is asked before"
        try:
            power_off()
        except SystemRefused as refused:
            return Notice(key="off-refused", values={"why": str(refused)}, below=entry.below)
        return Notice(key="off")


def _dismiss_rollback(command: DismissRollback, entry: Entry) -> Entry:
    assert isinstance(entry, Notice), "its notice asks for it"
    assert entry.below is not None, "it was laid over what is open"
    with suppress(OSError):  # then it is said once more at the next start
        delete_rollback(command.folder)
    return entry.below


BOX_ITEMS: Mapping[str, Command] = {
    "home": HostCommand.GO_HOME,
    "history": HostCommand.SHOW_HISTORY,
    "phone": HostCommand.SHOW_PHONE,
    "settings": HostCommand.SHOW_SETTINGS,
    "signs": HostCommand.SHOW_SIGNS,
    "about": HostCommand.SHOW_ABOUT,
    "off": HostCommand.ASK_POWER_OFF,
}
BOX_PAGES: Mapping[HostCommand, Callable[[BoxMenu, Entry], Entry]] = {
    HostCommand.SHOW_HISTORY: lambda menu, entry: menu.history.open(entry),
    HostCommand.LIST_SAVED_GAMES: lambda menu, entry: menu.history.list_games(entry),
    HostCommand.COUNT_SAVED_GAMES: lambda menu, entry: menu.history.begin_count(entry),
    HostCommand.SHOW_PHONE: lambda menu, entry: menu.phone.open(entry),
    HostCommand.SHOW_PHONE_PICTURE: lambda menu, entry: menu.phone.show_picture(entry),
    HostCommand.LIST_PHONES: lambda menu, entry: menu.phone.list_phones(entry),
    HostCommand.TOGGLE_HOTSPOT: lambda menu, entry: menu.phone.toggle_hotspot(entry),
    HostCommand.SWITCH_PHONE_OFF: lambda menu, entry: menu.phone.switch_off(entry),
    HostCommand.SHOW_SETTINGS: BoxMenu.settings,
    HostCommand.SHOW_SIGNS: BoxMenu._show_signs,
    HostCommand.SHOW_ABOUT: BoxMenu._show_about,
    HostCommand.ASK_POWER_OFF: lambda _, entry: BoxConfirm(
        key="box", command=HostCommand.POWER_OFF, below=entry
    ),
    HostCommand.POWER_OFF: BoxMenu._power_off,
    HostCommand.PAIR_PHONE: BoxMenu._pair_phone,
}
