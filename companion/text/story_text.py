"""The story of a game in words: its moments, what is said of the whole, its chances as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.events import Seat, Worded, Wording, word
from companion.core.story import (
    Chances,
    Moment,
    Story,
    TurnChances,
    round_band,
    round_chance,
    word_chance,
)
from companion.text.event_text import as_sentence, describe_event, say_worded
from companion.text.figures import format_range, scoring_name
from companion.text.words import Words

POINTS = ("story.points", "story.points-held")
"""Reasons that tell somebody's points ``before`` and ``after``."""
HOW = (1, 2, 3)
"""The sentences that say how all this is known."""


class MomentText(NamedTuple):
    """A moment in words."""

    title: str
    """Which turn it was, and whose; of a best moment for whom."""
    done: tuple[str, ...]
    """What was done in the turn, in phrases."""
    change: str
    """The chance before and after, in a phrase; "" where none is claimed."""
    reasons: tuple[str, ...]
    """Why, in phrases: what would have changed hands, and further facts."""

    @property
    def sentences(self) -> list[str]:
        """All but the title, in sentences."""
        return [as_sentence(each) for each in (*self.done, self.change, *self.reasons) if each]


# A chance ------------------------------------------------------------------------------------


def format_band(band: tuple[float, float]) -> str:
    """The lowest and the highest estimate of a chance in percent, without the sign."""
    return format_range(*round_band(band))


# Sentences -----------------------------------------------------------------------------------


def tell_moment(words: Words, story: Story, moment: Moment) -> MomentText:
    """A moment in the game's words."""
    title = word("story.turn", turn=moment.turn)
    if moment.seat is not None:
        title = word("story.turn-of", turn=moment.turn, player=Seat(moment.seat))
    return _tell_moment(words, story, moment, title)


def tell_best(words: Words, story: Story, seat: int) -> MomentText | None:
    """A player's best moment; None where there is none."""
    moment = story.best[seat]
    if moment is None:
        return None
    title = word("story.best", turn=moment.turn, player=Seat(seat))
    return _tell_moment(words, story, moment, title)


def name_gain(words: Words, moment: Moment) -> str:
    """By how much a best moment raised the chance, or else the points; "" where by nothing."""
    if moment.before is not None and moment.after is not None:
        gain = round_chance(moment.after) - round_chance(moment.before)
        return f"+{words.say('story.decided', percent=gain)}" if gain > 0 else ""
    for each in moment.reasons:
        if isinstance(each, Wording) and each.key in POINTS:
            told: dict[str, Any] = dict(each.values)
            gain = told["after"] - told["before"]
            if told["player"] == Seat(moment.player) and gain > 0:
                return f"+{gain}"
    return ""


def tell_bests(words: Words, story: Story) -> list[MomentText]:
    """Everybody's best moment, below the moments: what stands there is not told again."""
    above = {each.turn: tell_moment(words, story, each) for each in story.moments}
    see_above = words.say("story.see-above")
    bests = [tell_best(words, story, seat) for seat in range(len(story.best))]
    return [
        _leave_out_told(text, above[moment.turn], see_above) if moment.turn in above else text
        for moment, text in zip(story.best, bests, strict=True)
        if moment is not None and text is not None
    ]


def _leave_out_told(text: MomentText, above: MomentText, see_above: str) -> MomentText:
    """What a best moment tells beside a moment of the same turn."""
    change = "" if text.change == above.change else text.change
    reasons = (each for each in text.reasons if each not in above.reasons)
    return MomentText(text.title, (), change, (*reasons, see_above))


def tell_said(words: Words, story: Story) -> list[str]:
    """What is said of the whole game, in sentences."""
    return [as_sentence(say_worded(words, each, story.names)) for each in story.said]


def tell_how(words: Words, story: Story) -> list[str]:
    """How all this is known and how far it can be trusted, in three sentences."""
    way = "ends" if story.ends else "points"
    return [words.say(f"story.how.{way}.{number}", ends=story.ends) for number in HOW]


