"""Sentences about one and about many, in every language; a game's own words; a fifth language."""

import json
import subprocess
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.text import Words
from companion.text.catalogues.updating import read
from companion.text.en import WORDS
from companion.text.plural import Plural, Sentence
from companion.text.words import DOMAIN, GameWords
from tests.app.command import python

POINTS = Plural("points", "{points} point", "{points} points")
OWN: dict[str, Sentence] = {
    "own.points": POINTS,
    "own.word": "word",
    "own.word.nim-2": "second word",
}


def compile_catalogue(catalogue: Catalog, folder: Path) -> None:
    """Write it as a package of ours has it."""
    compiled = folder / "LC_MESSAGES" / f"{DOMAIN}.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as file:
        write_mo(file, catalogue)


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    for language, one, many, word in (
        ("de", "{points} Punkt", "{points} Punkte", "Wort"),
        ("fr", "{points} point", "{points} points", "mot"),
    ):
        catalogue = read(b"", language)
        catalogue.add((POINTS.one, POINTS.many), (one, many), context="own.points")
        catalogue.add("word", word, context="own.word")
        compile_catalogue(catalogue, tmp_path / language)
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


# A fifth language is a row and its catalogues: everything else takes it ---------------------------

ADD_POLISH = """
from companion.core.languages import LANGUAGES, Language
LANGUAGES["pl"] = Language("Polski", "pl")

import json, sys
from pathlib import Path
from companion.app.box import Preference
from companion.box.config import load_config
from companion.box.devices.voice import FakeVoice
from companion.outlets.pages.frame import read_language
from companion.outlets.protocol import read_message
from companion.text import Words, words

words.CATALOGUES = Path("catalogues")
polish, voice = Words("pl"), FakeVoice()
numbers = (0, 1, 2, 4, 5, 12, 21, 22, 25, -3)
voice.say("Czerwony", "pl", 0.0)
print(json.dumps({
    "points": [polish.say("web.points", points=number) for number in numbers],
    "English": polish.say("web.winners", winners=2, players="Ann and Bob"),
    "named": Words("de").named("language", "pl"),
    "menu": Preference.LANGUAGE.values[-1],
    "settings": load_config(Path("companion.toml"), {}).language,
    "socket": read_message(b'{"hello": {"version": 2, "language": "pl"}}').language,
    "page": read_language("pl-PL,pl;q=0.9,en;q=0.8"),
    "voice": voice.history[-1],
}))
"""


def test_polish_is_taken_everywhere_with_its_three_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    points = WORDS["web.points"]
    assert isinstance(points, Plural)
    catalogue = read(b"", "pl")
    forms = "{points} punkt", "{points} punkty", "{points} punktów"
    catalogue.add((points.one, points.many), forms, context="web.points")
    compile_catalogue(catalogue, Path("catalogues", "pl"))
    Path("companion.toml").write_text('language = "pl"\n')
    ran = subprocess.run(python(ADD_POLISH), capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == {
        "points": [
            *("0 punktów", "1 punkt", "2 punkty", "4 punkty", "5 punktów", "12 punktów"),
            *("21 punktów", "22 punkty", "25 punktów", "-3 punkty"),
        ],
        "English": "Ann and Bob have won",
        "named": "Polski",
        "menu": "pl",
        "settings": "pl",
        "socket": "pl",
        "page": "pl",
        "voice": ["pl", "Czerwony"],
    }
