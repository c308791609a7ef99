"""Reads the file that says what Capitol's nine prefectures show."""

from collections.abc import Mapping

from companion.core.board_file import BoardFile
from companion.core.conversation import Answer
from companion.core.game_base import object_to_name
from companion.games.capitol.rules.board import (
    PREFECTURES,
    Prefecture,
    object_to_colour,
    parse_prefecture,
)

COLOUR, SMALL, LARGE, FOUNTAINS = "colour", "small", "large", "fountains"
KEYS = (COLOUR, SMALL, LARGE, FOUNTAINS)
"""What a prefecture's line may say, in the order of a record's pair."""
DEFAULTS: Mapping[str, int] = {LARGE: 1, FOUNTAINS: 0}
"""What a prefecture has if its line does not say."""


def read_board(text: str) -> tuple[Answer, ...]:
    """The nine answers to `prefecture`, in the file's order; raises BoardFileError."""
    file = BoardFile(text)
    laid: list[Prefecture] = []
    answers = []
    for name, values in file.table.items():
        word = _format_prefecture(file, name, values)
        objection = object_to_name(name, [each.name for each in laid])
        found = parse_prefecture(word, ()) if objection is None else objection
        if isinstance(found, Prefecture):
            objection = object_to_colour(found, laid)
            laid.append(found)
        else:
            objection = found
        if objection is not None:
            raise file.refusal((name,), objection)
        answers.append(Answer("prefecture", word))
    if len(laid) != PREFECTURES:
        raise file.error((), "map-count", count=len(laid), wanted=PREFECTURES)
    return tuple(answers)


def _format_prefecture(file: BoardFile, name: str, values: object) -> str:
    """A prefecture as a record writes it: NAME:COLOUR:SMALL:LARGE:FOUNTAINS."""
    if not isinstance(values, dict):
        raise file.error((name,), "map-not-a-prefecture")
    file.check_keys(values, KEYS, name)
    missing = tuple(key for key in KEYS if key not in values and key not in DEFAULTS)
    if missing:
        raise file.error((name,), "map-missing", missing=missing)
    values = {**DEFAULTS, **values}
    for key in KEYS:
        reason = _find_fault(key, values[key])
        if reason is not None:
            raise file.error((name, key), reason)
    return ":".join([name, *(str(values[key]) for key in KEYS)])


def _find_fault(key: str, value: object) -> str | None:
    reason = "map-not-a-colour" if key == COLOUR else "map-not-a-number"
    is_count = type(value) is int and value >= 0  # a bool is an int too
    fits = isinstance(value, str) if key == COLOUR else is_count
    return None if fits else reason
