"""What was said at the table, told in words: answers as short phrases, and whose they were."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from companion.text.words import Words

CORRECT = "correct "
KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "colour": ("colour",),
    "variant": ("variant",),
    "kind": ("kind",),
    "show": ("style card face",),
    **dict.fromkeys(("open", "take", "correct open"), ("style card",)),
    **dict.fromkeys(("with", "discard"), ("card",)),
    **dict.fromkeys(("blank", "roof", "house"), ("shape kind",)),
    "blocks": ("value",),
    **dict.fromkeys(("prefecture", "correct prefecture"), ("", "hue", "")),
    **dict.fromkeys(("player", "site", "place", "correct player", "correct consul"), ("",)),
    **dict.fromkeys(("correct cards", "correct plague", "correct passed"), ("value",)),
    "correct tracking": ("variant",),
    "correct influence": ("style", "value", ""),
    "correct houses": ("", "shape value", ""),
    "correct finished": ("", "shape value"),
    "correct buildings": ("", "building value"),
    **dict.fromkeys(("correct kind", "correct collected"), ("", "kind value")),
    **dict.fromkeys(("correct stack", "correct roof", "correct roofless"), ("", "value")),
    **dict.fromkeys(("correct hand", "correct chips"), ("", "value")),
    **dict.fromkeys(("correct points", "correct stones", "correct roofs"), ("",)),
    "correct fountains": ("",),
}
"""Of which kinds a key's values are, part by part between colons, the last one for all that follow.

What is of none of them is a name or a number; the values of all other keys are styles, if any.
"""
COUNTS = ("discards", "draw", "correct hand")
"""Keys whose values count roof, floor and permit cards."""
Pair = tuple[str, str]
"""A key and a word, as the record has them."""


def told(words: Words, said: Iterable[tuple[str, Pair]]) -> str:
    """All that was said, each with its player's name, or with "" where that need not be told."""
    groups = groupby(said, itemgetter(0))
    return ", ".join(in_words(words, who, [pair for _, pair in its]) for who, its in groups)


def in_words(words: Words, who: str, pairs: Sequence[Pair]) -> str:
    """What one player said: "Birgit: marker under red"; ``who`` is "" for nobody's.

    As many answers as have a phrase together are told by it; what has no phrase of its own is told
    as a record would have it.
    """
    phrases, rest = [], list(pairs)
    while rest:
        count = next((n for n in range(len(rest), 1, -1) if words.has(_together(rest[:n]))), 1)
        phrases.append(_phrase(words, rest[:count]))
        del rest[:count]
    action = ", ".join(phrases)
    return words.say("did.of", who=who, action=action) if who else action


def _together(pairs: Sequence[Pair]) -> str:
    return "did." + "+".join(key for key, _ in pairs)


def _phrase(words: Words, pairs: Sequence[Pair]) -> str:
    told = {key: _value(words, key, word) for key, word in pairs}
    key, word = pairs[0]
    if key.startswith(CORRECT):
        return words.say("did.correct", what=_corrected(words, key), to=told[key])
    together = _together(pairs)
    for phrase in (f"{together}.{word or 'none'}", together):
        if words.has(phrase):
            return words.say(phrase, **told)
    return words.say("did.other", what=key, to=told[key])


def _corrected(words: Words, key: str) -> str:
    return words.named("corrected", key.removeprefix(CORRECT))


def _value(words: Words, key: str, word: str) -> str:
    """The value in words, part by part: `brown:Albert:3+2` is "brown Albert 3+2"."""
    parts = word.split(":")
    kinds = [each.split() for each in KINDS_OF.get(key, ("style",))]
    kinds += [kinds[-1]] * len(parts)
    told = [_part(words, its, part) for its, part in zip(kinds, parts, strict=False)]
    if key in COUNTS and "," in parts[-1]:
        roof, floor, permit = parts[-1].split(",")
        told[-1] = words.say("score.cards", roof=roof, floor=floor, permit=permit)
    return " ".join(told)


def _part(words: Words, kinds: Sequence[str], part: str) -> str:
    """A list: `plague-4+6` is "plague 4 + 6", and `3+2` stays."""
    lists = ([_word(words, kinds, word) for word in each.split("+")] for each in part.split(","))
    return ", ".join(("+" if all(map(str.isdigit, each)) else " + ").join(each) for each in lists)


def _word(words: Words, kinds: Sequence[str], word: str) -> str:
    return next((words.named(kind, word) for kind in kinds if words.has(f"{kind}.{word}")), word)
