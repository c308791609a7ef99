"""The pictures of Capitol's numbers: the bids of an auction, and cards counted by type."""

from PIL import Image

from companion.games.capitol.input.numbers import BidPicker
from companion.games.capitol.rules.material import CardType
from companion.games.capitol.sign_rows import SIGNS
from companion.ui.input.numbers import CountPicker
from companion.ui.screens import drawing
from companion.ui.screens.drawing import BODY_TOP, LEFT, LINE_PITCH, SAFE_WIDTH, draw_text
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT, double_size, text_width
from companion.ui.screens.numbers import draw_counts, draw_figure
from companion.ui.screens.view import View

BIDS_WIDTH = 86
"""Columns for the players and their bids, beside the number that is entered."""
FOUR_PITCH = 12
"""Rows from player to player where there are four."""
NUMBER_Y, NUMBER_ROOM = 38, 30
"""The row of the bid that is entered, and columns for its large figures."""


def draw_bid_picker(image: Image.Image, view: View, entry: BidPicker) -> None:
    """Draw who bids for what, the bids so far, and the one that is entered now."""
    table, seat = view.table, entry.question.seat
    lot = view.words.say("auction.lot", number=table.lot + 1, lots=len(table.lots))
    room = drawing.draw_header_end(image, lot)
    if table.sites_left:
        name, verb = table.players[seat].name, view.words.say("auction.bids")
        drawing.draw_header(image, name, verb=verb, room=room)
    else:
        drawing.draw_header(image, view.words.say("auction.no-place"), room=room)
    order = table.clockwise
    font, pitch = (MEDIUM, LINE_PITCH) if len(order) < 4 else (TEXT, FOUR_PITCH)
    for place, each in enumerate(order):
        y = BODY_TOP + 2 + place * pitch
        lit = each != seat
        if not lit:
            drawing.draw_bar(image, (0, y - 2, BIDS_WIDTH, y + font.capital + 2))
        bid = str(table.bids.get(each, ""))
        end = BIDS_WIDTH - 2 - text_width(bid, font)
        draw_text(image, end, y, bid, font, lit=lit)
        draw_text(image, LEFT, y, table.players[each].name, font, end - LEFT - 3, lit=lit)
    rows = double_size(SIGNS[table.building])
    middle = (BIDS_WIDTH + 2 + SAFE_WIDTH) // 2
    drawing.draw_sign(image, middle - len(rows[0]) // 2, BODY_TOP, rows)
    draw_figure(image, entry, middle, NUMBER_Y, NUMBER_ROOM)


def draw_count_picker(image: Image.Image, view: View, entry: CountPicker) -> None:
    """Draw cards by type, with those held or left on the stacks, and their sum."""
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
    sum_of_cards = view.words.say("cards.sum", cards=entry.sum)
    room = drawing.draw_header_end(image, sum_of_cards, SMALL)
    drawing.draw_header(image, player.name, verb=word, room=room)
    sources = []
    for kind in CardType:
        source = player.hand[kind] if discards else table.cards.stack(kind)
        known = player.hand_known if discards else table.cards.all_hands_known
        sources.append(view.words.say("cards.of", cards=str(source) if known else "?"))
    draw_counts(image, entry, [SIGNS[kind] for kind in CardType], sources)
