"""How the questions of both Campaniles are asked.

`towers`, `light` and `cards` are the entries of a turn and of the setup, `likely` says where their
cursor starts; `pages` is the guide, `outlook` what can be foreseen, `table_check` the table check.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.conversation import Answer, Grade, Objection, Question
from companion.games.campanile.input import likely as chance_of
from companion.games.campanile.input.cards import CardPicker, ListPicker, begin_list
from companion.games.campanile.input.light import NextPicker
from companion.games.campanile.input.outlook import open_outlook
from companion.games.campanile.input.pages import pages
from companion.games.campanile.input.table_check import begin_table_check
from companion.games.campanile.input.towers import BetPicker, TowerChoice, TowerPicker
from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.table import FLOORS, TOWERS, CampanileTable
from companion.games.campanile.rules.towers import STYLES, Style
from companion.input.context import (
    EntryFactory,
    GameInput,
    Hints,
    InputContext,
    place_of,
    previous_list,
)
from companion.input.entry import Entry, PanelAnswers
from companion.input.likely import cheapest_start, line_presses, normalise, start_in_ring, uniform
from companion.interfaces import TOWER_KEYS, Press

TWO_AT_ONCE = 2
"""Among a marker's five towers and none, UP and DOWN go two on: four of them are one push away."""


def _weighed(
    weigh: Callable[[Question, Any], chance_of.Chances],
    question: Question,
    table: CampanileTable,
    context: InputContext,
) -> chance_of.Chances:
    """How likely each answer is; without hints the cursor tells nothing of hands and pile."""
    return uniform(question) if context.hints is Hints.NONE else weigh(question, table)


