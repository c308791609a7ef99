"""The names of players who gave none, as the journal stores them and as they are shown.

A record must hold a name, so the journal stores the English word of the colour. It is not shown:
towers have colours, too. Older journals hold the word of any language, and that of a colour which
its bearer no longer played.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from companion.core.conversation import CORRECTION_KEY, PART
from companion.core.session import Session
from companion.games import replay_session
from companion.games.unnamed import SEAT, is_unnamed, words_for_unnamed
from companion.store.journal import AnswerPair, StoredLine
from companion.text import Words


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
            yield key, rename_players(key, word, names) if names else word, back, at

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
            words = (*words_for_unnamed(game).get(colour, ()), name)
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
