"""Who stands where at the end of an evening, and why."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone
from fractions import Fraction
from random import Random
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.languages import LANGUAGES
from companion.games import words_in
from companion.outlets.board.evening import (
    Evening,
    EveningPlace,
    Measure,
    find_share,
    find_similar,
    find_start,
    find_ties,
)
from companion.outlets.board.evening_page import draw_evening, word_tie
from companion.outlets.board.exports import write_bg_stats
from companion.outlets.board.page import NEWEST
from companion.outlets.board.reports import BoardResult, TableResults, read_report
from tests.outlets.board.messages import EVENING, encode, result, results, topic

ZONE = timezone(timedelta(hours=1))
PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")
GAMES = st.lists(
    st.dictionaries(st.sampled_from(PEOPLE), st.integers(-5, 40), min_size=2), max_size=8
)


def played(*scores: dict[str, int], name: str = "campanile-2009") -> list[BoardResult]:
    """Games with these points; the most points win."""
    listed = [result(each, id=f"g{at}", ended=at, name=name) for at, each in enumerate(scores)]
    read = read_report(topic(1, "result"), encode(results(1, *listed)))
    assert isinstance(read, TableResults)
    assert read.results is not None
    return list(read.results)


def rank(games: Sequence[BoardResult], measure: Measure = Measure.WINS) -> list[EveningPlace]:
    return Evening(datetime.min.replace(tzinfo=UTC), games).places(measure)


def reasons(
    *scores: dict[str, int], measure: Measure = Measure.WINS, language: str = "en"
) -> list[str]:
    ties = find_ties(rank(played(*scores), measure), measure)
    return [word_tie(tie, words_in(language)) for tie in ties]


def test_between_equal_wins_the_share_decides() -> None:
    places = rank(played({"Anna": 10, "Ben": 8}, {"Ben": 10, "Anna": 9}))
    assert [(each.name, each.share) for each in places] == [
        ("Anna", Fraction(95, 100)),
        ("Ben", Fraction(90, 100)),
    ]


@given(st.text("aeuoyncsAEUONC\u0301\u0308\u0327", min_size=3, max_size=9))
def test_a_name_is_one_person_however_it_is_written(name: str) -> None:
    other = normalize("NFD", name).lower()
    games = played({normalize("NFC", name): 2, "Ben": 1}, {other: 2, "Ben": 1})
    assert [(each.name, each.games) for each in rank(games)] == [(other, 2), ("Ben", 2)]
    assert len(json.loads(write_bg_stats(games))["players"]) == 2


def test_who_gave_no_name_is_not_counted() -> None:
    ranked = rank(played({"Red": 9, "Blau": 8, "Anna": 7}))
    assert [(each.name, each.wins) for each in ranked] == [("Anna", 0)]


@pytest.mark.parametrize(
    ("points", "best", "share"),
    [(5, 10, Fraction(1, 2)), (0, 0, 1), (-3, -3, 1), (-4, -3, 0), (-1, 4, 0)],
)
def test_a_share_is_between_nothing_and_all(points: int, best: int, share: Fraction) -> None:
    assert find_share(points, best) == share


@given(GAMES, st.randoms())
def test_the_order_of_the_messages_changes_nothing(
    scores: list[dict[str, int]], random: Random
) -> None:
    games = played(*scores)
    mixed = list(games)
    random.shuffle(mixed)
    evening = Evening(EVENING - timedelta(days=1), mixed)
    assert (evening.games, evening.places()) == (games, rank(games))
    for each in mixed[1:]:  # what is taken back counts no more
        evening.remove(each)
    assert (evening.games, evening.places()) == (mixed[:1], rank(mixed[:1]))


@given(GAMES, st.sampled_from(Measure))
def test_places_follow_the_rule(scores: list[dict[str, int]], measure: Measure) -> None:
    def figures(place: EveningPlace) -> list[Fraction | int]:
        by: dict[str, Fraction | int]
        by = {"wins": place.wins, "share": place.share, "points": place.points, "rate": place.rate}
        return [by.pop(measure), *by.values()]

    places = rank(played(*scores), measure)
    assert len({each.name for each in places}) == len(places)
    for above, below in itertools.pairwise(places):
        assert figures(above) >= figures(below)
        assert (above.place == below.place) == (figures(above) == figures(below))
    for at, each in enumerate(places):
        assert each.place == 1 or each.place == at + 1 or each.place == places[at - 1].place
        assert 0 <= each.share <= 1
        assert each.points == sum(game.get(each.name, 0) for game in scores)


@given(GAMES, st.sampled_from(Measure), st.sampled_from([*LANGUAGES]))
def test_every_tie_is_explained(
    scores: list[dict[str, int]], measure: Measure, language: str
) -> None:
    said = reasons(*scores, measure=measure, language=language)
    for above, below in itertools.pairwise(rank(played(*scores), measure)):
        if getattr(above, measure) == getattr(below, measure) > 0:
            assert any(above.name in text and below.name in text for text in said)


@given(GAMES, st.sampled_from(Measure))
def test_no_reason_is_given_without_a_tie(scores: list[dict[str, int]], measure: Measure) -> None:
    ranked = rank(played(*scores), measure)
    for tie in find_ties(ranked, measure):
        assert len({each.figures(tie.equal) for each in tie.places}) == 1 < len(tie.places)
        places = {each.place for each in tie.places}
        assert len(places) == 1 if tie.decides is None else len(places) > 1


def test_the_reason_in_words() -> None:
    games = {"Anna": 10, "Ben": 8}, {"Ben": 10, "Anna": 9}, {"Cleo": 10, "Dora": 9, "Ben": 9}
    assert reasons(*games) == [
        "1 win each, so the share decides: Cleo 100.0 %, Anna 95.0 %, Ben 90.0 %."
    ]


def test_the_third_measure_decides_between_those_equal_in_two() -> None:
    games = {"Anna": 10, "Ben": 8}, {"Cleo": 12, "Dora": 9}, {"Emil": 8, "Ben": 8}
    assert reasons(*games) == [
        "1 win each, so the share decides: Cleo 100.0 %, Anna 100.0 %, Emil 100.0 %, Ben 90.0 %.",
        "1 win and a share of 100.0 % each, so the points decide: Cleo 12, Anna 10, Emil 8.",
    ]


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (Measure.POINTS, "10 points each, so the wins decide: Anna 1, Ben 0."),
        (Measure.SHARE, "a share of 100.0 % each, so the wins decide: Ben 2, Anna 1."),
    ],
)
def test_the_reason_of_another_order(measure: Measure, text: str) -> None:
    games = {
        Measure.POINTS: [{"Anna": 10, "Ben": 8}, {"Cleo": 3, "Ben": 2}],
        Measure.SHARE: [{"Anna": 10}, {"Ben": 8}, {"Ben": 1}],
    }[measure]
    assert reasons(*games, measure=measure) == [text]


def test_shares_that_look_equal_get_more_digits() -> None:
    assert reasons({"Anna": 9000, "Ben": 8999}, {"Ben": 5, "Cleo": 0}) == [
        "1 win each, so the share decides: Anna 100.00 %, Ben 99.99 %."
    ]


def test_shared_places_are_said() -> None:
    assert reasons({"Anna": 9, "Ben": 4}, {"Cleo": 9, "Dora": 8}, language="de") == [
        "Anna und Cleo teilen sich Platz 1: gleich viele Siege und Punkte, gleicher Anteil."
    ]


@pytest.mark.parametrize(
    ("now", "start"),
    [
        (datetime(2025, 11, 28, 22, 0, tzinfo=ZONE), datetime(2025, 11, 28, 12, 0, tzinfo=ZONE)),
        (datetime(2025, 11, 29, 1, 30, tzinfo=ZONE), datetime(2025, 11, 28, 12, 0, tzinfo=ZONE)),
        (datetime(2025, 11, 29, 12, 0, tzinfo=ZONE), datetime(2025, 11, 29, 12, 0, tzinfo=ZONE)),
    ],
)
def test_the_evening_began_at_the_last_noon(now: datetime, start: datetime) -> None:
    assert find_start(time(12), now) == start


def test_the_evening_may_begin_at_a_fixed_time() -> None:
    fixed = datetime(2025, 11, 27, 18, 0, tzinfo=UTC)
    assert find_start(fixed, datetime(2025, 11, 29, 12, 0, tzinfo=ZONE)) == fixed


@pytest.mark.parametrize(
    ("names", "counts", "said"),
    [
        (["Red", "Blau"], True, ["Nobody gave a name"]),
        (["Anna", "Ana"], True, ["One person or two? Ana and Anna"]),
        (["Anna", "Ana"], False, []),
        (["Anna", "Ben"], True, []),
    ],
)
def test_what_an_organiser_should_know_of_names_is_on_the_page(
    names: list[str], counts: bool, said: list[str]
) -> None:
    (game,) = played(dict.fromkeys(names, 2))
    evening = Evening(EVENING, [replace(game, counts=counts)])
    page = str(draw_evening(evening, NEWEST, words_in("en")))
    notices = re.findall('class="notice">([^<]*)', page)
    assert [text for text in notices if text.startswith(tuple(said))] == notices
    assert len(notices) == len(said)


def test_only_games_of_the_evening_count() -> None:
    games = played({"Anna": 2, "Ben": 1}, {"Ben": 2, "Anna": 1})
    evening = Evening(EVENING + timedelta(minutes=30), games)
    evening.remove(games[0])
    assert [each.id for each in evening.games] == ["g1"]


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Anna", "Ana", True),
        ("Maria", "Marla", True),
        ("Bartholomäus", "Bartholomaus", True),
        ("Frieda", "Fireda", True),
        ("Anna", "Anne-Marie", False),
        ("Jo", "Jon", False),
        ("Anna", "Hanno", False),
    ],
)
def test_names_that_differ_by_a_letter_are_found(one: str, other: str, near: bool) -> None:
    pairs = [tuple(sorted([one, other]))] if near else []
    assert find_similar([one, other, "Konstantin"]) == pairs
