"""The table for the phone page: what `describe` gives, as HTML and SVG."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.bologna.sign_rows import ACTIONS, CATHEDRAL, KINDS
from companion.games.svg_pieces import INK, draw_words
from companion.games.table_drawing import (
    OUTLINE,
    PlayerMark,
    define_patterns,
    draw_picture,
    draw_player,
    draw_rows,
    draw_section,
    list_facts,
    list_items,
    mark_players,
)
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup

Marks = Mapping[str, PlayerMark]
PREFIX = "bologna"
FIELD = 100
"""The side of a field in the drawing's own units."""
MARGIN = 34
"""Room for the numbers of rows and columns."""
STONE_WIDTH, STONE_HEIGHT = 46, 11.5
STONE_LEFT, GROUND = 8, 93
ROOF_HEIGHT = 20
FIGURE_X = 75
SIGN_PIXEL = 3.2
PLAGUE_PAINT = "#a855c7"


def draw_table(table: Mapping[str, Any], words: Words) -> Markup:
    """Draw the board and say it field by field, then the cards and the players."""
    marks = mark_players(PREFIX, table["players"])
    say = words.say
    board = element("div", _draw_board(table, marks), class_="card picture")
    towers = element("div", _list_fields(table, words), class_="for-screen-readers")
    players = [_draw_player(player, marks, words) for player in table["players"]]
    return join_markup(
        (
            define_patterns(PREFIX, table["players"]),
            draw_section(say("page.board"), board, towers, _list_cards(table, words)),
            draw_section(say("page.players"), element("div", *players, class_="cards")),
        )
    )


# The drawing ---------------------------------------------------------------------------------


def _draw_board(table: Mapping[str, Any], marks: Marks) -> Markup:
    board = table["board"]
    side = MARGIN + len(board) * FIELD + 2
    parts: list[Markup] = []
    for down, row in enumerate(board):
        middle = MARGIN + down * FIELD + FIELD / 2
        row_number, _, _ = row[0]["field"].partition("-")
        _, _, column_number = board[0][down]["field"].partition("-")
        parts += [
            draw_words(MARGIN / 2 - 3, middle + 10, row_number, 28, bold=True),
            draw_words(middle, MARGIN - 9, column_number, 28, bold=True),
        ]
        for across, field in enumerate(row):
            left, top = MARGIN + across * FIELD, MARGIN + down * FIELD
            drawn = join_markup(_draw_field(field, marks))
            parts.append(element("g", drawn, transform=f"translate({left} {top})"))
    return draw_picture(side, side, *parts, *_draw_plague(board))


def _draw_field(field: Mapping[str, Any], marks: Marks) -> Iterator[Markup]:
    yield element(
        "rect",
        x=2,
        y=2,
        width=FIELD - 4,
        height=FIELD - 4,
        rx=6,
        fill=PLAGUE_PAINT if field["plague"] else INK,
        fill_opacity=0.28 if field["plague"] else 0.05,
        stroke=INK,
        stroke_opacity=0.35,
    )
    if field["basilica"]:
        yield draw_rows(14, 14, 9, CATHEDRAL)
        return
    if field["kind"] in KINDS:
        pixel = SIGN_PIXEL if field["stones"] else SIGN_PIXEL * 1.5
        left = FIGURE_X - 3.5 * pixel if field["stones"] else FIELD / 2 - 3.5 * pixel
        yield draw_rows(left, 9 if field["stones"] else left, pixel, KINDS[field["kind"]])
    yield from _draw_stack(field, marks)


