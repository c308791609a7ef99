"""How a game went as data in words: its charts, and the story of a finished one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from companion.store.history.play import Play

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


def describe_chart(play: Play, words: Words, *, finished: bool) -> Described:
    """What the charts show, each line with its values after turn 0, 1, 2 and so on."""
    players = play.table.players
    points = [
        describe_line(play.game, each.name, each.colour, [turn.points[seat] for turn in play.turns])
        for seat, each in enumerate(players)
        if finished
    ]
    of_players, grows = play.history.of_players, play.history.grows
    colours = {each.name: each.colour for each in players}
    heights = [
        describe_line(
            play.game,
            name if of_players else words.say(f"title.{name}"),
            colours[name] if of_players else name,
            [turn.heights.get(name, 0) for turn in play.turns],
        )
        for name in play.turns[-1].heights
    ]
    charts = [
        {"key": "heights", "title": words.say(f"chart.{grows}") if grows else "", "lines": heights},
        {"key": "points", "title": words.say("chart.points"), "lines": points},
    ]
    marks = [
        {"turn": turn.number, "text": scoring_name(words, gain.name, gain.number)}
        for turn in play.turns
        for gain in turn.gains
    ]
    has_turns = len(play.turns) > 1  # beside the setup
    return {"charts": [each for each in charts if each["lines"] and has_turns], "scorings": marks}


def describe_line(game: str, name: str, colour: str | None, values: Sequence[int]) -> Described:
    """A line of a chart, with its value after turn 0, 1, 2 and so on."""
    paint = load_plugin(game).screens.palette.get(colour or "", UNKNOWN).paint
    return {"name": name, "colour": colour, "paint": paint, "values": list(values)}
