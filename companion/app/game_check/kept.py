"""Finds numbers and words of the table that the rules keep in a local variable across a question.

A correction does not reach the variable. Which value is meant shows from many questions: where the
variable is read again behind one of them, and was that value at each.
"""

from __future__ import annotations

import dis
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from types import CodeType, FrameType, GeneratorType
from typing import Any, NamedTuple

from companion.app.game_check.findings import Findings
from companion.core.fields import PLAYERS, TABLE, FormField
from companion.core.session import Session

LEAST_SEEN, LEAST_VALUES = 12, 2
"""At so many questions, with so many different values, it is no coincidence."""
GOES_ELSEWHERE = ("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")
ENDS = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE")
LAYS_ASIDE = "LOAD_FAST_AND_CLEAR"
"""From Python 3.12 on, what a comprehension does to a variable of its name."""


class Variable(NamedTuple):
    """A local variable at the line of a question."""

    code: CodeType
    line: int
    name: str


class KeptValues:
    """Looks at questions, and tells which variables have kept what was corrected."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._fields: dict[Variable, set[str]] = {}
        """The fields that each variable has always been equal to."""
        self._seen: dict[Variable, list[int | str]] = defaultdict(list)

    def look(self, session: Session) -> None:
        """Look at the variables of the rules at a question."""
        values = dict(_list_values(session))
        for frame in _list_frames(session.conversation):
            code = frame.f_code
            for name, value in frame.f_locals.items() if self._findings.is_own(code) else ():
                variable = Variable(code, frame.f_lineno, name)
                if isinstance(value, int | str) and _is_read(code, frame.f_lasti, name):
                    alike = {key for key, each in values.items() if each == value}
                    self._fields[variable] = self._fields.get(variable, alike) & alike
                    self._seen[variable].append(value)

    def tell(self) -> None:
        """Find those that were equal to a field at each of enough questions."""
        for variable, fields in self._fields.items():
            seen, (code, line, name) = self._seen[variable], variable
            if fields and len(seen) >= LEAST_SEEN and len({*seen}) >= LEAST_VALUES:
                said = (
                    f"{name} keeps {min(fields)} across the question, so no correction reaches it"
                )
                place = self._findings.place_of_line(code, line)
                self._findings.add("rules", said, place, ("rules", "kept", name))


def _list_values(session: Session) -> Iterator[tuple[str, int | str]]:
    """What can be corrected of the table, and of the player whose turn it is; also the seat."""
    table: Any = session.table
    if not table.started:
        return
    owners = {TABLE: table, PLAYERS: table.player}
    for field in session.game.corrections:
        if isinstance(field, FormField) and field.of in owners:
            value = field.read_value(table, owners[field.of])
            if isinstance(value, int | str):
                yield field.key, value
            if value == table.player.name:
                yield f"{field.key}'s seat", table.seat


def _list_frames(conversation: object) -> Iterator[FrameType]:
    """The generators that wait for the answer, the outermost first."""
    while isinstance(conversation, GeneratorType) and conversation.gi_frame is not None:
        yield conversation.gi_frame
        conversation = conversation.gi_yieldfrom


@cache
def _list_steps(code: CodeType) -> dict[int, tuple[dis.Instruction, int]]:
    """Each instruction by its place, with the place of the next one."""
    steps = [*dis.get_instructions(code)]
    ends = [*(each.offset for each in steps[1:]), -1]
    return {each.offset: (each, end) for each, end in zip(steps, ends, strict=True)}


@cache
def _is_read(code: CodeType, at: int, name: str) -> bool:
    """Whether a variable may be read, before it is set, after the instruction at a place."""
    steps = _list_steps(code)
    ahead, done = [steps[at][1]], set[int]()
    while ahead:
        place = ahead.pop()
        if place in done or place not in steps:
            continue
        done.add(place)
        step, end = steps[place]
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        kinds = [word for word in step.opname.split("_") if word in ("LOAD", "STORE", "DELETE")]
        touched = [kind for kind, each in zip(kinds, names, strict=False) if each == name]
        is_variable = any(part in step.opname for part in ("_FAST", "_DEREF", "_CLOSURE"))
        if is_variable and touched and step.opname != LAYS_ASIDE:
            if touched[0] == "LOAD":
                return True
            continue
        if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
            ahead.append(step.argval)
        if step.opname not in (*GOES_ELSEWHERE, *ENDS):
            ahead.append(end)
    return False
