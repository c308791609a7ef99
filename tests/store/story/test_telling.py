"""What a story claims is true by a replay of its own; a game that has none says why."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from companion.core import guard
from companion.core.chances import load_model
from companion.core.events import Seat, Wording
from companion.core.session import Session
from companion.core.story import Chances, Story
from companion.games import guard as door
from companion.games import load_plugin, words_in
from companion.store.history.play import Play
from companion.store.story import curve, telling
from companion.store.story.curve import AssessedTurn, assess_turns
from companion.store.story.telling import tell_story_of, tell_why_none
from companion.text.event_text import say_worded
from companion.text.story_text import tell_best, tell_how, tell_moment, tell_said
from tests.depth import at_depth
from tests.games.random_tables import RANDOM_TABLES, random_game
from tests.store.history import STORED, played, renamed, stored
from tests.text.every import forms, texts

RESULTS = {each.stem: json.loads(each.with_suffix(".json").read_text("utf-8")) for each in STORED}
FINISHED = [name for name, each in RESULTS.items() if each["state"] == "finished"]
UNFINISHED = [name for name in RESULTS if name not in FINISHED]
AT_FIXED_TIMES = [
    each for each in FINISHED if RESULTS[each]["game"] in ("capitol", "campanile-1996")
]
"""Games in which no scoring comes in place of another one."""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")


@cache
def a_play(name: str) -> Play:
    return played(stored(name))


@cache
def a_story(name: str) -> Story:
    story = tell_story_of(a_play(name))
    assert story is not None
    return story


def points_after_turns(play: Play) -> Iterator[tuple[int, ...]]:
    """The points after each turn as the game's own scoring gives them, computed from the table."""
    session = Session(load_plugin(play.game).rules)
    for turn in play.turns:
        for each in turn.answers:
            session.answer_pair(each.answer.key, each.answer.word)
        yield score_now(session)


