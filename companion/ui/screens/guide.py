"""Draws the pages of the guide that every game has: events, everybody's points, the winner."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from PIL import Image

from companion.core.events import GameEvent, Ranked
from companion.core.game_table import Outcome, winning_figures
from companion.core.interfaces import HEIGHT, WIDTH
from companion.text.event_text import as_sentence, describe_event, describe_reasons
from companion.ui.input.guide import EventPage, Guide, RankingPage, ReasonPage, Standings, Winner
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    LINE_PITCH,
    MIDDLE,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import (
    FIGURES,
    LARGE,
    MEDIUM,
    SMALL,
    TEXT,
    THIN,
    Font,
    accent_height,
    tail_height,
    text_width,
)
from companion.ui.screens.view import EntryScreen, View

GAIN_LEFT, GAIN_GAP = 100, 3
"""The column behind the points, where gains stand beside them, and the least columns between."""
SMALL_ROW, LEAST_ROW = 11, 10
"""Rows of a player whose name is drawn in TEXT, and the least of them."""
FOOT_GAP = 6
"""Columns between what OK and what BACK does."""
FOOT_HEIGHT = SMALL.capital + SMALL.below + 1
"""Rows for what OK and BACK do, and above it."""
ROW_GAP = 3
"""The most rows between two players."""
NAME_GAP = 5
UNDER_CROWN = 17
BAND_HEIGHT = 16
"""Rows of the title of an event."""
UNDER_WINNERS = 15
"""Rows above winners' names, and for the rule and what decided below them."""
WINNERS_FONTS = ((LARGE, 20, 2), (MEDIUM, 15, 3), (TEXT, 11, 5))
"""The font of winners' names, the rows from one to the next, and how many there is room for."""
STAR = ["...#...", "..###..", "#######", ".#####.", ".##.##.", ".#...#."]
CROWN = [
    "......#......",
    "......#......",
    "#....###....#",
    "##...###...##",
    "##..#####..##",
    "###.#####.###",
    "#############",
    ".###########.",
    ".............",
    ".###########.",
]
SPARK = ["..#..", "..#..", "##.##", "..#..", "..#.."]


def draw_guide(image: Image.Image, view: View, entry: Guide) -> None:
    """Draw the current page, by the game's own screen where it has one, and what OK and BACK do.

    A page that needs all rows has them.
    """
    kind = type(entry.page)
    draw = view.screens.pages.get(kind) or PAGES[kind]
    if view.shows_feet:
        drawing.reserve_foot(image, FOOT_HEIGHT)
    draw(image, view, entry.page)
    if view.shows_feet and not image.crop((0, drawing.page_bottom(image), WIDTH, HEIGHT)).getbbox():
        _draw_foot(image, view)


def _draw_foot(image: Image.Image, view: View) -> None:
    """Draw what OK and BACK do, in signs where the buttons' labels leave no room for words."""
    y = SAFE_HEIGHT - SMALL.capital - SMALL.below
    on, back = (view.words.say(key) for key in ("foot.on", "foot.back"))
    if text_width(on, SMALL) + FOOT_GAP + text_width(back, SMALL) > TEXT_WIDTH:
        on, back = (view.words.say(key) for key in ("foot.on-sign", "foot.back-sign"))
    draw_text(image, LEFT, y, on, SMALL)
    draw_text(image, SAFE_WIDTH, y, back, SMALL, anchor="r")


def _draw_event(image: Image.Image, view: View, page: EventPage | RankingPage) -> None:
    """Draw an event by the game's own screen where it has one."""
    event = page.event
    if (draw := view.screens.events.get(event.kind)) is not None:
        draw(image, view, event)
    elif isinstance(page, RankingPage) and event.ranking:
        _draw_ranking(image, view, event)
    else:
        _draw_sentences(image, view, event, with_reasons=isinstance(page, EventPage))


def _draw_sentences(
    image: Image.Image, view: View, event: GameEvent, *, with_reasons: bool
) -> None:
    said = describe_event(view.words, event, view.names)
    told = [each for each in said if each != view.say(event.title)]
    reasons = describe_reasons(view.words, event, view.names) if with_reasons else []
    _draw_told(image, view, event, *told, *reasons)


def _draw_told(image: Image.Image, view: View, event: GameEvent, *phrases: str) -> None:
    """Draw the title of an event in a band, and sentences under it."""
    title, top = view.say(event.title), 0
    if title:
        box = (0, 0, SAFE_WIDTH, BAND_HEIGHT)
        drawing.draw_boxed_text(image, box, title, MEDIUM, chosen=True)
        top = BAND_HEIGHT + 2
    text = " ".join(map(as_sentence, phrases))
    drawing.draw_paragraph(image, top + 2, text, drawing.page_bottom(image) - top - 2)


