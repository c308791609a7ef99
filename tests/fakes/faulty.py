"""Nim with every facet that a plugin can have, and plugins that are faulty in one way each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from companion.core.conversation import Answer, Conversation, Event, Question, accept_any
from companion.core.events import AWARD, SCORING, GameEvent, tell_scoring
from companion.core.game_table import GameTable
from companion.core.interfaces import DARK, Lamp, Press
from companion.core.snapshot import Count, Place, Places, take_snapshot
from companion.core.story import Assessment, GameStory, share_scores
from companion.games.guard import FACETS, check_nothing
from companion.games.plugin import GamePlugin
from companion.games.table_drawing import PlacePicture, TableDrawing
from companion.text.words import GameWords
from companion.ui.input.choice import pick_one, pick_place
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.guide import ToldPage
from companion.ui.input.open_entry import open_plain
from companion.ui.input.outlook import FactPage, GameForecast
from companion.ui.markup import Markup
from companion.ui.screens.view import View
from tests.fakes.nim.nim_game.input import open_stones
from tests.fakes.nim.nim_game.plugin import PLUGIN
from tests.fakes.nim.nim_game.rules import Nim, NimTable
from tests.fakes.nim.nim_game.tell import tell_event

LONG = "x" * 5_000_000


class StonePage(NamedTuple):
    """A page of Nim's own."""

    event: GameEvent
    said: Any = ("the last stone",)


def tell_pages(event: GameEvent, _table: NimTable) -> list[ToldPage]:
    return [ToldPage(StonePage(event), event)]


def draw_stone(_image: Image.Image, _view: View, _what: Any) -> None:
    pass


