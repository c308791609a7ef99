"""The pictures of Capitol's numbers: the bids of an auction, and cards counted by type."""

from PIL import Image

from companion.games.capitol.input.numbers import BidPicker, CountPicker
from companion.games.capitol.rules.houses import KINDS, CardType
from companion.games.capitol.screens import signs
from companion.games.capitol.screens.building import draw_name
from companion.screens import drawing
from companion.screens.drawing import SAFE_HEIGHT, SAFE_WIDTH, draw_first_line, draw_text
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, text_width
from companion.screens.view import View

HEAD_HEIGHT = 11
NUMBER_X = 86
"""The column where the room for the large number begins."""


def draw_bid_picker(image: Image.Image, view: View, entry: BidPicker) -> None:
    """What is auctioned, the bids so far, and the one that is entered now."""
    table = view.table
    drawing.draw_sign(image, 0, 0, signs.BUILDINGS[table.building])
    lots = view.words.say("auction.lot", number=table.lot + 1, lots=len(table.lots))
    word = view.words.say(f"building.{table.building}")
    left = SAFE_WIDTH - text_width(lots, SMALL)
    draw_text(image, left, 1, lots, SMALL)
    if not table.sites_left:
        word = view.words.say("auction.no-place")
    room = left - 17
    draw_first_line(image, 13, word, drawing.largest_font(word, room, TEXT, SMALL), room)
    order = table.clockwise
    pitch = (SAFE_HEIGHT - HEAD_HEIGHT) // len(order)
    for place, seat in enumerate(order):
        y = HEAD_HEIGHT + place * pitch + (pitch - TEXT.capital) // 2 + 1
        if seat == entry.question.seat:
            drawing.draw_sign(image, 0, y, drawing.ARROW_RIGHT)
        bid = str(table.bids[seat]) if seat in table.bids else ""
        x = NUMBER_X - 6 - text_width(bid, TEXT)
        draw_text(image, x, y, bid, TEXT)
        draw_name(image, 7, y, table.players[seat].name, x - 10)
    _draw_large_number(image, entry)


def _draw_large_number(image: Image.Image, entry: BidPicker) -> None:
    text = str(entry.bid)
    middle = (NUMBER_X + SAFE_WIDTH) // 2
    y = 29
    if len(text) > 2:
        draw_text(image, middle, y + 2, text, FIGURES, anchor="m")
    else:
        draw_text(image, middle, y, text, LARGE, anchor="m")
    if entry.axes == 2:
        drawing.draw_sign(image, middle - 3, y - 7, drawing.ARROW_UP)
        drawing.draw_sign(image, middle - 3, y + 19, drawing.ARROW_DOWN)
        return
    if len(text) == 1 and not entry.ones:  # the cursor stands under a leading zero
        draw_text(image, middle - 14, y, "0", LARGE, anchor="m")
    wide = text_width(text, LARGE)
    ones = middle - wide // 2 + wide - 6
    x = ones if entry.ones else ones - 13
    drawing.draw_sign(image, x - 3, y + 19, drawing.ARROW_UP)


# Cards by type -----------------------------------------------------------------------------------

COLUMN_WIDTH = 42


def draw_count_picker(image: Image.Image, view: View, entry: CountPicker) -> None:
    """Cards by type, with those held or left on the stacks, and their sum."""
    table = view.table
    seat = entry.question.seat or 0
    player = table.players[seat]
    discards = entry.question.key == "discards"
    if discards:
        word = view.words.say("cards.discards", bid=table.auctions[-1].bids[seat])
    elif table.due.may:
        word = view.words.say("cards.draw-up-to", least=table.due.must, most=table.due.most)
    else:
        word = view.words.say("cards.draw", least=table.due.must)
    font = drawing.largest_font(word, 70, TEXT, SMALL)
    left = SAFE_WIDTH - min(text_width(word, font), 70)
    draw_first_line(image, left, word, font, 70)
    draw_first_line(
        image, 0, player.name, drawing.largest_font(player.name, left - 4, TEXT, SMALL), left - 4
    )
    for place, kind in enumerate(KINDS):
        source = player.hand[kind] if discards else table.cards.stack(kind)
        known = player.hand_known if discards else table.cards.all_hands_known
        _draw_count(image, view, entry, place, kind, str(source) if known else "?")
    said = view.words.say("cards.sum", cards=entry.sum)
    draw_text(image, SAFE_WIDTH // 2, 55, said, SMALL, anchor="m")


def _draw_count(
    image: Image.Image, view: View, entry: CountPicker, place: int, kind: CardType, source: str
) -> None:
    left = place * COLUMN_WIDTH + 2
    drawing.draw_sign(image, left + 4, 14, signs.CARDS[kind])
    draw_text(image, left + 16, 15, view.words.say("cards.of", cards=source), SMALL, 24)
    middle = left + 17
    draw_text(image, middle, 29, str(entry.counts[place]), LARGE, anchor="m")
    if place != entry.at:
        return
    if entry.axes == 2:
        drawing.draw_sign(image, middle - 3, 24, drawing.ARROW_UP)
        drawing.draw_sign(image, middle - 3, 47, drawing.ARROW_DOWN)
    else:
        drawing.draw_sign(image, middle - 3, 47, drawing.ARROW_UP)
