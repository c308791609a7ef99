"""The pages of a game as sentences, for the voice and for a phone: what their pictures show."""

from companion.core.events import GameEvent
from companion.text.event_text import as_sentence, describe_event
from companion.ui.input.guide import EventPage, Page, RankingPage, ReasonPage, Standings, Winner
from companion.ui.screens.view import View


def describe_page(page: Page, view: View) -> list[str]:
    """The page in sentences; none where it has none. The view's words are those of the game."""
    return list(map(as_sentence, _describe_page(view, page)))


def _describe_page(view: View, page: Page) -> list[str]:
    """A page that any game has, or a subtype of it; else what the page says itself."""
    match page:
        case EventPage(event):
            return [*_tell(view, event), *map(view.say, event.reasons)]
        case RankingPage(event) | Standings(event) | Winner(event):
            return _tell(view, event)
        case ReasonPage(reasons=reasons):
            return [*map(view.say, reasons)]
    return [*map(view.say, getattr(page, "said", ()))]


def _tell(view: View, event: GameEvent) -> list[str]:
    return describe_event(view.words, event, view.names, aloud=True)
