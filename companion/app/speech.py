"""What the voice says for a page of the guided scoring: the data of the picture as sentences.

Each page is a few phrases; the voice makes a pause after each.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.outcome import BY_CHIPS, DecidedBy
from companion.games import load_plugin
from companion.games.spoken import count, names_in
from companion.input.guide import Page, PlayerScore, Standings, Winner
from companion.screens.view import View


def aloud(page: Page, view: View) -> str:
    """The page in sentences; "" if it has none."""
    assert view.session is not None, "pages belong to a game"
    speech = load_plugin(view.session.name).speech
    speak = speech.get(type(page)) or PAGES.get(type(page))
    return " ".join(f"{phrase}." for phrase in speak(view, page)) if speak is not None else ""


def _standings(view: View, page: Standings) -> list[str]:
    words, names = view.words, names_in(view)

    def standing(each: PlayerScore) -> str:
        key = "say.standing" if each.points >= 0 else "say.standing.below-zero"
        return words.say(key, player=names[each.seat], points=abs(each.points))

    return [words.say("say.standings", standings=words.listed(map(standing, page.standings)))]


def _winner(view: View, page: Winner) -> list[str]:
    words, outcome, players = view.words, page.outcome, view.table.players
    named = words.listed(players[seat].name for seat in outcome.winners)
    points = players[outcome.winners[0]].points
    if outcome.decided_by is DecidedBy.POINTS:
        return [count(words, "say.winner", points, players=named, points=points)]
    chips = outcome.decided_by in BY_CHIPS
    best = [players[seat].highest_chip if chips else 0 for seat in outcome.level_on_points]
    chip = max(best)
    values = {
        "players": named,
        "rivals": words.listed(players[seat].name for seat in outcome.level_on_points),
        "points": points,
        "chip": chip,
        "other": max((each for each in best if each < chip), default=chip),
    }
    return [words.say(f"say.winner.{outcome.decided_by}", **values)]


PAGES: Mapping[type, Callable[[View, Any], list[str]]] = {Standings: _standings, Winner: _winner}
"""The pages that any game has."""
