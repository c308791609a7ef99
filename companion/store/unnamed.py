"""Players who gave no name: they are called by their colour's word, in the language of the day.

A record must hold a name, so the journal stores the English word. Older journals hold the word of
any language, and that of a colour which its bearer no longer played.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from companion.core.conversation import CORRECTION_KEY, PART
from companion.core.guard import attempt
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import find_words, replay_session
from companion.store.journal import AnswerPair, StoredLine
from companion.text import Words
from companion.text.en import WORDS
from companion.text.words import CATALOGUES, translated

COLOUR = "colour."
"""How the keys of the colours' words begin."""


@cache
def _colour_words(game: str) -> Mapping[str, tuple[str, ...]]:
    """By colour its words in all languages, English first."""
    found: dict[str, list[str]] = {}
    own = find_words(game)
    for source, catalogues in ((own.sentences, own.catalogues), (WORDS, CATALOGUES)):
        english = {key: word for key, word in source.items() if key.startswith(COLOUR)}
        for language in LANGUAGES if english else ():
            given = english, language, catalogues
            words = attempt(game, "words.catalogues", lambda own, *_: own, translated, *given)
            for key, word in words.items():
                found.setdefault(key.removeprefix(COLOUR), []).append(str(word))
    return {colour: tuple(words) for colour, words in found.items()}


def is_unnamed(name: str, game: str) -> bool:
    """Whether a name is the word of any colour of this game, in any language."""
    return any(name in words for words in _colour_words(game).values())


class UnnamedPlayers:
    """Translates the names of unnamed players: stored in English, shown as these words have them.

    The `NameTranslator` of a journal.
    """

    def __init__(self, words: Words) -> None:
        self._words = words

    def to_shown(self, game: str, lines: Iterable[StoredLine]) -> Iterator[StoredLine]:
        names: dict[str, str] = {}
        shown = self._words.of(game).all_named("colour")
        for (key, word, back, at), (after, colour, *_) in pairwise([*lines, ("", "", 0, 0)]):
            if (key, after) == ("player", "colour") and is_unnamed(word, game):
                names[word] = shown.get(colour, word)
            yield key, _rename(key, word, names), back, at

    def to_stored(
        self, game: str, answers: Sequence[AnswerPair], live: Callable[[], Sequence[AnswerPair]]
    ) -> Sequence[AnswerPair]:
        if not any(key == "player" or key.startswith(CORRECTION_KEY) for key, _ in answers):
            return answers
        shown, names = self._words.of(game).all_named("colour"), dict[str, str]()
        for name, colour in _unnamed(game, [*live(), *answers[:1]]):
            names[shown.get(colour, name)] = name
        for name, colour in _unnamed(game, answers):
            words = (*_colour_words(game).get(colour, ()), name)
            taken = {stored for other, stored in names.items() if other != name}
            names[name] = next(word for word in words if word not in taken)
        return [(key, _rename(key, word, names)) for key, word in answers]


def show_names(session: Session, words: Words) -> Session:
    """The same game with its unnamed players called by these words."""
    lines = [(answer.key, answer.word, 0, 0) for answer in session.answers]
    shown = UnnamedPlayers(words).to_shown(session.name, lines)
    return replay_session(session.name, [(key, word) for key, word, _, _ in shown])


def _unnamed(game: str, pairs: Iterable[AnswerPair]) -> Iterator[AnswerPair]:
    """Name and colour of every unnamed player among these answers."""
    for (key, name), (after, colour) in pairwise(pairs):
        if (key, after) == ("player", "colour") and is_unnamed(name, game):
            yield name, colour


def _rename(key: str, word: str, names: Mapping[str, str]) -> str:
    if key == "player":
        return names.get(word, word)
    if not key.startswith(CORRECTION_KEY):
        return word
    return PART.sub(lambda part: names.get(part[0], part[0]), word)
