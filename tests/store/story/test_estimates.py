"""Ends are played out once for each turn, seeded by its answers; a broken file harms nothing."""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.chances import load_model
from companion.core.events import Wording
from companion.core.guard import list_faults
from companion.core.story import Chances, PlayerKind, PlayOut, Story, round_percent, word_chance
from companion.games import guard as door
from companion.games import load_plugin
from companion.store.history.play import Play, PlayedTurn
from companion.store.story import curve, estimates, telling
from companion.store.story.curve import KnownEnds
from companion.store.story.estimates import EndStore, play_out_turns
from companion.store.story.facts import measure_lead
from companion.store.story.telling import tell_story_of
from tests.store.history import played, stored

GAME = "four-players"
WithEnds = Callable[[PlayOut], Play]


@pytest.fixture
def with_ends(monkeypatch: pytest.MonkeyPatch) -> WithEnds:
    """A saved game of Campanile (2009), of which ends are played out so."""

    def use(play_out: PlayOut) -> Play:
        plugin = load_plugin("campanile-2009")
        assert plugin.story is not None
        changed = door.guard_plugin(replace(plugin, story=replace(plugin.story, play_out=play_out)))
        for module in (curve, estimates, telling):
            monkeypatch.setattr(module, "load_plugin", lambda _name: changed)
        return played(stored(GAME))

    return use


def guess(table: Any, kind: PlayerKind, ends: int, seed: int) -> Chances | None:
    """Shares that follow the points, with a little of the seed in it."""
    now = [len(player.chips) + 1 + 3 * Random(seed).random() for player in table.players]
    wins = [each**2 + (ends if kind is PlayerKind.RANDOM else 0) / 10 for each in now]
    return tuple(each / sum(wins) for each in wins)


def play_out_next(
    game: str, turns: Sequence[PlayedTurn], store: EndStore
) -> tuple[int, int] | None:
    """Play out the ends of one turn; (turns known, turns), None where all are known."""
    return next(play_out_turns(game, turns, store), None)


def all_estimated(play: Play, store: EndStore) -> Story:
    for _ in play_out_turns(play.game, play.turns, store):
        pass
    story = tell_story_of(play, store)
    assert story is not None
    return story


def test_turns_are_estimated_one_by_one_and_each_once(with_ends: WithEnds, tmp_path: Path) -> None:
    called = []

    def count(*given: Any) -> Chances | None:
        called.append(given)
        return guess(*given)

    play, store = with_ends(count), EndStore(tmp_path / "estimates")
    turns = len(play.turns) - 1

    assert play_out_next(play.game, play.turns, store) == (1, turns)
    calls = len(called)
    assert calls == 2 * estimates.ENDS // estimates.AT_ONCE
    assert play_out_next(play.game, play.turns, store) == (2, turns)
    assert len(called) == 2 * calls
    assert [*play_out_turns(play.game, play.turns, store)][-1] == (turns, turns)
    assert play_out_next(play.game, play.turns, store) is None
    assert len(called) == turns * calls


def test_a_story_is_pending_until_all_turns_are_estimated(with_ends: WithEnds) -> None:
    play, store = with_ends(guess), EndStore()
    turns = len(play.turns) - 1

    play_out_next(play.game, play.turns, store)
    story = tell_story_of(play, store)

    assert story is not None
    assert (story.pending, story.ends) == ((1, turns), 0)
    assert story.turns[0].greedy is not None
    assert all(each.before is None for each in story.moments)
    assert all_estimated(play, store).pending is None
    assert all_estimated(play, store).ends == estimates.ENDS


def test_the_same_answers_give_the_same_story_on_every_machine(
    with_ends: WithEnds, tmp_path: Path
) -> None:
    play = with_ends(guess)
    first = EndStore(tmp_path / "first")

    story = all_estimated(play, first)

    assert all_estimated(play, EndStore()) == story
    assert tell_story_of(play, EndStore(tmp_path / "first")) == story


def test_estimates_of_an_undone_turn_are_not_used(with_ends: WithEnds) -> None:
    play, store = with_ends(guess), EndStore()
    all_estimated(play, store)
    *before, last = play.turns[:6]
    changed = replace(last, answers=last.answers[:-1])

    assert play_out_next(play.game, [*before, last], store) is None
    assert play_out_next(play.game, [*before, changed], store) == (6, 6)


