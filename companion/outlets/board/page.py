"""The pages of the board, and what the hall has: its head, and a card for each table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from companion.outlets.board.evening import Measure
from companion.outlets.board.hall import HallTable
from companion.outlets.board.reports import BoardResult, HallPlayer, TableReport
from companion.outlets.pages.frame import COLOURS, draw_dot, frame_page
from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup

SHORT_NAME = 10
"""Letters of a table's name in large letters."""
FEW, MANY, CROWD = 8, 15, 24
"""Up to so many tables each has much room, some, or just enough; more tables scroll."""


class BoardPage(StrEnum):
    """A page of the navigation, by its path."""

    HALL = "/"
    EVENING = "/evening"
    ELSEWHERE = ""


class EveningView(NamedTuple):
    """What of the evening is shown."""

    measure: Measure = Measure.WINS
    """What the places are ordered by."""
    page: int = 1
    """Of the games, the newest on the first."""

    def path(self, of: str = BoardPage.EVENING) -> str:
        """Where it is."""
        sign = "&" if "?" in of else "?"
        page = f"&page={self.page}" if self.page > 1 else ""
        return f"{of}{sign}by={self.measure}{page}"


NEWEST = EveningView()
NAVIGATION = {BoardPage.HALL.value: "board.hall", BoardPage.EVENING.value: "board.evening"}
EVENTS = {BoardPage.HALL: "/events", BoardPage.EVENING: "/events?evening"}


def build_board_page(
    words: Words,
    main: Markup,
    here: BoardPage = BoardPage.ELSEWHERE,
    view: EveningView = NEWEST,
) -> Markup:
    """Build a whole page of the board; ``view`` is what the evening's shows."""
    title = words.say(NAVIGATION.get(here, "board.hall"))
    events = EVENTS.get(here)
    again = str(here)
    if here is BoardPage.EVENING:
        events, again = view.path(EVENTS[here]), view.path()
    class_ = "board" if here is BoardPage.HALL else None
    sheets = ["board.css"]
    return frame_page(
        words,
        title,
        main,
        NAVIGATION,
        here,
        events=events,
        again=again,
        class_=class_,
        sheets=sheets,
    )


# The hall ---------------------------------------------------------------------------------------


def draw_hall(parts: Mapping[str, Markup], words: Words) -> Markup:
    """Draw the head, all tables by their cards, and the evening beside them, in this order."""
    head, *cards, beside = parts.values()
    tables = (
        element("ul", *cards, class_=f"tables {_room_for(len(cards))}", role="list")
        if cards
        else element(
            "div",
            element("p", words.say("board.no-tables"), class_="large"),
            element("p", words.say("board.no-tables.why"), class_="muted"),
            class_="no-tables",
        )
    )
    return element("main", head, tables, beside, id="main", class_="hall")


def draw_hall_head(waiting: Sequence[str], words: Words, *, lost: bool) -> Markup:
    """Draw the heading with the tables at a scoring; ``lost`` is whether the broker has gone."""
    heading = element("h1", words.say("board.tables"))
    notice = [element("p", words.say("board.no-broker"), class_="notice")] if lost else []
    return element("header", heading, *_draw_called(waiting, words), *notice, id="hall-head")


def part_of(table: HallTable) -> str:
    """The id of a table's card."""
    return f"table-{table.id}"


def announce_hall(waiting: Sequence[str], words: Words) -> str:
    """Say what a screen reader reads aloud when it changes."""
    return f"{words.say('board.scoring')}: {words.listed(waiting)}" if waiting else ""


def _room_for(tables: int) -> str:
    """The class of so many tables."""
    if tables <= FEW:
        return f"few few-{tables}"
    return "many" if tables <= MANY else "packed" if tables <= CROWD else "crowd"


def _draw_called(waiting: Sequence[str], words: Words) -> Iterable[Markup]:
    if not waiting:
        return []
    label = element("span", words.say("board.scoring"), class_="label")
    names = (element("strong", name, class_="name") for name in waiting)
    return [element("p", label, " ", join_markup(names, " "), class_="called")]


