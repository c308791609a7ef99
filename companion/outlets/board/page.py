"""The pages of the board: the hall with all its tables, and the evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from enum import StrEnum
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from companion.outlets.board.evening import Evening, EveningPlace, EveningTie, Measure, find_similar
from companion.outlets.board.hall import HallTable
from companion.outlets.board.reports import BoardResult, HallPlayer, TableReport
from companion.outlets.pages.frame import COLOURS, draw_dot, frame_page
from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup

MOST_PLACES = 10
"""Places beside the tables; all of them are on the page of the evening."""
MOST_TIES = 2
"""Reasons beside the tables."""
MOST_EVENING_PLACES, MOST_EVENING_TIES, GAMES_A_PAGE = 200, 20, 50
"""What the page of the evening has of each; the files have all."""
MOST_SIMILAR = 8
"""Pairs of names that may be the same person."""
MOST_DIGITS = 6
SHORT_NAME = 10
"""Letters of a table's name in large letters."""
FEW, MANY, CROWD = 8, 15, 24
"""Up to so many tables each has much room, some, or just enough; more tables scroll."""
FILES = {
    "/evening.csv": "board.file.games",
    "/standings.csv": "board.file.standings",
    "/evening.bgsplay": "board.file.bg-stats",
}


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
    """Say who has won."""
    names = [result.players[seat].name for seat in sorted(result.winners)]
    return words.say("board.won", winners=len(names), players=words.listed(names))


# The evening ------------------------------------------------------------------------------------


def draw_beside(evening: Evening, words: Words) -> Markup:
    """Draw the first places of the evening, and what decided between equals."""
    places = evening.places()
    shown = places[:MOST_PLACES]
    ties = _word_ties(evening, shown, MOST_TIES, words, Measure.WINS)
    parts = [
        element("h2", element("a", words.say("board.standings"), href=BoardPage.EVENING.value)),
        _draw_since(evening, words),
        *([_draw_places(shown, words)] if shown else []),
        *_draw_more(len(places) - MOST_PLACES, words),
        *(element("p", text, class_="tie") for text in ties),
    ]
    return element("section", *parts, class_="evening", id="beside")


def draw_evening(evening: Evening, view: EveningView, words: Words) -> Markup:
    """Draw everybody's place, what decided, the games, and the files."""
    places = evening.places(view.measure)
    shown = places[:MOST_EVENING_PLACES]
    reasons = _word_ties(evening, shown, MOST_EVENING_TIES, words, view.measure)
    parts = [
        element("h1", words.say("board.standings")),
        element(
            "section",
            _draw_since(evening, words),
            *([_draw_places(shown, words, view.measure)] if places else []),
            *_draw_remarks(evening, shown, words),
            *_draw_more(len(places) - MOST_EVENING_PLACES, words),
            element("p", words.say("board.rule"), class_="muted"),
        ),
    ]
    if reasons:
        items = (element("li", text) for text in reasons)
        title = element("h2", words.say("board.ties"))
        parts.append(element("section", title, element("ul", *items), class_="ties"))
    if evening.games:
        parts.append(_draw_games(evening, view, words))
        parts.append(_draw_files(words))
    return element("main", *parts, id="main", class_="evening-page")


def _word_ties(
    evening: Evening, shown: Sequence[EveningPlace], most: int, words: Words, measure: Measure
) -> list[str]:
    """What decided between equals of whom the first is shown."""
    first = {each.name for each in shown}
    ties = (tie for tie in evening.ties(measure) if tie.places[0].name in first)
    return [word_tie(tie, words) for tie in islice(ties, most)]


def _draw_remarks(
    evening: Evening, shown: Sequence[EveningPlace], words: Words
) -> Iterable[Markup]:
    """Draw what an organiser should know; of names only of those shown, as each meets each."""
    texts = [words.say("board.unnamed")] if evening.games and not shown else []
    texts += [
        words.say("board.similar", names=words.listed(pair))
        for pair in find_similar(each.name for each in shown)[:MOST_SIMILAR]
    ]
    if ahead := +evening.ahead:
        texts.append(words.say("board.ahead", tables=words.listed(sorted(ahead))))
    return [element("p", text, class_="notice") for text in texts]


def _draw_more(players: int, words: Words) -> Iterable[Markup]:
    if players <= 0:
        return []
    return [element("p", words.say("board.more", players=players), class_="muted")]


def _draw_since(evening: Evening, words: Words) -> Markup:
    if not evening.games:
        return element("p", words.say("board.no-games"), class_="muted")
    time = f"{evening.start:%H:%M}"
    text = words.say("board.since", games=len(evening.games), time=time)
    return element("p", text, class_="muted")


