"""The pages of a scoring: the scoring card, each flag, the ties, the refill; and a chip amended."""

from collections.abc import Container, Mapping, Sequence

from PIL import Image

from companion.core.events import GameEvent
from companion.games.campanile.input import Refill, TiePage, TowerPage
from companion.games.campanile.rules.cards import OPEN
from companion.games.campanile.rules.flags import (
    Award,
    CampanileScoring,
    ChipHolder,
    Flag,
    FlagChanged,
    FlagPlace,
)
from companion.games.campanile.rules.towers import Style
from companion.games.campanile.screens.pieces import (
    CARDS_END_WIDTH,
    card_title,
    draw_card,
    draw_cards_end,
    draw_tower,
)
from companion.games.campanile.tell import tell_spare
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.choice import divide_row
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    LINE_PITCH,
    LIT,
    MIDDLE,
    SAFE_WIDTH,
    TEXT_WIDTH,
    Rect,
    draw_text,
)
from companion.ui.screens.fonts import FIGURES, LARGE, MEDIUM, SMALL, TEXT, THIN, Font, text_width
from companion.ui.screens.owners import Owner, draw_owners, draw_owners_row, owners_width
from companion.ui.screens.view import EntryScreen, View

BAND_HEIGHT = 24
PENNANT_SIGN = ["##.....", "#####..", "#######", "#####..", "##.....", "#......", "#......"]
STYLE_BOX = (2, 1, 14, 11)
AFTER_STYLE_BOX = 17
"""The column of a style's name behind its pattern."""
FLAG_CHIP = 12
CHIP_SIZE = 16
UNDER_RANK = 28
FIGURE_ROOM = FIGURES.capital + 7
"""Rows for the height on the bar above the highest roof, and the gap above the bar."""
LEAST_CARD = 16
"""The least rows of a card under a sentence."""
NOTE_PITCH = 10
ROWS_TOP = 11
"""The first row of the first player, whose name begins under it."""
ROW_PITCH = 18
LEAST_PITCH = MEDIUM.capital + 2
"""Rows from one player to the next in MEDIUM, at least; if there are fewer, only the first is."""
ALL_ROWS = 3
"""So many players have a row each, whether they take a chip or not."""
BRACKET_WIDTH = 6
BASE_WIDTH = 16
BASE_GAP = 2
TIE_TOP = 12
LEVEL_PITCH, FRAMED_PITCH = 24, 18
"""Rows from one player to the next: at most, and the least with a frame around each."""
STEP = 7
"""Columns by which each of the players who are level stands farther from the base."""


def draw_scoring(image: Image.Image, view: View, event: GameEvent) -> None:
    """The scoring's name on a lit band, over the towers that have a flag."""
    scoring: CampanileScoring = event.source
    word = view.say(event.title)
    image.paste(LIT, (0, 0, SAFE_WIDTH, BAND_HEIGHT))
    fonts, y = (LARGE, THIN, MEDIUM), (BAND_HEIGHT - LARGE.capital) // 2
    drawing.draw_in_middle(image, MIDDLE, y, word, SAFE_WIDTH - 8, *fonts, anchor="m", lit=False)
    flagged = {award.style for award in scoring.awards}
    box = (0, BAND_HEIGHT + len(PENNANT_SIGN) + 3, SAFE_WIDTH, drawing.page_bottom(image) - 1)
    _draw_skyline(image, view, box, flagged, flagged=flagged)