def test_what_is_not_known_enough_is_remembered_too(with_ends: WithEnds) -> None:
    play, store = with_ends(lambda *_: None), EndStore()

    story = all_estimated(play, store)

    assert (story.pending, story.ends) == (None, 0)
    assert story == tell_story_of(play)


@pytest.mark.parametrize(("last", "told"), [(40, True), (5, False)])
def test_ends_of_most_turns_are_told_with_their_number(
    last: int, told: bool, with_ends: WithEnds
) -> None:
    play = with_ends(lambda table, *rest: guess(table, *rest) if table.turn <= last else None)

    story = all_estimated(play, EndStore())
    said = [
        dict(each.values)
        for each in story.said
        if isinstance(each, Wording) and each.key == "story.ends-known"
    ]

    assert said == ([{"done": last, "turns": len(play.turns) - 1}] if told else [])
    assert bool(story.ends) == told
    assert any(each.greedy is not None for each in story.turns) == told


@pytest.mark.usefixtures("unstrict")
def test_a_game_whose_ends_fail_has_its_story_without_them(
    with_ends: WithEnds, tmp_path: Path
) -> None:
    def fail(*_: Any) -> Chances | None:
        raise RuntimeError("no end")

    play = with_ends(fail)

    assert all_estimated(play, EndStore(tmp_path / "estimates")) == tell_story_of(play)
    assert not (tmp_path / "estimates").exists()
    assert [fault.part for fault in list_faults()] == ["story.play_out"]


# Moments from chances --------------------------------------------------------------------------


def test_a_moment_is_one_that_all_estimates_agree_on(with_ends: WithEnds) -> None:
    facet = load_plugin("campanile-2009").story
    assert facet is not None
    model, assess = load_model(facet.model), facet.assess

    def follow(table: Any, _kind: PlayerKind, _ends: int, _seed: int) -> Chances | None:
        return model.estimate(assess(table), ())

    story = all_estimated(with_ends(follow), EndStore())
    curves = {each.turn: each for each in story.turns}

    assert story.moments
    for moment in story.moments:
        before, after = curves[moment.turn - 1], curves[moment.turn]
        changes = [
            now[moment.player] - then[moment.player]
            for then, now in zip(before.estimates, after.estimates, strict=True)
        ]
        assert len(changes) == 3
        assert min(map(abs, changes)) >= 0.1
        assert len({change > 0 for change in changes}) == 1
        assert moment.before == before.find_middle(moment.player)
        assert moment.after == after.find_middle(moment.player)


def test_estimates_that_disagree_make_no_moment_of_a_turn(with_ends: WithEnds) -> None:
    def disagree(table: Any, kind: PlayerKind, _ends: int, _seed: int) -> Chances | None:
        points = [player.points for player in table.players]
        best = max(range(len(points)), key=lambda seat: measure_lead(points, seat))
        favourite = best if kind is PlayerKind.RANDOM else (best + 1) % len(points)
        return tuple(0.7 if seat == favourite else 0.1 for seat in range(len(points)))

    story = all_estimated(with_ends(disagree), EndStore())

    assert not story.moments


def test_the_winner_was_low_where_all_estimates_say_so(with_ends: WithEnds) -> None:
    facts = tell_story_of(played(stored(GAME)))
    assert facts is not None
    low = min(facts.turns[1:], key=lambda each: each.model[1])

    def fear(table: Any, _kind: PlayerKind, _ends: int, _seed: int) -> Chances | None:
        winner, seats = 1, len(table.players)
        share = 0.04 if table.progress == ("turn", low.turn + 1) else 0.5
        return tuple(share if seat == winner else (1 - share) / 3 for seat in range(seats))

    assert low.model[1] < 0.15
    play = with_ends(fear)
    story = all_estimated(play, EndStore())
    said = [each for each in story.said if isinstance(each, Wording)]

    lowest = [dict(each.values) for each in said if each.key == "story.lowest"]
    assert play.outcome is not None
    assert play.outcome.winners == (1,)
    for values in lowest:
        turn = next(each for each in story.turns if each.turn == values["turn"])
        assert turn.find_band(1)[1] < 0.15
        assert values["chance"] == word_chance(turn.find_middle(1))
    assert len(lowest) == 1


