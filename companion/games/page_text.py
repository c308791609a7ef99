"""The pages of a game as sentences, for the voice and for a phone: what their pictures show."""

from typing import Any

from companion.core.events import GameEvent
from companion.games import load_plugin
from companion.text.event_text import as_sentence, describe_event
from companion.ui.input.guide import EventPage, Page, RankingPage, ReasonPage, Standings, Winner
from companion.ui.screens.view import View


def describe_page(page: Page, view: View) -> list[str]:
    """The page in sentences; none where its game has none for it.

    The view's words are those of the game.
    """
    assert view.session is not None, "pages belong to a game"
    speak = load_plugin(view.session.name).speech.get(type(page), _describe_page)
    return list(map(as_sentence, speak(view, page)))


def _describe_page(view: View, page: Any) -> list[str]:
    """A page that any game has, or a subtype of it."""
    match page:
        case EventPage(event):
            return [*_tell(view, event), *map(view.say, event.reasons)]
        case RankingPage(event) | Standings(event) | Winner(event):
            return _tell(view, event)
        case ReasonPage(reasons=reasons):
            return [*map(view.say, reasons)]
    return []


def _tell(view: View, event: GameEvent) -> list[str]:
    return describe_event(view.words, event, view.names, aloud=True)
