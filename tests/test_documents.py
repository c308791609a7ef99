"""The documents link to what exists, and name files that exist."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/README.md")]
FOLDERS = ("companion", "docs", "firmware", "hardware", "systemd", "tests")


def read_prose(document: Path) -> str:
    """The text of a document without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.M | re.S)


def anchors(document: Path) -> set[str]:
    """The anchors of its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", read_prose(document), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", read_prose(document)):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    if document.name == "CHANGELOG.md":  # it also names files that are gone
        return
    for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)+/?)`", read_prose(document)):
        if name.split("/")[0] in FOLDERS and "nim" not in name:
            assert (ROOT / name).exists(), name


@cache
def ends_of_paths() -> frozenset[str]:
    """By which a document may name our modules."""
    return frozenset(
        path.as_posix()[at:]
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for at in range(len(path.as_posix()))
        if path.as_posix()[at - 1] == "/"
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_that_a_document_names_by_the_end_of_its_path_exists(document: Path) -> None:
    if document.name == "CHANGELOG.md":
        return
    named = re.findall(r"`((?:[\w.-]+/)+[\w-]+\.py)`", read_prose(document))
    assert [name for name in named if name not in ends_of_paths() and "nim" not in name] == []
