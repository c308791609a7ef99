"""How Capitol's questions are asked, and its auctions and scorings told, page by page.

`board` enters what is printed, `building` is a turn, `sites` points at prefectures, `numbers` are
bids and cards counted by type, `pages` tells what happened.
"""

from collections.abc import Mapping, Sequence

from companion.entry.capitol.board import BoardOffer, form_for
from companion.entry.capitol.building import builder_for, layer_for, roofs_for
from companion.entry.capitol.numbers import BidPicker, CountPicker, evenly, likely_bid
from companion.entry.capitol.pages import pages
from companion.entry.capitol.sites import SitePicker, houses_for
from companion.entry.manner import Asking, Manner, Opening
from companion.entry.step import Entry
from companion.games.capitol.auction import ROUNDS
from companion.games.capitol.board import PREFECTURES
from companion.games.capitol.table import Table
from companion.games.conversation import Answer, Question


def _prefecture(
    question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    offered = manner.offered("prefecture")
    form = form_for(question, table, manner.axes, offered, retaken)
    if table.board or len(offered) != PREFECTURES or (retaken and retaken[0] != offered[0]):
        return form
    before = tuple(answer for answer in manner.board if answer.key == question.key)
    return BoardOffer(None, question, offered, form, played=offered == before)


def _play(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    return builder_for(question, table, manner.axes, retaken)


def _blocks(question: Question, table: Table, _manner: Manner, retaken: Sequence[Answer]) -> Entry:
    return layer_for(question, table, retaken)


def _roof(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    return roofs_for(question, table, manner.axes, retaken)


def _site(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    return SitePicker.of(question, table, question.key, manner.axes, retaken)


def _house(question: Question, table: Table, _manner: Manner, retaken: Sequence[Answer]) -> Entry:
    return houses_for(question, table, table.prefecture(table.site), retaken)


def _bid(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    if retaken:
        return BidPicker(None, question, manner.axes, int(retaken[0].word))
    assert question.seat is not None
    auctions, last = len(table.lots) - table.lot, table.round == ROUNDS
    likely = likely_bid(table.players[question.seat], auctions, last=last)
    return BidPicker(None, question, manner.axes, likely if table.sites_left else 0)


def _discards(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    if retaken:
        return CountPicker(None, question, manner.axes, _counts(retaken[0]))
    return CountPicker.of_bid(question, table, manner.axes)


def _draw(question: Question, table: Table, manner: Manner, retaken: Sequence[Answer]) -> Entry:
    due = table.due
    if retaken:
        return CountPicker(None, question, manner.axes, _counts(retaken[0]))
    counts = evenly(due.most, table.cards)
    return CountPicker(None, question, manner.axes, counts, total=due.most, fixed=not due.may)


def _counts(answer: Answer) -> tuple[int, ...]:
    return tuple(map(int, answer.word.split(",")))


OPENINGS: Mapping[str, Opening] = {
    "prefecture": _prefecture,
    "play": _play,
    "blocks": _blocks,
    "roof": _roof,
    "site": _site,
    "house": _house,
    "bid": _bid,
    "discards": _discards,
    "place": _site,
    "draw": _draw,
}

CAPITOL = Asking(OPENINGS, frozenset({"colour", "blocks", "roof", "site", "house"}), pages)
