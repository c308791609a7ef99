"""Pages of saved games: their list, one game turn by turn with its charts, the players' figures.

Each is the content of a page, made from a reply of the table's socket (docs/table-api.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any

from companion.outlets.charts import Chart, ChartLine, draw_chart, read_chart, read_charts
from companion.outlets.pages.frame import draw_named
from companion.outlets.web.people import draw_listed, format_day
from companion.text.figures import format_range
from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup

Data = Mapping[str, Any]


def draw_games(reply: Data, words: Words) -> Markup:
    """Draw the list of saved games, the latest first."""
    games = [draw_listed(game, words) for game in reply.get("games", ())]
    content = element("ul", *games, class_="games") if games else None
    return _draw_main(reply, words.say("history.games"), content, words.say("notice.nothing-kept"))


def draw_game(reply: Data, words: Words) -> Markup:
    """Draw a saved game: its result, its charts, and what happened turn by turn."""
    game = reply.get("game")
    if game is None:
        return _draw_main(reply, words.say("history.games"), None, "")
    its = words.of(game["game"])
    content = join_markup(
        [
            element(
                "div",
                element("p", words.say("web.begun", day=format_day(game["when"], words))),
                element("p", game["status"], class_="large"),
            ),
            _draw_standings(game, its),
            _draw_story(game, its),
            _draw_charts(game["chart"], its),
            _draw_turns(game, its),
            element("p", element("a", words.say("web.all-games"), href="/games")),
        ]
    )
    return _draw_main(reply, game["title"], content, "")


def draw_players(reply: Data, words: Words) -> Markup:
    """Draw the players' figures, a table for each game."""
    by_game = groupby(reply.get("players", ()), itemgetter("game"))
    tables = [_draw_figures(list(its), words) for _, its in by_game]
    note = element("p", words.say("players.note"), class_="muted")
    content = join_markup([*tables, note]) if tables else None
    nobody = words.say("notice.nobody-counted")
    return _draw_main(reply, words.say("history.players"), content, nobody)


SAVED_PAGES = {"games": draw_games, "game": draw_game, "players": draw_players}
"""What draws the reply, by what was asked for."""


def _draw_main(reply: Data, title: str, content: Markup | None, nothing: str) -> Markup:
    """Draw a page's content; instead of it why it was refused, or that there is ``nothing``."""
    refused = reply.get("refused")
    text = refused["text"] if refused else nothing
    shown = element("p", text) if refused or content is None else content
    return element("main", element("h1", title), shown, id="main")


# One game ---------------------------------------------------------------------------------------


def _draw_section(title: str, *parts: Markup, class_: str | None = None) -> Markup:
    return element("section", element("h2", title), *parts, class_=class_) if parts else Markup()


def _draw_standings(game: Data, words: Words) -> Markup:
    title = words.say("web.result")
    if game["standings"] is None:
        return _draw_section(title, element("p", words.say("web.unfinished")))
    columns = [words.say("column.player"), words.say("column.points")]
    named = [draw_named(player) for player in game["players"]]
    rows = [
        element(
            "tr",
            element("th", named[line["seat"]], scope="row"),
            element("td", str(line["points"])),
            class_="won" if line["won"] else None,
        )
        for line in game["standings"]
    ]
    return _draw_section(title, _draw_table_region(title, columns, rows))


def _draw_charts(chart: Data, words: Words) -> Markup:
    charts = (draw_chart_figure(each, words) for each in read_charts(chart))
    return _draw_section(words.say("web.charts"), *charts, class_="charts")


def _draw_story(game: Data, words: Words) -> Markup:
    """Draw how a game went: sentences, moments, everybody's best, the chances, how they are known.

    Of a game without it why there is none; a box of an older version says neither.
    """
    story, why_none = game.get("story"), game.get("no_story")
    if story is None:
        none = [element("p", why_none)] if why_none else []
        return _draw_section(words.say("story.title"), *none)
    parts = [element("p", each) for each in story["said"]]
    for each in (*story["moments"], *story["best"]):
        parts += [element("h3", each["title"]), element("p", each["text"])]
    parts.append(draw_story_chart(story["chart"], words))
    known = [*story["how"], *filter(None, [story["pending"]])]
    parts += [element("h3", words.say("story.how-sure"))]
    parts += [element("p", each, class_="muted") for each in known]
    return _draw_section(words.say("story.title"), *parts)


