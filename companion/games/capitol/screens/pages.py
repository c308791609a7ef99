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
from companion.screens import drawing
from companion.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import FIGURES, SMALL, TEXT, text_width, wrap_text
from companion.screens.view import View

HEAD_HEIGHT = 11
LINE_HEIGHT = 9
POINTS_SIZE = 12
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
    there = view.table.prefecture(majority.prefecture)
    signs.fill_colour(image, (0, 0, 9, 9), there.hue)
    left = _draw_buildings(image, majority)
    draw_first_line(image, 12, there.name, TEXT, left - 15)
    lines = _wrap_place_reason(view, majority)
    bottom = SAFE_HEIGHT - LINE_HEIGHT * len(lines)
    places = majority.places
    if places:
        pitch = min((bottom - HEAD_HEIGHT) // len(places), 16)
        top = HEAD_HEIGHT + (bottom - HEAD_HEIGHT - pitch * len(places)) // 2
        for number, place in enumerate(places):
            _draw_place(image, view, place, top + number * pitch, pitch)
    drawing.draw_lines(image, 0, bottom, lines, SMALL, LINE_HEIGHT)


def _wrap_place_reason(view: View, majority: Majority) -> list[str]:
    reason = place_reason(view.words, majority, [each.name for each in view.table.players])
    lines = wrap_text(reason, SMALL, SAFE_WIDTH)
    room = (SAFE_HEIGHT - HEAD_HEIGHT - 11 * len(majority.places)) // LINE_HEIGHT
    if len(lines) <= room:
        return lines
    lines = wrap_text(view.words.say(f"majority.{majority.decided_by}"), SMALL, SAFE_WIDTH)
    return drawing.limit_lines(1, lines, SMALL, SAFE_WIDTH)


def _draw_buildings(image: Image.Image, majority: Majority) -> int:
    """Fountains and large buildings at the end of the first line; returns their left edge."""
    x = SAFE_WIDTH
    if majority.amphitheatre:
        x -= 9
        drawing.draw_sign(image, x, 0, signs.AMPHITHEATRE)
        x -= 4
    if majority.temple:
        x -= text_width("×2", TEXT)  # noqa: RUF001  # a times sign it is
        draw_text(image, x, 0, "×2", TEXT)  # noqa: RUF001  # the typographic sign is meant
        x -= 11
        drawing.draw_sign(image, x, 0, signs.TEMPLE)
        x -= 4
    if majority.fountains:
        x -= text_width(str(majority.fountains), TEXT)
        draw_text(image, x, 0, str(majority.fountains), TEXT)
        x -= 11
        drawing.draw_sign(image, x, 0, signs.FOUNTAIN)
    return x


def _draw_place(image: Image.Image, view: View, place: MajorityPlace, y: int, pitch: int) -> None:
    figures = FIGURES if pitch > FIGURES.capital else TEXT
    draw_name(image, 0, y + (pitch - TEXT.capital) // 2, view.table.players[place.seat].name, 57)
    middle = y + (pitch - figures.capital) // 2
    drawing.draw_sign(image, 59, y + pitch // 2 - 2, signs.BLOCK)
    draw_text(image, 81, middle, str(place.blocks), figures, anchor="r")
    drawing.draw_sign(image, 86, y + pitch // 2 - 4, TALL_HOUSE)
    draw_text(image, 103, middle, str(place.tallest), figures, anchor="r")
    if 0 < place.points < TWO_FIGURES and pitch > POINTS_SIZE:
        drawing.draw_disc(
            image,
            SAFE_WIDTH - POINTS_SIZE - 1,
            y + (pitch - POINTS_SIZE) // 2,
            POINTS_SIZE + 1,
            str(place.points),
        )
    elif place.points:
        draw_text(
            image, SAFE_WIDTH, y + (pitch - TEXT.capital) // 2, f"+{place.points}", TEXT, anchor="r"
        )


TALL_HOUSE = [".###.", "#####", "#...#", "#####", "#...#", "#####", "#...#", "#####"]


def draw_auction_page(image: Image.Image, view: View, page: AuctionPage) -> None:
    """The bids, the winner, and what decided."""
    auction, players = page.auction, view.table.players
    drawing.draw_sign(image, 0, 0, signs.BUILDINGS[auction.building])
    word = view.words.say(f"building.{auction.building}")
    draw_first_line(
        image, 13, word, drawing.largest_font(word, SAFE_WIDTH - 13, TEXT, SMALL), SAFE_WIDTH - 13
    )
    lines = _wrap_auction_reason(view, auction)
    bottom = SAFE_HEIGHT - LINE_HEIGHT * len(lines)
    order = sorted(range(len(players)), key=lambda seat: -auction.bids[seat])
    columns = 1 if (bottom - HEAD_HEIGHT) // len(order) > TEXT.height - 2 else 2
    pitch = min((bottom - HEAD_HEIGHT) // -(-len(order) // columns), 16)
    for place, seat in enumerate(order):
        row, column = divmod(place, columns)
        left, right = column * COLUMN_WIDTH, SAFE_WIDTH - (columns - 1 - column) * COLUMN_WIDTH
        y = HEAD_HEIGHT + row * pitch + (pitch - TEXT.capital) // 2
        if seat == auction.winner:
            drawing.draw_sign(image, left, y, drawing.ARROW_RIGHT)
        end = right - text_width(str(auction.bids[seat]), TEXT)
        draw_text(image, end, y, str(auction.bids[seat]), TEXT)
        draw_name(image, left + 7, y, players[seat].name, end - left - 10)
    drawing.draw_lines(image, 0, bottom, lines, SMALL, LINE_HEIGHT)


def _wrap_auction_reason(view: View, auction: Auction) -> list[str]:
    names = [player.name for player in view.table.players]
    lines = drawing.balance_lines(auction_reason(view.words, auction, names), SMALL, SAFE_WIDTH)
    if len(lines) <= 2:
        return lines
    by = auction.won_by if auction.has_site else "no-site"
    lines = drawing.balance_lines(view.words.say(f"auction.{by}"), SMALL, SAFE_WIDTH)
    return drawing.limit_lines(2, lines, SMALL, SAFE_WIDTH)


def draw_cards_due_page(image: Image.Image, view: View, page: CardsDuePage) -> None:
    """Who draws how many cards, and which amphitheatres give some."""
    title = view.words.say("cards.due")
    draw_first_line(
        image, 0, title, drawing.largest_font(title, SAFE_WIDTH, TEXT, SMALL), SAFE_WIDTH
    )
    pitch = (SAFE_HEIGHT - HEAD_HEIGHT) // len(page.allowances)
    for place, due in enumerate(page.allowances):
        y = HEAD_HEIGHT + place * pitch + (pitch - TEXT.capital) // 2
        draw_name(image, 0, y, view.table.players[due.seat].name, 60)
        cards = str(due.must) if not due.may else f"{due.must}–{due.most}"  # noqa: RUF001  # the typographic sign is meant
        draw_text(image, 88, y, cards, TEXT, anchor="r")
        for number, (where, _) in enumerate(due.sources[:2]):
            draw_text(
                image, SOURCES_X[number], y + 1, shorten_name(view, where, SOURCE_WIDTH), SMALL
            )


def shorten_name(view: View, where: str, room: int) -> str:
    """The beginning of a prefecture's name; with its last letter where another begins alike."""
    beginning = drawing.cut_text(where, SMALL, room)
    cuts = [drawing.cut_text(each.name, SMALL, room) for each in view.table.board]
    if cuts.count(beginning) == 1:
        return beginning
    last = where[-1]
    return drawing.cut_text(where, SMALL, room - text_width(last, SMALL) - 1) + last


PAGES: Mapping[type, Callable[[Image.Image, View, Any], None]] = {
    PrefecturePage: draw_prefecture_page,
    AuctionPage: draw_auction_page,
    CardsDuePage: draw_cards_due_page,
}
