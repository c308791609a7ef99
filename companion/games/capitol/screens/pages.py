"""The pictures of Capitol's pages: an auction, a prefecture's places, the cards due."""

from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from companion.games.capitol.input.pages import AuctionPage, CardsDuePage, PrefecturePage
from companion.games.capitol.reason_text import auction_reason, place_reason
from companion.games.capitol.rules.auction import Auction
from companion.games.capitol.rules.majority import Majority, MajorityPlace
from companion.games.capitol.screens import signs
from companion.games.capitol.screens.building import draw_name
from companion.games.capitol.screens.signs import table_of
from companion.screens import drawing
from companion.screens.drawing import HIGH, WIDE, first_line, write
from companion.screens.fonts import FIGURES, SMALL, TEXT, width, wrap
from companion.screens.view import View

HEAD_HEIGHT = 11
LINE_HEIGHT = 9
POINTS_SIZE = 12
"""Columns of a disc with points."""
SOURCES_X, SOURCE_WIDTH = (91, 112), 16
"""The columns of the amphitheatres that give cards, and the room for the name of one."""
TWO_FIGURES = 10
"""Points from here on have no room in a disc."""
COLUMN_WIDTH = 66
"""Columns from one bid to the next where they stand in two columns."""


def draw_prefecture_page(image: Image.Image, view: View, page: PrefecturePage) -> None:
    """A prefecture as it was scored."""
    draw_prefecture(image, view, page.majority)


