"""What was said at the table, told in words: a stroke of answers as one short phrase."""

from collections.abc import Mapping, Sequence

from companion.text.words import Words

CORRECT = "correct "
KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "colour": ("colour",),
    "variant": ("variant",),
    "kind": ("kind",),
    "show": ("style", "card", "face"),
    **dict.fromkeys(("player", "prefecture", "site", "place"), ()),
    "correct player": (),
    "correct chips": (),
}
"""Of which kinds the words for a key's values are; of all others styles, if of any; names stay."""


def in_words(words: Words, who: str, pairs: Sequence[tuple[str, str]]) -> str:
    """A deed as a phrase: "Birgit's marker under red"; ``who`` is "" for nobody's.

    What has no phrase of its own is told pair by pair, as a record would have it.
    """
    together = "+".join(key for key, _ in pairs)
    if len(pairs) > 1 and words.has(f"did.{together}"):
        told = {key: _value(words, key, word) for key, word in pairs if key != "who"}
        return words.say(f"did.{together}", **{"who": who, **told})
    return ", ".join(_pair(words, who, key, word) for key, word in pairs)


def _pair(words: Words, who: str, key: str, word: str) -> str:
    value = _value(words, key, word)
    if key.startswith(CORRECT):
        what = key.removeprefix(CORRECT)
        name = f"corrected.{what}"
        return words.say("did.correct", what=words.say(name) if words.has(name) else what, to=value)
    for phrase in (f"did.{key}.{word or 'none'}", f"did.{key}"):
        if words.has(phrase):
            return words.say(phrase, **{"who": who, key: value})
    return words.say("did.other", who=who, what=key, to=value) if who else f"{key} {value}"


def _value(words: Words, key: str, word: str) -> str:
    """The value in words, part by part: `brown:Albert:3+2` is "brown Albert 3+2"."""
    kinds = KINDS_OF.get(key, ("style",))
    parts = word.split(":")
    told = [", ".join(_word(words, kinds, each) for each in part.split(",")) for part in parts]
    return " ".join(told)


def _word(words: Words, kinds: Sequence[str], word: str) -> str:
    keys = (f"{kind}.{word}" for kind in kinds)
    return next((words.say(key) for key in keys if words.has(key)), word)
