"""Who sits at the table as a page shows them, discs beside names; the points; who sat there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.outlets.pages.frame import draw_bar, draw_dot, draw_named
from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup

State = Mapping[str, Any]
CLOSED_EYE = element(
    "svg",
    element(
        "path", d="M2 9C6 15.5 18 15.5 22 9M5 13l-2 3M9.5 14.8l-.8 3.4M14.5 14.8l.8 3.4M19 13l2 3"
    ),
    viewBox="0 5 24 16",
    class_="closed-eye",
    fill="none",
    stroke="currentColor",
    stroke_width=2,
    stroke_linecap="round",
    aria_hidden="true",
)


def draw_players(players: Sequence[State], words: Words) -> Iterable[Markup]:
    """Everybody in a list, by seat; whose turn it is stands out."""
    if not players:
        return []
    names = (
        element(
            "li",
            draw_dot(player["colour"]),
            player["name"],
            aria_current="true" if player["turn"] else None,
        )
        for player in players
    )
    return [element("ul", *names, class_="players", aria_label=words.say("web.players"))]


def mark_names(text: str, players: Sequence[State]) -> Markup:
    """A sentence with each player's name strong and beside its disc."""
    colours = {player["name"]: player["colour"] for player in players}
    if not colours:
        return join_markup([text])
    longest_first = sorted(map(re.escape, colours), key=len, reverse=True)
    parts = re.split(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)", text)
    return join_markup(_mark(colours, part) if part in colours else part for part in parts)


def _mark(colours: Mapping[str, str], name: str) -> Markup:
    return element("strong", draw_dot(colours[name]), name, class_="who")


def draw_points(state: State, words: Words) -> Markup:
    """Everybody's points, the most first: a disc, the name, what was gained, a bar."""
    standings, players = state["standings"], state["players"]
    most = max(1, *(each["points"] for each in standings))
    winners = (state["table"] or {}).get("winners") or ()
    rows = []
    for each in standings:
        player = players[each["seat"]]
        rank = 1 + sum(other["points"] > each["points"] for other in standings)
        points = element("span", words.say("web.points", points=each["points"]), class_="number")
        gained = (
            [" ", element("span", f"+{each['gained']}", class_="gained")] if each["gained"] else []
        )
        bar = draw_bar(max(0, each["points"]) / most, player["colour"])
        won = "won" if each["seat"] in winners else None
        rows.append(
            element("li", draw_named(player), *gained, " ", points, bar, value=rank, class_=won)
        )
    key = f"points-{state['open']['number']}"
    return element("ol", *rows, class_="points", data_key=key)


def format_day(when: str, words: Words) -> str:
    """The day of a time as the journal has it."""
    day = datetime.fromisoformat(when)
    return words.say("history.day", day=f"{day:%d}", month=f"{day:%m}", year=f"{day:%y}")


def draw_listed(game: State, words: Words) -> Markup:
    """Draw a saved game in the list."""
    title = element("a", game["title"], href=f"/games/{int(game['number'])}")
    names = join_markup((draw_named(player) for player in game["players"]), ", ")
    parts = [
        element(
            "p",
            title,
            " ",
            element("time", format_day(game["when"], words), datetime=game["when"]),
            class_="title",
        ),
        element("p", game["status"]),
        *([element("p", names, class_="muted")] if names else []),
    ]
    return element("li", *parts)
