"""How a finished game went as data in words: for the reply about it, and while the box tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.palette import UNKNOWN
from companion.core.story import Story, round_band, round_chance
from companion.games import load_plugin
from companion.text import Words
from companion.text.event_text import as_sentence
from companion.text.figures import scoring_name
from companion.text.story_text import (
    MomentText,
    name_chances,
    tell_best,
    tell_bests,
    tell_how,
    tell_moment,
    tell_pending,
    tell_said,
)

Described = dict[str, Any]


def describe_story(story: Story, words: Words) -> Described:
    """How a finished game went: its sentences, and a chart of the chances in percent."""
    return {
        "said": tell_said(words, story),
        "moments": [_describe_moment(tell_moment(words, story, each)) for each in story.moments],
        "best": [_describe_moment(each) for each in tell_bests(words, story)],
        "how": tell_how(words, story),
        "pending": tell_pending(words, story),
        "chart": describe_chances(story, words),
    }


def describe_best(story: Story | None, words: Words) -> Described:
    """The best moment of who has won, in a few sentences; nothing where there is none."""
    if story is None:
        return {}
    best = tell_best(words.of(story.game), story, story.winners[0])
    if best is None:
        return {}
    few = best._replace(reasons=best.reasons[:1])
    return {"moment": " ".join([as_sentence(few.title), *few.sentences])}


def describe_chances(story: Story, words: Words) -> Described:
    """The chart of everybody's chances."""
    marks = [(mark.turn, scoring_name(words, mark.name, mark.number)) for mark in story.marks]
    return {
        "title": name_chances(words, story),
        "lines": [_describe_band(story, seat) for seat in range(len(story.names))],
        "scorings": [{"turn": turn, "text": text} for turn, text in marks],
    }


def _describe_moment(text: MomentText) -> Described:
    return {"title": text.title, "text": " ".join(text.sentences)}


def _describe_band(story: Story, seat: int) -> Described:
    """A player's chances: each as a number, and between which the estimates lie."""
    values = [round_chance(each.find_middle(seat)) for each in story.turns]
    line = describe_line(story.game, story.names[seat], story.colours[seat], values)
    bands = [[*round_band(each.find_band(seat))] for each in story.turns]
    return {**line, "bands": bands}


def describe_line(game: str, name: str, colour: str | None, values: Sequence[int]) -> Described:
    """A line of a chart, with its value after turn 0, 1, 2 and so on."""
    paint = load_plugin(game).screens.palette.get(colour or "", UNKNOWN).paint
    return {"name": name, "colour": colour, "paint": paint, "values": list(values)}
