"""One number of many: the presses that lead to it, and what it answers."""

from collections.abc import Iterable

import pytest

from companion.core.conversation import Answer, CommonReason, Question, accept_any, build_objection
from companion.core.interfaces import Press
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Entry, Exit
from companion.ui.input.menu import Menu
from companion.ui.input.numbers import NumberPicker
from companion.ui.input.open_entry import open_plain
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP


def asking(numbers: Iterable[int]) -> Question:
    options = tuple(Answer("stones", number) for number in numbers)
    return Question("stones", None, options, accept_any)


def opened(question: Question, axes: int = 2, previous: tuple[Answer, ...] = ()) -> Entry:
    return open_plain(question, None, InputContext(axes=axes), previous)


def number_after(entry: Entry, *presses: Press) -> int:
    for press in presses:
        step = entry.press(press)
        assert isinstance(step, Entry)
        entry = step
    assert isinstance(entry, NumberPicker)
    return entry.number


@pytest.mark.parametrize(("most", "kind"), [(10, Menu), (11, NumberPicker)])
def test_more_than_ten_numbers_are_chosen_one_at_a_time(most: int, kind: type) -> None:
    assert type(opened(asking(range(1, most + 1)))) is kind


@pytest.mark.parametrize(
    ("presses", "number"),
    [((UP,), 2), ((DOWN,), 1), ((RIGHT, RIGHT, UP), 22), ((LEFT,), 1), ((RIGHT, LEFT), 1)],
)
def test_a_stick_goes_up_by_one_and_sideways_by_ten(
    presses: tuple[Press, ...], number: int
) -> None:
    assert number_after(opened(asking(range(1, 32))), *presses) == number


@pytest.mark.parametrize(
    ("presses", "number"),
    [
        ((NEXT, NEXT), 21),
        ((NEXT, NEXT, NEXT, NEXT), 31),
        ((NEXT, OK, PREVIOUS), 10),
        ((NEXT, OK, PREVIOUS, PREVIOUS), 19),
        ((OK, BACK, NEXT), 11),
    ],
)
def test_four_buttons_choose_the_tens_and_then_the_ones(
    presses: tuple[Press, ...], number: int
) -> None:
    assert number_after(opened(asking(range(1, 32)), axes=1), *presses) == number


def test_numbers_with_gaps_are_passed_one_by_one() -> None:
    entry = opened(asking(range(0, 1000, 25)))
    assert number_after(entry, UP) == 25
    assert number_after(entry, RIGHT) == 25
    assert number_after(entry, RIGHT, DOWN, DOWN) == 0


def test_a_number_that_the_rules_forbid_is_refused_with_its_reason() -> None:
    question = asking(range(20))
    odd = build_objection(CommonReason.NOT_A_CHOICE)
    question.find_objection = lambda answer: odd if int(answer.word) % 2 else None
    refused = opened(question, previous=(Answer("stones", 7),)).press(OK)
    assert isinstance(refused, NumberPicker)
    assert refused.refused == odd
    assert refused.press(UP).press(OK) == Answered((Answer("stones", 8),))  # type: ignore[union-attr]
    assert refused.press(BACK) is Exit.BACK


def test_the_cursor_starts_at_the_default_or_at_the_first_number_allowed() -> None:
    question = asking(range(20))
    question.find_objection = lambda answer: (
        None if int(answer.word) > 3 else build_objection(CommonReason.NOT_A_CHOICE)
    )
    assert number_after(opened(question)) == 4
    question.default = Answer("stones", 12)
    assert number_after(opened(question)) == 12