def _draw_skyline(
    image: Image.Image,
    view: View,
    box: Rect,
    solid: Container[str],
    *,
    flagged: Container[str],
    figures: Font | None = None,
) -> None:
    """The towers on their ground; those that are not ``solid`` are faint.

    With ``figures`` the heights stand over them, above the box, and the flag's own on a bar;
    else a pennant stands there.
    """
    left, top, right, ground = box
    towers = view.table.towers
    highest = max(tower.floors for tower in towers.values())
    row = view.table.row_from_left(view.mirrored)
    for style, (start, end) in zip(row, divide_row(len(row), left, right), strict=True):
        floors = towers[style].floors
        roof = ground - round((ground - top) * floors / max(highest, 1))
        draw_tower(image, (start + 2, roof, end - 2, ground + 1), style, faint=style not in solid)
        middle, here = (start + end) // 2, style in flagged
        if figures is None and here:
            drawing.draw_sign(image, middle - 3, roof - len(PENNANT_SIGN), PENNANT_SIGN)
        elif figures is not None:
            y = roof - 3 - figures.capital
            bar = (start + 1, y - 2, end - 1, y + figures.capital + 2)
            drawing.draw_boxed_text(image, bar, str(floors), figures, chosen=here)
    drawing.draw_rule(image, ground, left, right)


def _draw_style(image: Image.Image, view: View, style: Style, room: int) -> int:
    """The header of a flag's page: the tower's pattern and its name; return the column behind."""
    draw_tower(image, STYLE_BOX, style)
    return draw_text(image, AFTER_STYLE_BOX, HEADER_Y, card_title(view.words, style), TEXT, room)


def _draw_flag(image: Image.Image, flag: Flag, *, full: bool = True) -> int:
    """The chips of a flag at the header's right; return their first column."""
    left = SAFE_WIDTH - (FLAG_CHIP + 2) * len(flag) + 2
    for place, chip in enumerate(flag):
        x = left + place * (FLAG_CHIP + 2)
        drawing.draw_disc(image, x, 0, FLAG_CHIP, str(chip), full=full)
    return left


def _draw_tower_page(image: Image.Image, view: View, page: TowerPage) -> None:
    """Which tower the next flag goes to, and the flag's chips."""
    award: Award = page.event.source
    if award.tower_level_with:
        _draw_level_towers(image, view, award)
        return
    left = _draw_flag(image, award.flag)
    _draw_style(image, view, award.style, left - AFTER_STYLE_BOX - 4)
    draw_text(image, LEFT, BODY_TOP, view.words.say(f"rank.{award.rank}"), MEDIUM, TEXT_WIDTH)
    box = (0, UNDER_RANK + FIGURE_ROOM, SAFE_WIDTH, drawing.page_bottom(image) - 1)
    here = {award.style}
    _draw_skyline(image, view, box, here, flagged=here, figures=FIGURES)


def _draw_level_towers(image: Image.Image, view: View, award: Award) -> None:
    """The towers as high, the open cards at their end of the row, and which comes first."""
    end = _draw_style(image, view, award.style, TEXT_WIDTH)
    rank = view.words.say(f"rank.{award.rank}")
    room = SAFE_WIDTH - end - 4 - (CARDS_END_WIDTH + 3) * view.mirrored
    drawing.draw_on_line(image, end + 4, HEADER_Y, rank, room, TEXT, SMALL)
    lines = drawing.balance_lines(view.words.say("guide.as-high"), TEXT, TEXT_WIDTH)
    lines = drawing.limit_lines(2, lines, TEXT, TEXT_WIDTH)
    y = drawing.page_bottom(image) - NOTE_PITCH - NOTE_PITCH * (len(lines) - 1)
    drawing.draw_lines(image, LEFT, y, lines, TEXT, NOTE_PITCH)
    beside = draw_cards_end(image, y - 3, mirrored=view.mirrored) + 3
    left, right = (0, SAFE_WIDTH - beside) if view.mirrored else (beside, SAFE_WIDTH)
    box = (left, BODY_TOP + FIGURES.capital + 3, right, y - 3)
    solid = {award.style, *award.tower_level_with}
    _draw_skyline(image, view, box, solid, flagged={award.style}, figures=FIGURES)


# Who takes the chips of a flag -------------------------------------------------------------------


