"""Translations: what each must have of its sentence, and that gettext reads them as they are."""

import os
from pathlib import Path

from companion.app.game_check.findings import Findings
from companion.app.game_check.sentences import check_sentences
from companion.text.catalogues.compiling import compile_all
from companion.text.catalogues.updating import CatalogueEntry, update_folder
from companion.text.words import GameWords

ENGLISH = {"reason.full": "only {left} of {all}", "did.throw": "throws {throw}"}


def test_placeholders_of_translations_and_stale_catalogues(tmp_path: Path) -> None:
    folder = tmp_path / "catalogues"
    update_folder(folder, [CatalogueEntry(key, text, "words.py") for key, text in ENGLISH.items()])
    german = folder / "de.po"
    text = german.read_text("utf-8")
    wrong = text.replace('{all}"\nmsgstr ""', '{all}"\nmsgstr "nur {links} von {all}"')
    german.write_text(wrong, "utf-8")
    list(compile_all(tmp_path, tmp_path))
    (folder / "it" / "LC_MESSAGES" / "companion.mo").unlink()
    os.utime(folder / "fr.po", (2e9, 2e9))
    findings = Findings(tmp_path)
    check_sentences(GameWords(ENGLISH, catalogues=folder), findings)
    line = wrong[: wrong.index('"reason.full"')].count("\n") + 1
    assert [each.line for each in findings.list_all()] == [
        "words: fr.po has changed since it was compiled",
        "words: it.po is not compiled",
        f"{german}:{line}: words: reason.full: {{left}} is missing in de",
        f"{german}:{line}: words: reason.full: {{links}} in de is not in the English sentence",
    ]
