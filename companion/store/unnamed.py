"""Players who gave no name: they are called by their seat, in the language of the day.

A record must hold a name, so the journal stores the English word of the colour. It is not shown:
towers have colours, too. Older journals hold the word of any language, and that of a colour which
its bearer no longer played.
"""

import re
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
SEAT = "seat.unnamed"
"""The key of what the player of a seat is called, by its number."""


@cache
def _words_for_unnamed(game: str) -> Mapping[str, tuple[str, ...]]:
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


def is_unnamed(name: str, game: str) -> bool:
    """Whether a name is that of a seat or the word of a colour of this game, in any language."""
    words = {name, re.sub(r"\d+$", "{number}", name)}
    return any(not words.isdisjoint(its) for its in _words_for_unnamed(game).values())


def name_seats(words: Words, seats: int) -> tuple[str, ...]:
    """What the players of so many seats are called who give no name."""
    return tuple(words.say(SEAT, number=number) for number in range(1, seats + 1))


class UnnamedPlayers:
    """Translates the names of unnamed players: stored by colour in English, shown by seat.

    The `NameTranslator` of a journal.
    """

    def __init__(self, words: Words) -> None:
        self._words = words

    def to_shown(self, game: str, lines: Iterable[StoredLine]) -> Iterator[StoredLine]:
        names: dict[str, str] = {}
        given: list[AnswerPair] = []
        for key, word, back, at in lines:
            if back:
                del given[-back:]
            else:
                if key == "player" and is_unnamed(word, game):
                    players = [name for each, name in given if each == key]
                    names[word] = self._name_unnamed(word, players, names)
                given.append((key, word))
            yield key, rename_players(key, word, names), back, at

    def _name_unnamed(self, word: str, players: Sequence[str], names: Mapping[str, str]) -> str:
        """By the seat; but who is called by another seat's number, as in a record, keeps it.

        ``players`` are the stored names of those who sit already.
        """
        taken = {names.get(player, player) for player in players}
        seat, number = len(players) + 1, re.search(r"\d+$", word)
        numbers = (*([number[0]] if number else []), seat, *range(1, seat))
        likely = (self._words.say(SEAT, number=each) for each in numbers)
        return next(name for name in likely if name not in taken)

    def to_stored(
        self, game: str, answers: Sequence[AnswerPair], live: Callable[[], Sequence[AnswerPair]]
    ) -> Sequence[AnswerPair]:
        if not any(key == "player" or key.startswith(CORRECTION_KEY) for key, _ in answers):
            return answers
        before, names = live(), dict[str, str]()
        pairs = [*before, *answers[:1]]
        lines = [(*pair, 0, 0) for pair in pairs]
        shown = [name for _, name, _, _ in self.to_shown(game, lines)]
        for at, name, _ in _unnamed(game, pairs):
            names[shown[at]] = name
        for _, name, colour in _unnamed(game, answers):
            words = (*_words_for_unnamed(game).get(colour, ()), name)
            taken = {stored for other, stored in names.items() if other != name}
            names[name] = next(word for word in words if word not in taken)
        return [(key, rename_players(key, word, names)) for key, word in answers]


def show_names(session: Session, words: Words) -> Session:
    """The same game with its unnamed players called by these words."""
    lines = [(answer.key, answer.word, 0, 0) for answer in session.answers]
    shown = UnnamedPlayers(words).to_shown(session.name, lines)
    return replay_session(session.name, [(key, word) for key, word, _, _ in shown])


def _unnamed(game: str, pairs: Sequence[AnswerPair]) -> Iterator[tuple[int, str, str]]:
    """Place, name and colour of every unnamed player among these answers."""
    for at, ((key, name), (after, colour)) in enumerate(pairwise(pairs)):
        if (key, after) == ("player", "colour") and is_unnamed(name, game):
            yield at, name, colour


def rename_players(key: str, word: str, names: Mapping[str, str]) -> str:
    """The word of an answer with other names for the players that it names."""
    if key == "player":
        return names.get(word, word)
    if not key.startswith(CORRECTION_KEY):
        return word
    return re.sub(PART, lambda part: names.get(part[0], part[0]), word)
