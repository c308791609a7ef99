"""The pictures of Capitol's pages: auctions, a prefecture's places, the cards due."""

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.core.events import AUCTION, AWARD, CARDS_DUE, EventKind, GameEvent
from companion.core.palette import Pattern
from companion.games.capitol.input.building import SITE
from companion.games.capitol.rules.auction import Auction
from companion.games.capitol.rules.board import PrefectureColour
from companion.games.capitol.rules.majority import DrawAllowance, Majority, MajorityPlace
from companion.games.capitol.sign_rows import SIGNS
from companion.games.capitol.tell import tell_auction_reason, tell_place_reason
from companion.text.figures import format_count, format_range
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.guide import EventPage, Guide
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import (
    FIGURES,
    MEDIUM,
    SMALL,
    TEXT,
    Font,
    double_size,
    tail_height,
    text_width,
)
from companion.ui.screens.guide import draw_large_title, draw_reason
from companion.ui.screens.view import EventScreen, View

TITLE_X = 14
"""The column of a title behind its sign."""
SIGN_GAP = 4
HUES = {
    PrefectureColour.LIGHT_BLUE: Pattern.EMPTY,
    PrefectureColour.PURPLE: Pattern.FULL,
    PrefectureColour.PINK: Pattern.CHECKER,
}
BLOCKS_X, TALL_X, TALLEST_X = 83, 88, 95
"""The columns where the blocks end, of the sign of the tallest house, and of its height."""
LARGE_PITCH, SMALL_PITCH = 14, 10
"""Rows from player to player: in MEDIUM up to two, in TEXT for more."""
RESULT_BAR = (0, 14, SAFE_WIDTH, 30)
OTHERS_Y = 33
BID_GAP, COLUMN_GAP, WIDEST_BID = 3, 6, 72
"""Columns from a name to its bid, and to the next name; the most for a name with its bid."""
DUE_TOP, MOST_PITCH = 12, 16
"""The row of the first player's cards due, and at most so many rows from one to the next."""
DUE_NAME_WIDTH, BONUS_X = 62, 90
"""Columns for a name beside its cards due, and where those for amphitheatres end."""


def draw_prefecture(image: Image.Image, view: View, majority: Majority) -> None:
    """Draw everybody's blocks and tallest house there, what stands there, who is first and why."""
    there = view.table.prefecture(majority.prefecture)
    table_pieces.draw_swatch(image, (LEFT, 1, LEFT + 9, 10), HUES[there.hue])
    left = _draw_buildings(image, majority)
    y = draw_large_title(image, TITLE_X, there.name, left - TITLE_X - SIGN_GAP)
    places = majority.places
    font, pitch = (MEDIUM, LARGE_PITCH) if len(places) < 3 else (TEXT, SMALL_PITCH)
    for place in places:
        _draw_place(image, view, place, y, font)
        y += pitch
    reason = view.say(tell_place_reason(majority))
    draw_reason(image, y, reason, view.words.say(f"majority.{majority.decided_by}"))


def _draw_buildings(image: Image.Image, majority: Majority) -> int:
    """Draw fountains and large buildings at the end of the header; return their left edge."""
    x = SAFE_WIDTH
    if majority.amphitheatre:
        x -= 9
        drawing.draw_sign(image, x, HEADER_Y, SIGNS["amphitheatre"])
        x -= SIGN_GAP
    if majority.temple:
        twice = format_count(2)
        x -= text_width(twice, TEXT)
        draw_text(image, x, HEADER_Y, twice, TEXT)
        x -= 11
        drawing.draw_sign(image, x, HEADER_Y, SIGNS["temple"])
        x -= SIGN_GAP
    if majority.fountains:
        x -= text_width(str(majority.fountains), TEXT)
        draw_text(image, x, HEADER_Y, str(majority.fountains), TEXT)
        x -= 11
        drawing.draw_sign(image, x, HEADER_Y, SIGNS["fountain"])
    return x


def _draw_place(image: Image.Image, view: View, place: MajorityPlace, y: int, font: Font) -> None:
    block, blocks = double_size(SIGNS["block"]), str(place.blocks)
    middle, x = y + font.capital // 2, BLOCKS_X - text_width(blocks, font) - 3 - len(block[0])
    draw_text(image, LEFT, y, view.table.players[place.seat].name, font, x - LEFT - 3)
    drawing.draw_sign(image, x, middle - 4, block)
    draw_text(image, BLOCKS_X, y, blocks, font, anchor="r")
    drawing.draw_sign(image, TALL_X, middle - 4, SIGNS["tall-house"])
    draw_text(image, TALLEST_X, y, str(place.tallest), font)
    if place.points:
        draw_text(image, SAFE_WIDTH, y, f"+{place.points}", font, anchor="r")


