"""Brings the catalogues up to date with the English sentences, and keeps their translations."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.core.languages import LANGUAGES, SOURCE
from companion.text.catalogues.compiling import PACKAGE
from companion.text.en import PARTS
from companion.text.plural import Plural, Sentence
from companion.text.words import CATALOGUES


class CatalogueEntry(NamedTuple):
    """An English sentence as gettext has it, its key, and the file that it stands in."""

    key: str
    id: str | tuple[str, str]
    """The sentence, or its forms for one and for many."""
    file: str


def sentences_by_folder() -> Iterator[tuple[Path, list[CatalogueEntry]]]:
    """Each folder of catalogues and what they translate: that of no game, then each game's."""
    yield CATALOGUES, [each for part in PARTS for each in _sentences(part.WORDS, part.__name__)]
    for pattern in ("games/*/words.py", "app/*/skeleton/words.py"):
        for file in sorted(PACKAGE.glob(pattern)):
            place = file.relative_to(PACKAGE).with_suffix("").parts
            yield sentences_of(".".join(("companion", *place)))


def sentences_of(module: str) -> tuple[Path, list[CatalogueEntry]]:
    """A game's folder of catalogues, and its sentences: ``module`` has its `WORDS`."""
    words = import_module(module).WORDS
    if words.catalogues is None:
        raise SystemExit(f"{module}: WORDS has no catalogues")
    return words.catalogues, list(_sentences(words.sentences, module))


def _sentences(english: Mapping[str, Sentence], module: str) -> Iterator[CatalogueEntry]:
    file = module.replace(".", "/") + ".py"
    for key, sentence in english.items():
        forms = (sentence.one, sentence.many) if isinstance(sentence, Plural) else sentence
        yield CatalogueEntry(key, forms, file)


def update_folder(folder: Path, sentences: Iterable[CatalogueEntry]) -> None:
    """Write each language's catalogue anew where it has changed; a missing one is made."""
    sentences = list(sentences)
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        file = folder / f"{language}.po"
        before = file.read_bytes() if file.exists() else b""
        catalogue = read(before, language)
        update(catalogue, sentences)
        after = write(catalogue)
        if after != before:
            folder.mkdir(exist_ok=True)
            file.write_bytes(after)


def read(catalogue: bytes, language: str) -> Catalog:
    """A catalogue from its file's bytes; a new one where there are none."""
    if catalogue:
        return read_po(BytesIO(catalogue), locale=language)
    return Catalog(
        language,
        header_comment=f"# The words of Campanile Companion: {language}.",
        project="campanile-companion",
        version="0",
        msgid_bugs_address="none",
        last_translator="none",
        language_team="none",
        fuzzy=False,
    )


def write(catalogue: Catalog) -> bytes:
    """A catalogue as its file has it, without the version of Babel: that changes no word."""
    written = BytesIO()
    write_po(written, catalogue, width=0, include_lineno=False)
    lines = written.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b'"Generated-By: '))


def update(catalogue: Catalog, sentences: Iterable[CatalogueEntry]) -> None:
    """Give a catalogue these sentences in their order, and nothing else.

    A translation belongs to its key (`msgctxt`): it stays when the sentence changes, marked as
    fuzzy, which counts as none until somebody has checked it.
    """
    before = {message.context: message for message in catalogue if message.id}
    for message in before.values():
        catalogue.delete(message.id, message.context)
    catalogue.obsolete.clear()
    for key, english, file in sentences:
        old = before.get(key)
        if old is None or not old.string or isinstance(old.id, str) != isinstance(english, str):
            catalogue.add(english, context=key, locations=[(file, 0)])
            continue
        catalogue.add(
            english,
            old.string,
            context=key,
            locations=[(file, 0)],
            flags=old.flags | ({"fuzzy"} if old.id != english else set()),
            user_comments=old.user_comments,
        )