def tell_pending(words: Words, story: Story) -> str:
    """How many turns have been played out; "" where all have."""
    if story.pending is None:
        return ""
    return tell_progress(words, *story.pending)


def tell_progress(words: Words, done: int, turns: int) -> str:
    """How many turns have been played out so far."""
    return words.say("story.pending", done=done, turns=turns)


def _tell_moment(words: Words, story: Story, moment: Moment, title: Worded) -> MomentText:
    def say(each: Worded) -> str:
        return say_worded(words, each, story.names)

    change = ""
    if moment.before is not None and moment.after is not None:
        chances = {"before": word_chance(moment.before), "after": word_chance(moment.after)}
        change = say(word("story.chance", player=Seat(moment.player), **chances))
    done = describe_event(words, moment.done, story.names)
    return MomentText(say(title), tuple(done), change, tuple(map(say, moment.reasons)))


# The numbers ---------------------------------------------------------------------------------


def name_chances(words: Words, story: Story) -> str:
    """The title of all chances; where no ends were played out it says that they are guessed.

    A band of one estimate has no width, and would look the surest of all.
    """
    title = words.say("story.chances")
    if any(len(each.estimates) > 1 for each in story.turns):
        return title
    return words.say("chart.guessed", title=title)


def list_bands(words: Words, story: Story) -> Iterator[tuple[str, ...]]:
    """The chances as rows of a table: the turn, and each player's band in percent.

    The first row has the heads; the scorings stand behind their turns.
    """
    yield (words.say("column.turn"), *story.names)
    for each in story.turns:
        seats = range(len(story.names))
        yield (_name_turn(words, story, each), *(format_band(each.find_band(s)) for s in seats))


def _name_turn(words: Words, story: Story, each: TurnChances) -> str:
    held = [m for m in story.marks if m.turn == each.turn]
    return ", ".join((str(each.turn), *(scoring_name(words, m.name, m.number) for m in held)))


# For other programs --------------------------------------------------------------------------


def encode_story(words: Words, story: Story) -> dict[str, Any]:
    """The story ready for JSON, with its sentences; ``words`` are the game's."""
    best = [tell_best(words, story, seat) for seat in range(len(story.names))]
    pairs = zip(story.best, best, strict=True)
    return {
        "game": story.game,
        "players": [
            {"name": name, "colour": colour or None}
            for name, colour in zip(story.names, story.colours, strict=True)
        ],
        "winners": [*story.winners],
        "ends": story.ends,
        "pending": None if story.pending is None else [*story.pending],
        "turns": [_encode_turn(each) for each in story.turns],
        "scorings": [
            {
                "turn": mark.turn,
                "name": mark.name,
                "number": mark.number,
                "text": scoring_name(words, mark.name, mark.number),
            }
            for mark in story.marks
        ],
        "moments": [
            _encode_moment(each, tell_moment(words, story, each)) for each in story.moments
        ],
        "best": [
            None if moment is None or text is None else _encode_moment(moment, text)
            for moment, text in pairs
        ],
        "said": tell_said(words, story),
        "how": tell_how(words, story),
    }


def _encode_turn(each: TurnChances) -> dict[str, Any]:
    return {
        "turn": each.turn,
        "seat": each.seat,
        "points": [*each.points],
        "model": _encode_chances(each.model),
        "random": _encode_chances(each.random),
        "greedy": _encode_chances(each.greedy),
    }


def _encode_chances(chances: Chances | None) -> list[float] | None:
    return None if chances is None else [round(each, 3) for each in chances]


def _encode_moment(moment: Moment, text: MomentText) -> dict[str, Any]:
    before, after = (
        None if each is None else round(each, 3) for each in (moment.before, moment.after)
    )
    return {
        "turn": moment.turn,
        "seat": moment.seat,
        "player": moment.player,
        "before": before,
        "after": after,
        "title": text.title,
        "text": " ".join(text.sentences),
    }
