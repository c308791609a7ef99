"""Who has come to be first in a prefecture of Capitol, held against a second scoring."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from companion.core.events import Seat, Wording, word
from companion.games import words_in
from companion.games.capitol.rules.story import assess_capitol
from companion.games.capitol.rules.table import CapitolTable
from companion.games.capitol.tell import tell_changed_majorities
from companion.store.story.telling import tell_story_of
from companion.text.event_text import say_worded
from tests.depth import at_depth
from tests.games.capitol.rules import second
from tests.games.random_tables import random_questions
from tests.store.history import played, stored

KINDS = ("Capitol", "Capitol for two", "crowded Capitol")
STEPS = 3
"""Two tables so many questions apart are compared: one in this many, so that much happens."""
Firsts = dict[str, tuple[list[int], int, Wording | None]]
"""By prefecture, in the order of the board: who is first, for how many points, and any tie."""


def find_firsts(table: CapitolTable) -> Firsts:
    found: Firsts = {}
    for there in table.board:
        houses = [(str(each.seat), each.house.height) for each in there.houses]
        points = second.points(houses, there.fountains, temple=bool(there.temples))
        firsts = [seat for seat in points if second.place(houses, seat) == 1]
        most = max(points.values(), default=0)
        found[there.name] = [int(seat) for seat in firsts], most, find_tie(there.name, houses)
    return found


def find_tie(name: str, houses: list[tuple[str, int]]) -> Wording | None:
    heights = {int(seat): sorted(h for own, h in houses if own == seat) for seat, _ in houses}
    level = [seat for seat in heights if sum(heights[seat]) == max(map(sum, heights.values()))]
    level.sort(key=lambda seat: (-heights[seat][-1], seat))
    if len(level) < 2:
        return None
    top = [seat for seat in level if heights[seat][-1] == heights[level[0]][-1]]
    if len(top) > 1:
        return word("story.tie-shared", prefecture=name, players=tuple(map(Seat, top)))
    tied: dict[str, Any] = {"players": tuple(map(Seat, level)), "first": Seat(level[0])}
    return word("story.tie-tallest", prefecture=name, **tied)


def tell_again(before: Firsts, after: Firsts) -> list[Wording]:
    told, ties = list[Wording](), list[Wording | None]()
    for name, (firsts, points, tie) in sorted(after.items(), key=lambda each: -each[1][1]):
        had = before[name][0]
        if firsts and {*firsts} < {*had}:
            kept: dict[str, Any] = {"prefecture": name, "points": points}
            kept["players"] = tuple(map(Seat, firsts))
            kept["others"] = tuple(Seat(each) for each in had if each not in firsts)
            told.append(word("story.first-kept", **kept))
            ties.append(tie)
        for seat in sorted({*firsts} - {*had}):
            ties.append(tie)
            given: dict[str, Any] = {"prefecture": name, "points": points, "player": Seat(seat)}
            if not had:
                told.append(word("story.first-new", **given))
            elif {*had} <= {*firsts}:
                told.append(word("story.first-shared", **given, others=tuple(map(Seat, had))))
            else:
                lost = tuple(Seat(each) for each in had if each not in firsts)
                told.append(word("story.first", **given, others=lost))
    return [*told[:3], *dict.fromkeys(each for each in ties[:3] if each)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=at_depth(1, 20))
@given(seed=integers(0, 10_000))
def test_who_comes_first_is_told_as_a_second_scoring_has_it(kind: str, seed: int) -> None:
    tables = [
        (assess_capitol(session.table), find_firsts(session.table))
        for at, session in enumerate(random_questions(kind, seed))
        if at % STEPS == 0
    ]

    for (before, had), (after, has) in pairwise(tables):
        if before.scoring == after.scoring:
            told = tell_changed_majorities(before.source, after.source)
            assert [*told] == tell_again(had, has)


SAID = {
    "en": "3 points (first place in Hill 6): Édouard beside #1",
    "de": "3 Punkte (Platz 1 in Hill 6): Édouard neben #1",
    "fr": "3 points (1re place à Hill 6) : Édouard, partagée avec #1",
    "it": "3 punti (1° posto in Hill 6): Édouard ex aequo con #1",
}


def test_a_moment_says_who_came_to_be_first() -> None:
    story = tell_story_of(played(stored("capitol-four-players")))

    assert story is not None
    (moment,) = (each for each in story.moments if each.turn == 21)
    for language, sentence in SAID.items():
        words = words_in(language).of("capitol")
        said = [say_worded(words, each, story.names) for each in moment.reasons]
        assert sentence in [each.replace("\N{NO-BREAK SPACE}", " ") for each in said]
