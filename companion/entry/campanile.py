"""How the questions of both Campaniles are asked, and their scorings told, page by page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.entry.cards import CardPicker, ListPicker, begin_list
from companion.entry.guide import Page, Standing, Standings, Winner, standings_of
from companion.entry.manner import Asking, Manner, Opening, list_said, place_of
from companion.entry.step import Entry
from companion.entry.towers import BetPicker, TowerChoice, TowerPicker
from companion.games import table1996
from companion.games.campanile import CampanileTable
from companion.games.conversation import Answer, Event, Grade, Question
from companion.games.flags import Award, Outcome, Scored, Scoring
from companion.games.towers import STYLES, Style


def drawn_row(table: CampanileTable, manner: Manner) -> tuple[Style, ...]:
    """The towers from left to right as the players see them."""
    return table.row[::-1] if manner.mirrored else table.row


def _tower(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    towers = drawn_row(table, manner)
    said = {answer.key: answer.value for answer in retaken}
    style = said.get("tower", _likely_tower(table, towers))
    floors = int(str(said.get("floors", 2)))
    return TowerPicker(None, question, towers, manner.axes, towers.index(Style(str(style))), floors)


def _likely_tower(table: CampanileTable, towers: Sequence[Style]) -> Style:
    """A style that the player is known to hold, the most of first; else the middle tower."""
    if table.cards is not None:
        surplus, dealt = table.cards.surplus[table.seat], table.cards.dealt[table.seat]
        held = {style: dealt[style] - surplus[style] for style in towers}
        best = max(towers, key=lambda style: held[style])
        if held[best] > 0:
            return best
    return towers[len(towers) // 2]


def _at_the_towers(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    towers = drawn_row(table, manner)

    def from_the_left(answer: Answer) -> tuple[bool, int]:
        return answer.key == "move", towers.index(answer.value) if answer.value in towers else -1

    choices = tuple(sorted(question.legal(), key=from_the_left))
    at = place_of(choices, retaken)
    if isinstance(table, table1996.Table) and len(table.values) > 1:
        said = [answer.value for answer in retaken if answer.key == "value"]
        values = tuple(table.values)
        return BetPicker(
            None,
            question,
            towers,
            choices,
            at,
            values=values,
            axes=manner.axes,
            value_at=next((values.index(each) for each in values if each in said), 0),
            object_to_value=table.object_to_value,
        )
    return TowerChoice(None, question, towers, choices, at)


def _take(
    question: Question, table: CampanileTable, _manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    cards = tuple(table.open_cards)
    said = retaken[0].value if retaken else cards[0]
    return CardPicker(None, question, cards, cards.index(Style(str(said))))


def _show(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    towers = drawn_row(table, manner)
    special = [option for option in question.options if option.value not in towers]
    judged = {option.word: question.judge(option) for option in special}
    now = tuple(card for card, objection in judged.items() if objection is None)
    later = tuple(
        card
        for card, objection in judged.items()
        if objection is not None and objection.grade is Grade.UNLIKELY
    )
    cards = (*towers, *now)
    likely = max(towers, key=table.cards.chance_of) if table.cards is not None else towers[0]
    said = retaken[0].word if retaken else likely
    picker = CardPicker(None, question, cards, cards.index(said) if said in cards else 0, later)
    if said in later:
        return CardPicker(None, question, later, later.index(said), above=picker)
    return picker


def _open(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    row = drawn_row(table, manner)
    return begin_list(ListPicker(None, question, row, last_time=list_said(retaken)))


def _row(
    question: Question, _table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    last = list_said(retaken) or manner.said_before("row")
    return begin_list(ListPicker(None, question, STYLES, swap=True, last_time=last))


OPENINGS: Mapping[str, Opening] = {
    "row": _row,
    "open": _open,
    "tower": _tower,
    "marker": _at_the_towers,
    "to": _at_the_towers,
    "take": _take,
    "show": _show,
}

# The guided scoring --------------------------------------------------------------------------


class Announcement(NamedTuple):
    """A scoring card has come: the whole screen says so."""

    scoring: Scoring


class TowerPage(NamedTuple):
    """The tower that the next flag goes to."""

    award: Award


class AwardPage(NamedTuple):
    """Who takes what of a flag."""

    award: Award


class Refill(NamedTuple):
    """The game goes on: a card must be turned up to fill the display."""


def _pages(events: Sequence[Event], table: CampanileTable) -> list[Page]:
    pages: list[Page] = []
    standings: tuple[Standing, ...] = ()
    for event in events:
        if isinstance(event, Scored):
            scoring = event.scoring
            pages.append(Announcement(scoring))
            for award in scoring.awards:
                pages += [TowerPage(award), AwardPage(award)]
            gained = [sum(scoring.chips_of(seat)) for seat in range(len(table.players))]
            standings = standings_of(table.players, gained)
            pages.append(Standings(scoring.name, standings))
        elif isinstance(event, Outcome):
            pages.append(Winner(event, standings))
    if pages and not isinstance(pages[-1], Winner):
        pages.append(Refill())
    return pages


CAMPANILE = Asking(OPENINGS, frozenset({"floors", "colour", "to", "value"}), _pages)
