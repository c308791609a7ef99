"""Every sentence there is, those of no game and those of each game, by names of their own."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from companion.games import load_plugin, words_in
from companion.text.en import WORDS
from companion.text.plural import Sentence

HOUSES = ("campanile-2009", "bologna-towers", "capitol")
"""A game of each folder of words."""


class Key(NamedTuple):
    """A sentence's key, and the game that it belongs to; "" where to none."""

    game: str
    key: str

    @property
    def name(self) -> str:
        """Its key, with the game where several have a sentence of this key."""
        return name_of(self.game, self.key)


@cache
def every_key() -> tuple[Key, ...]:
    """The keys of all sentences."""
    of_games = (Key(game, key) for game in HOUSES for key in load_plugin(game).words.sentences)
    return (*(Key("", key) for key in WORDS), *of_games)


@cache
def _counts() -> Mapping[str, int]:
    return Counter(key for _, key in every_key())


def name_of(game: str, key: str) -> str:
    """What to call the sentence that a game has for a key."""
    own = game and key in load_plugin(game).words.sentences
    house = load_plugin(game).words if own else None
    first = next((each for each in HOUSES if load_plugin(each).words is house), "")
    return f"{key}@{first}" if _counts().get(key, 0) > 1 else key


def forms(sentence: Sentence) -> tuple[str, ...]:
    """A sentence's forms, or its only one."""
    return (sentence,) if isinstance(sentence, str) else sentence.forms


@cache
def texts(language: str) -> Mapping[str, Sentence]:
    """All sentences of a language by name, their ``{values}`` open."""
    words = words_in(language)
    return {each.name: words.of(each.game)._words[each.key] for each in every_key()}
