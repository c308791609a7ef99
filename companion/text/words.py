"""Words by key: the sentences of a language, and over them those of one game.

The English sentences are the source: those of any game in `companion.text.en`, a game's own in its
`GameWords`. Each other language is a gettext catalogue in which the key is the context.
Late: `gettext`, for another language than English; `guard`, with the words of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, SupportsFloat

from companion.core.languages import LANGUAGES, SOURCE
from companion.text.en import WORDS
from companion.text.plural import Plural, PluralRule, Sentence, choose_english

if TYPE_CHECKING:
    from gettext import NullTranslations

    from companion.core.conversation import Objection

CATALOGUES = Path(__file__).parent / "catalogues"
DOMAIN = "companion"
"""The name of every compiled catalogue: `de/LC_MESSAGES/companion.mo`."""
NUMBERS = range(200)
"""Among these is one for each form that a language has."""
_PREFERENCES = [key.removeprefix("settings.") for key in WORDS if key.startswith("settings.")]
VALUE_KINDS = {each: each for each in ("colour", "variant", "button", *_PREFERENCES)}
"""Names of values in sentences, and the kind of word that stands for such a value."""
NAMED_BUTTONS = ("ok", "back")
"""The buttons that any sentence may name, as ``{ok}`` and ``{back}``."""
NO_LABELS: Mapping[str, str] = MappingProxyType({})
ANSWER_KINDS = {
    "player": ("",),
    "correct player": ("",),
    **dict.fromkeys(("correct cards", "correct tracking"), ("value",)),
}
"""What the answers to a key that any game may have consist of; see `GameWords.answer_kinds`."""


class GameWords(NamedTuple):
    """The words of a game."""

    sentences: Mapping[str, Sentence] = {}
    """Its English words and sentences by key; those of any game stand below them.

    A sentence whose key ends in `.NAME` is worded so only in the game of that name.
    """
    kinds: Mapping[str, str] = {}
    """Names of values in sentences, keys of answers and of a snapshot's parts: the kind of their words.

    With `{"style": "style"}` the value "red" of `{style}` is told as the word "style.red".
    """
    answer_kinds: Mapping[str, tuple[str, ...]] = {}
    """By an answer's key the kinds of its parts between colons, the last one for all that follow.

    A part may be of several kinds, separated by spaces; what is of none is a name or a number.
    Without an entry here and in ``kinds`` it is the key, and a correction is a name and then values.
    """
    value_texts: Mapping[str, Callable[[Words, str], str]] = {}
    """By an answer's key what words its part of the last kind, and all behind, where kinds can't."""
    part_kinds: Mapping[str, str] = {}
    """By the key of a snapshot's part the kind of word for what is in it; else that in ``kinds``."""
    catalogues: Path | None = None
    """The folder of its translations: `de/LC_MESSAGES/companion.mo` and so on."""


