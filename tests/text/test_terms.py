"""Each language has one word for each thing and its own signs: see `docs/words-LANGUAGE.md`."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.core.languages import LANGUAGES, SOURCE
from companion.text.catalogues.updating import read, sentences_by_folder
from tests.text.every import forms, texts

DOCS = Path(__file__).parents[2] / "docs"
OTHERS = [language for language in LANGUAGES if language != SOURCE]
THIN, HARD = "\u202f", "\u00a0"
"""Spaces at which no line breaks."""
WRONG_SIGNS = {
    "de": rf"[\w}})] [:;!?]|[\w}}][^{HARD}]?%|\w'\w|[«»]",
    "fr": rf"[\w}})»][^{THIN}]?[;!?](?=\s|$)|[\w}})»][^{HARD}]?:(?=\s|$)|[\w}}][^{HARD}]?%"
    rf"|«[^{HARD}]|[^{HARD}]»|\w'\w",
    "it": rf"[\w}})»][ {HARD}][:;!?%]|\w'\w|«\s|\s»|[„“]",
}
"""What the section *Signs* of each page forbids."""


@pytest.fixture(params=OTHERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def sentences(language: str) -> tuple[tuple[str, str], ...]:
    """Every form of every sentence with its key, those of all catalogues."""
    files = [folder / f"{language}.po" for folder, _ in sentences_by_folder()]
    return tuple(
        (str(message.context), form)
        for file in files
        for message in read(file.read_bytes(), language)
        if message.id
        for form in ([message.string] if isinstance(message.string, str) else message.string or ())
    )


def forbidden(language: str) -> Iterator[str]:
    """The words in the column *never* of the language's page; `*` stands for any letters."""
    for row in (DOCS / f"words-{language}.md").read_text("utf-8").splitlines():
        if row.startswith("|"):
            yield from re.findall(r"`([^`]+)`", row.rsplit("|", 2)[1])


def test_each_thing_has_one_word(language: str) -> None:
    words = [re.escape(word).replace(r"\*", r"\w*") for word in forbidden(language)]
    assert words
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
    found = [(key, said) for key, said in sentences(language) if pattern.search(said)]
    assert found == []


def test_signs_stand_as_the_language_has_them(language: str) -> None:
    pattern = re.compile(WRONG_SIGNS[language])
    assert [(key, said) for key, said in sentences(language) if pattern.search(said)] == []


@pytest.mark.parametrize("language", LANGUAGES, ids=str)
def test_no_number_follows_a_name_at_once(language: str) -> None:
    """Who gave no name is called "Player 2": another number behind it could not be told apart."""
    name = r"\{(?:players?|leaders?|others?|who|names?)\}"
    pattern = re.compile(rf"{name} (?:\d|\{{(?:points|influence|least|after|bid|count|cards)\}})")
    said = [(key, form) for key, text in texts(language).items() for form in forms(text)]
    assert [(key, form) for key, form in said if pattern.search(form)] == []