def draw_auction(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw the winner of an auction over the other bids, and what decided.

    Where the building leaves the game, the reason has the place of the other bids.
    """
    auction: Auction = event.source
    players = view.table.players
    drawing.draw_sign(image, LEFT, HEADER_Y, SIGNS[auction.building])
    title = view.words.say(f"building.{auction.building}")
    y = draw_large_title(image, TITLE_X, title, SAFE_WIDTH - TITLE_X)
    order = sorted(range(len(players)), key=lambda seat: -auction.bids[seat])
    if auction.winner is not None:
        order = [seat for seat in order if auction.has_site and seat != auction.winner]
        drawing.draw_bar(image, RESULT_BAR)
        _draw_bidder(image, view, auction, auction.winner, RESULT_BAR[1] + 2)
        y = OTHERS_Y
    y = _draw_bids(image, view, auction, order, y)
    by = auction.won_by if auction.has_site else "no-site"
    short = view.words.say(f"auction.{by}")
    draw_reason(image, y, view.say(tell_auction_reason(auction)), short)


def _draw_bidder(image: Image.Image, view: View, auction: Auction, seat: int, y: int) -> None:
    bid = str(auction.bids[seat])
    draw_text(image, SAFE_WIDTH - 3, y, bid, FIGURES, anchor="r", lit=False)
    room = TEXT_WIDTH - text_width(bid, FIGURES) - 6
    draw_text(image, LEFT, y, view.table.players[seat].name, MEDIUM, room, lit=False)


def _draw_bids(
    image: Image.Image, view: View, auction: Auction, seats: Sequence[int], y: int
) -> int:
    """Draw names with their bids, two in a row; return the row below."""
    names, bids = view.names_of(seats), [str(auction.bids[seat]) for seat in seats]
    widths = [
        text_width(name, TEXT) + BID_GAP + drawing.count_width(bid, TEXT)
        for name, bid in zip(names, bids, strict=True)
    ]
    middle = LEFT + min(max(widths[::2], default=0), WIDEST_BID) + COLUMN_GAP
    for place, (name, bid) in enumerate(zip(names, bids, strict=True)):
        row, is_right = divmod(place, 2)
        left, right = (middle, SAFE_WIDTH) if is_right else (LEFT, middle - COLUMN_GAP)
        top, width = y + row * SMALL_PITCH, drawing.count_width(bid, TEXT)
        room = right - left - width - BID_GAP
        end = draw_text(image, left, top, name, TEXT, room)
        drawing.draw_count(image, end + BID_GAP, top, bid, TEXT)
    return y + -(-len(seats) // 2) * SMALL_PITCH


def draw_cards_due(image: Image.Image, view: View, event: GameEvent) -> None:
    """Draw who draws how many cards, how many for amphitheatres, and below them for which."""
    allowances: Sequence[DrawAllowance] = event.source
    places = list(dict.fromkeys(where for due in allowances for where, _ in due.sources))
    title, rows = view.words.say("cards.due"), len(allowances)
    sources = TEXT.capital + 1 if places else 0
    bottom = drawing.page_bottom(image, BODY_TOP + rows * SMALL_PITCH + sources)
    room = bottom - DUE_TOP - sources
    if rows * LARGE_PITCH <= room:
        font, pitch, top = MEDIUM, min(room // rows, MOST_PITCH), DUE_TOP
        drawing.draw_header(image, title)
    else:
        font, pitch = TEXT, SMALL_PITCH
        top = draw_large_title(image, LEFT, title, TEXT_WIDTH)
    for number, due in enumerate(allowances):
        y = top + number * pitch
        draw_text(image, LEFT, y, view.table.players[due.seat].name, font, DUE_NAME_WIDTH)
        draw_text(image, SAFE_WIDTH, y, format_range(due.must, due.most), font, anchor="r")
        if due.sources:
            bonus, bonus_y = f"+{due.may}", y + font.capital - TEXT.capital
            draw_text(image, BONUS_X, bonus_y, bonus, TEXT, anchor="r")
            left = BONUS_X - text_width(bonus, TEXT) - 11
            drawing.draw_sign(image, left, bonus_y, SIGNS["amphitheatre"])
    if places:
        y = min(top + rows * pitch + 1, SAFE_HEIGHT - TEXT.capital - 1)
        drawing.draw_sign(image, LEFT, y, SIGNS["amphitheatre"])
        named, left = " + ".join(places), LEFT + 12
        fits = y + TEXT.capital + tail_height(named, TEXT) <= SAFE_HEIGHT
        fonts = (TEXT, SMALL) if fits else (SMALL,)
        drawing.draw_on_line(image, left, y, named, SAFE_WIDTH - left, *fonts)


LEGEND: Mapping[str, Sequence[str]] = {
    name: SIGNS[name]
    for name in (
        *("stock", "sites", "columns"),
        *("floor", "roof", "permit", "pass", "blank", "look"),
        *("fountain", "temple", "amphitheatre"),
    )
}


def list_unnamed_signs(view: View) -> Sequence[str]:
    """The signs of what is left, of free sites, and of the columns of a prefecture's scoring."""
    if isinstance(view.entry, ChoicePicker):
        sign = {"play": "stock", SITE: "sites"}.get(view.entry.choice.key)
        return (sign,) if sign is not None else ()
    page = view.entry.page if isinstance(view.entry, Guide) else None
    is_award = isinstance(page, EventPage) and page.event.kind is AWARD
    return ("columns",) if is_award else ()


EVENTS: Mapping[EventKind, EventScreen] = {
    AWARD: lambda image, view, event: draw_prefecture(image, view, event.source),
    AUCTION: draw_auction,
    CARDS_DUE: draw_cards_due,
}
