"""A bundle is checked whole before anything is written."""

from pathlib import Path

import pytest

from companion.box.card import CardError, read_bundle
from companion.box.card.bundle import ON_THE_CARD
from tests.box.card.cards import make_key, sign, write_bundle


def refusal(path: Path) -> str:
    with pytest.raises(CardError) as caught:
        read_bundle(path, unsigned=True)
    return caught.value.key


def test_a_bundle_is_read_with_what_the_card_needs(tmp_path: Path) -> None:
    path = write_bundle(tmp_path)
    bundle = read_bundle(path, unsigned=True)
    assert (bundle.architecture, bundle.file) == ("arm64", path.name)
    assert bundle.data == path.read_bytes()
    assert set(bundle.parts) == {Path(each).name for each in ON_THE_CARD}


def test_a_bundle_is_the_projects_or_its_maker_says_that_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_bundle(tmp_path)
    with pytest.raises(CardError, match="unsigned"):
        read_bundle(path)
    key, signers = make_key(tmp_path)
    signature = sign(path, key)
    with pytest.raises(CardError, match="bad-signature"):
        read_bundle(path, unsigned=True)  # somebody else's is no missing one
    monkeypatch.setattr("companion.box.card.signature.SIGNERS", signers)
    assert read_bundle(path).signature == signature.read_bytes()
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(CardError, match="bad-signature"):
        read_bundle(path)


def test_without_ssh_keygen_no_signature_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_bundle(tmp_path)
    path.with_name(f"{path.name}.sig").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refusal(path) == "card.no-ssh-keygen"


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