def _draw_places(
    places: Sequence[EveningPlace], words: Words, measure: Measure | None = None
) -> Markup:
    """Draw the table, with links to its other orders if it is ordered by ``measure``."""
    heads = {
        "place": "board.place",
        "name": "column.player",
        "wins": "board.wins",
        "played": "board.games",
        "points": "column.points",
        "share": "board.share",
        **({"rate": "board.rate"} if measure else {}),
    }
    columns = []
    for class_, key in heads.items():
        title: str | Markup = words.say(key)
        if measure and class_ in list(Measure):
            title = element("a", title, href=EveningView(Measure(class_)).path())
        sort = "descending" if class_ == measure else None
        columns.append(element("th", title, scope="col", class_=class_, aria_sort=sort))
    rows = [
        element(
            "tr",
            element("td", str(each.place), class_="place"),
            element("th", each.name, scope="row", class_="name"),
            element("td", str(each.wins), class_="wins"),
            element("td", str(each.games), class_="played"),
            element("td", str(each.points), class_="points"),
            element("td", word_share(each.share, words), class_="share"),
            *([element("td", word_share(each.rate, words), class_="rate")] if measure else []),
            class_="won" if each.place == 1 and each.wins else None,
        )
        for each in places
    ]
    head = element("thead", element("tr", *columns))
    return element("table", head, element("tbody", *rows), class_="places")


def _draw_games(evening: Evening, view: EveningView, words: Words) -> Markup:
    last = len(evening.games) - GAMES_A_PAGE * (view.page - 1)
    games = evening.games[max(0, last - GAMES_A_PAGE) : max(0, last)]
    items = [_draw_game(game, evening.start.tzinfo, words) for game in reversed(games)]
    heading = element("h2", words.say("board.finished-games"))
    listed = element("ul", *items, class_="games", role="list")
    links = []
    if view.page > 1:
        links.append(_link_games("board.newer", view._replace(page=view.page - 1), words))
    if last > GAMES_A_PAGE:
        links.append(_link_games("board.older", view._replace(page=view.page + 1), words))
    more = [element("p", join_markup(links, " "), class_="turn-over")] if links else []
    return element("section", heading, listed, *more)


def _link_games(key: str, view: EveningView, words: Words) -> Markup:
    return element("a", words.say(key), class_="button", href=view.path())


def _draw_game(game: BoardResult, zone: tzinfo | None, words: Words) -> Markup:
    when = words.say(
        "board.ended", table=game.table_name, time=f"{game.ended.astimezone(zone):%H:%M}"
    )
    title = element("p", words.title_of(game.game), " ", element("time", when), class_="title")
    scores = sorted(game.players, key=lambda player: -player.points)
    players = (
        element("span", draw_dot(each.colour), f"{each.name} {each.points}", class_="named")
        for each in scores
    )
    won = words.say("board.void") if not game.counts else word_winners(game, words)
    parts = [element("p", won), element("p", join_markup(players, " "), class_="muted")]
    if game.correction and game.counts:
        parts.append(element("p", words.say("board.corrected"), class_="muted"))
    return element("li", title, *parts, class_=None if game.counts else "void")


def _draw_files(words: Words) -> Markup:
    links = (element("li", element("a", words.say(key), href=path)) for path, key in FILES.items())
    heading = element("h2", words.say("board.files"))
    return element("section", heading, element("ul", *links), class_="files")


def word_share(share: Fraction, words: Words, digits: int = 1) -> str:
    """A share in percent."""
    number = f"{float(100 * share):.{digits}f}"
    return words.say("board.percent", number=number.replace(".", words.say("number.decimal-sign")))


def word_tie(tie: EveningTie, words: Words) -> str:
    """Say what decided between equals, or that they share a place."""
    first = tie.places[0]
    if tie.decides is None:
        names = words.listed(each.name for each in tie.places)
        return words.say("board.tie.shared", players=names, place=first.place)
    figures = _word_figures(tie.places, tie.decides, words)
    equal = words.listed(_word_equal(first, each, words) for each in tie.equal)
    return words.say(f"board.tie.{tie.decides}", equal=equal, figures=figures)


PARTS = (Measure.SHARE, Measure.RATE)
"""The measures that are told in percent."""


def _word_figures(places: Sequence[EveningPlace], measure: Measure, words: Words) -> str:
    """Each player's figure, with as many decimals as tell them apart."""
    figures = {each.name: each.figures([measure])[0] for each in places}
    digits = _distinct_digits(set(figures.values()))
    said = {
        name: word_share(each, words, digits) if measure in PARTS else str(each)
        for name, each in figures.items()
    }
    return ", ".join(f"{name} {each}" for name, each in said.items())


def _word_equal(place: EveningPlace, measure: Measure, words: Words) -> str:
    (figure,) = place.figures([measure])
    if measure in PARTS:
        return words.say(f"board.equal.{measure}", share=word_share(figure, words))
    return words.say(f"board.equal.{measure}", number=int(figure))


def _distinct_digits(shares: set[Fraction]) -> int:
    """As many decimals as tell these shares apart."""
    for digits in range(1, MOST_DIGITS):
        if len({f"{float(100 * share):.{digits}f}" for share in shares}) == len(shares):
            return digits
    return MOST_DIGITS
