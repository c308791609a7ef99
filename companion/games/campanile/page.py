"""The table for the phone page: what `describe` gives, as HTML and SVG."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.campanile.card_picture import draw_cards
from companion.games.campanile.flag_picture import draw_flags
from companion.games.campanile.tower_picture import draw_towers, player_paint
from companion.games.svg_pieces import draw_disc, shorten_names
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup

Data = Mapping[str, Any]
READ = "for-screen-readers"


def draw_table(table: Mapping[str, Any], words: Words) -> Markup:
    """Draw the towers, the cards, the flags and the markers; first the pictures, then in words."""
    parts: list[str] = []
    if table["winners"]:
        parts.append(_draw_winners(table["winners"], words))
    if table["towers"]:
        parts.append(_draw_towers(table, words))
    if table["turn"] is not None:
        parts.append(_draw_cards(table, words))
    if table["scoring"]:
        parts.append(_draw_flags(table["scoring"], words))
    if table["turn"] is not None:
        parts += [_draw_tower_list(table, words), _draw_stocks(table["players"], words)]
    return join_markup(parts)


def _draw_winners(winners: Sequence[str], words: Words) -> Markup:
    return element(
        "p",
        words.say("web.winners", winners=len(winners), players=words.listed(winners)),
        class_="large",
    )


def _draw_towers(table: Data, words: Words) -> Markup:
    towers = table["towers"][::-1] if table["mirrored"] else table["towers"]
    return element("div", draw_towers(table, towers, words), class_="towers picture")


# Open cards and piles ----------------------------------------------------------------------


def _draw_cards(table: Data, words: Words) -> Markup:
    lines = list(_list_cards(table, words))
    items = element("ul", *(element("li", line) for line in lines), class_=READ)
    picture = [] if table["light"] else [draw_cards(table, words)]
    if table["light"]:
        lines = [words.say("web.untracked"), *lines]
        items = element("ul", *(element("li", line) for line in lines))
    title = words.say("web.cards")
    return element("section", element("h3", title), *picture, items, class_="part")


def _list_cards(table: Data, words: Words) -> Iterator[str]:
    """The open cards and the pile, or the three piles of 1996."""
    opened, left = table["open"], table["left"]
    if table["intermezzo"] is None:
        yield from _list_piles(opened, left, words)
        return
    if opened is not None:
        styles = words.listed(words.say(f"title.{style}") for style in opened)
        yield words.say("score.open", open=styles or words.say("value.none"))
    if left is not None:
        yield words.say("score.pile", cards=left[0])


def _list_piles(
    opened: Sequence[str | None] | None, left: Sequence[int] | None, words: Words
) -> Iterator[str]:
    tops = [None] * 3 if opened is None else opened
    for number, style in enumerate(tops, 1):
        unknown = "value.unknown" if opened is None else "score.pile-empty"
        top = words.say(unknown if style is None else f"title.{style}")
        if left is not None:
            yield words.say("score.pile-of", number=number, top=top, cards=left[number - 1])
        elif opened is not None:
            yield words.say("web.pile", number=number, top=top)


# Flags, towers, markers --------------------------------------------------------------------


def _draw_flags(scoring: Data, words: Words) -> Markup:
    title = words.say(f"web.flags.{scoring['name']}")
    items = (
        element("li", words.say("web.flag", rank=words.say(f"rank.{rank}"), chips=_join(flag)))
        for rank, flag in enumerate(scoring["flags"], 1)
    )
    picture = draw_flags(scoring["flags"], title)
    read = element("ol", *items, class_=READ)
    return element("section", element("h3", title), picture, read, class_="part")


def _join(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _draw_tower_list(table: Data, words: Words) -> Markup:
    towers = (_draw_tower(tower, words) for tower in table["towers"])
    heading = element("h3", words.say("web.tower-by-tower"))
    return element("section", heading, *towers, class_="part tower-list")


def _draw_tower(tower: Data, words: Words) -> Markup:
    named = words.say(f"table_check.tower.{tower['style']}")
    heading = element("h4", words.say("web.tower", tower=named, floors=tower["floors"]))
    items = [element("li", _say_row(row, tower["leader"], words)) for row in tower["rows"]]
    if items:
        return element("article", heading, element("ol", *items), class_="tower-in-words")
    nobody = element("p", words.say("marker.nobody"), class_="muted")
    return element("article", heading, nobody, class_="tower-in-words")


def _say_row(row: Data, leader: int | None, words: Words) -> str:
    key = "web.row.leads" if row["seat"] == leader else "web.row"
    influence, markers = str(row["influence"]), "+".join(map(str, row["markers"]))
    if len(row["markers"]) > 1:
        influence = f"{influence} ({markers})"
    return words.say(key, player=row["player"], influence=influence)


def _draw_stocks(players: Sequence[Data], words: Words) -> Markup:
    """Each player's disc as it lies under the towers, and the markers that are left."""
    short = shorten_names([player["name"] for player in players])
    values = (
        element("th", value, scope="col", aria_label=words.say("web.marker", marker=value))
        for value in players[0]["stock"]
    )
    head = element("tr", element("th", words.say("column.player"), scope="col"), *values)
    rows = (_draw_stock(*each) for each in zip(players, short, strict=True))
    return element(
        "section",
        element("h3", words.say("web.stock")),
        element("table", element("thead", head), element("tbody", *rows)),
        class_="part stocks",
    )


def _draw_stock(player: Data, letters: str) -> Markup:
    disc = element(
        "svg",
        draw_disc(15, 15, 13, player_paint(player), letters),
        viewBox="0 0 30 30",
        width=30,
        height=30,
        aria_hidden="true",
    )
    counts = (element("td", str(count)) for count in player["stock"].values())
    return element("tr", element("th", disc, " ", player["name"], scope="row"), *counts)
