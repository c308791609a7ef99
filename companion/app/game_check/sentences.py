"""Checks every sentence of a game, in every language: its placeholders, and whether it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Formatter

from companion.app.game_check.findings import NO_SENTENCE, Findings, SentenceError
from companion.core import guard
from companion.core.languages import LANGUAGES, SOURCE
from companion.games import find_words, title_of
from companion.text import Words
from companion.text.en import WORDS
from companion.text.plural import Plural, Sentence
from companion.text.words import NAMED_BUTTONS, GameWords, translated


class WatchedWords(Words):
    """The words of a language, which tell the key of a sentence that can't be filled in."""

    def say(self, key: str, **values: object) -> str:
        was_strict, guard.strict = guard.strict, True
        try:
            return super().say(key, **values)
        except KeyError as error:
            if not self.has(key):
                raise SentenceError(key, SOURCE, NO_SENTENCE) from error
            problem = f"{{{error.args[0]}}} has no value here; known: {_list_names(values)}"
            raise SentenceError(key, self.language, problem) from error
        except ValueError as error:
            raise SentenceError(key, self.language, f"no sentence: {error}") from error
        except (IndexError, AttributeError, TypeError) as error:
            raise SentenceError(key, self.language, f"can't be filled in: {error}") from error
        finally:
            guard.strict = was_strict


def words_of_every_language() -> dict[str, WatchedWords]:
    """The words of each language by its code."""
    return {code: WatchedWords(code, find_words, title_of) for code in LANGUAGES}


def check_sentences(words: GameWords, findings: Findings) -> None:
    """Check the sentences against the keys that they stand under, and each translation."""
    for key, sentence in words.sentences.items():
        with findings.noting("words"):
            _check_sentence(key, sentence, findings)
    if words.catalogues is None:
        return
    _check_compiled(words.catalogues, findings)
    for language in LANGUAGES:
        with findings.noting("words"):
            its = translated(words.sentences, language, words.catalogues)
            for key, sentence in words.sentences.items():
                _check_translation(key, sentence, its[key], language, findings)


def _check_sentence(key: str, sentence: Sentence, findings: Findings) -> None:
    try:
        names = _names_in(sentence)
    except ValueError as error:
        findings.add_sentence(key, SOURCE, f"no sentence: {error}")
        return
    known = _names_for(key)
    if known is not None and (unknown := names - known):
        problem = f"{_list_names(unknown)} has no value here; known: {_list_names(known)}"
        findings.add_sentence(key, SOURCE, problem)
    if isinstance(sentence, Plural) and known is not None and sentence.by not in known:
        findings.add_sentence(key, SOURCE, f"counts by {sentence.by}, which has no value here")


def _check_translation(
    key: str, english: Sentence, sentence: Sentence, language: str, findings: Findings
) -> None:
    try:
        wanted, names = _names_in(english), _names_in(sentence)
    except ValueError as error:
        findings.add_sentence(key, language, f"no sentence in {language}: {error}")
        return
    if missing := wanted - names:
        findings.add_sentence(key, language, f"{_list_names(missing)} is missing in {language}")
    if unknown := names - wanted:
        problem = f"{_list_names(unknown)} in {language} is not in the English sentence"
        findings.add_sentence(key, language, problem)


def _check_compiled(catalogues: Path, findings: Findings) -> None:
    """Find catalogues that gettext does not read, or reads as they were."""
    for catalogue in sorted(catalogues.glob("*.po")):
        compiled = catalogues / catalogue.stem / "LC_MESSAGES" / "companion.mo"
        if not compiled.exists():
            findings.add("words", f"{catalogue.name} is not compiled")
        elif compiled.stat().st_mtime < catalogue.stat().st_mtime:
            findings.add("words", f"{catalogue.name} has changed since it was compiled")


def _names_in(sentence: Sentence) -> set[str]:
    """The placeholders of a sentence but for the buttons, of all its forms together."""
    forms = sentence.forms if isinstance(sentence, Plural) else (sentence,)
    found = {
        name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None
    }
    return found - set(NAMED_BUTTONS)


def _names_for(key: str) -> set[str] | None:
    """The values that the sentence of a key is given; None where only the game knows."""
    kind, _, rest = key.partition(".")
    if kind == "did" and key not in WORDS:
        return set(rest.partition(".")[0].split("+"))
    return {"number"} if kind == "question" else None


def _list_names(names: Iterable[str] | Mapping[str, object]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "none"
