"""Presses corrections: the way through a table check to what a record's `correct` line says."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.app.demo.rig import FOUR_BUTTONS, STICK, NoRouteError, _search
from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.ui.input.entry import Answered, Entry, Step
from companion.ui.input.field_pages import DONE, REMOVE, FormEditor, ListEditor, PlaceEditor
from companion.ui.input.table_check import BoardCheck, CheckPage, FieldEditor, TableCheck

Found = Callable[[Step], bool]
LeadsOn = Callable[[Step], bool]
"""(step) → whether to search on from there."""


class Fingers:
    """Presses buttons from an entry on, and remembers which."""

    def __init__(self, entry: Entry) -> None:
        self.step: Step = entry
        self.presses: list[Press] = []
        assert isinstance(entry, TableCheck)
        self.buttons = (*(STICK if entry.axes == 2 else FOUR_BUTTONS), Press.BACK)

    def press(self, press: Press) -> None:
        assert isinstance(self.step, Entry)
        self.step = self.step.press(press)
        self.presses.append(press)

    def search(self, found: Found, leads_on: LeadsOn) -> None:
        """The shortest way to such a step; raises NoRouteError."""
        assert isinstance(self.step, Entry)
        if found(self.step):
            return

        def measure(step: Step) -> int | None:
            return 1 if found(step) else 0 if leads_on(step) else None

        more, self.step = _search(self.step, measure, self.buttons)
        self.presses += more


def correct_by_presses(entry: Entry, correction: Answer) -> tuple[list[Press], Step]:
    """The presses that give a correction, and where they lead; raises NoRouteError."""
    fingers = Fingers(entry)
    _open_row(fingers, correction)
    editor, wanted = fingers.step, correction.word
    assert isinstance(editor, FieldEditor)
    if editor.about:
        wanted = wanted.removeprefix(f"{editor.about}:")
    if isinstance(editor, FormEditor):
        _fill_form(fingers, wanted.split(editor.separator))
    elif isinstance(editor, ListEditor):
        _lay_list(fingers, editor, editor.writing.read(wanted, ""))
    else:
        assert isinstance(editor, PlaceEditor)
        _point_at_place(fingers, wanted)
    return fingers.presses, fingers.step


def turn_to(fingers: Fingers, page_at: int) -> None:
    """From any page to another one."""
    check = fingers.step
    assert isinstance(check, TableCheck)
    if check.place is not None:
        fingers.press(Press.BACK)
    fingers.search(_is_right, lambda step: isinstance(step, TableCheck))
    while isinstance(fingers.step, TableCheck) and fingers.step.page_at != page_at:
        fingers.press(Press.OK if fingers.step.page_at < page_at else Press.BACK)


def _is_right(step: Step) -> bool:
    if isinstance(step, BoardCheck):
        return step.cursor.place is None
    return isinstance(step, TableCheck) and step.place is None and step.at == 0


def _open_row(fingers: Fingers, correction: Answer) -> None:
    check = fingers.step
    assert isinstance(check, TableCheck)
    found = [
        (page_at, place, at)
        for page_at, page in enumerate(check.pages)
        for place, its in _pages_of(page)
        for at, row in enumerate(its.rows, 1)
        if _takes(row, correction)
    ]
    if not found:
        raise NoRouteError(check)
    page_at, place, at = found[0]
    turn_to(fingers, page_at)
    if place is not None:
        fingers.search(
            lambda step: (
                isinstance(step, BoardCheck) and step.cursor.place == place and step.cursor.in_row
            ),
            lambda step: isinstance(step, BoardCheck),
        )
        fingers.press(Press.OK)
    fingers.search(
        lambda step: isinstance(step, TableCheck) and step.at == at,
        lambda step: isinstance(step, TableCheck) and step.place == place,
    )
    fingers.press(Press.OK)


def _pages_of(page: CheckPage) -> Sequence[tuple[int | None, CheckPage]]:
    return [(None, page), *enumerate(page.places)]


def _takes(row: FieldEditor, correction: Answer) -> bool:
    """Whether a row is the one for a correction."""
    about, word = row.about, correction.word
    if correction.key != f"correct {row.key}" or not word.startswith(f"{about}:" if about else ""):
        return False
    if not isinstance(row, FormEditor):
        return True
    values = word.removeprefix(f"{about}:").split(row.separator)
    return len(values) == len(row.parts) and all(
        value in part.words for value, part in zip(values, row.parts, strict=True)
    )


def _fill_form(fingers: Fingers, values: Sequence[str]) -> None:
    for at, value in enumerate(values):

        def found(step: Step, at: int = at, value: str = value) -> bool:
            return isinstance(step, FormEditor) and step.at == at and step.values[at] == value

        others = _list_others(fingers.step, at)
        fingers.search(found, lambda step, at=at, others=others: _list_others(step, at) == others)  # type: ignore[misc]  # bound
    fingers.press(Press.OK)


def _list_others(step: Step, at: int) -> list[str] | None:
    """The values of the form but for one; None where it is left."""
    if not isinstance(step, FormEditor):
        return None
    return [value for place, value in enumerate(step.values) if place != at]


def _lay_list(fingers: Fingers, editor: ListEditor, items: Sequence[str]) -> None:
    while isinstance(fingers.step, ListEditor) and fingers.step.laid:
        _point_at(fingers, REMOVE)
        fingers.press(Press.OK)
    for end, item in enumerate(items, 1):
        if not isinstance(fingers.step, ListEditor):
            raise NoRouteError(editor)
        laid = tuple(items[:end])
        if end == editor.required:
            _point_at(fingers, item)
            fingers.press(Press.OK)
        else:
            fingers.search(
                lambda step, laid=laid: (
                    isinstance(step, ListEditor)  # type: ignore[misc]  # bound
                    and step.laid == laid
                    and step.group is None
                ),
                partial(_is_laid, fingers.step.laid),
            )
    if not editor.required:
        _point_at(fingers, DONE)
        fingers.press(Press.OK)
    elif isinstance(fingers.step, ListEditor):
        raise NoRouteError(editor)


def _is_laid(laid: Sequence[str], step: Step) -> bool:
    return isinstance(step, ListEditor) and step.laid == laid


def _point_at(fingers: Fingers, choice: str) -> None:
    editor = fingers.step
    assert isinstance(editor, ListEditor)
    fingers.search(
        lambda step: (
            isinstance(step, ListEditor)
            and step.laid == editor.laid
            and step.choice == choice
            and (step.group is not None or not step.is_grouped or choice.startswith(":"))
        ),
        partial(_is_laid, editor.laid),
    )


def _point_at_place(fingers: Fingers, wanted: str) -> None:
    if wanted.count("-") == 2:
        rows, columns = zip(*(each.split("-") for each in wanted.split(":")), strict=True)
        wanted = ":".join(f"{end(rows)}-{end(columns)}" for end in (min, max))
    fingers.search(
        lambda step: (
            isinstance(step, PlaceEditor)
            and step.word == wanted
            and (wanted == "none" or step.cursor.in_row)
        ),
        lambda step: isinstance(step, PlaceEditor),
    )
    assert isinstance(fingers.step, PlaceEditor)
    fingers.press(Press.OK)


def gives(step: Step) -> Answer | None:
    """The correction that a step gives; None where it goes back to the page."""
    return step.answers[0] if isinstance(step, Answered) else None
