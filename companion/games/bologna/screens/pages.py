"""The pictures of a scoring in Bologna, with each player's points."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from companion.core.events import AWARD, GameEvent
from companion.games.bologna.rules.board import NO_KIND, FieldKind
from companion.games.bologna.rules.scoring import FINAL, BolognaScoring, Tally
from companion.games.bologna.screens.fields import assign_shapes, draw_shape
from companion.games.bologna.sign_rows import KIND_SIGNS
from companion.text.figures import TIMES
from companion.ui.input.guide import EventPage, Guide, RankingPage
from companion.ui.screens import drawing
from companion.ui.screens.drawing import LEFT, SAFE_HEIGHT, SAFE_WIDTH, TEXT_WIDTH, draw_text
from companion.ui.screens.fonts import FIGURES, MEDIUM, SMALL, TEXT, Font, double_size, text_width
from companion.ui.screens.view import View

BAND_HEIGHT, LOW_BAND = 16, 12
"""Rows of the title's band, and where there is no room for it."""
TOWER_WIDTH, TOWER_PITCH = 13, 15
ROOM_FOR_TOWERS = 94
"""Columns for towers where their points stand beside them."""
WORDS_Y = 33
LARGE_PITCH, LEAST_PITCH = 15, 10
"""Rows from one player to the next, whose name is drawn in MEDIUM; the least of them in TEXT."""


class TallyLayout(NamedTuple):
    """How high all stands that makes up a player's points."""

    rows: tuple[int, int, int]
    """The rows of towers, collection and stones not built; above them is the bar of the sum."""
    inset: int
    """Rows above the points in each."""
    tower_height: int
    font: Font
    figures: Font
    """The font of words, and of the sum and the heights of towers."""


HIGH = TallyLayout((15, 31, 47), 2, 15, MEDIUM, FIGURES)
LOW = TallyLayout((12, 26, 40), 0, 12, TEXT, TEXT)
"""Above a foot: all but the points of a row is as low as text."""


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
        layout = LOW if drawing.page_bottom(image) < SAFE_HEIGHT else HIGH
        _draw_total(image, name, f"{tally.points:+}", layout)
        _draw_sums(image, view, tally, layout)
        return
    room = drawing.draw_header_end(image, f"{tally.points:+}", FIGURES)
    drawing.draw_header(image, name, room=room)
    if tally.towers:
        _draw_towers(image, tally, HIGH.rows[0], TEXT_WIDTH, HIGH)
    key = "tally.towers" if tally.towers else "tally.none"
    words = view.words.say(key, towers=len(tally.towers))
    drawing.draw_paragraph(image, WORDS_Y, words, drawing.page_bottom(image) - WORDS_Y)


def _draw_total(image: Image.Image, name: str, points: str, layout: TallyLayout) -> None:
    """Draw the sum of a player's rows in a bar above them."""
    height = layout.rows[0] - 1
    y = (height - layout.font.capital + 1) // 2
    drawing.draw_bar(image, (0, 0, SAFE_WIDTH, height))
    draw_text(image, SAFE_WIDTH - LEFT, y, points, layout.figures, anchor="r", lit=False)
    room = TEXT_WIDTH - 2 * LEFT - text_width(points, layout.figures)
    drawing.draw_in_middle(image, LEFT, y, name, room, layout.font, TEXT, lit=False)


def _draw_sums(image: Image.Image, view: View, tally: Tally, layout: TallyLayout) -> None:
    """Draw what makes up the points of the final scoring, each in a row of its own."""
    sums = (tally.tower_points, tally.extra, -tally.unbuilt)
    for row, points in zip(layout.rows, sums, strict=True):
        y = row + layout.inset
        draw_text(image, SAFE_WIDTH, y, f"{points:+}", FIGURES, anchor="r")
    towers, kinds, unbuilt = layout.rows
    if tally.towers:
        _draw_towers(image, tally, towers, ROOM_FOR_TOWERS, layout)
    else:
        _draw_word(image, LEFT, towers, view.words.say("tally.none"), layout)
    collected = view.table.players[tally.seat].kinds
    for number, kind in enumerate(FieldKind):
        sign = KIND_SIGNS[kind if kind in collected else NO_KIND]
        sign = sign if layout is LOW else double_size(sign)
        y = kinds + layout.inset + max(0, FIGURES.capital - len(sign)) // 2
        drawing.draw_sign(image, LEFT + number * 16, y, sign)
    shape = assign_shapes(view.table.players)[tally.seat]
    draw_shape(image, LEFT, unbuilt + layout.inset, 12, shape)
    word = view.words.say("tally.unbuilt" if tally.unbuilt else "tally.all-built")
    _draw_word(image, LEFT + 16, unbuilt, word, layout)


def _draw_word(image: Image.Image, x: int, row: int, word: str, layout: TallyLayout) -> None:
    """Draw what stands in a row, beside its points."""
    y = row + layout.inset + (FIGURES.capital - layout.font.capital) // 2
    room = ROOM_FOR_TOWERS + LEFT - x
    draw_text(image, x, y, word, drawing.largest_font(word, room, layout.font, SMALL))


def _draw_towers(image: Image.Image, tally: Tally, y: int, room: int, layout: TallyLayout) -> None:
    """Draw the heights of the towers, highest first, on towers; as text where they are many."""
    towers = sorted((height for _, height in tally.towers), reverse=True)
    if len(towers) * TOWER_PITCH <= room:
        for place, height in enumerate(towers):
            x = LEFT + place * TOWER_PITCH
            box = (x, y, x + TOWER_WIDTH, y + layout.tower_height)
            drawing.draw_boxed_text(image, box, str(height), layout.figures, chosen=True)
        return
    counts = Counter(towers)
    parts = [
        f"{many}{TIMES}{height}" if many > 1 else str(height) for height, many in counts.items()
    ]
    text = " ".join(parts)
    font = drawing.largest_font(text, room, FIGURES, MEDIUM, SMALL)
    draw_text(image, LEFT, y + layout.inset, text, font, room)
