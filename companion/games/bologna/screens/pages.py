"""The pictures of a scoring in Bologna, with each player's points."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from companion.core.events import AWARD, GameEvent
from companion.games.bologna.rules.board import FieldKind
from companion.games.bologna.rules.scoring import FINAL, BolognaScoring, Tally
from companion.games.bologna.screens import signs
from companion.games.bologna.screens.fields import assign_shapes, draw_shape
from companion.text.figures import TIMES
from companion.ui.input.guide import EventPage, Guide, RankingPage
from companion.ui.screens import drawing
from companion.ui.screens.drawing import LEFT, SAFE_WIDTH, TEXT_WIDTH, draw_text
from companion.ui.screens.fonts import FIGURES, MEDIUM, SMALL, TEXT, double_size, text_width
from companion.ui.screens.view import View

BAND_HEIGHT, LOW_BAND = 16, 12
"""Rows of the title's band, and where there is no room for it."""
TOWER_WIDTH, TOWER_HEIGHT, TOWER_PITCH = 13, 15, 15
ROOM_FOR_TOWERS = 94
"""Columns for towers where their points stand beside them."""
ROWS_Y = (15, 31, 47)
"""The rows of towers, collection and stones not built."""
WORDS_Y = 33
LARGE_PITCH, LEAST_PITCH = 15, 10
"""Rows from one player to the next, whose name is drawn in MEDIUM; the least of them in TEXT."""


TOWER_SIGN = ["########", "#......#", "#.######", "#.....##", "######.#", "#.....##", "########"]
"""A tower that is five stones high."""
STOCK_SIGN = [
    f"{stone}...{roof}"
    for stone, roof in zip(
        ["#######", *["#.....#"] * 5, "#######"], ["........"] * 4 + signs.ROOF, strict=True
    )
]
"""A player's stones and roofs."""
COLLECTED_SIGN = [
    f"{one}..{other}" for one, other in zip(signs.KIND_ROWS["merchant"], signs.NO_KIND, strict=True)
]
"""A type of field that is collected, and one that is not."""


def list_unnamed_signs(view: View) -> Sequence[str]:
    """The signs of a player's final scoring, whose rows have no room for words."""
    page = view.entry.page if isinstance(view.entry, Guide) else None
    if not isinstance(page, RankingPage | EventPage) or page.event.kind is not AWARD:
        return ()
    return ("collected",) if page.event.name == FINAL else ()


def draw_scoring(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw the scoring's title in a band over the number of each player's towers."""
    scoring: BolognaScoring = event.source
    word = view.words.say(f"scoring.{scoring.name}")
    shape_of = assign_shapes(view.table.players)
    tallies = scoring.tallies
    rows = len(tallies) * LEAST_PITCH - 2
    fits = BAND_HEIGHT + 2 + rows <= drawing.page_bottom(image)
    band, title = (BAND_HEIGHT, MEDIUM) if fits else (LOW_BAND, TEXT)
    drawing.draw_boxed_text(image, (0, 0, SAFE_WIDTH, band), word, title, chosen=True)
    top = band + 2
    room = drawing.page_bottom(image, top + rows) - top
    is_large = room >= len(tallies) * LARGE_PITCH
    font, figures, size = (MEDIUM, FIGURES, 12) if is_large else (TEXT, TEXT, 8)
    pitch = LARGE_PITCH if is_large else min((room - size) // (len(tallies) - 1), 12)
    for place, tally in enumerate(tallies):
        y = top + place * pitch
        draw_shape(image, LEFT, y, size, shape_of[tally.seat])
        name = view.table.players[tally.seat].name
        draw_text(image, LEFT + size + 4, y, name, font, 90)
        draw_text(image, SAFE_WIDTH, y, str(len(tally.towers)), figures, anchor="r")


def draw_tally(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw a player's towers, each with its height, and the points that they give."""
    tally: Tally = event.source
    name = view.table.players[tally.seat].name
    if event.name == FINAL:
        _draw_total(image, name, f"{tally.points:+}")
        _draw_sums(image, view, tally)
        return
    room = drawing.draw_header_end(image, f"{tally.points:+}", FIGURES)
    drawing.draw_header(image, name, room=room)
    if tally.towers:
        _draw_towers(image, tally, ROWS_Y[0], TEXT_WIDTH)
    key = "tally.towers" if tally.towers else "tally.none"
    words = view.words.say(key, towers=len(tally.towers))
    drawing.draw_paragraph(image, WORDS_Y, words, drawing.page_bottom(image) - WORDS_Y)


def _draw_total(image: Image.Image, name: str, points: str) -> None:
    """Draw the sum of a player's rows in a bar above them."""
    drawing.draw_bar(image, (0, 0, SAFE_WIDTH, ROWS_Y[0] - 1))
    draw_text(image, SAFE_WIDTH - LEFT, 1, points, FIGURES, anchor="r", lit=False)
    room = TEXT_WIDTH - 2 * LEFT - text_width(points, FIGURES)
    drawing.draw_in_middle(image, LEFT, 1, name, room, MEDIUM, TEXT, lit=False)


def _draw_sums(image: Image.Image, view: View, tally: Tally) -> None:
    """Draw what makes up the points of the final scoring, each in a row of its own."""
    towers, kinds, unbuilt = ROWS_Y
    if tally.towers:
        _draw_towers(image, tally, towers, ROOM_FOR_TOWERS)
    else:
        draw_text(image, LEFT, towers + 2, view.words.say("tally.none"), MEDIUM)
    collected = view.table.players[tally.seat].kinds
    for number, kind in enumerate(FieldKind):
        rows = double_size(signs.KIND_ROWS[kind] if kind in collected else signs.NO_KIND)
        drawing.draw_sign(image, LEFT + number * 16, kinds + 2, rows)
    shape = assign_shapes(view.table.players)[tally.seat]
    draw_shape(image, LEFT, unbuilt + 2, 12, shape)
    word = view.words.say("tally.unbuilt" if tally.unbuilt else "tally.all-built")
    font = drawing.largest_font(word, ROOM_FOR_TOWERS - 16, MEDIUM, SMALL)
    draw_text(image, LEFT + 16, unbuilt + 2, word, font)
    sums = (tally.tower_points, tally.extra, -tally.unbuilt)
    for y, points in zip(ROWS_Y, sums, strict=True):
        draw_text(image, SAFE_WIDTH, y + 2, f"{points:+}", FIGURES, anchor="r")


def _draw_towers(image: Image.Image, tally: Tally, y: int, room: int) -> None:
    """Draw the heights of the towers, highest first, on towers; as text where they are many."""
    towers = sorted((height for _, height in tally.towers), reverse=True)
    if len(towers) * TOWER_PITCH <= room:
        for place, height in enumerate(towers):
            x = LEFT + place * TOWER_PITCH
            box = (x, y, x + TOWER_WIDTH, y + TOWER_HEIGHT)
            drawing.draw_boxed_text(image, box, str(height), FIGURES, chosen=True)
        return
    counts = Counter(towers)
    parts = [
        f"{many}{TIMES}{height}" if many > 1 else str(height) for height, many in counts.items()
    ]
    text = " ".join(parts)
    font = drawing.largest_font(text, room, FIGURES, MEDIUM, SMALL)
    draw_text(image, LEFT, y + 2, text, font, room)
