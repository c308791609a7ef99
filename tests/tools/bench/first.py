"""The cursor always on the first choice, beside which likely answers are measured."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TypeVar
from unittest.mock import patch

Place = TypeVar("Place")
CHOOSING = (
    "companion.ui.input.likely.find_cheapest",
    "companion.games.bologna.input.likely.find_cheapest",
)
"""Where it is chosen from what the cursor starts."""
BIDDING = "companion.games.capitol.input.numbers.find_likely_bid"


def _first(costs: Mapping[Place, float], *_: object) -> Place:
    return next(iter(costs))


@contextmanager
def on_the_first_choice() -> Iterator[None]:
    """As long as this lasts, nothing is likelier than anything else."""
    with ExitStack() as stack:
        for name in CHOOSING:
            stack.enter_context(patch(name, _first))
        stack.enter_context(patch(BIDDING, return_value=0))
        yield
