"""What a session is asked and shown, with the parts of its game's plugin."""

from collections.abc import Mapping, Sequence

import pytest

from companion import games
from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import load_plugin
from companion.games.plugin import GamePlugin
from companion.text import Words
from companion.ui.input.amendment import UndoNotice
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide, open_guide
from companion.ui.input.open_entry import open_entry
from companion.ui.screens import View
from companion.ui.screens.view import GameScreens


def entry_for(session: Session, context: InputContext, previous: Sequence[Answer] = ()) -> Entry:
    """The entry for the question that stands."""
    return open_entry(session, load_plugin(session.name).input, context, previous)


def guide_for(session: Session) -> Guide | None:
    """The pages that tell what the last answer brought."""
    return open_guide(load_plugin(session.name).list_pages(session))


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
