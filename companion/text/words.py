"""Words by key: a catalogue for each language, and sentences made of data.

The English sentences are the source, in `companion.text.en`; each other language is a catalogue
of gettext's in `companion/text/catalogues`, in which the key is the context.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, SupportsFloat

from companion.text.en import WORDS

SOURCE = "en"
LANGUAGES = (SOURCE, "de", "fr", "it")
CATALOGUES = Path(__file__).parent / "catalogues"
_PREFERENCES = [key.removeprefix("settings.") for key in WORDS if key.startswith("settings.")]
KINDS = {
    "style": "style",
    "styles": "style",
    "known_styles": "style",
    "colour": "colour",
    "card": "card",
    "cards": "card",
    "known_cards": "card",
    "special": "special",
    "variant": "variant",
    "button": "button",
    "hue": "hue",
    "shape": "shape",
    "shapes": "shape",
    "kind": "kind",
    "building": "building",
    "latest": "game",
    "again": "game",
    **{name: name for name in _PREFERENCES},
}
"""Values that are keys themselves, and the kind of word that they stand for."""


@dataclass(frozen=True, eq=False, kw_only=True)
class GameWords:
    """The words of a game."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    """Its English words and sentences, by key."""


class Objecting(Protocol):
    """An objection as data: what `companion.games` says is refused, and why."""

    @property
    def reason(self) -> str:
        """The reason's name."""

    @property
    def values(self) -> Mapping[str, str | int | tuple[str, ...]]:
        """The reason's values."""


class Words:
    """The words of one language, English where its catalogue has none.

    Raises ValueError for a language that is none of ours.
    """

    def __init__(self, language: str = SOURCE) -> None:
        self.language = language
        self._words = sentences(language)
        self._of: dict[str, Words] = {}

    def of(self, game: str) -> "Words":
        """These words as they are said in a game of that name: its own go before the others."""
        if game not in self._of:
            own, end = copy(self), f".{game}"
            closer = {k.removesuffix(end): k for k in self._words if k.endswith(end)}
            own._words = {**self._words, **{k: self._words[its] for k, its in closer.items()}}
            self._of[game] = own
        return self._of[game]

    def has(self, key: str) -> bool:
        """Whether there is a word or sentence of this key."""
        return key in self._words

    def named(self, kind: str, value: str) -> str:
        """A value's word, as "colour.red"; what has none is called as it is."""
        return self._words.get(f"{kind}.{value}", value)

    def all_named(self, kind: str) -> Mapping[str, str]:
        """Every value of a kind that has a word, and its word."""
        start = f"{kind}."
        return {k.removeprefix(start): w for k, w in self._words.items() if k.startswith(start)}

    def say(self, key: str, **values: object) -> str:
        """The word or sentence of a key, its ``{values}`` filled in; raises KeyError."""
        told = {name: self._word_of(name, value) for name, value in values.items()}
        return self._words[key].format_map(told)

    def why(self, objection: Objecting, key: str = "") -> str:
        """An objection in words; ``key`` is that of the question, which may word it closer."""
        closer = f"reason.{objection.reason}.{key}"
        name = closer if closer in self._words else f"reason.{objection.reason}"
        return self.say(name, **objection.values)

    def listed(self, items: Iterable[str]) -> str:
        """Words in a row: "a", "a and b", "a, b and c"."""
        *before, end = [*items] or [""]
        return self.say("list.and", before=", ".join(before), end=end) if before else end

    def tenths(self, number: SupportsFloat) -> str:
        """A number with one decimal."""
        return f"{float(number):.1f}".replace(".", self.say("number.decimal-sign"))

    def _word_of(self, name: str, value: object) -> str:
        if isinstance(value, tuple):
            return ", ".join(self._word_of(name, each) for each in value)
        key = f"{KINDS[name]}.{value}" if name in KINDS else ""
        return self._words.get(key, str(value))


def sentences(language: str) -> Mapping[str, str]:
    """Every sentence of a language by key, its ``{values}`` open; raises ValueError."""
    if language not in LANGUAGES:
        raise ValueError(language)
    if language == SOURCE:
        return WORDS
    from gettext import translation  # not at every start

    catalogue = translation("companion", CATALOGUES, [language], fallback=True)
    return {key: catalogue.pgettext(key, english) for key, english in WORDS.items()}