class Words:
    """The words of one language, English where its catalogue has none.

    ``find_game`` gives the words of the game of a name, empty ones for an unknown game, and
    ``title_of`` its title. ``buttons`` are the labels of the buttons by their press's value;
    without one a button is called by a word. Raises ValueError for an unknown language.
    """

    def __init__(
        self,
        language: str = SOURCE,
        find_game: Callable[[str], GameWords] = lambda _name: GameWords(),
        title_of: Callable[[str], str] = str,
        buttons: Mapping[str, str] = NO_LABELS,
    ) -> None:
        self.language = language
        self.game = ""
        """The game whose words these are; "" for those of any."""
        self.title_of = title_of
        self.kinds: Mapping[str, str] = VALUE_KINDS
        self.answer_kinds: Mapping[str, tuple[str, ...]] = ANSWER_KINDS
        self.value_texts: Mapping[str, Callable[[Words, str], str]] = {}
        self.part_kinds: Mapping[str, str] = {}
        languages = {f"language.{code}": each.name for code, each in LANGUAGES.items()}
        labels = {f"button.{press}": label for press, label in buttons.items()}
        self._words = self._general = {**sentences(language), **languages, **labels}
        self._buttons = {press: self.named("button", press) for press in NAMED_BUTTONS}
        self._find_game = find_game
        self._by_game: dict[str, Words] = {}

    def of(self, game: str) -> Words:
        """The words of the game of this name; these words for ""."""
        if not game:
            return self
        if game not in self._by_game:
            self._by_game[game] = self._laid_under(game)
        return self._by_game[game]

    def _laid_under(self, game: str) -> Words:
        from companion.core import guard

        found, its = self._find_game(game), copy(self)
        its.game, known = game, (found.sentences, self.language, found.catalogues)
        own = guard.attempt(
            game, "words.catalogues", lambda *_: found.sentences, translated, *known
        )
        end = f".{game}"
        closest = {k.removesuffix(end): text for k, text in own.items() if k.endswith(end)}
        its._words = {**self._general, **own, **closest}
        its.kinds = {**VALUE_KINDS, **found.kinds}
        of_answers = {key: (kind,) for key, kind in found.kinds.items() if kind != key}
        its.answer_kinds = {**of_answers, **ANSWER_KINDS, **found.answer_kinds}
        its.value_texts = found.value_texts
        its.part_kinds = {**found.kinds, **found.part_kinds}
        return its

    def has(self, key: str) -> bool:
        """Whether there is a word or sentence of this key."""
        return key in self._words

    def named(self, kind: str, value: str) -> str:
        """The word for a value, as "colour.red"; the value itself where there is none."""
        return str(self._words.get(f"{kind}.{value}", value))

    def say(self, key: str, **values: object) -> str:
        """The word or sentence of a key, its ``{values}`` filled in; raises KeyError.

        ``{ok}`` and ``{back}`` are the buttons as they are labelled. A sentence of a game that
        names a value it does not get is a fault of the game, and stays as it is.
        """
        try:
            sentence = self._words[key]
            form = sentence.form_for(values) if isinstance(sentence, Plural) else sentence
            filled = {name: self._word_of(name, each) for name, each in values.items()}
            return form.format_map({**self._buttons, **filled})
        except (LookupError, ValueError, AttributeError, TypeError) as error:
            if not self.game:
                raise
            return self._leave_open(key, error)

    def _leave_open(self, key: str, error: Exception) -> str:
        """Report a fault in a sentence of a game; returns the sentence as it is written."""
        from companion.core import guard

        if guard.strict:
            raise error
        guard.report(guard.GameFault(self.game, f"words[{key}]", error))
        known = self._words.get(key, key.rpartition(".")[2])
        return known if isinstance(known, str) else known.many

    def why(self, objection: Objection, key: str = "") -> str:
        """An objection in words, those for this ``key`` first; without words the reason's name."""
        name = f"reason.{objection.reason}"
        for sentence in (f"{name}.{key}", name):
            if sentence in self._words:
                return self.say(sentence, **objection.values)
        return objection.reason.replace("-", " ")

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
        key = f"{self.kinds[name]}.{value}" if name in self.kinds else ""
        return str(self._words.get(key, value))


@cache
def sentences(language: str) -> Mapping[str, Sentence]:
    """The sentences that belong to no game by key, their ``{values}`` open; raises ValueError."""
    if language not in LANGUAGES:
        raise ValueError(language)
    return translated(WORDS, language, CATALOGUES)


def translated(
    english: Mapping[str, Sentence], language: str, catalogues: Path | None
) -> Mapping[str, Sentence]:
    """English sentences by key in another language, as far as its catalogue has them."""
    if language == SOURCE or catalogues is None:
        return english
    catalogue, rule = _read_catalogue(catalogues, language)
    numbers = {rule(number): number for number in reversed(NUMBERS)}  # one for each form
    examples = [numbers[form] for form in sorted(numbers)]

    def translate(key: str, sentence: Sentence) -> Sentence:
        if not isinstance(sentence, Plural):
            return catalogue.pgettext(key, sentence)
        by, one, many, *_ = sentence
        forms = [catalogue.npgettext(key, one, many, number) for number in examples]
        return Plural(by, forms[0], forms[len(forms) > 1], tuple(forms[2:]), rule)

    return {key: translate(key, sentence) for key, sentence in english.items()}


def _read_catalogue(folder: Path, language: str) -> tuple[NullTranslations, PluralRule]:
    """The compiled catalogue and its rule; one without words, and the English rule, if missing.

    gettext itself would keep the catalogue; what is translated is kept instead.
    """
    from gettext import GNUTranslations, NullTranslations, c2py, find

    compiled = find(DOMAIN, folder, [language])
    if compiled is None:
        return NullTranslations(), choose_english
    with open(compiled, "rb") as file:
        catalogue = GNUTranslations(file)
    _, _, rule = catalogue.info().get("plural-forms", "").partition("plural=")
    return catalogue, c2py(rule.rstrip(";")) if rule else choose_english


def list_usual_places(words: Words) -> tuple[str, ...]:
    """What the places of a game's board are called until the table names them; () of most games."""
    key = "board.usual-places"  # the names have commas between them
    return tuple(words.say(key).split(", ")) if words.has(key) else ()
