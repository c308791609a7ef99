"""The content of the table's page, from the state as the box sends it.

Late: `history_pages`, with the first chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import cast

from companion.core.snapshot import Places, decode_snapshot
from companion.games import find_page
from companion.games.table_drawing import Layout, TableDrawing
from companion.outlets.pages.frame import draw_dot
from companion.outlets.web.options import (
    draw_free,
    draw_options,
    draw_plain_options,
    draw_presses,
    draw_undo,
)
from companion.outlets.web.people import (
    CLOSED_EYE,
    State,
    draw_listed,
    draw_players,
    draw_points,
    mark_names,
)
from companion.outlets.web.seat_names import name_seat, name_seats
from companion.outlets.web.table_parts import draw_snapshot
from companion.text.words import Words
from companion.ui.markup import Markup, element

IDLE = frozenset({"menu", "box"})
"""The kinds of what is open while nobody plays."""
TOLD = frozenset({"page", "confirm", "notice"})
"""The kinds of what is open at which everybody looks up."""
FEW_LINES = 3
"""More lines of what is told need the room of the table."""


class Role(StrEnum):
    """What a page may do."""

    WATCH = "watch"
    PRESS = "press"
    TV = "tv"
    """Watches from across the room: no buttons."""


def title_of_state(state: State | None, words: Words) -> str:
    """What the browser's tab is called."""
    if state is None:
        return words.say("web.away")
    return str(state["game"]["title"]) if state["game"] else words.say("menu.home")


def _without_old_turn(state: State) -> State:
    """While an old answer is changed it is nobody's turn: it was somebody's long ago."""
    if "amending" not in state:
        return state
    return {**state, "players": [{**player, "turn": False} for player in state["players"]]}


class TableContent:
    """What shows a state, None for a box that is not there; what all roles see is drawn once."""

    def __init__(self, state: State | None, words: Words) -> None:
        if state is not None:
            state = _without_old_turn(name_seats(state, words))
        self.title = title_of_state(state, words)
        self.announcement = str(state["announcement"]) if state is not None else self.title
        self.games: Sequence[State] | None = None
        """The last saved games, once the screen for the room shows them for want of another."""
        self._state, self._words = state, words
        if state is not None:
            self._heading = _draw_heading(state, words)
            table, self._layout = _draw_table(state, words)
            self._table = table
            self._beside = _draw_beside(state, words)

    @property
    def is_idle(self) -> bool:
        """Whether the box shows its own menu, and no game."""
        state = self._state
        return state is not None and not state["game"] and state["open"]["kind"] in IDLE

    def draw_idle(self, address: str) -> Markup:
        """Draw for the room how a phone at the ``address`` joins in, and the last games."""
        assert self._state is not None
        words, number = self._words, self._state["open"]["number"]
        parts = [
            element("h2", words.say("web.join"), id="question", tabindex=-1),
            element("p", words.say("web.join.how", address=address), class_="line"),
        ]
        opened = element("section", *parts, id="open", class_="open", data_open=number)
        games = _draw_last_games(self.games or (), words)
        class_ = f"table-page {Role.TV} idle"
        return element("main", self._heading, opened, *games, id="main", class_=class_)

    def is_asked(self, name: str) -> bool:
        """Whether it is the turn of somebody of this name."""
        if self._state is None or not name:
            return False
        asked = _find_asked(self._state)
        return asked is not None and asked["name"] == name_seat(name, self._words)

    def draw(self, role: Role, name: str = "") -> Markup:
        """Draw the whole content for a role, on the phone of this name."""
        if self._state is None:
            return _draw_away(self._words)
        undo = draw_undo(self._state["open"], self._words) if role is Role.PRESS else []
        opened = _draw_open(self._state, self._words, role, yours=self.is_asked(name))
        beside = (
            _draw_beside_for_room(self._state, self._words) if role is Role.TV else self._beside
        )
        parts = self._heading, *undo, opened, self._table, beside
        seen = _name_view(self._state, self._layout) if role is Role.TV else []
        return element("main", *parts, id="main", class_=" ".join(["table-page", role, *seen]))


def _draw_last_games(games: Sequence[State], words: Words) -> Iterable[Markup]:
    if not games:
        return []
    listed = element("ul", *(draw_listed(game, words) for game in games), class_="games turns-over")
    return [element("section", element("h2", words.say("web.last-games")), listed)]