def _tower(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    towers = table.row_from_left(context.mirrored)
    said = {answer.key: answer.value for answer in previous}
    likely = _weighed(chance_of.towers, question, table, context)
    at = start_in_ring([likely[Answer("tower", style)] for style in towers], len(towers) // 2)
    style = said.get("tower", towers[at])
    floors = int(str(said.get("floors", _likely_floors(table, context))))
    return TowerPicker(
        question=question,
        towers=towers,
        axes=context.axes,
        at=towers.index(Style(str(style))),
        floors=floors,
    )


def _likely_floors(table: CampanileTable, context: InputContext) -> int:
    """UP and DOWN end at one and at three floors; previous and next go round."""
    likely: Mapping[int, float] = normalise(dict.fromkeys(FLOORS, 1.0))
    if context.hints is not Hints.NONE:
        likely = chance_of.floors(table)
    lowest, *_ = likely
    if context.axes == 1:
        return lowest + start_in_ring(likely.values(), 1)
    return cheapest_start(likely, line_presses, lowest + 1)


def _at_the_towers(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    towers = table.row_from_left(context.mirrored)

    def from_the_left(answer: Answer) -> tuple[bool, int]:
        return answer.key == "move", towers.index(answer.value) if answer.value in towers else -1

    choices = tuple(sorted(question.legal_options(), key=from_the_left))
    with_value = isinstance(table, table1996.Campanile1996Table) and len(table.values) > 1
    stride = TWO_AT_ONCE if table.light and not with_value and len(choices) > TWO_AT_ONCE else 1
    told = context.hints is Hints.ALL  # else the cursor would tell how the flags fall
    likely = chance_of.markers(question, table) if told else uniform(question)
    start = start_in_ring([likely[each] for each in choices], stride=stride)
    at = place_of(choices, previous, start)
    if isinstance(table, table1996.Campanile1996Table) and with_value:
        said = [answer.value for answer in previous if answer.key == "value"]
        values = tuple(table.values)
        middle = (len(values) - 1) // 2
        return BetPicker(
            question=question,
            towers=towers,
            choices=choices,
            at=at,
            values=values,
            axes=context.axes,
            value_at=next((values.index(each) for each in values if each in said), middle),
            object_to_value=table.object_to_value,
        )
    return TowerChoice(question=question, towers=towers, choices=choices, at=at, stride=stride)


def _take(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    cards = tuple(table.open_cards)
    likely = _weighed(chance_of.takes, question, table, context)
    start = start_in_ring(likely[Answer("take", card)] for card in cards)
    said = previous[0].value if previous else cards[start]
    return CardPicker(question=question, cards=cards, at=cards.index(Style(str(said))))


def _show(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    if question.implicit and isinstance(table, table2009.Campanile2009Table):
        return _next(question, table, context, previous)
    towers = table.row_from_left(context.mirrored)
    special = [option for option in question.options if option.value not in towers]
    judged = {option.word: question.judge(option) for option in special}
    now = tuple(card for card, objection in judged.items() if objection is None)
    later = tuple(
        card
        for card, objection in judged.items()
        if objection is not None and objection.grade is Grade.UNLIKELY
    )
    cards = (*towers, *now)
    likely = _weighed(chance_of.shows, question, table, context)
    behind = [0.0] * bool(later)
    at = start_in_ring([*(likely[Answer("show", card)] for card in cards), *behind])
    said = previous[0].word if previous else cards[at]
    picker = CardPicker(
        question=question, cards=cards, at=cards.index(said) if said in cards else 0, others=later
    )
    if said in later:
        return CardPicker(question=question, cards=later, at=later.index(said), above=picker)
    return picker


def _next(
    question: Question,
    table: table2009.Campanile2009Table,
    context: InputContext,
    previous: Sequence[Answer],
) -> Entry:
    """Light play: the next tower, or the scoring card that the last turn has brought.

    The cards lie beside the pile, Intermezzo nearer the towers.
    """
    towers = table.row_from_left(context.mirrored)
    cards = tuple(
        option
        for option in question.options
        if option != question.default and not _is_forbidden(question.judge(option))
    )
    cards = cards if context.mirrored else cards[::-1]

    def objection(answer: Answer) -> Objection | None:
        if answer.key == question.key:
            return question.judge(answer)
        return table.object_to_tower(answer)

    both = Question("tower", question.seat, (*TOWERS, *cards), objection)
    said = {answer.key: answer.value for answer in previous}
    places = (*towers, *(card.word for card in cards))
    wanted = str(said.get("tower", said.get("show")))
    likely = _weighed(chance_of.following, both, table, context)
    by_word = {answer.word: chance for answer, chance in likely.items()}
    at = start_in_ring([by_word[place] for place in places], len(towers) // 2)
    at = places.index(wanted) if wanted in places else at
    floors = int(str(said.get("floors", _likely_floors(table, context))))
    keys = PanelAnswers(both, read_panel_key(both, table, context))
    return NextPicker(
        question=both,
        towers=towers,
        axes=context.axes,
        at=at,
        floors=floors,
        waiting=question,
        cards=cards,
        keys=keys,
    )


def _is_forbidden(objection: Objection | None) -> bool:
    return objection is not None and objection.grade is Grade.RULE


def _open(
    question: Question, table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    row = table.row_from_left(context.mirrored)
    return begin_list(ListPicker(question=question, items=row, last_time=previous_list(previous)))


def _row(
    question: Question, _table: CampanileTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    last = previous_list(previous) or context.last_list("row")
    return begin_list(ListPicker(question=question, items=STYLES, swap=True, last_time=last))


OPENINGS: Mapping[str, EntryFactory] = {
    "row": _row,
    "open": _open,
    "tower": _tower,
    "marker": _at_the_towers,
    "to": _at_the_towers,
    "take": _take,
    "show": _show,
}

SPECIAL_KEYS: Mapping[str, Press] = {
    "none": Press.NONE,
    table2009.INTERMEZZO: Press.CARD_1,
    table2009.FINITO: Press.CARD_2,
}
"""The keys of what is no tower, by the word that they answer."""


def read_panel_key(
    question: Question, table: CampanileTable, context: InputContext
) -> Mapping[Press, Answer]:
    """What the tower panel's keys answer: towers as they are drawn, none, the scoring cards."""
    towers = table.row_from_left(context.mirrored) or STYLES
    meant: dict[str, Press] = {**dict(zip(towers, TOWER_KEYS, strict=True)), **SPECIAL_KEYS}
    options = [option for option in question.options if option.key in (question.key, "show")]
    return {meant[option.word]: option for option in options if option.word in meant}


INPUT = GameInput(
    entries=OPENINGS,
    strokes=frozenset({"floors", "colour", "to", "value"}),
    pages=pages,
    panel_keys=read_panel_key,
    check_table=begin_table_check,
    open_outlook=open_outlook,
)
