"""What every built-in game gives for its story: figures of the table alone, and a fitted model."""

from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest

from companion.core import guard
from companion.core.chances import ChanceModel, load_model
from companion.core.session import Session
from companion.core.story import Assessment, AssessTable, GameStory, PlayerKind, PlayOut
from companion.games import BUILT_IN, load_plugin
from companion.games.guard import guard_plugin, judge_plugin
from tests.games.random_tables import RANDOM_TABLES, random_game, random_questions


def story_of(game: str) -> tuple[GameStory, ChanceModel]:
    story = load_plugin(game).story
    assert story is not None
    return story, load_model(story.model)


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", RANDOM_TABLES)
def test_the_chances_of_every_table_add_up_to_1_and_nothing_changes(kind: str) -> None:
    story, model = story_of(RANDOM_TABLES[kind].game)
    for at, session in enumerate(random_questions(kind, 4)):
        if at % 7:
            continue
        before = session.result
        told = story.assess(session.table)
        chances = model.estimate(told)
        assert len(chances) == len(told.points) == len(session.table.players)
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0
        hash(told.source)
        assert session.result == before


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", RANDOM_TABLES)
def test_a_finished_game_has_the_points_that_decided_it(kind: str) -> None:
    story, model = story_of(RANDOM_TABLES[kind].game)
    session = random_game(kind, 5, 100_000)
    told, winners = story.assess(session.table), session.table.outcome.winners
    assert told.points == tuple(player.points for player in session.table.players)
    assert told.progress == 1
    chances = model.estimate(told, winners)
    assert [seat for seat, chance in enumerate(chances) if chance] == [*winners]


@pytest.mark.sample(8)
@pytest.mark.parametrize("kind", RANDOM_TABLES)
def test_equal_players_start_where_their_seats_start(kind: str) -> None:
    story, model = story_of(RANDOM_TABLES[kind].game)
    table = next(random_questions(kind, 6)).table
    told = story.assess(table)
    assert told.progress == 0
    assert len(set(told.figures)) == 1
    seats = len(table.players)
    assert model.estimate(told) == pytest.approx(model.shares[str(seats)], abs=2e-3)


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", RANDOM_TABLES)
def test_nothing_is_known_but_the_answers_so_far(kind: str) -> None:
    story, _ = story_of(RANDOM_TABLES[kind].game)
    for at, session in enumerate(random_questions(kind, 7)):
        if at % 31 == 30:
            told, copy = story.assess(session.table), Session(session.rules)
            copy.replay(session.answers)
            assert story.assess(copy.table) == told


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_weights_are_those_of_the_figures(game: str) -> None:
    story, model = story_of(game)
    kind = next(kind for kind, table in RANDOM_TABLES.items() if table.game == game)
    (figures, *_) = story.assess(next(random_questions(kind, 1)).table).figures
    assert model.figures == figures._fields  # type: ignore[attr-defined]  # a NamedTuple
    assert {*model.shares} == {str(seats) for seats in load_plugin(game).rules.seats}


def fail(*_: Any) -> Any:
    raise ZeroDivisionError("no figures")


@pytest.mark.usefixtures("unstrict")
@pytest.mark.parametrize(
    ("assess", "problem"),
    [
        (fail, "no figures"),
        (lambda _: None, "not Assessment"),
        (lambda _: Assessment(((1.0,),), (0, 0)), "figures has 1 of 3 players"),
        (lambda _: Assessment(((1.0,),) * 3, (0,)), "points has 1 of 3 players"),
        (lambda _: Assessment(((nan,),) * 3, (0, 0, 0)), "no finite number"),
    ],
)
def test_figures_that_fail_are_none_and_reported_once(assess: AssessTable, problem: str) -> None:
    story = guard_story(GameStory(assess=assess, model=Path("none.json")))
    table = next(random_questions("Capitol", 1)).table
    assert story.assess(table) == story.assess(table) == Assessment((), ())
    (fault,) = guard.list_faults()
    assert "story.assess" in str(fault)
    assert problem in str(fault)


@pytest.mark.usefixtures("unstrict")
@pytest.mark.parametrize(
    ("play_out", "right"),
    [
        (fail, False),
        (lambda *_: (0.5, 0.5), False),
        (lambda *_: (0.5, 0.5, 0.5), False),
        (lambda *_: (0.5, 0.25, 0.25), True),
        (lambda *_: None, True),
    ],
)
def test_played_out_ends_are_chances_or_none(play_out: PlayOut, right: bool) -> None:
    plain = GameStory(assess=fail, model=Path("none.json"), play_out=play_out)
    guarded = guard_story(plain).play_out
    assert guarded is not None
    table = next(random_questions("Capitol", 1)).table
    found = guarded(table, PlayerKind.RANDOM, 1, 1)
    assert (len(guard.list_faults()) == 0) == right
    assert found == (play_out(table, PlayerKind.RANDOM, 1, 1) if right else None)


def test_a_story_of_another_shape_is_judged_with_the_plugin() -> None:
    plugin = load_plugin("capitol")
    wrong: Any = GameStory(assess=fail, model="chances.json")  # type: ignore[arg-type]
    (line,) = judge_plugin(replace(plugin, story=wrong), plugin.name, "")
    assert line.startswith("story.model: ")
    (line,) = judge_plugin(replace(plugin, story="a story"), plugin.name, "")  # type: ignore[arg-type]
    assert line.startswith("story: ")
    assert judge_plugin(replace(plugin, story=None), plugin.name, "") == []


def guard_story(story: GameStory) -> GameStory:
    guarded = guard_plugin(replace(load_plugin("capitol"), story=story)).story
    assert guarded is not None
    return guarded
