"""What a table says, step by step, in the words of a record: the same for every dealer."""

from dataclasses import dataclass

Pair = tuple[str, str]
NAMES = ("Jörg", "Ana María", "Édouard", "#1", "Zoë O'Neill")
OUT_OF_COUNT = ("correct cards", "unknown")


@dataclass(frozen=True)
class Step:
    """What the table says next; ``allowed`` by the rules on what lies open, ``possible`` in truth.

    Both are empty where the answer is a name or a list.
    """

    pair: Pair
    allowed: frozenset[Pair] = frozenset()
    possible: frozenset[Pair] = frozenset()