def draw_story_chart(chart: Data, words: Words) -> Markup:
    """Draw everybody's chances as bands, and as a table."""
    return draw_chart_figure(read_chart(chart), words, "chances")


def draw_chart_figure(chart: Chart, words: Words, key: str | None = None) -> Markup:
    """Draw a chart with its title, and its numbers as a table; nothing without values.

    By its ``key`` a page that grows keeps it, with its numbers open, whatever comes before it.
    """
    if not any(line.values for line in chart.lines):
        return Markup()
    numbers = element(
        "details", element("summary", words.say("web.figures")), _draw_numbers(chart, words)
    )
    title = element("figcaption", chart.title)
    drawn = draw_chart(chart, words)
    return element("figure", title, drawn, numbers, class_="chart", data_key=key)


def _draw_numbers(chart: Chart, words: Words) -> Markup:
    names: dict[int, list[str]] = {}
    for mark in chart.marks:
        names.setdefault(mark.turn, []).append(mark.text)
    columns = [words.say("chart.turns"), *(line.name for line in chart.lines)]
    rows = [
        element(
            "tr",
            element("th", ", ".join([str(turn), *names.get(turn, ())]), scope="row"),
            *(element("td", text) for text in texts),
        )
        for turn, texts in enumerate(zip_longest(*map(_list_texts, chart.lines), fillvalue=""))
    ]
    return _draw_table_region(chart.title, columns, rows)


def _list_texts(line: ChartLine) -> list[str]:
    if line.bands:
        return [format_range(low, high) for low, high in line.bands]
    return ["" if value is None else str(value) for value in line.values]


def _draw_turns(game: Data, words: Words) -> Markup:
    turns = [_draw_turn(each, game["players"], words) for each in game["turns"]]
    listed = [element("ol", *turns, class_="turns")] if turns else []
    return _draw_section(words.say("web.turns"), *listed)


def _draw_turn(turn: Data, players: Sequence[Data], words: Words) -> Markup:
    names = [player["name"] for player in players]
    who = []
    if turn["seat"] is not None:
        who.append(element("strong", draw_named(players[turn["seat"]])))
    time = [" ", element("span", turn["time"], class_="muted")] if turn["time"] else []
    head = [element("p", *who, *time)] if who else []
    text = [element("p", turn["text"])] if turn["text"] else []
    gains = [_draw_gain(each, names, words) for each in turn["scorings"]]
    events = [element("p", each["text"]) for each in turn["events"]]
    return element("li", *head, *text, *events, *gains, value=turn["number"])


def _draw_gain(gain: Data, names: Sequence[str], words: Words) -> Markup:
    if gain["points"] is None:
        return element("p", gain["text"], class_="scoring")
    each = (
        words.say("gain.standing", player=name, points=points)
        for name, points in zip(names, gain["points"], strict=True)
    )
    text = words.say("gain.scoring", scoring=gain["text"], gained=", ".join(each))
    return element("p", text, class_="scoring")


def _draw_table_region(title: str, columns: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """Draw a table that scrolls sideways where it is too wide; also by keyboard."""
    head = element("tr", *(element("th", column, scope="col") for column in columns))
    table = element("table", element("thead", head), element("tbody", join_markup(rows)))
    return element("div", table, class_="wide", role="region", aria_label=title, tabindex=0)


# Players' figures -------------------------------------------------------------------------------


def _draw_figures(players: Sequence[Data], words: Words) -> Markup:
    """Draw the figures of one game: a row for each player."""
    title = players[0]["title"]
    columns = [words.say("column.player"), *(each["text"] for each in players[0]["figures"])]
    rows = [
        element(
            "tr",
            element("th", player["name"], scope="row"),
            *(element("td", each["shown"]) for each in player["figures"]),
        )
        for player in players
    ]
    return _draw_section(title, _draw_table_region(title, columns, rows))
