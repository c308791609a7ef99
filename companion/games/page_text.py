"""The pages of a game as sentences, for the voice and for a phone: what their pictures show."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games import load_plugin
from companion.games.outcome_text import describe_winner
from companion.games.spoken import names_in
from companion.ui.input.guide import Page, PlayerScore, Standings, Winner
from companion.ui.screens.view import View


def describe_page(page: Page, view: View) -> list[str]:
    """The page in sentences; none where its game has none for it.

    The view's words are those of the game.
    """
    assert view.session is not None, "pages belong to a game"
    speech = load_plugin(view.session.name).speech
    speak = speech.get(type(page)) or PAGES.get(type(page))
    return list(map(as_sentence, speak(view, page))) if speak is not None else []


def as_sentence(phrase: str) -> str:
    """A phrase with a capital letter and a full stop."""
    return f"{phrase[:1].upper()}{phrase[1:]}."


def _standings(view: View, page: Standings) -> list[str]:
    words, names = view.words, names_in(view)

    def standing(each: PlayerScore) -> str:
        key = "say.standing" if each.points >= 0 else "say.standing.below-zero"
        return words.say(key, player=names[each.seat], points=abs(each.points))

    return [words.say("say.standings", standings=words.listed(map(standing, page.standings)))]


def _winner(view: View, page: Winner) -> list[str]:
    return [describe_winner(view.words, page.outcome, view.table.players)]


PAGES: Mapping[type, Callable[[View, Any], list[str]]] = {Standings: _standings, Winner: _winner}
"""The pages that any game has."""
