"""The pages of a scoring: the scoring card, each flag, the refill; and a chip amended later."""

from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image, ImageChops

from companion.games.campanile.award_text import place_reasons, spare_reason, tower_reason
from companion.games.campanile.input.pages import Announcement, AwardPage, Refill, TowerPage
from companion.games.campanile.rules.changes import ChipHolder, FlagChanged
from companion.games.campanile.rules.flags import Award
from companion.games.campanile.rules.pile import OPEN
from companion.games.campanile.screens.pieces import card_title, draw_card, draw_tower
from companion.screens import drawing
from companion.screens.drawing import (
    LIT,
    MIDDLE,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    draw_first_line,
    draw_text,
)
from companion.screens.fonts import (
    FIGURES,
    LARGE,
    SMALL,
    TEXT,
    THIN,
    split_words,
    text_width,
    wrap_text,
)
from companion.screens.view import View

LINE_PITCH = 9
HEADER_HEIGHT = 10
TOWER_PITCH = 17
CHIP_SIZE = 12
PENNANT_SIGN = ["##.....", "#####..", "#######", "#####..", "##.....", "#......", "#......"]


def _draw_announcement(image: Image.Image, view: View, page: Announcement) -> None:
    word = view.words.say(f"scoring.{page.scoring.name}")
    font = drawing.largest_font(word, SAFE_WIDTH - 8, LARGE, THIN, TEXT)
    draw_text(image, MIDDLE, 3 + (LARGE.capital - font.capital) // 2, word, font, anchor="m")
    towers = view.table.towers
    highest = max(tower.floors for tower in towers.values())
    flagged = {award.style for award in page.scoring.awards}
    for place, style in enumerate(view.table.row_from_left(view.mirrored)):
        left = 5 + place * 25
        top = SAFE_HEIGHT - 4 - round(25 * towers[style].floors / max(highest, 1))
        draw_tower(image, (left, top, left + 18, SAFE_HEIGHT - 3), style)
        if style in flagged:
            drawing.draw_sign(image, left + 8, top - 7, PENNANT_SIGN)
    drawing.draw_rule(image, SAFE_HEIGHT - 4)
    image.paste(ImageChops.invert(image))


def _draw_header(image: Image.Image, view: View, award: Award) -> None:
    draw_tower(image, (0, 0, 10, 8), award.style)
    flag = "/".join(map(str, award.flag))
    room = draw_text(image, SAFE_WIDTH, 0, flag, TEXT, anchor="r") - text_width(flag, TEXT)
    draw_first_line(image, 13, card_title(view.words, award.style), TEXT, room - 17)


def _draw_tower_page(image: Image.Image, view: View, page: TowerPage) -> None:
    award = page.award
    reason = _rank_reason(view, award)
    drawing.draw_lines(image, 0, SAFE_HEIGHT - LINE_PITCH * len(reason), reason, SMALL, LINE_PITCH)
    _draw_header(image, view, award)
    _draw_skyline(image, view, award, SAFE_HEIGHT - 3 - LINE_PITCH * len(reason))
    rank = view.words.say(f"rank.{award.rank}")
    left = 5 * TOWER_PITCH + 4
    room = SAFE_WIDTH - left
    as_large = all(text_width(word, TEXT) <= room for word in split_words(rank))
    font = TEXT if as_large and len(wrap_text(rank, TEXT, room)) <= 2 else SMALL
    lines = drawing.limit_lines(2, wrap_text(rank, font, room), font, room)
    drawing.draw_lines(image, left, 18, lines, font, 11)


def _rank_reason(view: View, award: Award) -> list[str]:
    """Why the tower has this rank among towers of its height, in at most three lines."""
    if not award.tower_level_with:
        return []
    lines = wrap_text(tower_reason(view.words, award) or "", SMALL, SAFE_WIDTH)
    if len(lines) > 3:
        lines = wrap_text(view.words.say("guide.as-high"), SMALL, SAFE_WIDTH)
    return drawing.limit_lines(3, lines, SMALL, SAFE_WIDTH)


def _draw_skyline(image: Image.Image, view: View, award: Award, ground: int) -> None:
    towers = view.table.towers
    highest = max(tower.floors for tower in towers.values())
    figures = FIGURES if ground > 45 else TEXT
    room = ground - HEADER_HEIGHT - len(PENNANT_SIGN) - figures.capital - 3
    for place, style in enumerate(view.table.row_from_left(view.mirrored)):
        left = place * TOWER_PITCH
        here = style == award.style
        top = ground - round(room * towers[style].floors / max(highest, 1))
        draw_tower(
            image, (left + 1, top, left + TOWER_PITCH - 1, ground + 1), style, faint=not here
        )
        middle = left + TOWER_PITCH // 2
        above = top - figures.capital - 1
        draw_text(image, middle, above, str(towers[style].floors), figures, anchor="m")
        if here:
            drawing.draw_sign(image, middle - 3, above - 8, PENNANT_SIGN)
    drawing.draw_rule(image, ground, 0, 5 * TOWER_PITCH)


def _draw_award_page(image: Image.Image, view: View, page: AwardPage) -> None:
    award = page.award
    _draw_header(image, view, award)
    if not award.places:
        lines = drawing.balance_lines(spare_reason(view.words, award) or "", TEXT, SAFE_WIDTH)
        drawing.draw_lines(image, MIDDLE, 36 - 6 * len(lines), lines, TEXT, 12, anchor="m")
        return
    notes = _award_notes(view, award)
    top, bottom = HEADER_HEIGHT, SAFE_HEIGHT - LINE_PITCH * len(notes)
    pitch = min((bottom - top) // len(award.places), 16)
    _draw_places(image, view, award, top + (bottom - top - pitch * len(award.places)) // 2, pitch)
    drawing.draw_lines(image, 0, bottom, notes, SMALL, LINE_PITCH)


def _award_notes(view: View, award: Award) -> list[str]:
    """Ties, and chips that nobody takes, in the longest sentences that fit."""
    full = place_reasons(view.words, award, [player.name for player in view.table.players])
    rule = [view.words.say("guide.level")] if full else []
    spare = spare_reason(view.words, award)
    for ties, pitch in (
        (full, TEXT.height - 1),
        (_nearer_players(view, award), LINE_PITCH),
        (rule, LINE_PITCH),
    ):
        sentences = [*ties, spare] if spare is not None else ties
        lines = [line for sentence in sentences for line in wrap_text(sentence, SMALL, SAFE_WIDTH)]
        fits = (SAFE_HEIGHT - HEADER_HEIGHT - LINE_PITCH * len(lines)) // len(award.places) >= pitch
        if fits and bool(ties) == bool(full):
            return lines
    return []


def _nearer_players(view: View, award: Award) -> list[str]:
    """Who is nearer the base; nothing for ties of three that go on after the first chip."""
    if any(len(level) > 2 and level[1].chip is not None for level in award.ties):
        return []
    seats = [level[0].seat for level in award.ties]
    return [view.words.say("guide.nearer", player=name) for name in view.names_of(seats)]


def _draw_places(image: Image.Image, view: View, award: Award, top: int, pitch: int) -> None:
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    names = TEXT if pitch > TEXT.height - 2 else SMALL
    for place, name in enumerate(view.names_of([each.seat for each in award.places])):
        each = award.places[place]
        y = top + place * pitch
        draw_text(image, 0, y + (pitch - names.capital) // 2, name, names, 84)
        middle = y + (pitch - figures.capital) // 2
        draw_text(image, 104, middle, str(each.influence), figures, anchor="r")
        if each.chip is not None and pitch > CHIP_SIZE:
            drawing.draw_disc(
                image,
                SAFE_WIDTH - CHIP_SIZE,
                y + (pitch - CHIP_SIZE) // 2,
                CHIP_SIZE,
                str(each.chip),
            )
        elif each.chip is not None:
            draw_text(image, SAFE_WIDTH, middle, f"+{each.chip}", TEXT, anchor="r")
    for level in award.ties:
        first = award.places.index(level[0])
        _draw_bracket(image, top + first * pitch + pitch // 2, len(level) - 1, pitch)


def _draw_bracket(image: Image.Image, top: int, steps: int, pitch: int) -> None:
    image.paste(LIT, (108, top, 109, top + steps * pitch))
    for place in range(steps + 1):
        y = top + place * pitch - bool(place)
        image.paste(LIT, (106, y, 108, y + 1))


def _draw_refill(image: Image.Image, view: View, _page: Refill) -> None:
    """A card goes from the pile to the two that lie open, which light play does not know."""
    lying = view.table.display or [""] * (OPEN - 1)
    drawing.draw_card_back(image, (6, 6, 26, 32))
    drawing.draw_sign(image, 31, 16, drawing.ARROW_RIGHT)
    for place in range(OPEN):
        left = 42 + place * 28
        what = lying[place] if place < len(lying) else ""
        draw_card(image, (left, 6, left + 20, 32), what, hollow=place >= len(lying))
    lines = drawing.balance_lines(view.words.say("guide.refill"), TEXT, SAFE_WIDTH)
    lines = drawing.limit_lines(2, lines, TEXT, SAFE_WIDTH)
    drawing.draw_lines(image, MIDDLE, 42, lines, TEXT, 11, anchor="m")


PAGES: Mapping[type, Callable[[Image.Image, View, Any], None]] = {
    Announcement: _draw_announcement,
    TowerPage: _draw_tower_page,
    AwardPage: _draw_award_page,
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