def draw_award(image: Image.Image, view: View, event: GameEvent) -> None:
    """The flag, and who takes its chips: a row for each player, or that nobody stands there."""
    award: Award = event.source
    if not award.places:
        left = _draw_flag(image, award.flag, full=False)
        _draw_style(image, view, award.style, left - AFTER_STYLE_BOX - 4)
        nobody = view.say(*event.said)
        fitted = drawing.fit_paragraph(
            nobody, drawing.page_bottom(image) - UNDER_RANK, wrap=drawing.balance_lines
        )
        drawing.draw_lines(image, LEFT, UNDER_RANK, *fitted)
        return
    end = _draw_style(image, view, award.style, TEXT_WIDTH)
    label, beside = view.words.say("guide.influence"), SAFE_WIDTH - end - 4
    left = SAFE_WIDTH - text_width(label, drawing.largest_font(label, beside, TEXT, SMALL))
    drawing.draw_on_line(image, left, HEADER_Y, label, beside, TEXT, SMALL)
    rows, others = _split_places(award)
    spare = view.say(*tell_spare(award))
    under = NOTE_PITCH * bool(others or spare)
    bottom = drawing.page_bottom(image, ROWS_TOP + LEAST_PITCH * len(rows) + under)
    if spare:
        bottom = _draw_note(image, spare, bottom)
    elif others:
        bottom = _draw_others(image, view, others, bottom, in_one_row=len(rows) == ALL_ROWS)
    _draw_places(image, view, award, rows, bottom)


def _split_places(award: Award) -> tuple[Sequence[FlagPlace], Sequence[FlagPlace]]:
    """The players who have a row each, and the others, who take no chip."""
    count = len(award.places)
    rows = count if count <= ALL_ROWS else len(award.chips)
    return award.places[:rows], award.places[rows:]


def _draw_others(
    image: Image.Image, view: View, others: Sequence[FlagPlace], end: int, *, in_one_row: bool
) -> int:
    """Those who take no chip, in one row or two above row ``end``; return the row above them."""
    names = view.names_of([place.seat for place in others])
    owners = [Owner(place.influence, name) for place, name in zip(others, names, strict=True)]
    y = end - TEXT.below - TEXT.capital
    if in_one_row or owners_width(owners, TEXT) <= TEXT_WIDTH:
        draw_owners_row(image, LEFT, y, owners, TEXT, TEXT_WIDTH)
        return y - 1
    draw_owners(image, LEFT, y - NOTE_PITCH, owners, [TEXT_WIDTH] * 2)
    return y - NOTE_PITCH - 1


def _draw_note(image: Image.Image, note: str, end: int) -> int:
    """A sentence above row ``end``; return the row above it."""
    lines = drawing.balance_lines(note, TEXT, TEXT_WIDTH)
    y = end - NOTE_PITCH * len(lines)
    drawing.draw_lines(image, LEFT, y, lines, TEXT, NOTE_PITCH)
    return y - 1


