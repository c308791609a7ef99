"""The content of the table's page, from the state as the box sends it.

Late: `history_pages`, with the first chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby, takewhile
from typing import Any, cast

from companion.core.snapshot import Places, decode_snapshot
from companion.games import find_page
from companion.games.table_drawing import Layout, TableDrawing
from companion.outlets.pages.frame import draw_dot
from companion.outlets.web.people import (
    CLOSED_EYE,
    draw_listed,
    draw_players,
    draw_points,
    mark_names,
)
from companion.outlets.web.table_parts import draw_snapshot
from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup

State = Mapping[str, Any]
MANY = 16
FOLDED_FROM = 4
"""Of more than ``MANY`` options, so many refused ones are folded away."""
LONG_ROW = 8
"""Of more than ``MANY`` options, rows of this length are folded away."""
MOST_PLACES = 8
"""Options that are places of the table stand in its order, each always at its own spot."""
MANY_NUMBERS = 40
"""More numbers than that have no buttons: one is written into a field."""
SHORT = 3
"""So many letters have numbers and fields, which stand many in a row."""
LAYOUTS = {7: "small", 11: "medium"}
"""The class of a row of options of so many letters at most; a disc counts as ``DISC``."""
DISC = 2
IDLE = frozenset({"menu", "box"})
"""The kinds of what is open while nobody plays."""
TOLD = frozenset({"page", "confirm", "notice"})
"""The kinds of what is open at which everybody looks up."""
FEW_LINES = 3
"""More lines of what is told need the room of the table."""
FEW_LONG = 2
"""So many longer options among short ones get a row of their own."""


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


class TableContent:
    """What shows a state, None for a box that is not there; what all roles see is drawn once."""

    def __init__(self, state: State | None, words: Words) -> None:
        self.title = title_of_state(state, words)
        self.games: Sequence[State] | None = None
        """The last saved games, once the screen for the room shows them for want of another."""
        self._state, self._words = state, words
        if state is not None:
            self._heading = _draw_heading(state, words)
            table, self._layout = _draw_table(state, words)
            self._below = table, _draw_beside(state, words)

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
        asked = _find_asked(self._state) if self._state is not None else None
        return bool(name) and asked is not None and asked["name"] == name

    def draw(self, role: Role, name: str = "") -> Markup:
        """Draw the whole content for a role, on the phone of this name."""
        if self._state is None:
            return _draw_away(self._words)
        undo = _draw_undo(self._state["open"], self._words) if role is Role.PRESS else []
        opened = _draw_open(self._state, self._words, role, yours=self.is_asked(name))
        parts = self._heading, *undo, opened, *self._below
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
    opened, players = state["open"], state["players"]
    asked = _find_asked(state)
    parts: list[str] = []
    if asked:
        turn = words.say("web.your-turn" if yours else "web.turn", player=asked["name"])
        parts.append(element("p", draw_dot(asked["colour"]), turn, class_="turn"))
    elif role is not Role.TV:  # what follows stays where it is
        parts.append(element("p", class_="turn"))
    title, *lines = _list_sentences(state, words) or [""]
    at = opened["number"]  # another sentence is a new one, it has not moved
    asked_for = element("span", mark_names(title, players), data_key=f"title-{at}")
    parts.append(element("h2", asked_for, id="question", tabindex=-1))
    parts += [
        element("p", mark_names(line, players), class_="line", data_key=f"line-{at}-{number}")
        for number, line in enumerate(lines)
    ]
    if state["standings"] is not None:
        parts.append(draw_points(state, words))
    if chart := state.get("chart"):
        from companion.outlets.web.history_pages import draw_story_chart

        parts.append(draw_story_chart(chart, words))
    if opened["list"]:
        parts.append(_draw_chosen(opened["list"]["chosen"], words))
    options, bar = _draw_ways_to_press(state, words, role)
    parts += options
    if state["notice"]:  # behind the options, which stay where they are
        parts.append(element("p", state["notice"], class_="notice"))
    if role is not Role.TV and (presser := state.get("last_press")) is not None:
        said = words.say("web.pressed-by" if presser else "web.pressed-at-box", player=presser)
        parts.append(element("p", said, class_="muted", data_key=f"press-{at}"))
    parts += bar
    return element(
        "section",
        *parts,
        id="open",
        class_=f"open {opened['kind']}",
        aria_labelledby="question",
        data_open=opened["number"],
        data_yours="yes" if yours else None,
    )


def _list_sentences(state: State, words: Words) -> list[str]:
    """The sentences of what is open; where the points stand below as bars, only their heading."""
    said = [*filter(None, [state["open"]["text"]]), *state["open"]["lines"]]
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


def _draw_chosen(chosen: Sequence[Any], words: Words) -> Markup:
    said = ", ".join(map(str, chosen)) or words.say("web.nothing-chosen")
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
        plain = [] if opened["kind"] == "box" else [*_draw_plain_options(opened, row)]
        return [*plain, _draw_how_to_pair(words)], []
    options = [*_draw_options(opened, words, row), *_draw_free(opened, words)]
    return options, [_draw_presses(opened)]


def _list_row(state: State) -> Sequence[str]:
    """The places of the table by their keys, as the page draws them; none where they are a grid."""
    table = state["table"] or {}
    for part in table.get("parts", ()):
        if part["part"] == "places" and not part.get("columns"):
            keys = [place["key"] for place in part["places"]]
            return keys[::-1] if table.get("mirrored") else keys
    return []


def _place(
    options: Sequence[State], row: Sequence[str]
) -> tuple[Sequence[tuple[int, State]], Sequence[State]]:
    """The options that are places of the row, each with its spot from 1 on, and the others."""
    if len(row) > MOST_PLACES:
        return [], options
    values = {each["value"]: each for each in options}
    placed = [(spot, values[key]) for spot, key in enumerate(row, 1) if key in values]
    return placed, [each for each in options if each["value"] not in row]


def _draw_how_to_pair(words: Words) -> Markup:
    link = element("a", words.say("web.pair"), href="/pair")
    return element("p", words.say("web.watching"), " ", link, class_="muted how-to-pair")


def _draw_plain_options(opened: State, row: Sequence[str]) -> Iterable[Markup]:
    """What may be answered, for somebody who only watches."""
    placed, others = _place(opened["options"], row)
    options = [*(option for _spot, option in placed), *others]
    possible = [option for option in options if not _is_refused(option)]
    if not possible or len(possible) > MANY:
        return []
    items = (element("li", _draw_disc(option), option["text"]) for option in possible)
    return [element("ul", *items, class_="possible")]


def _is_refused(option: State) -> bool:
    """Whether an option can't be chosen; what is only doubtful can, and is then confirmed."""
    return bool(option["refused"]) and option["refused"]["grade"] == "rule"


