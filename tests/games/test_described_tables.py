"""The table as data of every stored game: without hints it counts no pile."""

import pytest

from companion.ui.input.hints import Hints
from tests.app.journeys import PLAYTHROUGHS
from tests.games.tables import describe, states

RECORDS = sorted(path.stem for path in PLAYTHROUGHS.glob("*.game"))
COUNTS = {"left", "pile", "stacks"}
"""The keys of the cards that are left, in any game."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", RECORDS)
def test_without_hints_only_the_count_of_the_pile_is_left_out(name: str) -> None:
    counted = False
    for session, described in states(name):
        unhinted = describe(session, Hints.NONE)
        other = {key for key in described if described[key] != unhinted[key]}
        assert unhinted.keys() == described.keys()
        assert other <= COUNTS
        assert all(unhinted[key] is None for key in COUNTS & unhinted.keys())
        assert describe(session, Hints.DECK) == described, "the points are no part of it"
        counted |= bool(other)
    assert counted or "light" in name
