"""Brings the catalogues up to date with the English sentences, which stay what they are."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.text.catalogues.compiling import FOLDER
from companion.text.en import PARTS
from companion.text.words import LANGUAGES, SOURCE


def english() -> Iterator[tuple[str, str, str]]:
    """Each key, its English sentence and the file in which that stands."""
    for part in PARTS:
        where = part.__name__.replace(".", "/") + ".py"
        for key, sentence in part.WORDS.items():
            yield key, sentence, where


def update_all(folder: Path = FOLDER) -> None:
    """Write each language's catalogue anew where it has changed; a language without one gets it."""
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        file = folder / f"{language}.po"
        before = file.read_bytes() if file.exists() else b""
        catalogue = read(before, language)
        update(catalogue)
        after = BytesIO()
        write_po(after, catalogue, width=0, include_lineno=False)
        if after.getvalue() != before:
            file.write_bytes(after.getvalue())


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


def update(catalogue: Catalog) -> None:
    """Give a catalogue all English sentences in their order, and nothing else.

    A translation is its key's (`msgctxt`): it stays when the sentence changes, marked as fuzzy,
    which is as good as none until somebody has looked at it.
    """
    before = {message.context: message for message in catalogue if message.id}
    for message in before.values():
        catalogue.delete(message.id, message.context)
    catalogue.obsolete.clear()
    for key, sentence, where in english():
        old = before.get(key)
        if old is None or not old.string:
            catalogue.add(sentence, context=key, locations=[(where, 0)])
            continue
        catalogue.add(
            sentence,
            old.string,
            context=key,
            locations=[(where, 0)],
            flags=old.flags | ({"fuzzy"} if old.id != sentence else set()),
            user_comments=old.user_comments,
        )