def draw_card(table: HallTable, result: BoardResult | None, words: Words) -> Markup:
    """Draw one table; ``result`` is that of its game, if it is over."""
    report = table.report
    assert report is not None, "only tables that have said something are shown"
    game = report.game
    waiting = table.is_scoring
    parts = [_draw_head(report, words, waiting=waiting)]
    if table.gone:
        since = words.say("board.gone", time=f"{table.heard_on:%H:%M}")
        parts.append(element("p", since, class_="contact"))
    if waiting:
        parts.append(_draw_scoring(table, report, words))
    if game and report.players:
        parts.append(_draw_sitting(report, result, words, gone=table.gone))
    parts += _draw_foot(report, result, words)
    state = "waiting" if waiting else "gone" if table.gone else "idle" if game is None else ""
    light = report.light if report.light in COLOURS and not table.gone else ""
    classes = " ".join(filter(None, ["hall-table", state, light]))
    return element("li", *parts, id=part_of(table), class_=classes)


def _draw_head(report: TableReport, words: Words, *, waiting: bool) -> Markup:
    game = report.game
    if game is None:
        what = element("p", words.say("board.free"), class_="game")
    else:
        progress = game.progress if game.started else words.say("board.setup")
        over = game.finished and not waiting  # the last scoring is shown when the game is over
        stage = words.say("board.finished") if over else progress
        title = element("span", f"{game.title}, ", class_="title") if stage else game.title
        what = element("p", title, stage, class_="game")
    long = "name long-name" if len(report.name) > SHORT_NAME else "name"
    return element("div", element("h2", report.name, class_=long), what, class_="head")


def _draw_scoring(table: HallTable, report: TableReport, words: Words) -> Markup:
    label = element("p", words.say("board.scoring"), class_="label")
    event = table.shown_event
    texts = [report.doing]
    if event is not None:
        texts += [text for text in (event.text, *event.lines[:2]) if text]
    shown = list(dict.fromkeys(filter(None, texts)))
    title = [element("p", text, class_="doing") for text in shown[:1]]
    lines = [element("p", text, class_="line") for text in shown[1:]]
    return element("div", label, *title, *lines, class_="scoring-now")


def _draw_sitting(
    report: TableReport, result: BoardResult | None, words: Words, *, gone: bool
) -> Markup:
    winners = {result.players[seat].name for seat in result.winners} if result else set()
    points = (
        {player.name: player.points for player in result.players}
        if result
        else {each.name: its for each, its in zip(report.players, report.points, strict=True)}
    )
    live = not gone and report.game is not None and not report.game.finished
    best = max((its for its in points.values() if its is not None), default=None)
    rows = []
    for player in report.players:
        its = points.get(player.name)
        ahead = player.name in winners if result else its is not None and its == best
        rows.append(_draw_player(player, its, ahead=ahead, turn=player.turn and live))
    label = words.say("web.players")
    return element("ul", *rows, class_="sitting", aria_label=label, role="list")


def _draw_player(player: HallPlayer, points: int | None, *, ahead: bool, turn: bool) -> Markup:
    number = [element("span", str(points), class_="number")] if points is not None else []
    return element(
        "li",
        draw_dot(player.colour),
        element("span", player.name, class_="name"),
        *number,
        class_="ahead" if ahead else None,
        aria_current="true" if turn else None,
    )


def _draw_foot(report: TableReport, result: BoardResult | None, words: Words) -> Iterable[Markup]:
    """Draw who has won, else what is being done and what one sees of the table."""
    if result is not None:
        moment = [element("p", result.moment, class_="foot")] if result.moment else []
        return [element("p", word_winners(result, words), class_="foot won"), *moment]
    game = report.game
    if game is None or report.waiting:
        return []
    texts = [report.doing]
    if game.started and not game.finished:
        texts += _list_parts(report, words)
    return [element("p", text, class_="foot") for text in texts if text]


def _list_parts(report: TableReport, words: Words) -> Iterable[str]:
    if report.parts is not None:
        return [words.say("list.of", what=each.label, said=each.text) for each in report.parts]
    return [] if report.left is None else [words.say("board.left", cards=report.left)]


def word_winners(result: BoardResult, words: Words) -> str:
    """Say who has won, or that nobody has as the game does not count."""
    if not result.counts:
        return words.say("board.void")
    names = [result.players[seat].name for seat in sorted(result.winners)]
    return words.say("board.won", winners=len(names), players=words.listed(names))
