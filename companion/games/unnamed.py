"""Players who gave no name: they are called by their seat, in the language of the day.

Records and older journals have the word of a colour, of any language.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from companion.core.guard import attempt
from companion.core.languages import LANGUAGES
from companion.games import find_words
from companion.text import Words
from companion.text.en import WORDS
from companion.text.words import CATALOGUES, translated

COLOUR = "colour."
"""How the keys of the colours' words begin."""
SEAT = "seat.unnamed"
"""The key of what the player of a seat is called, by its number."""


@cache
def words_for_unnamed(game: str) -> Mapping[str, tuple[str, ...]]:
    """By colour its words in all languages, English first; by SEAT those of any seat."""
    found: dict[str, list[str]] = {}
    own = find_words(game)
    for source, catalogues in ((own.sentences, own.catalogues), (WORDS, CATALOGUES)):
        english = {key: source[key] for key in source if key.startswith(COLOUR) or key == SEAT}
        for language in LANGUAGES if english else ():
            given = english, language, catalogues
            words = attempt(game, "words.catalogues", lambda own, *_: own, translated, *given)
            for key, word in words.items():
                found.setdefault(key.removeprefix(COLOUR), []).append(str(word))
    return {colour: tuple(words) for colour, words in found.items()}


@lru_cache(maxsize=4096)
def is_unnamed(name: str, game: str) -> bool:
    """Whether a name is that of a seat or the word of a colour of this game, in any language."""
    words = {name, re.sub(r"\d+$", "{number}", name)}
    return any(not words.isdisjoint(its) for its in words_for_unnamed(game).values())


def name_seats(words: Words, seats: int) -> tuple[str, ...]:
    """What the players of so many seats are called who give no name."""
    return tuple(words.say(SEAT, number=number) for number in range(1, seats + 1))
