"""The table for the phone page: what `describe` gives, as HTML and SVG."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.capitol.sign_rows import AMPHITHEATRE, FOUNTAIN, TEMPLE
from companion.games.svg_pieces import INK, draw_words
from companion.games.table_drawing import (
    OUTLINE,
    PlayerMark,
    define_patterns,
    draw_picture,
    draw_player,
    draw_player_disc,
    draw_rows,
    draw_section,
    draw_sign,
    list_facts,
    list_items,
    mark_players,
)
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup

Marks = Mapping[str, PlayerMark]
PREFIX = "capitol"
NEAR = "only-near"
"""The class of what is left out where the table is seen from across the room."""
HUES = {"light-blue": "#7cc4e8", "purple": "#8a5fbf", "pink": "#ee8fb7"}
"""The paint of each colour of prefectures."""
SITE, LEAST_SITES = 46, 9
"""The width of a small site, and for how many there is room at least."""
WIDTH_LARGE = 60
HOUSE_LEFT, HOUSE_WIDTH = 6, 34
GROUND, FOOT = 126, 168
FIGURE = 33
"""The size of heights and initials, as large as there is room: they are read across a room."""
BLOCK, SKY = 16, 46
"""The most that a block is high, and the room above a house for its roof and its figure."""
LEAST_HEIGHT = 52
"""Room above the ground for the signs."""
SIGNS = {"fountains": FOUNTAIN, "temples": TEMPLE, "amphitheatres": AMPHITHEATRE}


def draw_table(table: Mapping[str, Any], words: Words) -> Markup:
    """Draw the prefectures as cards, then what lies beside them, and the players."""
    marks, say = mark_players(PREFIX, table["players"]), words.say
    board = [_draw_prefecture(there, marks, words) for there in table["prefectures"]]
    beside = _list_supplies(table, words)
    players = [_draw_player(player, marks, words) for player in table["players"]]
    return join_markup(
        (
            define_patterns(PREFIX, table["players"]),
            draw_section(
                say("page.board"), beside, _stand_side_by_side(board, "cards prefectures")
            ),
            draw_section(say("page.players"), _stand_side_by_side(players, "cards")),
        )
    )


def _stand_side_by_side(cards: list[Markup], class_: str) -> Markup:
    return element("div", *cards, class_=class_)


# A prefecture --------------------------------------------------------------------------------


def _draw_prefecture(there: Mapping[str, Any], marks: Marks, words: Words) -> Markup:
    paint = HUES.get(there["colour"], INK)
    square = element("rect", x=3, y=3, width=26, height=26, rx=5, fill=paint, stroke=INK)
    hue = element("span", words.named("hue", there["colour"]), class_="muted")
    swatch = draw_picture(32, 32, square, class_="disc")
    heading = element("h4", swatch, " ", there["name"], " ", hue)
    return element(
        "article",
        heading,
        _draw_sites(there, marks, paint),
        _list_places(there, marks, words),
        list_items(_list_sites(there, words), class_=NEAR),
        class_="card",
    )


def _draw_sites(there: Mapping[str, Any], marks: Marks, paint: str) -> Markup:
    """The houses in the order they were built, the fountains, the free sites, the large ones."""
    smalls = len(there["houses"]) + there["fountains"] + there["free_small"]
    larges = ["temples"] * there["temples"] + ["amphitheatres"] * there["amphitheatres"]
    large_width = WIDTH_LARGE * (len(larges) + there["free_large"])
    width = max(smalls, LEAST_SITES) * SITE + large_width
    tallest = max((house["height"] for house in there["houses"]), default=1)
    block = min(BLOCK, (GROUND - SKY) / tallest)
    ground = element("rect", y=GROUND, width=width, height=7, fill=paint, rx=2)
    parts = [ground]
    for place, house in enumerate(there["houses"]):
        drawn = join_markup(_draw_house(house, marks[house["player"]], block))
        parts.append(_move(place * SITE, drawn))
    for place in range(len(there["houses"]), smalls):
        is_fountain = place < len(there["houses"]) + there["fountains"]
        drawn = draw_rows(7, GROUND - 30, 3.6, FOUNTAIN) if is_fountain else _draw_free(HOUSE_WIDTH)
        parts.append(_move(place * SITE, drawn))
    left = width - large_width
    for building in [*larges, *[""] * there["free_large"]]:
        drawn = draw_rows(6, GROUND - 44, 5.3, SIGNS[building]) if building else _draw_free(48)
        parts.append(_move(left, drawn))
        left += WIDTH_LARGE
    above = GROUND - max(tallest * block + SKY, LEAST_HEIGHT)
    lifted = element("g", *parts, transform=f"translate(0 {-above:g})")
    return draw_picture(width, FOOT - above, lifted)


def _move(right: float, drawn: Markup) -> Markup:
    return element("g", drawn, transform=f"translate({right} 0)")


def _draw_free(width: float) -> Markup:
    """A free site: a dashed frame, higher than wide where it is large."""
    return element(
        "rect",
        x=HOUSE_LEFT,
        y=GROUND - width,
        width=width,
        height=width - 3,
        fill="none",
        stroke=INK,
        stroke_opacity=0.6,
        stroke_width=2,
        stroke_dasharray="5 4",
    )


def _draw_house(house: Mapping[str, Any], mark: PlayerMark, block: float) -> Iterator[Markup]:
    """Its blocks and its roof, the height above, the owner's initial below."""
    top = GROUND - house["height"] * block
    for place in range(house["height"]):
        yield element(
            "rect",
            x=HOUSE_LEFT,
            y=top + place * block,
            width=HOUSE_WIDTH,
            height=block,
            fill=mark.fill,
            **OUTLINE,
        )
    right = HOUSE_LEFT + HOUSE_WIDTH
    dome = f"M{HOUSE_LEFT} {top}A{HOUSE_WIDTH / 2} 12 0 0 1 {right} {top}z"
    flat = f"M{HOUSE_LEFT - 3} {top}v-6h{HOUSE_WIDTH + 6}v6z"
    roof = dome if house["shape"] == "round" else flat
    yield element("path", d=roof, fill=mark.paint, **OUTLINE)
    middle = HOUSE_LEFT + HOUSE_WIDTH / 2
    yield draw_words(middle, top - 15, str(house["height"]), FIGURE, bold=True)
    size = FIGURE if len(mark.initial) < 3 else FIGURE * 0.7
    yield draw_words(middle, FOOT - 6, mark.initial, size, bold=True)