def _draw_places(
    image: Image.Image, view: View, award: Award, places: Sequence[FlagPlace], bottom: int
) -> None:
    """A row each with the chip, the name and the influence; those who are level are joined."""
    top = ROWS_TOP
    pitch = min((bottom - top) // len(places), ROW_PITCH)
    top += (bottom - top - pitch * len(places) + 1) // 2
    size = min(pitch - 1, CHIP_SIZE)
    left, figures = LEFT + CHIP_SIZE + 5, SAFE_WIDTH - text_width("0", FIGURES)
    room = figures - BRACKET_WIDTH - 4 - left
    for at, (place, name) in enumerate(
        zip(places, view.names_of([each.seat for each in places]), strict=True)
    ):
        middle = top + at * pitch + pitch // 2
        if place.chip is not None:
            x = LEFT + (CHIP_SIZE - size) // 2
            drawing.draw_disc(image, x, middle - size // 2, size, str(place.chip))
        is_large = at == 0 or pitch >= LEAST_PITCH
        font, figure_font = (MEDIUM, FIGURES) if is_large else (TEXT, TEXT)
        y = middle - font.capital // 2
        draw_text(image, left, y, name, font, room)
        draw_text(image, SAFE_WIDTH, y, str(place.influence), figure_font, anchor="r")
    for level in award.ties:
        shown = [at for at, place in enumerate(places) if place in level]
        if len(shown) > 1:
            bracket = top + shown[0] * pitch + pitch // 2
            _draw_bracket(image, figures - 4, bracket, len(shown) - 1, pitch)


def _draw_bracket(image: Image.Image, x: int, top: int, steps: int, pitch: int) -> None:
    """Join the figures of players who are level."""
    image.paste(LIT, (x - 3, top - 1, x - 1, top + steps * pitch + 1))
    for place in range(steps + 1):
        y = top - 1 + place * pitch
        image.paste(LIT, (x - 3, y, x + 1, y + 2))


# Why somebody who is level stands higher ---------------------------------------------------------


def _draw_tie_page(image: Image.Image, view: View, page: TiePage) -> None:
    """The tower, and the players who are level in their order from its base on."""
    level = page.level
    drawing.draw_header(image, view.words.say("guide.nearer"))
    lowest = drawing.page_bottom(image, TIE_TOP + NOTE_PITCH * len(level))
    draw_tower(image, (0, TIE_TOP, BASE_WIDTH, lowest), page.event.source.style)
    influence = str(level[0].influence)
    right = SAFE_WIDTH - text_width(influence, LARGE) - 6
    pitch = min((lowest - TIE_TOP + 1) // len(level), LEVEL_PITCH)
    font = MEDIUM if pitch > LINE_PITCH else TEXT
    framed = pitch >= FRAMED_PITCH
    for at, name in enumerate(view.names_of([place.seat for place in level])):
        left, top = BASE_WIDTH + BASE_GAP + STEP * at, TIE_TOP + pitch * at
        bar = (left, top, right - 3, top + pitch - framed)
        if at == 0:
            drawing.draw_bar(image, bar)
        elif framed:
            table_pieces.draw_card(image, bar)
        y = top + (pitch - font.capital) // 2
        draw_text(image, left + 4, y, name, font, bar[2] - left - 7, lit=at > 0)
    bottom = TIE_TOP + pitch * len(level) - 1
    image.paste(LIT, (right, TIE_TOP, right + 2, bottom))
    middle = (TIE_TOP + bottom - LARGE.capital) // 2
    draw_text(image, SAFE_WIDTH, middle, influence, LARGE, anchor="r")


def _draw_refill(image: Image.Image, view: View, _page: Refill) -> None:
    """A card goes from the pile to the two that lie open, which light play does not know."""
    lying = view.table.display or [""] * (OPEN - 1)
    room = drawing.page_bottom(image) - HEADER_Y - LEAST_CARD
    lines, font, pitch = drawing.fit_paragraph(view.words.say("guide.refill"), room)
    top = drawing.draw_lines(image, LEFT, HEADER_Y, lines, font, pitch) + 2
    bottom = drawing.page_bottom(image)
    table_pieces.draw_card_back(image, (2, top, 24, bottom))
    drawing.draw_sign(image, 29, (top + bottom) // 2 - 3, drawing.ARROW_RIGHT)
    for place in range(OPEN):
        left = 40 + place * 30
        what = lying[place] if place < len(lying) else ""
        draw_card(image, (left, top, left + 22, bottom), what, hollow=place >= len(lying))


PAGES: Mapping[type, EntryScreen] = {
    TowerPage: _draw_tower_page,
    TiePage: _draw_tie_page,
    Refill: _draw_refill,
}


def describe_change(view: View, change: FlagChanged) -> str:
    """Which chip of which scoring goes from whom to whom, after an old answer is amended."""
    before, after = (_describe_holder(view, each) for each in (change.before, change.after))
    say = view.words.say
    return say("amend.flag", chip=change.chip, scoring=change.scoring, before=before, after=after)


def _describe_holder(view: View, holder: ChipHolder | None) -> str:
    if holder is None:
        return view.words.say("amend.not-held")
    players, seat = view.table.players, holder.seat
    name = players[seat].name if seat is not None else view.words.say("amend.nobody")
    return view.words.say("amend.holder", player=name, style=holder.style)
