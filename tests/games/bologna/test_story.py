"""Which towers of Bologna give their points to others, held against a second counting."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from companion.core.events import Seat, Wording, word
from companion.games import words_in
from companion.games.bologna.rules.story import assess_bologna
from companion.games.bologna.rules.table import BolognaTable
from companion.games.bologna.tell import tell_changed_towers
from companion.store.story.telling import tell_story_of
from companion.text.event_text import say_worded
from tests.depth import at_depth
from tests.games.bologna.rules import second
from tests.games.random_tables import random_questions
from tests.store.history import played, stored

KINDS = ("Bologna", "high Bologna", "mapped Bologna", "light Bologna")
MOST_DRIFT = 0.1
"""By how much a chance may change as fewer cards are left."""
STEPS = 3
"""Two tables so many questions apart are compared: one in this many, so that much happens."""
Towers = dict[str, tuple[int, int]]
"""By field: whose tower stands there, and its points."""


def find_towers(table: BolognaTable) -> Towers:
    standing = {
        str(at): "".join(map(str, stack.stones)) for at, stack in table.board.stacks.items()
    }
    plagued = [*map(str, table.board.plague)]
    return {
        field: (seat, points)
        for seat in range(len(table.players))
        for field, points in second.towers(seat, standing, plagued)
    }


def tell_again(before: Towers, after: Towers) -> list[Wording]:
    told: list[tuple[int, str, Wording]] = []
    for field in {*before, *after}:
        (had, was), (has, points) = (each.get(field, (None, 0)) for each in (before, after))
        tower: dict[str, Any] = {"field": field, "points": points or was}
        if has is None and had is not None:
            told.append((-was, field, word("story.tower-gone", **tower, other=Seat(had))))
        elif had is None and has is not None:
            told.append((-points, field, word("story.tower-new", **tower, player=Seat(has))))
        elif had is not None and has is not None and had != has:
            sides: dict[str, Any] = {"player": Seat(has), "other": Seat(had), "was": was}
            told.append((-points, field, word("story.tower", **tower, **sides)))
    return [each for *_, each in sorted(told, key=lambda each: each[:2])][:3]


def find_sums(table: BolognaTable) -> list[tuple[int, int]]:
    """By seat: the points of the collection, and the stones left."""
    return [
        (second.extra([each.value for each in each.kinds]), each.stones) for each in table.players
    ]


def tell_sums_again(before: list[tuple[int, int]], after: list[tuple[int, int]]) -> list[Wording]:
    told = []
    for seat, ((had, left), (has, stones)) in enumerate(zip(before, after, strict=True)):
        if had != has:
            told.append(word("story.collection", player=Seat(seat), points=has, was=had))
        if left != stones:
            told.append(word("story.unbuilt", player=Seat(seat), stones=stones, was=left))
    return told


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=at_depth(1, 20))
@given(seed=integers(0, 10_000))
def test_a_tower_changes_hands_as_a_second_counting_has_it(kind: str, seed: int) -> None:
    tables = [
        (assess_bologna(session.table), find_towers(session.table), find_sums(session.table))
        for at, session in enumerate(random_questions(kind, seed))
        if at % STEPS == 0
    ]

    for (before, had, was), (after, has, now) in pairwise(tables):
        if before.scoring == after.scoring:
            told = tell_changed_towers(before.source, after.source)
            towers = [each for each in told if each.key.startswith("story.tower")]
            assert towers == tell_again(had, has)
            assert [*told[len(towers) :]] == (
                tell_sums_again(was, now) if after.scoring == "final" else []
            )


def test_chances_stay_while_nobody_has_stones_and_everybody_passes() -> None:
    play = played(stored("bologna-three-players-share-the-win"))
    story = tell_story_of(play)

    assert story is not None
    passed = [turn.number for turn in play.turns if turn.answers[0].answer.key == "pass"]
    assert len(passed) == 7
    for turn in passed[1:]:
        before, after = (story.turns[at].model for at in (turn - 1, turn))
        changes = [abs(now - then) for then, now in zip(before, after, strict=True)]
        assert max(changes) < MOST_DRIFT


SAID = {
    "en": "2 points (tower at 7-2): nobody, Jörg before",
    "de": "2 Punkte (Turm auf 7-2): niemand, vorher Jörg",
    "fr": "2 points (tour en 7-2) : personne (avant : Jörg)",
    "it": "2 punti (torre in 7-2): nessuno, prima Jörg",
}


def test_a_best_moment_says_whose_towers_changed_hands() -> None:
    story = tell_story_of(played(stored("bologna-three-players-moved-roof")))

    assert story is not None
    moments = [each for each in (*story.moments, *story.best) if each and each.turn == 34]
    for language, sentence in SAID.items():
        words = words_in(language).of("bologna-towers")
        said = [say_worded(words, each, story.names) for each in moments[0].reasons]
        assert sentence in [each.replace("\N{NO-BREAK SPACE}", " ") for each in said]
