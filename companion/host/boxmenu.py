"""The box's own menu: what can be done with the game under way and with the box itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.entry.box import About, Peek
from companion.entry.campanile.outlook import begin_outlook, can_be_foreseen
from companion.entry.guide import standings_of
from companion.entry.layers import under_the_box
from companion.entry.manner import Hints
from companion.entry.menu import Confirm, Menu, Notice, menu_of
from companion.entry.step import Entry
from companion.games.conversation import Answer
from companion.host.box import Box
from companion.host.chronicle import Chronicle
from companion.host.mending import can_be_audited
from companion.host.preferences import Preference
from companion.host.underway import UnderWay
from companion.service.power import PowerOffRefused
from companion.session.session import Session


class BoxMenu:
    """The menu, and its deeds that leave the game as it is: each gives the entry to show."""

    def __init__(self, box: Box, chronicle: Chronicle) -> None:
        self._box = box
        self._chronicle = chronicle

    def open(self, below: Entry, game: UnderWay | None, on: str = "") -> Menu:
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

    def choose_next(self, menu: Menu, game: UnderWay | None) -> Menu | Notice:
        """The next value of the setting pointed at, or what it lacks; the menu below follows it.

        Raises JournalError, and then it stays.
        """
        name = Preference(menu.item.word)
        if self._box.lacks(name):
            return Notice(None, f"no-{name}", below=menu)
        self._box.choose_next(name)
        return self.settings(self.open(under_the_box(menu), game, "settings"), menu.at)

    def chosen(self, item: str, entry: Entry, game: UnderWay | None) -> Entry | None:
        """What an item of the menu ``entry`` leads to; None where it is another's deed."""
        deed = DEEDS.get(item)
        return deed(self, entry, game) if deed is not None else None

    def _peek(self, entry: Entry, game: UnderWay | None) -> Entry:
        assert game is not None
        return Peek(None, standings_of(game.session.table.players), entry)

    @property
    def _hints(self) -> Hints:
        return Hints(self._box.preferences[Preference.HINTS])

    def _outlook(self, entry: Entry, game: UnderWay | None) -> Entry:
        assert game is not None
        return begin_outlook(game.session.table, self._hints, entry)

    def _settings(self, entry: Entry, _game: UnderWay | None) -> Entry:
        return self.settings(entry)

    def _history(self, entry: Entry, _game: UnderWay | None) -> Entry:
        return self._chronicle.open(entry)

    def _about(self, entry: Entry, _game: UnderWay | None) -> Entry:
        return About(None, self._box.about(), entry)

    def _power_off(self, entry: Entry, _game: UnderWay | None) -> Entry:
        if not isinstance(entry, Confirm):
            return Confirm(None, Answer("box", "off"), entry)
        try:
            self._box.power_off()
        except PowerOffRefused as refused:
            return Notice(None, "off-refused", {"why": str(refused)}, entry.below)
        return Notice(None, "off")


def _of_the_game(game: UnderWay, hints: Hints) -> list[str]:
    """What can be done with the game under way."""
    session: Session = game.session
    items = ["resume"]
    items += ["undo"] if session.answers else []
    items += ["redo"] if game.can_redo else []
    items += ["standings"] if session.table.under_way else []
    items += ["outlook"] if can_be_foreseen(session.table, hints) else []
    items += ["audit"] if can_be_audited(session) else []
    items += ["amend"] if session.answers else []
    return items


DEEDS: dict[str, Callable[[BoxMenu, Entry, UnderWay | None], Entry]] = {
    "standings": BoxMenu._peek,
    "outlook": BoxMenu._outlook,
    "history": BoxMenu._history,
    "settings": BoxMenu._settings,
    "about": BoxMenu._about,
    "off": BoxMenu._power_off,
}
"""What the menu does by itself, by its items."""
