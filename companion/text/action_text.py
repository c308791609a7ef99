"""Answers as short phrases: "Birgit: marker under red", from the sentences `did.KEY`."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from companion.text.words import Words

CORRECT = "correct "
OF_A_CORRECTION = ("", "value")
"""The kinds of a correction's parts where its game names none: a name, then values."""
Pair = tuple[str, str]
"""An answer's key and value, as a record has them."""


def describe_actions(words: Words, said: Iterable[tuple[str, Pair]]) -> str:
    """Several players' answers, each with the player's name; "" where none is wanted."""
    groups = groupby(said, itemgetter(0))
    return ", ".join(describe_action(words, who, [pair for _, pair in its]) for who, its in groups)


def describe_action(words: Words, who: str, pairs: Sequence[Pair]) -> str:
    """One player's answers: "Birgit: marker under red"; ``who`` is "" for nobody's.

    The longest row of answers that has a phrase together gets that; an answer without a phrase is
    written as in a record.
    """
    phrases, rest = [], list(pairs)
    while rest:
        count = next((n for n in range(len(rest), 1, -1) if words.has(_key_of(rest[:n]))), 1)
        phrases.append(_phrase(words, rest[:count]))
        del rest[:count]
    action = ", ".join(phrases)
    return words.say("did.of", who=who, action=action) if who else action


def describe_correction(words: Words, key: str, about: str, word: str) -> str:
    """What is corrected to ``word``, without what it is about: "Albert 3+2, Birgit 1"."""
    whole = f"{about}:{word}" if about else word
    return " ".join(_value_parts(words, f"{CORRECT}{key}", whole)[bool(about) :])


def _key_of(pairs: Sequence[Pair]) -> str:
    return "did." + "+".join(key for key, _ in pairs)


def _phrase(words: Words, pairs: Sequence[Pair]) -> str:
    values = {key: describe_value(words, key, word) for key, word in pairs}
    key, word = pairs[0]
    if key.startswith(CORRECT):
        what = words.named("corrected", key.removeprefix(CORRECT))
        return words.say("did.correct", what=what, to=values[key])
    together = _key_of(pairs)
    for phrase in (f"{together}.{word or 'none'}", together):
        if words.has(phrase):
            return words.say(phrase, **values)
    return words.say("did.other", what=key, to=values[key])


def describe_value(words: Words, key: str, word: str) -> str:
    """A value in words, part by part: `red:Albert:3+2` is "red Albert 3+2"."""
    return " ".join(_value_parts(words, key, word))


def _value_parts(words: Words, key: str, word: str) -> list[str]:
    *before, last = word.split(":")
    default = OF_A_CORRECTION if key.startswith(CORRECT) else (key,)
    kinds = [each.split() for each in words.answer_kinds.get(key, default)]
    kinds += [kinds[-1]] * len(before)
    parts = [_part(words, its, part) for its, part in zip(kinds, before, strict=False)]
    value_text = words.value_texts.get(key)
    parts.append(value_text(words, last) if value_text else _part(words, kinds[len(before)], last))
    return parts


def _part(words: Words, kinds: Sequence[str], part: str) -> str:
    """A list in words: `joker-4+6` is "joker 4 + 6", and `3+2` stays."""
    lists = ([_word(words, kinds, word) for word in each.split("+")] for each in part.split(","))
    return ", ".join(("+" if all(map(str.isdigit, each)) else " + ").join(each) for each in lists)


def _word(words: Words, kinds: Sequence[str], word: str) -> str:
    return next((words.named(kind, word) for kind in kinds if words.has(f"{kind}.{word}")), word)
