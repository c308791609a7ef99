"""The parts of the setup that games share: players, colours, variants."""

import re
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from companion.core.conversation import (
    Answer,
    CommonReason,
    Conversation,
    Objection,
    ObjectTo,
    Question,
    Reason,
    build_objection,
)
from companion.core.game_table import GamePlayer

NAME_LENGTH = 12
UNFIT_SIGNS = re.compile(r"[,:+\"\\\x00-\x1f\x7f-\x9f]")
"""What has a meaning in a record, and control characters."""
NOBODY_ELSE = Answer("player", "")
NO_VARIANT = Answer("variant", "")


class SeatingReason(Reason):
    """Reasons of the shared setup."""

    VARIANT_TWICE = "variant-twice"


P = TypeVar("P", bound=GamePlayer)


def object_to_name(name: str, taken: Sequence[str]) -> Objection | None:
    """Object to a name not 1 to 12 characters long, taken, or unfit for a record."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return build_objection(CommonReason.NAME_LENGTH, most=NAME_LENGTH)
    if UNFIT_SIGNS.search(name):
        return build_objection(CommonReason.NAME_SIGNS)
    if name in taken:
        return build_objection(CommonReason.NAME_TAKEN, name=name)
    return None


def ask_players(
    players: list[P],
    new_player: Callable[[str], P],
    colours: Sequence[str],
    seats: range,
) -> Conversation:
    """Ask for each player's name and colour, clockwise from the starter, and add to ``players``.

    2009 rulebook, Preparation.
    """

    def find_objection(answer: Answer) -> Objection | None:
        return object_to_name(answer.word, [player.name for player in players])

    options = tuple(Answer("colour", colour) for colour in colours)
    while len(players) < seats[-1]:
        default = NOBODY_ELSE if len(players) in seats else None
        seat = len(players)
        question = Question("player", seat, (), find_objection, default, omits_default=True)
        answer = yield question
        if answer == NOBODY_ELSE:
            return
        players.append(new_player(answer.word))
        answer = yield Question("colour", seat, options, _object_to_colour(players))
        players[-1].colour = answer.word


def _object_to_colour(players: Sequence[GamePlayer]) -> ObjectTo:
    def find_objection(answer: Answer) -> Objection | None:
        if any(player.colour == answer.value for player in players):
            return build_objection(CommonReason.COLOUR_TAKEN, colour=answer.word)
        return None

    return find_objection


def ask_variants(
    variants: list[str], choices: Sequence[str], object_to: ObjectTo
) -> Generator[Question, Answer, None]:
    """Ask for the variants played until no more is named, and add them to ``variants``."""
    options = tuple(Answer("variant", choice) for choice in choices)

    def find_objection(answer: Answer) -> Objection | None:
        if answer.value in variants:
            return build_objection(SeatingReason.VARIANT_TWICE, variant=answer.word)
        return object_to(answer)

    question = Question("variant", None, options, find_objection, NO_VARIANT, omits_default=True)
    while (answer := (yield question)) != NO_VARIANT:
        variants.append(answer.word)