def scored_or(play: Play, turn: int, points: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The points after a turn: those that were scored in it, or else as they would have been."""
    scorings = len(play.turns[turn].gains)
    assert scorings < 2
    return play.turns[turn].points if scorings else points[turn]


def score_now(session: Session) -> tuple[int, ...]:
    table, gained = session.table, [0 for _ in session.table.players]
    if table.outcome is not None:
        pass
    elif session.name.startswith("campanile"):
        for award in table.scoring_now(table.next_scoring).awards:
            for seat, chip in award.chips:
                gained[seat] += chip
    elif session.name == "capitol":
        for majority in table.scoring_now.majorities:
            for seat, points in majority.points:
                gained[seat] += points
    else:
        gained = [each.points for each in table.scoring_now(table.next_scoring).tallies]
    return tuple(player.points + each for player, each in zip(table.players, gained, strict=True))


def leaders(points: tuple[int, ...]) -> list[int]:
    return [seat for seat, each in enumerate(points) if each == max(points)]


def said_of(story: Story, key: str) -> list[dict[str, object]]:
    worded = [each for each in story.said if isinstance(each, Wording) and each.key == key]
    return [dict(each.values) for each in worded]


def check_facts(play: Play, story: Story) -> None:
    """Check what is said of the lead against a replay."""
    points = [*points_after_turns(play)]
    assert [each.points for each in story.turns] == points
    for moment in story.moments:
        assert leaders(scored_or(play, moment.turn, points)) == [moment.player]
        assert leaders(points[moment.turn - 1]) != [moment.player]
        assert (moment.before, moment.after) == (None, None)
    for values in said_of(story, "story.led-since"):
        since, seat = values["turn"], values["player"]
        assert isinstance(since, int)
        assert isinstance(seat, Seat)
        assert all(leaders(each) == [seat.seat] for each in points[since:])
        assert since == 1 or leaders(points[since - 1]) != [seat.seat]
    for values in said_of(story, "story.led-at-last"):
        seat = values["player"]
        assert isinstance(seat, Seat)
        assert [leaders(each) == [seat.seat] for each in points[-2:]] == [False, True]
    for values in said_of(story, "story.behind"):
        turn, seat = values["turn"], values["player"]
        assert isinstance(turn, int)
        assert isinstance(seat, Seat)
        distances = [max(each) - each[seat.seat] for each in points[1:]]
        assert max(distances) == distances[turn - 1] == values["points"]
    for values in said_of(story, "story.close"):
        gaps = [sorted(each)[-1] - sorted(each)[-2] for each in points[1:]]
        assert max(gaps) == values["points"]


def check_shape(story: Story) -> None:
    turns = [each.turn for each in story.moments]
    assert turns == sorted(set(turns))
    assert len(turns) <= 3
    assert all(sum(each.model) == pytest.approx(1) for each in story.turns)
    assert [seat for seat, each in enumerate(story.turns[-1].model) if each] == [*story.winners]
    assert None not in story.best or len(story.turns) == 2  # one turn compares to nothing
    assert story.said


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", FINISHED)
def test_who_leads_is_what_the_scorings_give(name: str) -> None:
    check_facts(a_play(name), a_story(name))
    check_shape(a_story(name))


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", RANDOM_TABLES)
@settings(max_examples=at_depth(1, 10))
@given(seed=integers(0, 10_000))
def test_the_story_of_any_game_says_what_has_been(kind: str, seed: int) -> None:
    play = played(random_game(kind, seed, 100_000))
    story = tell_story_of(play)

    assert story is not None
    check_facts(play, story)
    check_shape(story)
    if play.game.startswith("campanile"):
        check_reasons(play, story)


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", FINISHED)
def test_every_player_has_a_best_moment(name: str) -> None:
    story, words = a_story(name), words_in("en").of(a_play(name).game)

    for seat in range(len(story.names)):
        best = tell_best(words, story, seat)
        assert best is not None
        assert story.names[seat] in best.title
        assert best.done


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", FINISHED)
def test_nothing_is_concluded_from_a_correction(name: str) -> None:
    story = a_story(name)
    corrected = [
        turn.number
        for turn in a_play(name).turns[1:]
        if any(each.answer.key.startswith("correct ") for each in turn.answers)
    ]

    told = [*story.moments, *(each for each in story.best if each is not None)]
    assert not {each.turn for each in told} & set(corrected)
    assert [values["turns"] for values in said_of(story, "story.corrected")] == (
        [tuple(corrected)] if corrected else []
    )


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", AT_FIXED_TIMES)
def test_a_turn_with_a_scoring_is_compared_by_what_was_scored(name: str) -> None:
    play = a_play(name)
    story = load_plugin(play.game).story
    assert story is not None
    turns = assess_turns(play.game, play.turns, story, load_model(story.model).estimate)
    scored = [turn.number for turn in play.turns if turn.gains]

    found = [(after, after.compare_to(before)) for before, after in pairwise(turns)]
    held = [after.played.number for after, compared in found if compared and compared.was_held]

    assert held == scored
    assert all(
        compared.points == after.played.points
        for after, compared in found
        if compared and compared.was_held
    )


@pytest.mark.parametrize("name", [each for each in FINISHED if each.endswith("taken-over")])
def test_of_a_game_that_had_begun_only_what_was_seen_is_told(name: str) -> None:
    keys = [each.key for each in a_story(name).said if isinstance(each, Wording)]

    assert keys[0] == "story.taken-over"
    assert "story.close" not in keys
    assert all(values["turn"] != 1 for values in said_of(a_story(name), "story.led-since"))


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_game_has_no_story(name: str) -> None:
    assert tell_story_of(a_play(name)) is None
    assert tell_why_none(a_play(name)).key == "story.none.unread"


def test_the_same_game_gives_the_same_story() -> None:
    name = FINISHED[0]

    assert tell_story_of(a_play(name)) == tell_story_of(played(stored(name), gap=40))


# The reasons in Campanile ----------------------------------------------------------------------


class HeldFlags(NamedTuple):
    """The next flags, as if they went up after a turn."""

    chips: dict[tuple[int, int], tuple[int, str, int]]
    """By flag from the highest down and place on it: the chip, the tower, who takes it."""
    floors: dict[str, int]
    order: list[str]
    """The towers, from the highest down."""


def hold_now(play: Play) -> Iterator[tuple[HeldFlags, HeldFlags]]:
    """After each turn the flags to come; and those that went up in it, or else the same."""
    session = Session(load_plugin(play.game).rules)
    for turn in play.turns:
        for each in turn.answers:
            session.answer_pair(each.answer.key, each.answer.word)
        table = session.table
        scored = [table.scorings[-1]] if turn.gains else []
        coming = table.scorings[-1] if table.outcome else table.scoring_now(table.next_scoring)
        yield hold(table, coming), hold(table, *(scored or [coming]))


def hold(table: Any, held: Any) -> HeldFlags:
    flags = [(award.style.value, award.chips) for award in reversed(held.awards)]
    return HeldFlags(
        {
            (flag, place): (chip, tower, seat)
            for flag, (tower, chips) in enumerate(flags)
            for place, (seat, chip) in enumerate(chips)
        },
        {style.value: tower.floors for style, tower in table.towers.items()},
        [*(tower for tower, _ in flags), *(each.style.value for each in held.unflagged)],
    )


def list_reasons(story: Story) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(turn, key, values) of all reasons in it."""
    for moment in (*story.moments, *(each for each in story.best if each is not None)):
        for each in moment.reasons:
            assert isinstance(each, Wording)
            yield moment.turn, each.key, dict(each.values)


def check_chip(key: str, values: dict[str, Any], before: HeldFlags, after: HeldFlags) -> None:
    chip, tower, player = values["chip"], values["tower"].value, values["player"].seat
    (at,) = [each for each, taken in after.chips.items() if taken == (chip, tower, player)]
    other = values["other"].seat if "other" in values else None
    assert other != player
    if key == "story.chip-new":
        assert at not in before.chips
    elif key == "story.chip":
        assert before.chips[at] == (chip, tower, other)
    else:
        assert before.chips[at] == (chip, values["before"].value, other)
        assert values["before"].value != tower


def check_passed(key: str, values: dict[str, Any], before: HeldFlags, after: HeldFlags) -> None:
    tower = values["tower"].value
    for other in (each.value for each in values["towers"]):
        more = after.floors[tower] - after.floors[other]
        assert more > 0 if key == "story.passed" else more == 0
        assert after.order.index(tower) < after.order.index(other)
        assert before.order.index(tower) > before.order.index(other)


def check_reasons(play: Play, story: Story) -> Counter[str]:
    """Check who takes which chip for which tower, and who took it a turn before."""
    held = [*hold_now(play)]
    seen: Counter[str] = Counter()
    for turn, key, values in list_reasons(story):
        seen[key] += 1
        if key.startswith("story.chip"):
            check_chip(key, values, held[turn - 1][0], held[turn][1])
        if key in ("story.passed", "story.passed-level"):
            check_passed(key, values, held[turn - 1][0], held[turn][1])
        if key.startswith("story.points"):
            points = [each.points for each in story.turns]
            seat = values["player"].seat
            assert values["before"] == points[turn - 1][seat]
            assert values["after"] == scored_or(play, turn, points)[seat]
            assert (key == "story.points-held") == bool(play.turns[turn].gains)
        if key == "gain.scoring":
            (gain,) = play.turns[turn].gains
            assert [dict(each.values)["points"] for each in values["gained"]] == [*gain.points]
    return seen


CAMPANILES = [each for each in FINISHED if stored(each).name.startswith("campanile")]


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", CAMPANILES)
def test_a_chip_that_changes_hands_is_taken_as_told(name: str) -> None:
    check_reasons(a_play(name), a_story(name))


def test_each_way_that_a_chip_changes_hands_is_checked() -> None:
    seen = sum((check_reasons(a_play(each), a_story(each)) for each in CAMPANILES), Counter())

    ways = {"story.chip", "story.chip-new", "story.chip-moved"}
    ways |= {"story.passed", "story.passed-level"}
    assert ways <= set(seen)


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", CAMPANILES)
def test_a_tie_is_one_of_equal_influence(name: str) -> None:
    play, ties = a_play(name), list_reasons(a_story(name))
    for turn, values in [(turn, values) for turn, key, values in ties if key == "story.tie"]:
        session = Session(load_plugin(play.game).rules)
        for each in (each for part in play.turns[: turn + 1] for each in part.answers):
            session.answer_pair(each.answer.key, each.answer.word)
        rows = session.table.towers[values["tower"].value].rows
        seats = [row.seat for row in rows if row.influence == values["influence"]]
        assert seats == [player.seat for player in values["players"]]
        assert values["first"].seat == seats[0]


# Words ------------------------------------------------------------------------------------------

FORBIDDEN = {
    "en": ("luck", "skill", "turning point", "mistake", "blunder", "blame", "fault", "should have"),
    "de": ("glück", "pech", "können", "wendepunkt", "fehler", "patzer", "schuld", "hätte sollen"),
    "fr": ("chanceu", "malchan", "talent", "tournant", "erreur", "bourde", "faute", "aurait dû"),
    "it": ("fortun", "sfortun", "abilità", "svolta", "errore", "colpa", "avrebbe dovuto"),
}
"""How words begin that no story says, in any language."""


def find_forbidden(language: str, text: str) -> list[str]:
    return [each for each in FORBIDDEN[language] if re.search(rf"\b{each}", text.casefold())]


def tell_a_fall(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Story, str]]:
    """(story, who had the turn): by all estimates the next player's chance fell with a turn."""
    play = played(renamed(stored("four-players"), *NAMES[:4]))
    for at in range(2, len(play.turns) - 2, 5):
        mover = play.turns[at].seat
        assert mover is not None
        fell = tuple(0.1 if seat == (mover + 1) % 4 else 0.3 for seat in range(4))

        def assess(*given: Any, at: int = at, fell: Chances = fell) -> list[AssessedTurn]:
            turns = assess_turns(*given)
            said = [fell if number >= at else (0.25,) * 4 for number in range(len(turns))]
            return [
                each._replace(chances=each.chances._replace(model=now, random=now, greedy=now))
                for each, now in zip(turns, said, strict=True)
            ]

        with monkeypatch.context() as patch:
            patch.setattr(telling, "assess_turns", assess)
            story = tell_story_of(play)
        assert story is not None
        assert [each.turn for each in story.moments] == [at]
        yield story, NAMES[mover]


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_nobody_is_named_for_a_turn_with_which_another_fell(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    own = words_in(language).of("campanile-2009")
    for story, mover in tell_a_fall(monkeypatch):
        (moment,) = story.moments
        told = tell_moment(own, story, moment)
        assert mover not in " ".join((told.title, *told.done, told.change))


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", FORBIDDEN)
def test_a_story_speaks_of_neither_luck_nor_skill_nor_blame(language: str) -> None:
    words = words_in(language)
    for name in FINISHED:
        story, own = a_story(name)._replace(names=NAMES), words.of(a_play(name).game)
        told = [tell_moment(own, story, each) for each in story.moments]
        best = [tell_best(own, story, seat) for seat in range(len(story.turns[0].points))]
        text = [
            *tell_said(own, story),
            *tell_how(own, story),
            *(sentence for each in (*told, *best) if each for sentence in each.sentences),
        ]
        for sentence in text:
            assert not find_forbidden(language, sentence)
            assert "{" not in sentence


@pytest.mark.parametrize("language", FORBIDDEN)
def test_no_word_of_a_story_is_about_luck_skill_or_blame(language: str) -> None:
    for name, sentence in texts(language).items():
        for form in forms(sentence) if name.startswith("story.") else ():
            assert not find_forbidden(language, form), name


@pytest.mark.parametrize("language", FORBIDDEN)
@pytest.mark.parametrize("why", ["unread", "game", "failed"])
def test_why_there_is_none_is_said_in_every_language(language: str, why: str) -> None:
    words = words_in(language)

    text = say_worded(words, Wording(f"story.none.{why}"), ())

    assert text.endswith(".")
    assert language == "en" or text != say_worded(words_in("en"), Wording(f"story.none.{why}"), ())


# Bad input --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unstrict")
def test_a_facet_that_raises_leaves_no_story(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = load_plugin("campanile-2009")
    assert plugin.story is not None

    def fail(_table: object) -> object:
        raise RuntimeError("no figures")

    broken = door.guard_plugin(
        replace(plugin, story=replace(plugin.story, assess=fail))  # type: ignore[arg-type]
    )
    for module in (curve, telling):
        monkeypatch.setattr(module, "load_plugin", lambda _name: broken)
    play = next(a_play(name) for name in FINISHED if a_play(name).game == "campanile-2009")

    assert tell_story_of(play) is None
    assert tell_why_none(play).key == "story.none.failed"
    assert [fault.part for fault in guard.list_faults()] == ["story.assess"]


@pytest.mark.usefixtures("unstrict")
def test_a_model_that_is_gone_leaves_no_story(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plugin = load_plugin("campanile-2009")
    assert plugin.story is not None
    gone = replace(plugin, story=replace(plugin.story, model=tmp_path / "none.json"))
    for module in (curve, telling):
        monkeypatch.setattr(module, "load_plugin", lambda _name: gone)
    play = a_play("four-players")

    assert tell_story_of(play) is None
    assert tell_story_of(play) is None
    assert [fault.part for fault in guard.list_faults()] == ["story.model"]


def test_a_game_without_the_facet_has_no_story(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(load_plugin("campanile-2009"), story=None)
    monkeypatch.setattr(telling, "load_plugin", lambda _name: bare)
    play = a_play(FINISHED[0])

    assert tell_story_of(play) is None
    assert tell_why_none(play).key == "story.none.game"


def test_other_names_change_the_names_alone() -> None:
    story = tell_story_of(played(renamed(stored("four-players"), *NAMES[:4])))

    assert story is not None
    assert story.names == NAMES[:4]
    assert story.turns == a_story("four-players").turns