@pytest.mark.parametrize(
    ("chance", "percent"), [(0.31, 30), (0.33, 35), (0.5, 50), (0.024, 0), (1.0, 100)]
)
def test_a_chance_is_rounded_to_five_percent(chance: float, percent: int) -> None:
    assert round_percent(chance) == percent


# A file that can't be used ----------------------------------------------------------------------

KEY, ENDS = b"turn", KnownEnds((0.25, 0.75), (0.5, 0.5))


def write_text(path: Path) -> None:
    path.write_text("not a database, and longer than the header of one\n" * 50)


def write_foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE notes (text)")
    db.close()


def make_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("spoil", [write_text, write_foreign, make_folder])
def test_a_file_of_something_else_is_reported_once_and_left_alone(
    spoil: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "estimates"
    spoil(path)
    before = path.read_bytes() if path.is_file() else b""
    store = EndStore(path)

    assert store.read([KEY]) == {}
    store.write(KEY, ENDS)
    store.write(b"other", ENDS)

    assert store.read([KEY]) == {KEY: ENDS}
    assert len(caplog.records) == 1
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_folder_that_is_missing_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = EndStore(tmp_path / "none" / "estimates")

    store.write(KEY, ENDS)
    store.write(b"other", ENDS)

    assert store.read([KEY]) == {KEY: ENDS}
    assert len(caplog.records) == 1


SPOILED = ("", "null", "[]", "[1, 2]", '["a", "b"]', "[[1.0], [true]", "[null]")


@pytest.mark.parametrize("text", SPOILED)
def test_a_row_that_is_spoiled_is_computed_again(text: str, tmp_path: Path) -> None:
    path = tmp_path / "estimates"
    EndStore(path).write(KEY, ENDS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE estimates SET ends = ?", (text,))

    assert EndStore(path).read([KEY]) == {}


def test_what_one_process_writes_another_reads(tmp_path: Path) -> None:
    one, other = EndStore(tmp_path / "estimates"), EndStore(tmp_path / "estimates")
    assert other.read([KEY]) == {}
    (tmp_path / "estimates").touch()
    assert other.read([KEY]) == {}, "it is just being made"

    one.write(KEY, ENDS)

    assert other.read([KEY, b"unknown"]) == {KEY: ENDS}


def test_a_file_left_by_a_power_cut_is_used_again(tmp_path: Path) -> None:
    path, copy = tmp_path / "estimates", tmp_path / "copy"
    EndStore(path).write(KEY, ENDS)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        for number in range(100):  # more than the cache holds: a part of it is in the file
            db.execute("INSERT INTO estimates VALUES (?, ?)", (b"%d" % number, "x" * 1000))
        shutil.copy(path, copy)
        shutil.copy(f"{path}-journal", f"{copy}-journal")
    store = EndStore(copy)

    assert store.read([KEY, b"0"]) == {KEY: ENDS}
    store.write(b"other", ENDS)

    assert EndStore(copy).read([KEY, b"other"]) == {KEY: ENDS, b"other": ENDS}


def test_a_file_that_is_locked_is_used_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "TIMEOUT", 0)
    path = tmp_path / "estimates"
    EndStore(path).write(KEY, ENDS)
    store = EndStore(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        assert store.read([KEY]) == {}
        store.write(b"first", ENDS)

    assert store.read([KEY]) == {KEY: ENDS}
    assert EndStore(path).read([KEY, b"first"]) == {KEY: ENDS, b"first": ENDS}


# The real thing ----------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name",
    ["three-players", "two-players-moving", "four-players-light", "three-players-cards-unknown"],
)
def test_ends_of_campanile_make_a_story_or_none_are_claimed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "ENDS", estimates.AT_ONCE)
    play = played(stored(name))

    story = all_estimated(play, EndStore())

    curves = {each.turn: each.estimates for each in story.turns}
    assert story.pending is None
    for moment in story.moments if story.ends else ():
        assert len(curves[moment.turn]) == len(curves[moment.turn - 1]) == 3
    assert bool(story.ends) == any(len(each) == 3 for each in curves.values())
    assert bool(story.ends) == (not {"light", "unknown"} & {*name.split("-")})
