"""`companion card`: its options, its one line for each refusal, and the password it asks for."""

import getpass
import io
from pathlib import Path
from unittest import mock

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own

from companion.cli import main
from tests.box.card.cards import PUBLIC_KEY, all_bytes, write_bundle


@pytest.fixture
def card(tmp_path: Path) -> Path:
    place = tmp_path / "card"
    place.mkdir()
    return place


def refuse(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line on standard error of a call that is refused."""
    assert main(["card", *map(str, arguments)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_the_password_is_read_and_not_written(
    card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = tmp_path / "id.pub"
    key.write_text(PUBLIC_KEY)
    monkeypatch.setattr("sys.stdin", io.StringIO("a secret word\n"))
    options = ["--language", "fr", "--name", "torre", "--user", "anna", "--ssh-key", str(key)]
    bundle = str(write_bundle(tmp_path))
    wifi = ["--wifi", 'Café "3"', "--country", "fr"]
    command = ["card", str(card), "--unsigned", "--bundle", bundle, *options, *wifi]
    assert main(command) == 0
    assert str(card) in capsys.readouterr().out
    files = all_bytes(card)
    assert not any(b"a secret word" in data for data in files.values())
    network = yaml.safe_load(files["network-config"])["network"]
    assert [*network["wifis"]["wlan0"]["access-points"]] == ['Café "3"']
    assert yaml.safe_load(files["user-data"])["hostname"] == "torre"


def test_each_refusal_is_one_line(
    card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = ("--unsigned", "--bundle", write_bundle(tmp_path))
    for options, part in (
        (("--board", "bonet"), "bonnet"),
        (("--language", "es"), "language"),
        (("--name", "my box"), "my box"),
        (("--user", "anna"), "--ssh-key"),
        (("--ssh-key", tmp_path / "id.pub"), "--user"),
        (("--user", "anna", "--ssh-key", tmp_path / "id.pub"), "id.pub"),
        (("--country", "DE"), "--wifi"),
        (("--wifi", "Home"), "--country"),
        (("--wifi", "x" * 33, "--country", "DE"), "33"),
        (("--wifi", "Home", "--country", "DE"), "8 to 63"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO("short\n"))
        assert part in refuse(capsys, card, *bundle, *options)
        if part != "8 to 63":  # the password is typed later
            assert part in refuse(capsys, card, "--check", *options)
    assert refuse(capsys, card, *bundle, "--board", "bonet").startswith("board: ")
    assert "none.tar.xz" in refuse(capsys, card, "--bundle", "none.tar.xz")
    assert "--unsigned" in refuse(capsys, card, *bundle[1:])
    assert str(card / "none") in refuse(capsys, card / "none", "--check")
    assert str(card / "none") in refuse(capsys, card / "none", *bundle)
    assert all_bytes(card) == {}


def test_a_password_that_nobody_types_is_refused(
    card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wifi = ("--wifi", "Home", "--country", "DE")
    monkeypatch.setattr("sys.stdin", mock.Mock(isatty=lambda: True))
    monkeypatch.setattr(getpass, "getpass", mock.Mock(side_effect=EOFError))
    bundle = str(write_bundle(tmp_path))
    assert main(["card", str(card), "--unsigned", "--bundle", bundle, *wifi]) == 1
    assert capsys.readouterr().err.splitlines() == ["", "a Wi-Fi's password has 8 to 63 characters"]
    assert all_bytes(card) == {}