def _draw_ranking(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw the title of an event, and who stands where and gets what."""
    _draw_told(image, view, event)
    nothing = " " if any(each.gain is not None for each in event.ranking) else ""
    rows = [
        ScoreRow(view.names[seat], str(value), gain=nothing if gain is None else f"{gain:+}")
        for seat, value, gain in event.ranking
    ]
    draw_score_rows(image, BAND_HEIGHT + 2 if view.say(event.title) else 0, rows)


def draw_standings(
    image: Image.Image, view: View, found: Sequence[Ranked], *, gains: bool = False
) -> None:
    """Draw everybody's points, with what this scoring gave or else with thinking times."""
    rows = []
    for each in found:
        (name,) = view.names_of([each.seat])
        gain = f"{each.gain or 0:+}" if gains else ""
        aside = "" if gains else view.thinking_time_of(each.seat)
        rows.append(ScoreRow(name, str(each.value), gain=gain, aside=aside))
    draw_score_rows(image, 0, rows)


class ScoreRow(NamedTuple):
    """A player's row in a table of points."""

    name: str
    points: str
    gain: str = ""
    aside: str = ""
    """Stands small before the points."""
    has_won: bool = False


def draw_score_rows(image: Image.Image, top: int, rows: Sequence[ScoreRow]) -> None:
    """Draw players and points from row ``top`` down to the end, as many as fit 12 rows high."""
    room = drawing.page_bottom(image, top + 1 + len(rows) * LEAST_ROW) - top
    has_foot = room < SAFE_HEIGHT - top
    small = LEAST_ROW if has_foot and room < len(rows) * SMALL_ROW else SMALL_ROW
    large = len(rows)
    while large and large * LINE_PITCH + (len(rows) - large) * small > room:
        large -= 1
    spare = room - large * LINE_PITCH - (len(rows) - large) * small
    gap = min(spare // len(rows), ROW_GAP)
    y = top + (spare - gap * len(rows)) // 2
    left = LEFT + (len(STAR[0]) + 3) * any(row.has_won for row in rows)
    figures = max(text_width(row.points, FIGURES) for row in rows)
    gains = max(text_width(row.gain, MEDIUM) for row in rows)
    right = min(GAIN_LEFT, SAFE_WIDTH - gains - GAIN_GAP) if gains else SAFE_WIDTH
    for place, row in enumerate(rows):
        is_large = place < large
        _draw_score_row(image, left, y + gap // 2 + 1, row, right, figures, is_large=is_large)
        y += (LINE_PITCH if is_large else small) + gap


def _draw_score_row(
    image: Image.Image,
    left: int,
    y: int,
    row: ScoreRow,
    right: int,
    figures: int,
    *,
    is_large: bool,
) -> None:
    """Draw a player's row, the name from column ``left`` on, and the points up to ``right``.

    These have ``figures`` columns.
    """
    font, figure_font = (MEDIUM, FIGURES) if is_large else (TEXT, TEXT)
    draw_text(image, SAFE_WIDTH, y, row.gain, font, anchor="r")
    draw_text(image, right, y, row.points, figure_font, anchor="r")
    end = right - figures - NAME_GAP
    draw_text(image, end, y + font.capital - SMALL.capital, row.aside, SMALL, anchor="r")
    room = end - text_width(row.aside, SMALL) - (NAME_GAP if row.aside else 0) - left
    drawing.draw_on_line(image, left, y, row.name, room, font, TEXT)
    if row.has_won:
        drawing.draw_sign(image, LEFT, y + (font.capital - len(STAR)) // 2, STAR)


def draw_large_title(image: Image.Image, left: int, title: str, room: int) -> int:
    """Draw a page's title in the header, as large as it fits; return the row below it."""
    if text_width(title, MEDIUM) > room:
        drawing.draw_on_line(image, left, HEADER_Y, title, room, TEXT, SMALL)
        return BODY_TOP
    y = accent_height(title, MEDIUM)
    draw_text(image, left, y, title, MEDIUM)
    return BODY_TOP + y


def draw_reason(image: Image.Image, y: int, reason: str, short: str) -> None:
    """Draw a reason from row ``y`` as large as it fits, the short one rather than in SMALL."""
    bottom = drawing.page_bottom(image)
    room = (bottom if bottom - y >= SMALL.capital + SMALL.below else SAFE_HEIGHT) - y
    *large, small = drawing.PARAGRAPH_FONTS
    for text, (font, pitch) in (*product((reason, short), large), (reason, small)):
        lines = drawing.wrap_evenly(text, font, TEXT_WIDTH)
        if (len(lines) - 1) * pitch + font.capital + tail_height(lines[-1], font) <= room:
            drawing.draw_lines(image, LEFT, y, lines, font, pitch)
            return
    drawing.draw_paragraph(image, y, short, room)


def _draw_winner(image: Image.Image, view: View, page: Winner) -> None:
    draw = _draw_single_winner if len(page.event.seats) == 1 else _draw_shared_win
    draw(image, view, page.event)


def _draw_single_winner(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw a crown over the winner's name, and below it what decided the game."""
    drawing.draw_sign(image, MIDDLE - len(CROWN[0]) // 2, 1, CROWN)
    for aside, y in ((18, 4), (34, 2), (50, 5)):
        drawing.draw_sign(image, MIDDLE - aside - 2, y, SPARK)
        drawing.draw_sign(image, MIDDLE + aside - 2, y, SPARK)
    (name,) = view.names_of(event.seats)
    reason = _word_reason(view, event.source)
    rows = LEAST_ROW * (1 + reason.count("\n"))
    is_large = UNDER_CROWN + LARGE.capital + 5 + rows <= drawing.page_bottom(image)
    font = drawing.largest_font(name, SAFE_WIDTH, *(LARGE, THIN) * is_large, MEDIUM)
    draw_text(image, MIDDLE, UNDER_CROWN, name, font, SAFE_WIDTH, anchor="m")
    top = UNDER_CROWN + (LARGE.capital + 5 if is_large else MEDIUM.capital + 4)
    bottom = drawing.page_bottom(image, top + rows)
    lines, font, pitch = _fit_reason(reason, bottom - top)
    y = top + (bottom - top - pitch * len(lines)) // 2
    drawing.draw_lines(image, MIDDLE, y, lines, font, pitch, anchor="m")


def _draw_shared_win(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw a crown beside the winners with their points, and below them what decided the game."""
    names = view.names_of(event.seats)
    points = {each.seat: str(each.value) for each in event.ranking}
    space = drawing.page_bottom(image) - UNDER_WINNERS
    fitting = (
        (font, pitch)
        for font, pitch, most in WINNERS_FONTS
        if len(names) <= min(most, space // pitch)
    )
    font, pitch = next(fitting, WINNERS_FONTS[-1][:2])
    drawing.draw_sign(image, LEFT, 4, CROWN)
    left = LEFT + len(CROWN[0]) + 5
    figures = max(text_width(each, font) for each in points.values())
    for place, (seat, name) in enumerate(zip(event.seats, names, strict=True)):
        y = 2 + place * pitch
        room = SAFE_WIDTH - figures - NAME_GAP - left
        drawing.draw_in_middle(image, left, y, name, room, font, MEDIUM, TEXT)
        draw_text(image, SAFE_WIDTH, y, points[seat], font, anchor="r")
    rule = 2 + pitch * len(names)
    drawing.draw_rule(image, rule)
    room = drawing.page_bottom(image) - rule - 3
    lines, font, line_pitch = _fit_reason(_word_reason(view, event.source), room)
    drawing.draw_lines(image, MIDDLE, rule + 4, lines, font, line_pitch, anchor="m")


def _word_reason(view: View, outcome: Outcome) -> str:
    """Return what decided the game, its parts as lines."""
    figures = winning_figures(outcome, view.table.players)
    key = f"winner.{outcome.decided_by}"
    if not view.words.has(key):
        key = "winner.points" if len(outcome.winners) == 1 else "winner.shared-points"
    return view.words.say(key, **figures)


def _fit_reason(reason: str, room: int) -> tuple[list[str], Font, int]:
    return drawing.fit_paragraph(reason, room, SAFE_WIDTH, _balance_parts)


def _balance_parts(text: str, font: Font, room: int) -> list[str]:
    return [line for part in text.split("\n") for line in drawing.balance_lines(part, font, room)]


PAGES: Mapping[type, EntryScreen] = {
    EventPage: _draw_event,
    RankingPage: _draw_event,
    ReasonPage: lambda image, view, page: _draw_told(
        image, view, page.event, *map(view.say, page.reasons)
    ),
    Standings: lambda image, view, page: draw_standings(
        image, view, page.event.ranking, gains=True
    ),
    Winner: _draw_winner,
}


SCREENS: Mapping[type, EntryScreen] = {
    Guide: draw_guide,
}
