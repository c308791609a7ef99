"""What a session is asked and shown, with the parts of its game's plugin."""

from collections.abc import Mapping, Sequence

import pytest

from companion import games
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import load_plugin
from companion.games.plugin import GamePlugin
from companion.input.amendment import UndoNotice
from companion.input.context import InputContext
from companion.input.entry import Entry
from companion.input.guide import Guide, open_guide
from companion.input.open_entry import open_entry
from companion.screens import View
from companion.screens.view import GameScreens
from companion.text import Words


def entry_for(session: Session, context: InputContext, previous: Sequence[Answer] = ()) -> Entry:
    """The entry for the question that stands."""
    return open_entry(session, load_plugin(session.name).input, context, previous)


def guide_for(session: Session) -> Guide | None:
    """The pages that tell what the last answer brought."""
    return open_guide(session, load_plugin(session.name).input)


def view_of(
    entry: Entry,
    session: Session | None,
    words: Words,
    mirrored: bool = False,
    undo_notice: UndoNotice | None = None,
) -> View:
    """The view of an entry, in the pictures of the session's game."""
    screens = load_plugin(session.name).screens if session is not None else GameScreens()
    return View(entry, session, words, mirrored, undo_notice, screens=screens)


class _Found:
    """An entry point that has been found."""

    def __init__(self, plugin: GamePlugin) -> None:
        self.name = plugin.name
        self.value = f"tests:{plugin.name}"
        self._plugin = plugin

    def load(self) -> GamePlugin:
        return self._plugin


def install(monkeypatch: pytest.MonkeyPatch, *plugins: GamePlugin) -> None:
    """Let these plugins be found, as if their distributions were installed."""
    found: Mapping[str, _Found] = {plugin.name: _Found(plugin) for plugin in plugins}
    monkeypatch.setattr(games, "_entry_points", lambda: found)
    load_plugin.cache_clear()
