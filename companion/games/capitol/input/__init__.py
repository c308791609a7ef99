"""How Capitol's questions are asked, and its auctions and scorings told, page by page.

`board` enters what is printed, `building` is a turn, `sites` points at prefectures, `numbers` are
bids and cards counted by type, `pages` tells what happened.
"""

from collections.abc import Mapping, Sequence

from companion.core.conversation import Answer, Question
from companion.games.capitol.input.board import BoardOffer, form_for
from companion.games.capitol.input.building import builder_for, layer_for, roofs_for
from companion.games.capitol.input.numbers import BidPicker, CountPicker, evenly, likely_bid
from companion.games.capitol.input.pages import pages
from companion.games.capitol.input.sites import SitePicker, houses_for
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.board import PREFECTURES
from companion.games.capitol.rules.table import CapitolTable
from companion.input.context import EntryFactory, GameInput, InputContext
from companion.input.entry import Entry


def _prefecture(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    offered = context.offered("prefecture")
    form = form_for(question, table, context.axes, offered, previous)
    if table.board or len(offered) != PREFECTURES or (previous and previous[0] != offered[0]):
        return form
    before = tuple(answer for answer in context.board if answer.key == question.key)
    return BoardOffer(question=question, answers=offered, form=form, played=offered == before)


def _play(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return builder_for(question, table, context.axes, previous)


def _blocks(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return layer_for(question, table, previous)


def _roof(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return roofs_for(question, table, context.axes, previous)


def _site(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return SitePicker.of(question, table, question.key, context.axes, previous)


def _house(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return houses_for(question, table, table.prefecture(table.site), previous)


def _bid(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    if previous:
        return BidPicker(question=question, axes=context.axes, bid=int(previous[0].word))
    assert question.seat is not None
    auctions, last = len(table.lots) - table.lot, table.round == ROUNDS
    likely = likely_bid(table.players[question.seat], auctions, last=last)
    return BidPicker(question=question, axes=context.axes, bid=likely if table.sites_left else 0)


def _discards(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    if previous:
        return CountPicker(question=question, axes=context.axes, counts=_counts(previous[0]))
    return CountPicker.of_bid(question, table, context.axes)


def _draw(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    due = table.due
    if previous:
        return CountPicker(question=question, axes=context.axes, counts=_counts(previous[0]))
    counts = evenly(due.most, table.cards)
    return CountPicker(
        question=question, axes=context.axes, counts=counts, total=due.most, fixed=not due.may
    )


def _counts(answer: Answer) -> tuple[int, ...]:
    return tuple(map(int, answer.word.split(",")))


OPENINGS: Mapping[str, EntryFactory] = {
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

INPUT = GameInput(
    entries=OPENINGS,
    strokes=frozenset({"colour", "blocks", "roof", "site", "house"}),
    pages=pages,
)
