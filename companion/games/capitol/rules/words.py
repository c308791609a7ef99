"""Parse Capitol's answers: lists of counts, heights for blocks, houses."""

from companion.core.conversation import Answer
from companion.games.capitol.rules.board import House, Shape
from companion.games.capitol.rules.houses import NEW

NEW_HOUSE = "new"
"""The word for a block that begins a house."""


def list_words(answer: Answer) -> tuple[str, ...]:
    """Return the items of an answer that may be a list or a single value."""
    return answer.value if isinstance(answer.value, tuple) else (answer.word,)


def parse_counts(answer: Answer) -> list[int]:
    """Return the numbers of a list answer."""
    return [int(word) for word in list_words(answer)]


def parse_targets(answer: Answer) -> list[int]:
    """Return the heights that blocks are laid on, `NEW` for a new house."""
    return [NEW if word == NEW_HOUSE else int(word) for word in list_words(answer)]


def parse_house(answer: Answer) -> House:
    """Return the house that `SHAPE:HEIGHT` names."""
    shape, height = answer.word.split(":")
    return House(int(height), Shape(shape))