def draw_prefecture(image: Image.Image, view: View, majority: Majority) -> None:
    """Everybody's blocks and tallest house there, what stands there, who is first and why."""
    there = table_of(view).prefecture(majority.prefecture)
    signs.fill_colour(image, (0, 0, 9, 9), there.hue)
    left = _draw_buildings(image, majority)
    first_line(image, 12, there.name, TEXT, left - 15)
    lines = _wrap_place_reason(view, majority)
    bottom = HIGH - LINE_HEIGHT * len(lines)
    places = majority.places
    if places:
        pitch = min((bottom - HEAD_HEIGHT) // len(places), 16)
        top = HEAD_HEIGHT + (bottom - HEAD_HEIGHT - pitch * len(places)) // 2
        for number, place in enumerate(places):
            _draw_place(image, view, place, top + number * pitch, pitch)
    drawing.write_lines(image, 0, bottom, lines, SMALL, LINE_HEIGHT)


def _wrap_place_reason(view: View, majority: Majority) -> list[str]:
    reason = place_reason(view.words, majority, [each.name for each in table_of(view).players])
    lines = wrap(reason, SMALL, WIDE)
    room = (HIGH - HEAD_HEIGHT - 11 * len(majority.places)) // LINE_HEIGHT
    if len(lines) <= room:
        return lines
    lines = wrap(view.words.say(f"majority.{majority.decided_by}"), SMALL, WIDE)
    return drawing.at_most(1, lines, SMALL, WIDE)


def _draw_buildings(image: Image.Image, majority: Majority) -> int:
    """Fountains and large buildings at the end of the first line; returns their left edge."""
    x = WIDE
    if majority.amphitheatre:
        x -= 9
        drawing.sign(image, x, 0, signs.AMPHITHEATRE)
        x -= 4
    if majority.temple:
        x -= width("×2", TEXT)  # noqa: RUF001  # a times sign it is
        write(image, x, 0, "×2", TEXT)  # noqa: RUF001
        x -= 11
        drawing.sign(image, x, 0, signs.TEMPLE)
        x -= 4
    if majority.fountains:
        x -= width(str(majority.fountains), TEXT)
        write(image, x, 0, str(majority.fountains), TEXT)
        x -= 11
        drawing.sign(image, x, 0, signs.FOUNTAIN)
    return x


def _draw_place(image: Image.Image, view: View, place: MajorityPlace, y: int, pitch: int) -> None:
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    draw_name(
        image, 0, y + (pitch - TEXT.capital) // 2, table_of(view).players[place.seat].name, 57
    )
    middle = y + (pitch - figures.capital) // 2
    drawing.sign(image, 59, y + pitch // 2 - 2, signs.BLOCK)
    write(image, 81, middle, str(place.blocks), figures, anchor="r")
    drawing.sign(image, 86, y + pitch // 2 - 4, TALL_HOUSE)
    write(image, 103, middle, str(place.tallest), figures, anchor="r")
    if 0 < place.points < TWO_FIGURES and pitch > POINTS_SIZE:
        drawing.disc(
            image,
            WIDE - POINTS_SIZE - 1,
            y + (pitch - POINTS_SIZE) // 2,
            POINTS_SIZE + 1,
            str(place.points),
        )
    elif place.points:
        write(image, WIDE, y + (pitch - TEXT.capital) // 2, f"+{place.points}", TEXT, anchor="r")


TALL_HOUSE = [".###.", "#####", "#...#", "#####", "#...#", "#####", "#...#", "#####"]
"""A house of three floors."""


def draw_auction_page(image: Image.Image, view: View, page: AuctionPage) -> None:
    """The bids, the winner, and what decided."""
    auction, players = page.auction, table_of(view).players
    drawing.sign(image, 0, 0, signs.BUILDINGS[auction.building])
    word = view.words.say(f"building.{auction.building}")
    first_line(image, 13, word, drawing.largest(word, WIDE - 13, TEXT, SMALL), WIDE - 13)
    lines = _wrap_auction_reason(view, auction)
    bottom = HIGH - LINE_HEIGHT * len(lines)
    order = sorted(range(len(players)), key=lambda seat: -auction.bids[seat])
    columns = 1 if (bottom - HEAD_HEIGHT) // len(order) > TEXT.height - 2 else 2
    pitch = min((bottom - HEAD_HEIGHT) // -(-len(order) // columns), 16)
    for place, seat in enumerate(order):
        row, column = divmod(place, columns)
        left, right = column * COLUMN_WIDTH, WIDE - (columns - 1 - column) * COLUMN_WIDTH
        y = HEAD_HEIGHT + row * pitch + (pitch - TEXT.capital) // 2
        if seat == auction.winner:
            drawing.sign(image, left, y, drawing.RIGHT)
        end = right - width(str(auction.bids[seat]), TEXT)
        write(image, end, y, str(auction.bids[seat]), TEXT)
        draw_name(image, left + 7, y, players[seat].name, end - left - 10)
    drawing.write_lines(image, 0, bottom, lines, SMALL, LINE_HEIGHT)


def _wrap_auction_reason(view: View, auction: Auction) -> list[str]:
    """What decided the auction, in at most two lines."""
    names = [player.name for player in table_of(view).players]
    lines = drawing.balanced(auction_reason(view.words, auction, names), SMALL, WIDE)
    if len(lines) <= 2:
        return lines
    by = auction.won_by if auction.has_site else "no-site"
    lines = drawing.balanced(view.words.say(f"auction.{by}"), SMALL, WIDE)
    return drawing.at_most(2, lines, SMALL, WIDE)


def draw_cards_due_page(image: Image.Image, view: View, page: CardsDuePage) -> None:
    """Who draws how many cards, and which amphitheatres give some."""
    title = view.words.say("cards.due")
    first_line(image, 0, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)
    pitch = (HIGH - HEAD_HEIGHT) // len(page.allowances)
    for place, due in enumerate(page.allowances):
        y = HEAD_HEIGHT + place * pitch + (pitch - TEXT.capital) // 2
        draw_name(image, 0, y, table_of(view).players[due.seat].name, 60)
        cards = str(due.must) if not due.may else f"{due.must}–{due.most}"  # noqa: RUF001
        write(image, 88, y, cards, TEXT, anchor="r")
        for number, (where, _) in enumerate(due.sources[:2]):
            write(image, SOURCES_X[number], y + 1, shorten_name(view, where, SOURCE_WIDTH), SMALL)


def shorten_name(view: View, where: str, room: int) -> str:
    """The beginning of a prefecture's name; with its last letter where another begins alike."""
    beginning = drawing.cut(where, SMALL, room)
    cuts = [drawing.cut(each.name, SMALL, room) for each in table_of(view).board]
    if cuts.count(beginning) == 1:
        return beginning
    last = where[-1]
    return drawing.cut(where, SMALL, room - width(last, SMALL) - 1) + last


PAGES: Mapping[type, Callable[[Image.Image, View, Any], None]] = {
    PrefecturePage: draw_prefecture_page,
    AuctionPage: draw_auction_page,
    CardsDuePage: draw_cards_due_page,
}