def _draw_stack(field: Mapping[str, Any], marks: Marks) -> Iterator[Markup]:
    """The stones from bottom to top; beside them the height and the owner's initial."""
    top: float = GROUND
    for name in field["stones"]:
        top -= STONE_HEIGHT
        yield element(
            "rect",
            x=STONE_LEFT,
            y=top,
            width=STONE_WIDTH,
            height=STONE_HEIGHT,
            fill=marks[name].fill,
            **OUTLINE,
        )
    if field["roof"] is not None:
        corners = f"M{STONE_LEFT - 4} {top}L{STONE_LEFT + STONE_WIDTH / 2} {top - ROOF_HEIGHT}"
        path = f"{corners}L{STONE_LEFT + STONE_WIDTH + 4} {top}z"
        yield element("path", d=path, fill=marks[field["roof"]].paint, **OUTLINE)
    if field["stones"]:
        yield draw_words(FIGURE_X, 64, str(len(field["stones"])), 40, bold=True)
        yield draw_words(FIGURE_X, 92, marks[field["stones"][-1]].initial, 28, bold=True)


def _draw_plague(board: list[list[Mapping[str, Any]]]) -> Iterator[Markup]:
    """A frame around the plague zone, and the box's skull where its four fields meet."""
    places = [
        (across, down)
        for down, row in enumerate(board)
        for across, field in enumerate(row)
        if field["plague"]
    ]
    if not places:
        return
    left, top = (MARGIN + FIELD * least for least in map(min, zip(*places, strict=True)))
    side = 2 * FIELD
    yield element(
        "rect",
        x=left,
        y=top,
        width=side,
        height=side,
        rx=10,
        fill="none",
        stroke=PLAGUE_PAINT,
        stroke_width=6,
        stroke_dasharray="16 8",
    )
    middle = left + side / 2, top + side / 2
    yield element("circle", cx=middle[0], cy=middle[1], r=13, fill=PLAGUE_PAINT)
    yield draw_rows(middle[0] - 8.75, middle[1] - 8.75, 2.5, ACTIONS["plague"], "#ffffff")


# The same in words ---------------------------------------------------------------------------


def _list_fields(table: Mapping[str, Any], words: Words) -> Markup:
    """Field by field where something stands, row by row."""
    built = [field for row in table["board"] for field in row if field["stones"]]
    plague = [field["field"] for row in table["board"] for field in row if field["plague"]]
    lines = [element("p", words.say("score.plague", fields=", ".join(plague)))] if plague else []
    if not built:
        return join_markup([element("p", words.say("page.no-stones")), *lines])
    fields = list_items(_describe_field(field, words) for field in built)
    return join_markup([element("h4", words.say("page.fields")), fields, *lines])


def _describe_field(field: Mapping[str, Any], words: Words) -> str:
    say, stones = words.say, field["stones"]
    said = [say("page.tower", stones=len(stones), player=stones[-1])]
    if len(stones) > 1:
        said.append(say("page.bottom-up", stones=", ".join(stones)))
    if field["roof"] is not None:
        said.append(say("page.roof", player=field["roof"]))
    if field["plague"]:
        said.append(say("special.plague"))
    if field["kind"] in KINDS:
        said.append(say(f"kind.{field['kind']}"))
    return say("list.of", what=field["field"], said="; ".join(said))


def _list_cards(table: Mapping[str, Any], words: Words) -> Markup:
    said = []
    if table["display"] is not None:
        faces = [_name_card(face, words) for face in table["display"]]
        said.append(words.say("score.open", open=", ".join(faces)))
    if table["pile"] is not None:
        said.append(words.say("score.pile", cards=table["pile"]))
    if table["winners"]:
        said.append(words.say("page.winners", players=words.listed(table["winners"])))
    return list_items(said)


def _name_card(face: str, words: Words) -> str:
    special, _, number = face.rpartition("-")
    return words.say(f"face.{special}", number=number) if special else number


def _draw_player(player: Mapping[str, Any], marks: Marks, words: Words) -> Markup:
    kinds = ", ".join(words.say(f"kind.{kind}") for kind in player["kinds"])
    facts = [
        ("field.stones", player["stones"]),
        ("field.roofs", player["roofs"]),
        ("field.collected", kinds or words.say("kind.none")),
    ]
    colour = words.named("colour", player["colour"] or "")
    return draw_player(marks[player["name"]], player["name"], colour, list_facts(words, facts))
