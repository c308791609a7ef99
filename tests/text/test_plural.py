"""Sentences about one and about many, in every language; words that a game from outside brings."""

from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from companion.text import Words
from companion.text.catalogues.updating import read
from companion.text.plural import Plural, Sentence
from companion.text.words import DOMAIN, GameWords

POINTS = Plural("points", "{points} point", "{points} points")
OWN: dict[str, Sentence] = {
    "own.points": POINTS,
    "own.word": "word",
    "own.word.nim-2": "second word",
}


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    for language, one, many, word in (
        ("de", "{points} Punkt", "{points} Punkte", "Wort"),
        ("fr", "{points} point", "{points} points", "mot"),
    ):
        catalogue = read(b"", language)
        catalogue.add((POINTS.one, POINTS.many), (one, many), context="own.points")
        catalogue.add("word", word, context="own.word")
        compiled = tmp_path / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        compiled.parent.mkdir(parents=True)
        with compiled.open("wb") as file:
            write_mo(file, catalogue)
    return tmp_path


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 points", "1 point", "2 points", "-1 point"]),
        ("de", ["0 Punkte", "1 Punkt", "2 Punkte", "-1 Punkt"]),
        ("fr", ["0 point", "1 point", "2 points", "-1 point"]),
        ("it", ["0 points", "1 point", "2 points", "-1 point"]),
    ],
)
def test_a_number_chooses_its_form(language: str, said: list[str], catalogues: Path) -> None:
    """In French none is one; a language without a catalogue has the English forms."""
    own = GameWords(sentences=OWN, catalogues=catalogues)
    words = Words(language, lambda _: own).of("nim")
    assert [words.say("own.points", points=points) for points in (0, 1, 2, -1)] == said


def test_a_game_brings_its_words_and_translations(catalogues: Path) -> None:
    own = GameWords(sentences=OWN, catalogues=catalogues)
    words = Words("de", lambda _: own)
    assert words.of("nim").say("own.word") == "Wort"
    assert words.of("nim-2").say("own.word") == "second word"
    assert not words.has("own.word")
