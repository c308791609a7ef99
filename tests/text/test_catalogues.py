"""No catalogue has a gap, each says what the English says, and what is compiled is what is written.

`pytest tests/text/test_catalogues.py -k de` lists what German lacks.
"""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from hatchling.builders.wheel import WheelBuilder

from companion.core.languages import LANGUAGES, SOURCE
from companion.text import Words
from companion.text.catalogues.compiling import find_catalogues
from companion.text.catalogues.updating import (
    CatalogueEntry,
    read,
    sentences_by_folder,
    update,
    update_folder,
)
from companion.text.en import PARTS, WORDS
from companion.text.plural import Plural, Sentence
from companion.text.words import translated
from tests.text.every import forms

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != SOURCE]
ENGLISH = dict(sentences_by_folder())
ANEW = "bring them up to date: make catalogues, or python -m companion.text.catalogues"


@pytest.fixture(params=ENGLISH, ids=lambda folder: str(folder.parent.name))
def folder(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


@pytest.fixture(params=OTHERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def read_catalogue(folder: Path, language: str) -> Catalog:
    """What a file says; nobody changes it."""
    return read((folder / f"{language}.po").read_bytes(), language)


@pytest.fixture
def catalogue(folder: Path, language: str) -> Catalog:
    return read_catalogue(folder, language)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """All but the header."""
    return (message for message in catalogue if message.id)


def test_the_catalogues_are_those_of_our_languages() -> None:
    wanted = {folder / f"{language}.po" for folder in ENGLISH for language in OTHERS}
    assert {*find_catalogues()} == wanted


def test_each_is_up_to_date_with_the_english_words(folder: Path, tmp_path: Path) -> None:
    for language in OTHERS:
        file = f"{language}.po"
        (tmp_path / file).write_bytes((folder / file).read_bytes())
    update_folder(tmp_path, ENGLISH[folder])
    for language in OTHERS:
        file = f"{language}.po"
        written = read((tmp_path / file).read_bytes(), language)
        assert _said(written) == _said(read_catalogue(folder, language)), ANEW
        assert not read_catalogue(folder, language).obsolete, ANEW


def _said(catalogue: Catalog) -> list[tuple[object, ...]]:
    """What a file says, whatever release of Babel wrote it."""
    return [(each.context, each.id, each.string, each.fuzzy) for each in messages(catalogue)]


def test_nothing_is_left_untranslated_nor_fuzzy(catalogue: Catalog) -> None:
    """Where English has changed since: put the translation right and take the mark away."""
    gaps = {each.context: each.id for each in messages(catalogue) if not all(_forms(each.string))}
    fuzzy = {each.context: each.id for each in messages(catalogue) if each.fuzzy}
    assert (gaps, fuzzy) == ({}, {})


def test_each_names_the_same_values(catalogue: Catalog) -> None:
    """The form for one may leave out how many it is."""
    wrong = {
        each.context: each.string
        for each in messages(catalogue)
        if any(_values(form) != _values(_forms(each.id)[-1]) for form in _many(each.string))
        or not _values(_forms(each.string)[0]) <= _values(_forms(each.id)[-1])
    }
    assert wrong == {}


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms for one and for many, or the only one."""
    return (text,) if isinstance(text, str) else text or ("",)


def _many(text: str | Sequence[str] | None) -> Sequence[str]:
    """The forms for many, or the only one."""
    return _forms(text)[1:] or _forms(text)


def _values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_what_is_compiled_is_what_is_written(
    folder: Path, language: str, catalogue: Catalog
) -> None:
    english: dict[str, Sentence] = {
        key: english if isinstance(english, str) else Plural("number", *english)
        for key, english, _ in ENGLISH[folder]
    }
    said = translated(english, language, folder)
    for each in messages(catalogue):
        assert forms(said[str(each.context)]) == (*_forms(each.string),)


def test_no_key_is_in_two_parts_of_the_english_words() -> None:
    assert len(WORDS) == sum(len(part.WORDS) for part in PARTS)


SENTENCES = [
    CatalogueEntry("a.key", "so it is", "words.py"),
    CatalogueEntry("b", "another", "words.py"),
]


def test_a_translation_stays_with_its_key() -> None:
    catalogue = Catalog("de")
    catalogue.add("so it is", "so", context="a.key")
    catalogue.add("gone", "weg", context="no.such.key")
    update(catalogue, SENTENCES)
    assert [each.context for each in messages(catalogue)] == ["a.key", "b"]
    kept = catalogue.get("so it is", "a.key")
    assert kept is not None
    assert (kept.string, kept.fuzzy) == ("so", False)


def test_a_changed_sentence_makes_its_translation_fuzzy() -> None:
    catalogue = Catalog("de")
    catalogue.add("something else", "so", context="a.key")
    for _ in range(2):
        update(catalogue, SENTENCES)
        marked = catalogue.get("so it is", "a.key")
        assert marked is not None
        assert (marked.string, marked.fuzzy) == ("so", True)


@pytest.mark.soak
def test_the_wheel_has_them_compiled(tmp_path: Path) -> None:
    """The build hook, run by the build itself."""
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    packed = zipfile.ZipFile(wheel).namelist()
    folders = [folder.relative_to(ROOT).as_posix() for folder in ENGLISH]
    wanted = {f"{folder}/{each}/LC_MESSAGES/companion.mo" for folder in folders for each in OTHERS}
    assert {name for name in packed if name.endswith(".mo")} == wanted


def test_english_needs_no_gettext() -> None:
    """Nothing is read for it, nor loaded: it is the first frame that waits."""
    ask = "import sys, companion.text as text; text.Words(); print('gettext' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_a_language_that_is_none_of_ours_is_refused() -> None:
    with pytest.raises(ValueError, match="nl"):
        Words("nl")


def test_a_game_of_another_package_is_translated_by_the_same_command(tmp_path: Path) -> None:
    package = tmp_path / "own_game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "words.py").write_text(
        "from pathlib import Path\n"
        "from companion.text.words import GameWords\n"
        'WORDS = GameWords({"own.north": "North"},'
        ' catalogues=Path(__file__).with_name("catalogues"))\n'
    )
    command = [sys.executable, "-m", "companion.text.catalogues", "own_game.words"]
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    german = package / "catalogues" / "de.po"
    text = german.read_text("utf-8")
    german.write_text(text.replace('"North"\nmsgstr ""', '"North"\nmsgstr "Norden"'), "utf-8")
    later = german.stat().st_mtime + 2
    os.utime(german, (later, later))
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    assert translated({"own.north": "North"}, "de", german.parent) == {"own.north": "Norden"}
