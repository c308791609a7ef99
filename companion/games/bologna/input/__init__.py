"""The entries that ask Bologna's questions.

`board` is the stroke of an action and the map of the kinds, `cards` the other entry; `likely`
weighs answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.core.conversation import Answer, Question
from companion.core.events import AWARD
from companion.games.bologna.input.board import (
    EMPTY_MAP,
    BoardPicker,
    MapEditor,
    first_mode,
    reopen_board,
)
from companion.games.bologna.input.cards import MIDDLE, FacePicker, build_pad
from companion.games.bologna.input.likely import ends_or_scores
from companion.games.bologna.outlook import forecast_game
from companion.games.bologna.rules.board import BASILICA
from companion.games.bologna.rules.table import PASS, BolognaTable
from companion.ui.input.choice import AGAIN, ENTER, PRINTED, WITHOUT, BoardSource, ChoicePicker
from companion.ui.input.context import EntryFactory, GameInput, InputContext, previous_list
from companion.ui.input.entry import Entry, place_of
from companion.ui.input.grid import Pad
from companion.ui.input.guide import tell_on_one_page
from companion.ui.input.hints import Hints

STRIDES = {2: 1, 4: 2, 6: 3}
"""How far UP and DOWN go among so many pairs of open cards."""


def _ask_action(
    question: Question, table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    picker = BoardPicker(
        question=question,
        table=table,
        axes=context.axes,
        at=BASILICA,
        mode=first_mode(context.axes),
        by_hand=context.hints is not Hints.NONE,
    )
    if previous:
        return reopen_board(picker, previous)
    return replace(picker, sign=None if table.player.stones else PASS).start()


def _ask_cards(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """The faces of the first open cards, of the cards given away, or of the one turned up."""
    *chosen, at = previous_list(previous) or [answer.word for answer in previous[:1]] or [MIDDLE]
    return FacePicker(question=question, at=at, chosen=tuple(chosen)).open_special()


def _offer_choices(
    question: Question,
    choices: Iterable[Answer],
    previous: Sequence[Answer],
    *,
    stride: int = 1,
    pad: Pad = (),
) -> ChoicePicker:
    choices = tuple(dict.fromkeys(choices))
    at = place_of(choices, previous)
    return ChoicePicker(question=question, choices=choices, at=at, stride=stride, pad=pad)


def _ask_pile(
    question: Question, table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    goes_on = [each for each in question.options if not ends_or_scores(table, [each])]
    return _offer_choices(question, question.options, previous or goes_on)


def _ask_legal_options(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return _offer_choices(question, question.legal_options(), previous)


def _ask_show(
    question: Question, table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    if table.cards is not None:
        return _ask_cards(question, table, context, previous)
    return _offer_choices(question, question.options, previous)


def _ask_take(
    question: Question, table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """Every two of the open cards, those turned up last first; a stride away the other two."""
    first, second, third, last = table.display
    pairs = [(third, last), (second, last), (first, last)]
    pairs += [(first, second), (first, third), (second, third)]
    answers = (question.canonical(Answer(question.key, tuple(map(str, pair)))) for pair in pairs)
    choices = dict.fromkeys(answers)
    return _offer_choices(question, choices, previous, stride=STRIDES.get(len(choices), 1))


def _ask_pair(
    question: Question, _table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """The pairs that may have been played; with hints first the one that needs fewest new cards."""
    default = question.default if context.hints is not Hints.NONE else None
    likely = [default] if default is not None else []
    return _offer_choices(question, (*likely, *question.options), previous)


def _ask_kind(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    *kinds, none = question.options
    half = len(kinds) // 2
    choices = (*kinds[:half], none, *kinds[half:])
    pad = build_pad([each.word for each in choices])
    return _offer_choices(question, choices, previous or [none], pad=pad)


def _ask_secure(
    question: Question, table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """First the towers built on in this turn, then none, then those left open before."""
    none, *towers = question.legal_options()
    fresh = [answer for answer in towers if answer.value in table.built and table.player.roofs]
    old = [answer for answer in towers if answer not in fresh]
    return _offer_choices(question, (*fresh, none, *old), previous)


def _ask_kinds(
    question: Question, _table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """The map: from a file, from the last game, none, or to be entered."""
    known = [answer for answer in context.printed if answer.key == question.key]
    before = [answer for answer in context.board if answer.key == question.key and answer.word]
    without = Answer(question.key, "")
    offered = [(PRINTED, answer) for answer in known]
    offered += [(AGAIN, answer) for answer in before if answer not in known]
    choices = [(word, (answer,)) for word, answer in (*offered, (WITHOUT, without))]
    letters = offered[0][1].word.replace("/", "") if offered else EMPTY_MAP
    axes = context.axes
    editor = MapEditor(question=question, axes=axes, mode=first_mode(axes), letters=letters)
    source = BoardSource(question=question, choices=(*choices, (ENTER, ())), editor=editor)
    given = [at for at, (_, answers) in enumerate(choices) if answers == tuple(previous[:1])]
    if given or not previous:
        return replace(source, at=given[0] if given else 0)
    editor = replace(editor, letters=previous[0].word.replace("/", ""))
    return replace(editor, done=True, below=replace(source, editor=editor))


ENTRIES: Mapping[str, EntryFactory] = {
    "kinds": _ask_kinds,
    "open": _ask_cards,
    "build": _ask_action,
    "with": _ask_pair,
    "discard": _ask_cards,
    "kind": _ask_kind,
    "secure": _ask_secure,
    "from": _ask_legal_options,
    "take": _ask_take,
    "show": _ask_show,
    "pile": _ask_pile,
}
INPUT = GameInput(
    entries=ENTRIES,
    strokes=frozenset({"to", "colour"}),
    ends_or_scores=ends_or_scores,
    pages={AWARD: tell_on_one_page},
    forecast=forecast_game,
)
