"""Events in words: their sentences, in any language."""

from collections.abc import Sequence
from fractions import Fraction

from companion.core.events import GameEvent, Named, Seat, Worded, Wording, tell_winner
from companion.core.game_table import GamePlayer, Outcome
from companion.text.question_text import describe_actions, name_correction
from companion.text.words import Words


def describe_event(
    words: Words, event: GameEvent, names: Sequence[str], *, aloud: bool = False
) -> list[str]:
    """What has happened, in phrases; ``words`` are the game's, ``names`` the players' by seat.

    With ``aloud`` what has the key KEY is worded under ``say.KEY``, where there is such a word.
    """
    if not event.actions:
        found = (_aloud(words, each) if aloud else each for each in event.said)
        return [say_worded(words, each, names) for each in found]
    action = describe_actions(words, event.actions)
    if event.seat is None:
        return [action]
    return [words.say("did.of", who=names[event.seat], action=action)]


def describe_details(words: Words, event: GameEvent, names: Sequence[str]) -> list[str]:
    """What has happened, in lines of a table."""
    return [say_worded(words, each, names) for each in event.details or event.said]


def describe_reasons(words: Words, event: GameEvent, names: Sequence[str]) -> list[str]:
    """Why, in phrases."""
    return [say_worded(words, each, names) for each in event.reasons]


def describe_winner(words: Words, outcome: Outcome, players: Sequence[GamePlayer]) -> str:
    """Who has won, and what decided among those with as many points."""
    names = [player.name for player in players]
    return " ".join(describe_event(words, tell_winner(outcome, players), names))


def say_worded(words: Words, worded: Worded, names: Sequence[str]) -> str:
    return str(_word(words, worded, names))


def as_sentence(phrase: str) -> str:
    """A phrase with a capital letter and a full stop."""
    return f"{phrase[:1].upper()}{phrase[1:]}."


def _aloud(words: Words, worded: Worded) -> Worded:
    if isinstance(worded, Wording) and words.has(key := f"say.{worded.key}"):
        return worded._replace(key=key)
    return worded


def _word(words: Words, worded: Worded, names: Sequence[str]) -> str | int:
    match worded:
        case Seat(seat):
            return names[seat]
        case Named(kind, value):
            return _name(words, kind, value)
        case Wording(key, _) if not words.has(key):
            return key.rpartition(".")[2]
        case Wording(key, values):
            return words.say(key, **{name: _word(words, its, names) for name, its in values})
        case tuple():
            return words.listed(str(_word(words, each, names)) for each in worded)
        case Fraction():
            return words.tenths(worded)
        case int() | str():
            return worded


def _name(words: Words, kind: str, value: str) -> str:
    if kind == "game":
        return words.title_of(value)
    return name_correction(words, value) if kind == "corrected" else words.named(kind, value)