def _draw_options(opened: State, words: Words, row: Sequence[str]) -> Iterable[Markup]:
    """Draw the options in their order; of very many, refused ones stand folded away below."""
    options = opened["options"]
    numbers = [each["value"] for each in options if type(each["value"]) is int]
    if len(numbers) == len(options) > MANY_NUMBERS:
        yield _draw_number(opened, numbers, words)
        return
    refused = [option for option in options if _is_refused(option)]
    folded = len(options) > MANY and len(refused) >= FOLDED_FROM
    shown = [each for each in options if not (folded and _is_refused(each))]
    yield from _draw_forms(shown, opened, row)
    if folded:
        summary = element("summary", words.say("web.refused", options=len(refused)))
        forms = _draw_forms(refused, opened)
        yield element("details", summary, *forms, data_key=f"refused-{opened['number']}")


def _draw_forms(
    options: Sequence[State], opened: State, places: Sequence[str] = ()
) -> Iterable[Markup]:
    """Draw a form of buttons for each row of options with the same key.

    Of very many options, long rows stand folded away, each under the words that they share.
    """
    for key, group in groupby(options, lambda option: option["key"]):
        row = list(group)
        form = _draw_form(key, row, opened, places)
        shared = _shared_words([option["text"] for option in row])
        if len(options) > MANY and len(row) >= LONG_ROW and shared:
            name = f"row-{key}-{opened['number']}"
            summary = element("summary", f"{shared} …", class_="option")
            yield element("details", summary, form, data_key=name, class_="row")
        else:
            yield form


def _layout_of(options: Sequence[State]) -> str | None:
    """The class of a row by the length of what stands in it; a reason takes more room."""
    lengths = sorted(len(each["text"]) + DISC * bool(_draw_disc(each)) for each in options)
    if len(lengths) <= 1:
        return None
    if len(lengths) > 2 * FEW_LONG and lengths[-1 - FEW_LONG] <= SHORT:
        return "short"
    least = max(LAYOUTS) if any(each["refused"] for each in options) else 0
    return next((LAYOUTS[each] for each in LAYOUTS if each >= max(least, lengths[-1])), None)


def _shared_words(texts: Sequence[str]) -> str:
    """The words that all these begin with."""
    split = [text.split() for text in texts]
    same = takewhile(lambda column: len(set(column)) == 1, zip(*split, strict=False))
    return " ".join(column[0] for column in same)


def _draw_form(key: str, options: Sequence[State], opened: State, places: Sequence[str]) -> Markup:
    placed, others = _place(options, places)
    lists = [
        ("placed", [_draw_option(each, key, f"at-{spot}") for spot, each in placed]),
        (_layout_of(others), [_draw_option(each, key, _length_of(each)) for each in others]),
    ]
    return element(
        "form",
        element("input", type="hidden", name="asked", value=opened["number"]),
        element("input", type="hidden", name="key", value=key),
        *(
            element("ul", *items, class_=" ".join(filter(None, ["options", layout])), role="list")
            for layout, items in lists
            if items
        ),
        method="post",
        action="/answer",
        data_key=f"{key}-{opened['number']}",
    )


