"""A bundle is checked whole before anything is written."""

from pathlib import Path

import pytest

from companion.box.card import CardError, read_bundle
from tests.box.card.cards import write_bundle


def refusal(path: Path) -> str:
    with pytest.raises(CardError) as caught:
        read_bundle(path)
    return caught.value.key


def test_a_bundle_is_read_with_what_the_card_needs(tmp_path: Path) -> None:
    path = write_bundle(tmp_path)
    bundle = read_bundle(path)
    assert (bundle.architecture, bundle.file) == ("arm64", path.name)
    assert bundle.data == path.read_bytes()
    assert set(bundle.parts) == {"first-boot", "early_splash.py"}


def test_what_is_missing_or_something_else_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("milk")
    assert refusal(tmp_path / "none") == "card.no-bundle"
    assert refusal(tmp_path) == "card.no-bundle"
    assert refusal(other) == "card.not-a-bundle"
    assert refusal(write_bundle(tmp_path, manifest={"name": "other"})) == "card.not-a-bundle"
    assert refusal(write_bundle(tmp_path, manifest={"version": "0.0.1"})) == "card.other-version"
    assert refusal(write_bundle(tmp_path, files={"manifest.json": b"[]"})) == "card.not-a-bundle"


def test_a_bundle_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    path = write_bundle(tmp_path)
    data = path.read_bytes()
    for end in range(6, len(data), len(data) // 23):
        path.write_bytes(data[:end])
        assert refusal(path) == "card.broken-bundle", end


def test_a_file_that_differs_from_its_sum_is_refused(tmp_path: Path) -> None:
    wrong = f"{'0' * 64}  manifest.json\n"
    assert refusal(write_bundle(tmp_path, sums=wrong)) == "card.broken-bundle"
    assert refusal(write_bundle(tmp_path, sums="")) == "card.broken-bundle"
