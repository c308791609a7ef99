"""How Die Türme von Bologna is asked, and its scorings told.

`board` is the stroke of an action, `cards` and `kinds` are the other entries, `pages` the guide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.conversation import Answer, Question
from companion.games.bologna.input.board import BoardPicker, Stage
from companion.games.bologna.input.cards import MIDDLE, Choice, FacePad, pad_of
from companion.games.bologna.input.kinds import (
    AGAIN,
    ENTER,
    PRINTED,
    WITHOUT,
    MapChoice,
    painted,
)
from companion.games.bologna.input.pages import pages
from companion.games.bologna.rules.board import BASILICA, BoardField
from companion.games.bologna.rules.table import HEAL, PASS, BolognaTable
from companion.input.context import (
    EntryFactory,
    GameInput,
    Hints,
    InputContext,
    list_said,
    place_of,
)
from companion.input.entry import Entry

TURNED_ROUND = {2: 1, 4: 2, 6: 3}
"""By how many pairs of open cards there are: how far UP and DOWN go among them."""


def _action(
    question: Question, table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    first = Stage.FIELD if context.axes == 2 else Stage.ROW
    sign = None if table.player.stones else PASS
    by_hand = context.hints is not Hints.NONE
    picker = BoardPicker(
        question=question,
        table=table,
        axes=context.axes,
        at=BASILICA,
        stage=first,
        sign=sign,
        by_hand=by_hand,
    )
    return _again(replace(picker, sign=None), previous) if previous else picker.starting()


def _again(picker: BoardPicker, previous: Sequence[Answer]) -> Entry:
    """The picker as it stood when it said this."""
    said = previous[0]
    if said.key == PASS:
        return replace(picker, sign=PASS)
    if said.key == HEAL:
        stage = Stage.FIELD if picker.axes == 2 else Stage.COLUMN
        return replace(picker, at=BASILICA, stage=stage)
    ends = [answer for answer in previous[1:] if answer.key == "to"]
    if not ends:
        return replace(picker, action=said.key, at=BoardField(said.word))
    end = BoardField(ends[0].word)
    return replace(picker, action=said.key, at=BoardField(said.word), stage=Stage.END, end=end)


def _cards(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """All faces: of the first open cards, the cards given away, the one turned up."""
    *chosen, at = list_said(previous) or [answer.word for answer in previous[:1]] or [MIDDLE]
    return FacePad(question=question, at=at, chosen=tuple(chosen)).entered()


def _show(
    question: Question, table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    if table.cards is None:
        likely = question.legal_options()[-1:] if question.default is None else [question.default]
        at = place_of(question.options, previous or likely)
        return Choice(question=question, choices=question.options, at=at)
    return _cards(question, table, context, previous)


def _take(
    question: Question, table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """Every two of the open cards, those turned up last first; opposite lie the other two."""
    first, second, third, last = table.display
    pairs = [(third, last), (second, last), (first, last)]
    pairs += [(first, second), (first, third), (second, third)]
    answers = (question.canonical(Answer(question.key, tuple(map(str, pair)))) for pair in pairs)
    choices = tuple(dict.fromkeys(answers))
    stride = TURNED_ROUND.get(len(choices), 1)
    return Choice(question=question, choices=choices, at=place_of(choices, previous), stride=stride)


def _pair(
    question: Question, _table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """The pairs that may have been played; with hints the one that asks least of the hand first."""
    default = question.default if context.hints is not Hints.NONE else None
    likely = [default] if default is not None else []
    choices = tuple(dict.fromkeys((*likely, *question.options)))
    return Choice(question=question, choices=choices, at=place_of(choices, previous))


def _kind(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    *kinds, none = question.options
    half = len(kinds) // 2
    choices = (*kinds[:half], none, *kinds[half:])
    at = place_of(choices, previous or [none])
    return Choice(
        question=question, choices=choices, at=at, pad=pad_of([each.word for each in choices])
    )


def _secure(
    question: Question, table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """What was built on now is likely secured; what was left open before is likely left so."""
    none, *towers = question.legal_options()
    fresh = [answer for answer in towers if answer.value in table.built and table.player.roofs]
    old = [answer for answer in towers if answer not in fresh]
    choices = (*fresh, none, *old)
    return Choice(question=question, choices=choices, at=place_of(choices, previous))


def _from(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    choices = tuple(question.legal_options())
    return Choice(question=question, choices=choices, at=place_of(choices, previous))


def _pile(
    question: Question, _table: BolognaTable, _context: InputContext, previous: Sequence[Answer]
) -> Entry:
    return Choice(
        question=question, choices=question.options, at=place_of(question.options, previous)
    )


def _kinds(
    question: Question, _table: BolognaTable, context: InputContext, previous: Sequence[Answer]
) -> Entry:
    """The map: as a file or the last game tells it, none, or to be entered."""
    known = [answer.word for answer in context.printed if answer.key == question.key]
    before = [answer.word for answer in context.board if answer.key == question.key]
    offered = [(PRINTED, text) for text in known]
    offered += [(AGAIN, text) for text in before if text and text not in known]
    choice = MapChoice(
        question=question, choices=(*offered, (WITHOUT, ""), (ENTER, "")), axes=context.axes
    )
    if not previous:
        return choice
    maps = [text for _, text in choice.choices]
    text = previous[0].word
    return replace(choice, at=maps.index(text)) if text in maps else painted(choice, text)


OPENINGS: Mapping[str, EntryFactory] = {
    "kinds": _kinds,
    "open": _cards,
    "build": _action,
    "with": _pair,
    "discard": _cards,
    "kind": _kind,
    "secure": _secure,
    "from": _from,
    "take": _take,
    "show": _show,
    "pile": _pile,
}
INPUT = GameInput(entries=OPENINGS, strokes=frozenset({"to", "colour"}), pages=pages)
