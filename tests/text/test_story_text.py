"""A story in words and as JSON: every language has its sentences, the document names every key."""

import json
from pathlib import Path

import pytest

from companion.core.languages import LANGUAGES
from companion.core.story import Story, TurnChances, word_chance
from companion.games import words_in
from companion.store.story.telling import tell_story_of
from companion.text.event_text import say_worded
from companion.text.story_text import (
    encode_story,
    format_band,
    list_bands,
    tell_best,
    tell_bests,
    tell_how,
    tell_pending,
)
from tests.store.history import played, stored

DOCUMENT = Path(__file__).parents[2] / "docs" / "story.md"


def a_story() -> Story:
    story = tell_story_of(played(stored("four-players-won-by-a-chip")))
    assert story is not None
    return story


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "0 %"),
        (0.004, "under 5 %"),
        (0.03, "about 5 %"),
        (0.32, "about 30 %"),
        (0.93, "about 95 %"),
        (0.999, "over 95 %"),
        (1.0, "100 %"),
    ],
)
def test_a_chance_is_certain_only_where_it_is_decided(chance: float, text: str) -> None:
    assert say_worded(words_in("en"), word_chance(chance), ()) == text


def test_a_best_moment_that_stands_above_is_not_told_again() -> None:
    story, words = a_story(), words_in("en")
    best = story.best[0]
    assert best is not None
    words, told = words.of(story.game), tell_best(words.of(story.game), story, 0)
    assert told is not None

    assert tell_bests(words, story._replace(moments=()))[0] == told
    again = tell_bests(words, story._replace(moments=(best,)))[0]
    assert (again.title, again.sentences) == (told.title, ["See above."])

    of_another = best._replace(player=1, before=0.2, after=0.4)
    gained = best._replace(before=0.1, after=0.3)
    both = story._replace(moments=(of_another,), best=(gained, *story.best[1:]))
    assert tell_bests(words, both)[0].sentences == [
        *(f"{story.names[0]}'s chance: about 10 %, then about 30 %.", "See above.")
    ]


@pytest.mark.parametrize(
    ("band", "text"),
    [((0.0, 0.0), "0"), ((1.0, 1.0), "100"), ((0.001, 0.31), "5–30"), ((0.5, 0.51), "50")],
)
def test_a_band_is_as_wide_as_the_estimates_disagree(band: tuple[float, float], text: str) -> None:
    assert format_band(band) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_point_below_zero_keeps_its_sign(language: str) -> None:
    words = words_in(language)
    for key in ("story.points", "story.points-held"):
        assert "-1" in words.say(key, player="Ada", before=-3, after=-1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_is_encoded_with_its_sentences(language: str) -> None:
    story = a_story()

    told = json.loads(json.dumps(encode_story(words_in(language).of(story.game), story)))

    assert [*map(len, (told["turns"], told["best"], told["how"]))] == [len(story.turns), 4, 3]
    assert all(each["text"] and each["title"] for each in (*told["moments"], *told["best"]))
    document = DOCUMENT.read_text("utf-8")
    assert [
        key for key in (*told, *told["turns"][0], *told["moments"][0]) if f"`{key}`" not in document
    ] == []


def test_the_table_has_a_row_for_each_turn_and_names_the_scorings() -> None:
    story = a_story()

    head, *rows = list_bands(words_in("en").of(story.game), story)

    assert head == ("Turn", *story.names)
    assert [row[0] for row in rows if "," in row[0]] == [
        f"{mark.turn}, {mark.name.capitalize()}" for mark in story.marks
    ]
    assert len(rows) == len(story.turns)


def test_how_it_is_known_depends_on_whether_ends_were_played_out() -> None:
    story, words = a_story(), words_in("en")

    assert "counted" in tell_how(words, story)[0]
    assert "200 times" in tell_how(words, story._replace(ends=200))[0]
    assert tell_pending(words, story) == ""
    assert tell_pending(words, story._replace(pending=(3, 40))) == "Ends played out: 3 of 40 turns"


def test_the_band_of_a_turn_covers_all_its_estimates() -> None:
    turn = TurnChances(3, 0, (0.2, 0.8), (1, 2), (0.3, 0.7), (0.1, 0.9))

    assert turn.find_band(0) == (0.1, 0.3)
    assert turn.find_middle(0) == pytest.approx(0.2)
    assert turn._replace(random=None, greedy=None).find_band(1) == (0.8, 0.8)
