"""The pages of a game as sentences, for the voice and for a phone: what their pictures show."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.events import tell_points, tell_winner
from companion.games import load_plugin
from companion.text.event_text import as_sentence, describe_event
from companion.ui.input.guide import EventPage, Page, RankingPage, ReasonPage, Standings, Winner
from companion.ui.screens.view import View


def describe_page(page: Page, view: View) -> list[str]:
    """The page in sentences; none where its game has none for it.

    The view's words are those of the game.
    """
    assert view.session is not None, "pages belong to a game"
    speech = load_plugin(view.session.name).speech
    speak = speech.get(type(page)) or PAGES.get(type(page))
    return list(map(as_sentence, speak(view, page))) if speak is not None else []


def _tell(view: View, page: EventPage | RankingPage) -> list[str]:
    return describe_event(view.words, page.event, view.names, aloud=True)


PAGES: Mapping[type, Callable[[View, Any], list[str]]] = {
    EventPage: lambda view, page: [*_tell(view, page), *map(view.say, page.event.reasons)],
    RankingPage: _tell,
    ReasonPage: lambda view, page: [view.say(page.reason)],
    Standings: lambda view, page: [view.say(tell_points(page.standings))],
    Winner: lambda view, page: [*map(view.say, tell_winner(page.outcome, view.table.players).said)],
}
"""The pages that any game has."""