def _list_places(there: Mapping[str, Any], marks: Marks, words: Words) -> Markup:
    """Who has built there, most blocks first; then what decides."""
    decision = element("p", words.say(f"majority.{there['decided_by']}"), class_=f"muted {NEAR}")
    if not there["places"]:
        return decision
    rows = []
    for place in there["places"]:
        player, key = place["player"], "page.place" if place["rank"] else "page.no-place"
        own = [house["height"] for house in there["houses"] if house["player"] == player]
        values = {"player": player, "blocks": place["blocks"], "rank": place["rank"]}
        said = words.say(key, heights=", ".join(map(str, own)), **values)
        rows.append(element("li", draw_player_disc(marks[player]), " ", said))
    return join_markup((element("ul", *rows, class_=NEAR), decision))


def _list_sites(there: Mapping[str, Any], words: Words) -> Iterator[str]:
    if there["houses"]:
        yield words.say("page.roofs", shape=there["houses"][0]["shape"])
    for key in SIGNS:
        if there[key]:
            said = words.say("list.of", what=words.say(f"page.{key}"), said=there[key])
            yield join_markup((draw_sign(SIGNS[key]), " ", said))
    yield words.say("page.free", small=there["free_small"], large=there["free_large"])


# Beside the board, and in front of the players -------------------------------------------------


def _list_supplies(table: Mapping[str, Any], words: Words) -> Markup:
    say, said = words.say, []
    if table["consul"] is not None:
        said.append(say("score.consul", number=table["round"], player=table["consul"]))
        said.append(say("score.supply", blocks=table["supply"]))
    if table["stacks"] is not None:
        said.append(say("score.stacks", stacks=say("score.cards", **table["stacks"])))
    if table["auction"] is not None:
        said.append(_describe_auction(table["auction"], words))
    if table["passed"]:
        said.append(say("list.of", what=say("field.passed"), said=words.listed(table["passed"])))
    if table["winners"]:
        said.append(say("page.winners", players=words.listed(table["winners"])))
    return list_items(said)


def _describe_auction(auction: Mapping[str, Any], words: Words) -> str:
    numbers = words.say("auction.lot", number=auction["number"], lots=auction["of"])
    values = {"building": auction["building"], "number": numbers}
    if not auction["bids"]:
        return words.say("page.auction", **values)
    bids = ", ".join(f"{player} {bid}" for player, bid in auction["bids"])
    return words.say("list.of", what=words.say("page.auction", **values), said=bids)


def _draw_player(player: Mapping[str, Any], marks: Marks, words: Words) -> Markup:
    say, hand = words.say, player["hand"]
    houses = [(say(f"shape.{house['shape']}"), house["height"]) for house in player["finished"]]
    finished = [f"{shape} {height}" for shape, height in houses]
    roofless = map(str, player["roofless"])
    facts = [
        ("field.hand", say("page.hand-unknown") if hand is None else say("score.cards", **hand)),
        ("field.roofless", ", ".join(roofless) or say("page.none")),
        ("field.finished", ", ".join(finished) or say("page.none")),
        ("field.roofs", say("score.roofs", **player["roofs"])),
    ]
    colour = words.named("colour", player["colour"] or "")
    return draw_player(marks[player["name"]], player["name"], colour, list_facts(words, facts))