def _name_view(state: State, layout: str) -> Iterable[str]:
    """The classes by which the screen for the room shares its room out."""
    opened = state["open"]
    if opened["kind"] in TOLD:
        yield "told"
    lines = len([*filter(None, [opened["text"]]), *opened["lines"]])
    if state["standings"] is not None or lines > FEW_LINES:
        yield "full"
    elif lines < FEW_LINES:
        yield "brief"
    if layout:
        yield f"with-{layout}"


def _draw_away(words: Words) -> Markup:
    return element(
        "main",
        element("h1", words.say("web.away")),
        element("p", words.say("web.away.why")),
        id="main",
        class_="narrow away",
    )


def _draw_heading(state: State, words: Words) -> Markup:
    progress = state["game"] and state["game"]["progress"]
    after = [" ", element("span", progress, class_="progress")] if progress else []
    heading = element("h1", title_of_state(state, words), *after)
    return element("header", heading, *draw_players(state["players"], words))


# What is open ------------------------------------------------------------------------------


def _draw_open(state: State, words: Words, role: Role, *, yours: bool) -> Markup:
    """Draw what is asked or told, and for a paired phone the buttons.

    What has no title is headed by its first sentence.
    """
    opened, at = state["open"], state["open"]["number"]
    parts = [*_draw_turn(state, words, role, yours=yours), *_draw_sentences(state, words)]
    if state["standings"] is not None:
        parts.append(draw_points(state, words))
    if chart := state.get("chart"):
        from companion.outlets.web.history_pages import draw_story_chart

        parts.append(draw_story_chart(chart, words))
    if opened["list"]:
        parts.append(_draw_chosen(opened, words))
    options, bar = _draw_ways_to_press(state, words, role)
    parts += options
    if state["notice"]:  # behind the options, which stay where they are
        parts.append(element("p", state["notice"], class_="notice"))
    if role is not Role.TV and (presser := state.get("last_press")) is not None:
        key = "web.pressed-by" if presser else "web.pressed-at-box"
        said = words.say(key, player=name_seat(presser, words))
        parts.append(element("p", said, class_="muted", data_key=f"press-{at}"))
    parts += bar
    return element(
        "section",
        *parts,
        id="open",
        class_=f"open {opened['kind']}",
        aria_labelledby="question",
        data_open=at,
        data_yours="yes" if yours else None,
    )


def _draw_turn(state: State, words: Words, role: Role, *, yours: bool) -> Iterable[Markup]:
    """Draw whose turn it is; for nobody's an empty line, so that what follows stays where it is."""
    if asked := _find_asked(state):
        turn = words.say("web.your-turn" if yours else "web.turn", player=asked["name"])
        yield element("p", draw_dot(asked["colour"]), turn, class_="turn")
    elif role is not Role.TV:
        yield element("p", class_="turn")


def _draw_sentences(state: State, words: Words) -> Iterable[Markup]:
    """Draw what is said, the first sentence as the heading."""
    title, *lines = _list_sentences(state, words) or [""]
    at, players = state["open"]["number"], state["players"]
    # By its key another sentence is a new one, it has not moved.
    asked_for = element("span", mark_names(title, players), data_key=f"title-{at}")
    yield element("h2", asked_for, id="question", tabindex=-1)
    for number, line in enumerate(lines):
        key = f"line-{at}-{number}"
        yield element("p", mark_names(line, players), class_="line", data_key=key)


def _list_sentences(state: State, words: Words) -> list[str]:
    """The sentences of what is open; where the points stand below as bars, only their heading."""
    said = [*filter(None, [state["open"]["text"]]), *state["open"]["lines"]]
    if said == [words.say("menu.home")]:  # which is the page's own title
        return [words.say("web.what-now")]
    if state["standings"] is None:
        return said
    points = words.say("say.standings", standings="").strip()
    return [words.say("box.standings") if each.startswith(points) else each for each in said]


def _find_asked(state: State) -> State | None:
    """Who is asked, else whose turn it is; None for everybody."""
    seat, players = state["open"]["seat"], state["players"]
    if seat is not None and seat < len(players):  # in a setup somebody sits down last
        return cast("State", players[seat])
    return next((player for player in players if player["turn"]), None)