def open_in_turn(
    question: Question, table: NimTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """Nim's own picker, then a strip of cards, then a plain list."""
    openers = open_plain, open_stones, pick_one
    return openers[table.turn % 3](question, table, context, previous)


def forecast(table: NimTable) -> GameForecast:
    return GameForecast((), "last", (0,) * len(table.players))


def light(_view: View) -> tuple[Lamp, ...]:
    return (DARK,) * 10


def draw_nothing(*_: Any) -> TableDrawing:
    return TableDrawing()


def tell_all(event: Event, table: NimTable) -> list[GameEvent]:
    """The last stone as a scoring."""
    awards = [*tell_event(event, table)]
    return tell_scoring("end", awards, table.players, source=event) if awards else []


def assess(table: NimTable) -> Assessment:
    taken = tuple(player.taken for player in table.players)
    return Assessment(tuple((float(each),) for each in taken), taken, source=taken)


def play_out(table: NimTable, *_: Any) -> tuple[float, ...]:
    return share_scores([player.taken for player in table.players])


WHOLE = replace(
    PLUGIN,
    tell=tell_all,
    words=PLUGIN.words._replace(value_texts={"stones": lambda _words, word: word}),
    input=replace(
        PLUGIN.input,
        entries={"stones": open_in_turn},
        pages={AWARD: tell_pages},
        forecast=forecast,
        panel_keys=lambda *_: {Press.NONE: Answer("stones", 1)},
        ends_or_scores=lambda *_: False,
    ),
    screens=PLUGIN.screens._replace(
        choices={"stones": draw_stone},
        pages={StonePage: draw_stone},
        events={SCORING: draw_stone},
        unnamed_signs=lambda _: (),
        running={"stones": lambda _table: "1"},
        lamps=light,
        describe_change=lambda *_: "changed",
    ),
    history=replace(
        PLUGIN.history,
        count_markers=lambda *_: (1,),
        share_markers=lambda *_: (),
        changes=lambda *_: ["stones"],
    ),
    story=GameStory(
        assess=assess,
        model=Path(__file__).with_name("faulty_chances.json"),
        tell_changes=lambda *_: (),
        play_out=play_out,
    ),
    read_board=lambda _text: (Answer("stones", 1),),
    page=draw_nothing,
)
"""Nim with every facet."""


def change(facet: str, value: object, plugin: GamePlugin = WHOLE) -> GamePlugin:
    """The plugin with another value of a facet."""
    outer, _, inner = facet.partition(".")
    if inner:
        whole: Any = getattr(plugin, outer)
        is_tuple = hasattr(whole, "_replace")
        value = whole._replace(**{inner: value}) if is_tuple else replace(whole, **{inner: value})
    changed: Any = {outer: value}
    return replace(plugin, **changed)


# Facets that can't be used: known when the plugin is loaded ----------------------------------


def with_rules(**attributes: object) -> GamePlugin:
    """The plugin with rules that differ in these attributes."""
    return replace(WHOLE, rules=type("FaultyNim", (Nim,), attributes))


UNUSABLE: Mapping[str, GamePlugin] = {
    **{
        f"{facet}: {at}, {type(value).__name__}": change(facet, value)
        for at, (facet, value) in enumerate(
            (
                ("title", "A title that no menu has room for"),
                ("title", "two\nlines"),
                ("title", 5),
                ("full_title", None),
                ("bgg_id", "5"),
                ("tell", None),
                ("words", {"menu.stones": "How many?"}),
                ("words", GameWords(sentences={"menu.stones": 5})),  # type: ignore[dict-item]  # wrong
                ("words", GameWords(sentences={"menu.stones": LONG})),
                ("words", GameWords(answer_kinds={"stones": ()})),
                ("input", {}),
                ("input.entries", [1]),
                ("input.entries", {"stones": "a list"}),
                ("input.strokes", ["colour"]),
                ("input.ends_or_scores", True),
                ("input.pages", {"award": tell_pages}),
                ("input.panel_keys", {}),
                ("input.forecast", 5),
                ("screens", ()),
                ("screens.entries", {"stones": draw_stone}),
                ("screens.pages", None),
                ("screens.events", {AWARD: None}),
                ("screens.signs", {"king": []}),
                ("screens.signs", {"king": ["##", "#"]}),
                ("screens.legend", {"king": [""]}),
                ("screens.legend", {"king": ["ab"]}),
                ("screens.palette", {"red": "#f00"}),
                ("screens.unnamed_signs", ["thin"]),
                ("screens.lamps", DARK),
                ("screens.describe_change", "changed"),
                ("history", None),
                ("history.grows", None),
                ("history.of_players", "yes"),
                ("history.measure", {}),
                ("history.share_markers", ()),
                ("history.count_markers", 0),
                ("history.marker_values", 5),
                ("history.changes", None),
                ("read_board", "board.toml"),
                ("record", "nim.game"),
                ("snapshot", None),
                ("page", "<svg>"),
            )
        )
    },
    **{
        f"rules: {name} = {value!r}": with_rules(**{name: value})
        for name, value in (
            ("seats", range(2, 40)),
            ("seats", range(3)),
            ("seats", range(0)),
            ("seats", (2, 3)),
            ("colours", ["red", "blue"]),
            ("turn_begins", {"stones"}),
            ("printed", "board"),
            ("play", None),
        )
    },
}
"""By the facet and its value; the problem begins with the facet's name."""


# Parts that fail when they are called ---------------------------------------------------------


def raise_error(*_: object) -> Any:
    return dict[str, int]()["place"]


def leave(*_: object) -> Any:
    raise SystemExit(1)


def recurse(*arguments: object) -> Any:
    return recurse(*arguments)


def spin(*_: object) -> Any:
    for _each in repeat(None):
        pass


def fill(*_: object) -> Any:
    raise MemoryError


def give(value: object) -> Callable[..., Any]:
    return lambda *_: value


WAYS: Mapping[str, Callable[..., Any]] = {
    "raises": raise_error,
    "leaves": leave,
    "recurses": recurse,
    "hangs": spin,
    "fills the memory": fill,
    "gives 5": give(5),
    "gives five million letters": give(LONG),
    "gives itself": give(object()),
}


def value_of(facet: str) -> Any:
    """A facet of the whole game."""
    return attrgetter(facet)(WHOLE)


def _key_of(facet: str) -> Any:
    value = value_of(facet)
    assert value is not None, f"WHOLE has no {facet}"
    return next(iter(value)) if isinstance(value, Mapping) else None


CALLED: Mapping[str, Any] = {
    **{facet: _key_of(facet) for facet, its in FACETS.items() if its.check is not None},
    "words.value_texts": "stones",
}
"""Every facet that is called, each with its key where there are several."""
DRAWN = frozenset(each for each, its in FACETS.items() if its.check is check_nothing)
"""What they return does not matter."""


RESULT, TABLE = "rules.result", "table"


class FaultyPlugin(NamedTuple):
    """A plugin that is faulty in one way, and the part that is named for it."""

    part: str
    """"" where nothing can tell before somebody tries: replaying the answers is what counts.

    `TABLE` where it is noticed at the next answer, if the table is the open game's at all.
    """
    plugin: GamePlugin
    stops_play: bool = False
    """Whether its saved games can't be read."""


def _call(facet: str, way: Callable[..., Any]) -> FaultyPlugin:
    key = CALLED[facet]
    if key is None:
        return FaultyPlugin(facet, change(facet, way))
    name = getattr(key, "__name__", None) or getattr(key, "name", key)
    at = " at stones" if facet == "screens.entries" else ""
    return FaultyPlugin(f"{facet}[{name}]{at}", change(facet, {**value_of(facet), key: way}))


def _spoil_table(facet: str) -> FaultyPlugin:
    """A facet that does what it has to, and changes the table that it is given."""
    key, value = CALLED[facet], value_of(facet)
    call = value if key is None else value[key]

    def spoil(*given: Any) -> Any:
        for each in given:
            table = each.table if isinstance(each, View) else each
            if isinstance(table, NimTable) and table.players:
                table.players[0].taken += 1
        return call(*given)

    return _call(facet, spoil)._replace(part=TABLE)


def _told(**values: Any) -> FaultyPlugin:
    event = GameEvent(kind=AWARD, **values)
    return FaultyPlugin("tell", change("tell", lambda *_: [event]))


def _foreseen(page: FactPage) -> FaultyPlugin:
    def foresee(table: NimTable) -> GameForecast:
        return forecast(table)._replace(pages=(page,))

    return FaultyPlugin("input.forecast", change("input.forecast", foresee))


def _placing(places: Places) -> FaultyPlugin:
    """A grid on which the stones can't be pointed at."""

    def pick(question: Question, _table: NimTable, _context: Any, previous: Any) -> Any:
        return pick_place(question, previous, places)

    return FaultyPlugin("input.entries[stones]", change("input.entries", {"stones": pick}))


def _many_parts(table: GameTable) -> Any:
    return take_snapshot(table, [Count("left", LONG)])


def _draw_much(*_: Any) -> TableDrawing:
    return TableDrawing(places={"left": PlacePicture(Markup(LONG))})


def _count_taken(table: NimTable) -> Any:
    for player in table.players:
        player.taken += 1
    return take_snapshot(table)


def _wrong_part(table: GameTable) -> Any:
    return take_snapshot(table, [Count("left", {1, 2})])  # type: ignore[arg-type]  # no JSON


def _failing_entry() -> FaultyPlugin:
    (kind, draw) = next(iter(PLUGIN.screens.entries.items()))
    faulty = type("FaultyPicker", (kind,), {"confirm": raise_error, "__slots__": ()})

    def open_faulty(question: Question, table: NimTable, *_: Any) -> Any:
        return faulty(question=question, left=table.left)

    plugin = change("input.entries", {"stones": open_faulty})
    return FaultyPlugin("input.entries[stones]", change("screens.entries", {faulty: draw}, plugin))


def asking(**values: Any) -> GamePlugin:
    """Rules whose turn asks a question that differs in these values."""

    def play_turn(self: Nim) -> Conversation:
        table = self.table
        options = tuple(Answer("stones", count) for count in (1, 2, 3))
        asked = {"options": options, "find_objection": table.object_to_stones, **values}
        answer = yield Question("stones", values.get("seat", table.seat), **_without_seat(asked))
        table.take_stones(int(answer.word))

    return with_rules(play_turn=play_turn)


def _without_seat(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != "seat"}


def _asks_text(_self: Nim) -> Iterable[Any]:
    yield "stones"


def _at_random(self: Nim) -> Conversation:
    stones = Answer("stones", random.randint(4, 10**9))
    yield Question("stones", self.table.seat, (stones,), accept_any)


def _spoil(self: Nim) -> Conversation:
    yield from Nim.play_turn(self)
    self.table.players[0].points = "many"  # type: ignore[assignment]  # that is the fault


RULES: Mapping[str, GamePlugin] = {
    "rules that raise at the start": with_rules(__init__=raise_error),
    "rules that raise in play": with_rules(play=raise_error),
    "rules that ask nothing": with_rules(play=lambda _self: iter(())),
    "rules that never ask": with_rules(play_turn=spin),
    "rules that raise at a turn": with_rules(play_turn=raise_error),
    "rules that leave": with_rules(play_turn=leave),
    "rules that ask by a text": with_rules(play_turn=_asks_text),
    "an option that is there twice": asking(options=(Answer("stones", 1), Answer("stones", 1))),
    "an option that can't be hashed": asking(options=(Answer("stones", ["1"]),)),  # type: ignore[arg-type]  # wrong
    "an option of five million letters": asking(options=(Answer("stones", LONG),)),
    "options as a list": asking(options=[Answer("stones", 1)]),
    "a seat where nobody sits": asking(seat=7),
    "points that are words": with_rules(play_turn=_spoil),
}
"""Rules that can't go on."""


AT_PLAY: Mapping[str, FaultyPlugin] = {
    **{
        f"{facet} {way}": _call(facet, does)
        for facet in CALLED
        for way, does in WAYS.items()
        if not (facet in DRAWN and way.startswith("gives"))
        if not (facet == "input.ends_or_scores" and way.startswith("gives"))
    },
    **{f"{facet} changes the table": _spoil_table(facet) for facet in CALLED},
    "a result that fails": FaultyPlugin(RESULT, with_rules(result=raise_error)),
    "a result that hangs": FaultyPlugin(RESULT, with_rules(result=spin)),
    "places without columns": _placing(Places("left", (Place("1"), Place("2"), Place("3")))),
    "a place off the grid": _placing(Places("left", (Place("1"), Place("2")), 2)),
    "a picker that fails at OK": _failing_entry(),
    "a snapshot of five million letters": FaultyPlugin("snapshot", change("snapshot", _many_parts)),
    "a snapshot that is no JSON": FaultyPlugin("snapshot", change("snapshot", _wrong_part)),
    "a drawing of five million letters": FaultyPlugin("page", change("page", _draw_much)),
    "an award to a seat where nobody sits": _told(ranking=((7, 1, 1),)),
    "an event whose said is a number": _told(said=5),
    "an event of five million letters": _told(said=(LONG,)),
    "a page that says a number": FaultyPlugin(
        "input.pages[award]",
        change("input.pages", {AWARD: lambda event, _: [ToldPage(StonePage(event, 5), event)]}),
    ),
    "an outlook of five million letters": _foreseen(FactPage(LONG, 1, "left", (), ())),
    "an outlook whose figure is none": _foreseen(FactPage("", object(), "", (), ())),  # type: ignore[arg-type]  # wrong
    "a sentence with a wrong placeholder": FaultyPlugin(
        "words[did.stones]",
        change("words", GameWords(sentences={"did.stones": "takes {place}"})),
    ),
    **{name: FaultyPlugin("rules", plugin, stops_play=True) for name, plugin in RULES.items()},
    "a random number among the options": FaultyPlugin("", with_rules(play_turn=_at_random), True),
    "a snapshot that changes the table": FaultyPlugin(TABLE, change("snapshot", _count_taken)),
}
"""By what is wrong."""
