"""No catalogue has a gap, each says what the English says, and what is compiled is what is written.

`pytest tests/text/test_catalogues.py -k de` lists what German lacks.
"""

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from hatchling.builders.wheel import WheelBuilder

from companion.text import Words
from companion.text.catalogues.compiling import FOLDER
from companion.text.catalogues.updating import english, read, update, update_all
from companion.text.en import PARTS, WORDS
from companion.text.words import LANGUAGES, SOURCE, sentences

ROOT = Path(__file__).parents[2]
OTHERS = [language for language in LANGUAGES if language != SOURCE]
ANEW = "bring them up to date: make catalogues, or python -m companion.text.catalogues"


@pytest.fixture(params=OTHERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def catalogue(language: str) -> Catalog:
    return read((FOLDER / f"{language}.po").read_bytes(), language)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """All but the header."""
    return (message for message in catalogue if message.id)


def test_the_catalogues_are_those_of_our_languages() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.po")) == sorted(OTHERS)


def test_each_is_up_to_date_with_the_english_words(language: str, tmp_path: Path) -> None:
    here = tmp_path / f"{language}.po"
    here.write_bytes((FOLDER / here.name).read_bytes())
    before = _said(here, language)
    update_all(tmp_path)
    assert _said(here, language) == before, ANEW
    assert not read(here.read_bytes(), language).obsolete, ANEW


def _said(file: Path, language: str) -> list[tuple[object, ...]]:
    """What a file says, whatever release of Babel wrote it."""
    read_again = messages(read(file.read_bytes(), language))
    return [(each.context, each.id, each.string, each.fuzzy) for each in read_again]


def test_nothing_is_left_untranslated(catalogue: Catalog) -> None:
    gaps = {each.context: each.id for each in messages(catalogue) if not each.string}
    assert gaps == {}


def test_nothing_is_fuzzy(catalogue: Catalog) -> None:
    """English has changed since: put the translation right and take the mark away."""
    fuzzy = {each.context: each.id for each in messages(catalogue) if each.fuzzy}
    assert fuzzy == {}


def test_each_names_the_same_values(catalogue: Catalog) -> None:
    wrong = {
        each.context: each.string
        for each in messages(catalogue)
        if each.string and _values(str(each.string)) != _values(str(each.id))
    }
    assert wrong == {}


def test_french_signs_stay_with_their_words() -> None:
    """A line may break at a space, but never before a colon. What is heard is not broken."""
    loose = re.compile(" [:;?!%»]|« ")
    read = {key: said for key, said in sentences("fr").items() if not key.startswith("say.")}
    assert {key: said for key, said in read.items() if loose.search(said)} == {}


def _values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_what_is_compiled_is_what_is_written(language: str, catalogue: Catalog) -> None:
    said = sentences(language)
    for each in messages(catalogue):
        translated = each.string and not each.fuzzy
        assert said[str(each.context)] == (each.string if translated else each.id)


def test_no_key_is_in_two_parts_of_the_english_words() -> None:
    assert len(WORDS) == sum(len(part.WORDS) for part in PARTS)


def test_a_translation_stays_with_its_key() -> None:
    key, sentence, _ = next(english())
    catalogue = Catalog("de")
    catalogue.add(sentence, "so", context=key)
    catalogue.add("gone", "weg", context="no.such.key")
    update(catalogue)
    assert [each.context for each in messages(catalogue)] == [*WORDS]
    kept = catalogue.get(sentence, key)
    assert kept is not None
    assert (kept.string, kept.fuzzy) == ("so", False)


def test_a_changed_sentence_makes_its_translation_fuzzy() -> None:
    key, sentence, _ = next(english())
    catalogue = Catalog("de")
    catalogue.add("something else", "so", context=key)
    for _ in range(2):
        update(catalogue)
        marked = catalogue.get(sentence, key)
        assert marked is not None
        assert (marked.string, marked.fuzzy) == ("so", True)


def test_the_wheel_has_them_compiled(tmp_path: Path) -> None:
    """The build hook, run by the build itself."""
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    packed = zipfile.ZipFile(wheel).namelist()
    folder = "companion/text/catalogues"
    wanted = {f"{folder}/{each}/LC_MESSAGES/companion.mo" for each in OTHERS}
    assert {name for name in packed if name.endswith(".mo")} == wanted


def test_english_needs_no_gettext() -> None:
    """Nothing is read for it, nor loaded: it is the first frame that waits."""
    ask = "import sys, companion.text as text; text.Words(); print('gettext' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_a_language_that_is_none_of_ours_is_refused() -> None:
    with pytest.raises(ValueError, match="nl"):
        Words("nl")