def _length_of(option: State) -> str | None:
    return "long" if len(option["text"]) > SHORT else None


def _draw_option(option: State, key: str, class_: str | None) -> Markup:
    refused = _is_refused(option)
    reason = option["refused"]["text"] if option["refused"] else ""
    reason_id = f"why-{key}-{option['value']}".replace(" ", "-") if reason else None
    button = element(
        "button",
        _draw_disc(option),
        option["text"],
        name="value",
        value=option["value"],
        class_="option",
        type="button" if refused else "submit",
        aria_disabled="true" if refused else None,
        aria_describedby=reason_id,
    )
    after = [element("span", reason, class_="reason", id=reason_id)] if reason else []
    return element("li", button, *after, class_=class_)


def _draw_disc(option: State) -> Markup:
    """The disc of an option that is a colour."""
    return draw_dot(str(option["value"]))


def _draw_free(opened: State, words: Words) -> Iterable[Markup]:
    """Draw what was written before as buttons, and a field for anything else."""
    if not opened["free"]:
        return
    known = [
        {"key": opened["key"], "value": text, "text": text, "refused": None}
        for text in opened["free"]["suggestions"]
    ]
    yield from _draw_forms(known, opened)
    label, hint = words.say("web.own-words"), opened["free"]["hint"]
    yield _draw_field(opened, words, label, hint, maxlength=64, autocomplete="off")


def _draw_number(opened: State, numbers: Sequence[int], words: Words) -> Markup:
    """Draw a field for a number; the box says why one is refused."""
    least, most = min(numbers), max(numbers)
    label = words.say("web.number", least=least, most=most)
    return _draw_field(opened, words, label, type="number", min=least, max=most)


def _draw_field(
    opened: State, words: Words, label: str, hint: str = "", **attributes: str | int
) -> Markup:
    hint_id = f"hint-{opened['number']}" if hint else None
    field = element("input", name="value", required=True, **attributes, aria_describedby=hint_id)
    return element(
        "form",
        element("input", type="hidden", name="asked", value=opened["number"]),
        element("input", type="hidden", name="key", value=opened["key"]),
        element("label", label, field),
        *([element("p", hint, class_="reason", id=hint_id)] if hint else []),
        element("button", words.say("web.send"), class_="option"),
        method="post",
        action="/answer",
        class_="free",
        data_key=f"free-{opened['number']}",
    )


def _draw_presses(opened: State) -> Markup:
    """Draw the buttons that may be pressed, in the bar, which stays without any."""
    buttons = [
        element(
            "button",
            press["text"],
            name="press",
            value=press["press"],
            class_="option" if press["press"] == "ok" else "quiet",
        )
        for press in opened["presses"]
    ]
    forms = [_draw_press_form(opened, "/press", *buttons)] if buttons else []
    return element("div", *forms, class_="bar")


def _draw_undo(opened: State, words: Words) -> Iterable[Markup]:
    """Draw undo, which stands in the bar, but before the question: not next to the options."""
    if not opened["undo"]:
        return []
    return [
        _draw_press_form(opened, "/undo", element("button", words.say("box.undo"), class_="quiet"))
    ]


def _draw_press_form(opened: State, action: str, *buttons: Markup) -> Markup:
    asked = element("input", type="hidden", name="asked", value=opened["number"])
    return element(
        "form",
        asked,
        *buttons,
        method="post",
        action=action,
        class_=f"{action[1:]}-form",
        data_key=action,
    )


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
    parts = [
        *_draw_lines(words.say("box.outlook"), state["outlook"], "outlook"),
        *_draw_lines(words.say("web.actions"), state["actions"][::-1], "actions"),
        *_draw_closed_eye(state, words),
    ]
    return element("div", *parts, class_="beside") if parts else join_markup([])


def _draw_lines(title: str, lines: Sequence[str], name: str) -> Iterable[Markup]:
    if not lines:
        return []
    items = (element("li", line) for line in lines)
    return [
        element(
            "section", element("h2", title), element("ul", *items, class_="turns-over"), class_=name
        )
    ]


def _draw_closed_eye(state: State, words: Words) -> Iterable[Markup]:
    """Say why there are no points; where they may be seen, they stand in what is open."""
    if not state["game"] or not state["game"]["started"] or state["standings"] is not None:
        return []
    closed = element("p", CLOSED_EYE, words.say("web.closed-eye"), class_="muted")
    heading = element("h2", words.say("box.standings"))
    return [element("section", heading, closed, class_="standings")]
