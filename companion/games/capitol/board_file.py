"""The file that says what Capitol's nine prefectures show."""

from collections.abc import Iterator, Mapping

from companion.core.board_file import BoardFileError, object_to_keys, parse_board_file
from companion.core.conversation import Answer, Reason, build_objection
from companion.core.seating import object_to_name
from companion.core.toml_lines import Key
from companion.games.capitol.rules.board import (
    PREFECTURES,
    Prefecture,
    object_to_colour,
    parse_prefecture,
)

SMALL, LARGE, FOUNTAINS = "small", "large", "fountains"
USUAL: Mapping[str, int] = {LARGE: 1, FOUNTAINS: 0}
"""What a prefecture has where its line does not say."""
NEEDED = ("colour", SMALL)
PRINTED = ("colour", SMALL, LARGE, FOUNTAINS)
"""What a prefecture's line may say, in the order of a record's pair."""


class CapitolBoardReason(Reason):
    """What can be wrong with a prefecture in the file."""

    NOT_A_PREFECTURE = "map-not-a-prefecture"
    MISSING = "map-missing"
    NOT_A_COLOUR = "map-not-a-colour"
    NOT_A_NUMBER = "map-not-a-number"
    COUNT = "map-count"


def read_board(text: str) -> tuple[Answer, ...]:
    """The nine answers to `prefecture`, in the file's order; raises BoardFileError."""
    table, lines = parse_board_file(text)
    laid: list[Prefecture] = []
    answers = []
    for name, told in table.items():
        word = _prefecture_word(name, told, lines)
        objection = object_to_name(name, [each.name for each in laid])
        found = parse_prefecture(word, ()) if objection is None else objection
        if isinstance(found, Prefecture):
            objection = object_to_colour(found, laid)
            laid.append(found)
        else:
            objection = found
        if objection is not None:
            raise BoardFileError(lines.get((name,)), name, objection)
        answers.append(Answer("prefecture", word))
    if len(laid) != PREFECTURES:
        raise BoardFileError(
            None, "", build_objection(CapitolBoardReason.COUNT, count=len(laid), wanted=PREFECTURES)
        )
    return tuple(answers)


def _prefecture_word(name: str, told: object, lines: Mapping[Key, int]) -> str:
    """A prefecture as a record writes it: NAME:COLOUR:SMALL:LARGE:FOUNTAINS."""
    if not isinstance(told, dict):
        raise BoardFileError(
            lines.get((name,)), name, build_objection(CapitolBoardReason.NOT_A_PREFECTURE)
        )
    object_to_keys(told, PRINTED, lines, (name,))
    missing = tuple(key for key in NEEDED if key not in told)
    if missing:
        raise BoardFileError(
            lines.get((name,)), name, build_objection(CapitolBoardReason.MISSING, missing=missing)
        )
    told = {**USUAL, **told}
    wrong = next(_not_of_their_kind(told), None)
    if wrong is not None:
        key, reason = wrong
        raise BoardFileError(lines.get((name, key)), f"{name}.{key}", build_objection(reason))
    return ":".join([name, *(str(told[key]) for key in PRINTED)])


def _not_of_their_kind(told: Mapping[str, object]) -> Iterator[tuple[str, Reason]]:
    if not isinstance(told["colour"], str):
        yield "colour", CapitolBoardReason.NOT_A_COLOUR
    for key in (SMALL, LARGE, FOUNTAINS):
        value = told[key]
        if type(value) is not int or value < 0:
            yield key, CapitolBoardReason.NOT_A_NUMBER
