"""The part of the box's menu that belongs to the game being played: its items and their pages."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.amendment import has_table_check, list_turns, open_table_check
from companion.app.box import Box
from companion.app.current_game import CurrentGame
from companion.core.events import rank_points
from companion.core.session import Session
from companion.games import load_plugin
from companion.ui.input.box_pages import Peek
from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Command, Entry
from companion.ui.input.hints import Hints
from companion.ui.input.layers import under_the_box
from companion.ui.input.outlook import open_outlook


class GameMenu:
    """The items of the menu for a game, and their pages."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def items(self, game: CurrentGame) -> dict[str, Command]:
        """The items for this game, with what each does."""
        return _game_items(game, self._box.preferences.hints)

    def open_page(self, command: HostCommand, entry: Entry, game: CurrentGame) -> Entry:
        """The page that a command opens over an entry."""
        if command is HostCommand.SHOW_OUTLOOK:
            return _outlook(entry, game, self._box.preferences.hints)
        if command is HostCommand.CHECK_TABLE:
            return open_table_check(game, under_the_box(entry), self._box.board.axes)
        if command is HostCommand.LIST_TURNS:
            return list_turns(game, under_the_box(entry))
        assert command is HostCommand.SHOW_STANDINGS, "the menu has no other page of a game"
        return Peek(standings=rank_points(game.session.table.players), below=entry)


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


def _outlook(entry: Entry, game: CurrentGame, hints: Hints) -> Entry:
    session = game.session
    forecast = load_plugin(session.name).input.forecast
    assert forecast is not None, "the menu offers it only where there is one"
    return open_outlook(forecast(session.table), session.table.players, hints, entry)


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
