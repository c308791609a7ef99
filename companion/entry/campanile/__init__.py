"""How the questions of both Campaniles are asked.

`towers`, `light` and `cards` are the entries of a turn and of the setup, `likely` says where their
cursor starts; `pages` is the guide, `outlook` what can be foreseen, `audit` the table looked over.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.entry.campanile import likely as chance_of
from companion.entry.campanile.cards import CardPicker, ListPicker, begin_list
from companion.entry.campanile.light import NextPicker
from companion.entry.campanile.pages import pages
from companion.entry.campanile.towers import BetPicker, TowerChoice, TowerPicker
from companion.entry.likely import alike, in_ring, line, nearest, shares
from companion.entry.manner import Asking, Hints, Manner, Opening, list_said, place_of
from companion.entry.step import Entry
from companion.games.campanile import table1996, table2009
from companion.games.campanile.table import FLOORS, TOWERS, CampanileTable
from companion.games.campanile.towers import STYLES, Style
from companion.games.conversation import Answer, Grade, Objection, Question

TWO_AT_ONCE = 2
"""Among a marker's five towers and none, UP and DOWN go two on: four of them are one push away."""


def drawn_row(table: CampanileTable, manner: Manner) -> tuple[Style, ...]:
    """The towers from left to right as the players see them."""
    return table.row[::-1] if manner.mirrored else table.row


def _weighed(
    weigh: Callable[[Question, Any], chance_of.Chances],
    question: Question,
    table: CampanileTable,
    manner: Manner,
) -> chance_of.Chances:
    """How likely each answer is; without hints the cursor tells nothing of hands and pile."""
    return alike(question) if manner.hints is Hints.NONE else weigh(question, table)


def _tower(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    towers = drawn_row(table, manner)
    said = {answer.key: answer.value for answer in retaken}
    likely = _weighed(chance_of.towers, question, table, manner)
    at = in_ring([likely[Answer("tower", style)] for style in towers], len(towers) // 2)
    style = said.get("tower", towers[at])
    floors = int(str(said.get("floors", _likely_floors(table, manner))))
    return TowerPicker(None, question, towers, manner.axes, towers.index(Style(str(style))), floors)


def _likely_floors(table: CampanileTable, manner: Manner) -> int:
    """UP and DOWN end at one and at three floors; previous and next go round."""
    likely: Mapping[int, float] = shares(dict.fromkeys(FLOORS, 1.0))
    if manner.hints is not Hints.NONE:
        likely = chance_of.floors(table)
    lowest, *_ = likely
    if manner.axes == 1:
        return lowest + in_ring(likely.values(), 1)
    return nearest(likely, line, lowest + 1)


def _at_the_towers(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    towers = drawn_row(table, manner)

    def from_the_left(answer: Answer) -> tuple[bool, int]:
        return answer.key == "move", towers.index(answer.value) if answer.value in towers else -1

    choices = tuple(sorted(question.legal(), key=from_the_left))
    with_value = isinstance(table, table1996.Table) and len(table.values) > 1
    stride = TWO_AT_ONCE if table.light and not with_value and len(choices) > TWO_AT_ONCE else 1
    told = manner.hints is Hints.ALL  # else the cursor would tell how the flags fall
    likely = chance_of.markers(question, table) if told else alike(question)
    at = place_of(choices, retaken, in_ring([likely[each] for each in choices], stride=stride))
    if isinstance(table, table1996.Table) and with_value:
        said = [answer.value for answer in retaken if answer.key == "value"]
        values = tuple(table.values)
        middle = (len(values) - 1) // 2
        return BetPicker(
            None,
            question,
            towers,
            choices,
            at,
            values=values,
            axes=manner.axes,
            value_at=next((values.index(each) for each in values if each in said), middle),
            object_to_value=table.object_to_value,
        )
    return TowerChoice(None, question, towers, choices, at, stride=stride)


def _take(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    cards = tuple(table.open_cards)
    likely = _weighed(chance_of.takes, question, table, manner)
    said = retaken[0].value if retaken else cards[in_ring(likely[Answer("take", c)] for c in cards)]
    return CardPicker(None, question, cards, cards.index(Style(str(said))))


def _show(
    question: Question, table: CampanileTable, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    if question.goes_by and isinstance(table, table2009.Table):
        return _next(question, table, manner, retaken)
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
    likely = _weighed(chance_of.shows, question, table, manner)
    behind = [0.0] * bool(later)
    at = in_ring([*(likely[Answer("show", card)] for card in cards), *behind])
    said = retaken[0].word if retaken else cards[at]
    picker = CardPicker(None, question, cards, cards.index(said) if said in cards else 0, later)
    if said in later:
        return CardPicker(None, question, later, later.index(said), above=picker)
    return picker


def _next(
    question: Question, table: table2009.Table, manner: Manner, retaken: Sequence[Answer]
) -> Entry:
    """Light play: the next tower, or the scoring card that the last turn has brought.

    The cards lie beside the pile, Intermezzo nearer the towers.
    """
    towers = drawn_row(table, manner)
    cards = tuple(
        option
        for option in question.options
        if option != question.default and not _is_forbidden(question.judge(option))
    )
    cards = cards if manner.mirrored else cards[::-1]

    def objection(answer: Answer) -> Objection | None:
        if answer.key == question.key:
            return question.judge(answer)
        return table.object_to_tower(answer)

    both = Question("tower", question.seat, (*TOWERS, *cards), objection)
    said = {answer.key: answer.value for answer in retaken}
    places = (*towers, *(card.word for card in cards))
    wanted = str(said.get("tower", said.get("show")))
    likely = _weighed(chance_of.following, both, table, manner)
    by_word = {answer.word: chance for answer, chance in likely.items()}
    at = in_ring([by_word[place] for place in places], len(towers) // 2)
    at = places.index(wanted) if wanted in places else at
    floors = int(str(said.get("floors", _likely_floors(table, manner))))
    return NextPicker(None, both, towers, manner.axes, at, floors, waiting=question, cards=cards)


def _is_forbidden(objection: Objection | None) -> bool:
    return objection is not None and objection.grade is Grade.RULE


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

CAMPANILE = Asking(OPENINGS, frozenset({"floors", "colour", "to", "value"}), pages)
