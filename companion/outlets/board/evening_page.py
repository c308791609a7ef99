"""The evening: its places beside the tables, and its page with what decided, and the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from fractions import Fraction
from itertools import islice

from companion.outlets.board.evening import Evening, EveningPlace, EveningTie, Measure, find_similar
from companion.outlets.board.page import BoardPage, EveningView, word_winners
from companion.outlets.board.reports import BoardResult
from companion.outlets.pages.frame import draw_dot
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
FILES = {
    "/evening.csv": "board.file.games",
    "/standings.csv": "board.file.standings",
    "/evening.bgsplay": "board.file.bg-stats",
}


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
    counted = any(each.counts for each in evening.games)
    texts = [words.say("board.unnamed")] if counted and not shown else []
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
    parts = [
        element("p", word_winners(game, words)),
        element("p", join_markup(players, " "), class_="muted"),
    ]
    if game.trace and game.counts:
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