def _draw_chosen(opened: State, words: Words) -> Markup:
    texts = {str(option["value"]): str(option["text"]) for option in opened["options"]}
    chosen = [texts.get(str(each), str(each)) for each in opened["list"]["chosen"]]
    said = ", ".join(chosen) or words.say("web.nothing-chosen")
    label = words.say("web.chosen")
    return element("p", words.say("list.of", what=label, said=said), class_="chosen")


def _draw_ways_to_press(
    state: State, words: Words, role: Role
) -> tuple[Sequence[Markup], Sequence[Markup]]:
    """The options, and the bar at the bottom edge."""
    opened, row = state["open"], _list_row(state)
    if role is Role.TV:
        return [], []
    if role is Role.WATCH:
        plain = [] if opened["kind"] == "box" else [*draw_plain_options(opened, row)]
        return [*plain, _draw_how_to_pair(words)], []
    options = [*draw_options(opened, words, row), *draw_free(opened, words)]
    return options, [draw_presses(opened)]


def _list_row(state: State) -> Sequence[str]:
    """The places of the table by their keys, as the page draws them; none where they are a grid."""
    table = state["table"] or {}
    for part in table.get("parts", ()):
        if part["part"] == "places" and not part.get("columns"):
            keys = [place["key"] for place in part["places"]]
            return keys[::-1] if table.get("mirrored") else keys
    return []


def _draw_how_to_pair(words: Words) -> Markup:
    link = element("a", words.say("web.pair"), href="/pair")
    return element("p", words.say("web.watching"), " ", link, class_="muted how-to-pair")


# The table and what stands beside it ---------------------------------------------------------


def _draw_table(state: State, words: Words) -> tuple[Markup, str]:
    """Draw the table, and say what takes most of its room: a picture's layout, or places."""
    game, table = state["game"], state["table"]
    if not game or table is None:
        return Markup(), ""
    snapshot, draw = decode_snapshot(table), find_page(game["name"])
    its = words.of(game["name"])
    drawing = draw(snapshot, its) if draw else TableDrawing()
    drawn = draw_snapshot(snapshot, drawing, its)
    if not drawn:  # nothing lies on it yet
        return drawn, ""
    heading = element("h2", words.say("web.table"))
    # With more parts on it, it is another table, not one whose parts have moved.
    size = sum(len(part.places) if isinstance(part, Places) else 1 for part in snapshot.parts)
    key = f"table-{size}-{len(snapshot.winners or ())}"
    layouts = [each.layout for each in drawing.pictures if each.layout is not Layout.SMALL]
    layout = next(iter(layouts), "places" if drawing.places else "")
    return element("section", heading, drawn, class_="table", data_key=key), layout


def _draw_beside(state: State, words: Words) -> Markup:
    """Draw what is told beside the table, folded away on a phone."""
    folds = (
        element(
            "details",
            element("summary", element("h2", title)),
            _list_lines(lines),
            class_=name,
            data_key=name,
        )
        for name, title, lines in reversed(_list_beside(state, words))
    )
    return _join_beside(folds, _draw_closed_eye(state, words))


def _draw_beside_for_room(state: State, words: Words) -> Markup:
    """Draw the same in sections, which are turned over where they do not fit."""
    sections = (
        element("section", element("h2", title), _list_lines(lines, "turns-over"), class_=name)
        for name, title, lines in _list_beside(state, words)
    )
    return _join_beside(sections, _draw_closed_eye(state, words))


def _list_beside(state: State, words: Words) -> Sequence[tuple[str, str, Sequence[str]]]:
    """The parts that have lines: name, title, lines."""
    parts = (
        ("outlook", words.say("box.outlook"), state["outlook"]),
        ("actions", words.say("web.actions"), state["actions"][::-1]),
    )
    return [part for part in parts if part[2]]


def _list_lines(lines: Sequence[str], class_: str | None = None) -> Markup:
    return element("ul", *(element("li", line) for line in lines), class_=class_)


def _join_beside(*groups: Iterable[Markup]) -> Markup:
    parts = [part for group in groups for part in group]
    return element("div", *parts, class_="beside") if parts else Markup()


def _draw_closed_eye(state: State, words: Words) -> Iterable[Markup]:
    """Say why there are no points; where they may be seen, they stand in what is open."""
    if not state["game"] or not state["game"]["started"] or state["standings"] is not None:
        return []
    return [element("p", CLOSED_EYE, words.say("web.closed-eye"), class_="muted standings")]
