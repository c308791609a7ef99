"""A whole card: what is written, in which order, and what is refused with nothing written."""

import os
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from companion.box.card import (
    Bundle,
    CardError,
    CardRequest,
    folder,
    prepare_card,
    read_bundle,
    settings_text,
)
from companion.box.card.bundle import ON_THE_CARD
from companion.games import words_in
from companion.ui.screens.first_boot import draw_first_boot
from tests import depth
from tests.box.card.cards import (
    COMMAND_LINE,
    IMAGER,
    IMAGER_RUN,
    IMAGER_SCRIPT,
    SYSTEMD,
    all_bytes,
    write_bundle,
)

OURS = "campanile-companion/"
SETTINGS, SUMS = f"{OURS}companion.toml", f"{OURS}SHA256SUMS"


def settings(board: str) -> str:
    return settings_text({"board": board, "language": "de"}, {})


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    return read_bundle(write_bundle(tmp_path_factory.mktemp("bundle")), unsigned=True)


@pytest.fixture
def request_(bundle: Bundle) -> CardRequest:
    return CardRequest([bundle], settings("four-buttons"), draw_first_boot(words_in("de")))


@pytest.fixture(params=["trixie", "bookworm"])
def card(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A card as Raspberry Pi Imager leaves it."""
    place = tmp_path / "boot"
    place.mkdir()
    (place / "config.txt").write_text("# For more options\ndtparam=audio=on\n")
    if request.param == "trixie":
        (place / "user-data").write_text(IMAGER)
        (place / "meta-data").write_text("instance_id: rpios-image\n")
        (place / "cmdline.txt").write_text(COMMAND_LINE)
    else:
        (place / "cmdline.txt").write_text(COMMAND_LINE + IMAGER_RUN)
        (place / "firstrun.sh").write_text(IMAGER_SCRIPT)
    return place


def trigger(card: Path) -> str:
    return "user-data" if (card / "user-data").exists() else "cmdline.txt"


def refusal(card: Path, request: CardRequest) -> str:
    """The key of the refusal; fails if anything was written."""
    before = all_bytes(card)
    with pytest.raises(CardError) as caught:
        prepare_card(card, request)
    assert all_bytes(card) == before
    return caught.value.key


def test_a_card_has_all_that_the_first_start_needs(card: Path, request_: CardRequest) -> None:
    prepare_card(card, request_)
    files = all_bytes(card)
    names = {Path(each).name for each in ON_THE_CARD}
    names |= {"companion.toml", "SHA256SUMS", "unsigned"}
    assert {each for each in files if each.startswith(OURS) and "pictures" not in each} == {
        f"{OURS}{name}" for name in (request_.bundles[0].file, *names)
    }
    assert tomllib.loads(files[SETTINGS].decode()) == {"board": "four-buttons", "language": "de"}
    assert b"dtparam=audio=on" in files["config.txt"]


def test_the_block_of_the_boot_configuration_is_the_installer_s_own(
    card: Path, request_: CardRequest
) -> None:
    prepare_card(card, request_)
    config = (card / "config.txt").read_text().splitlines()
    start = next(at for at, line in enumerate(config) if line.endswith("takes it away)"))
    source = (SYSTEMD / "boot_config.sh").read_text()
    block = [line.replace("campanile-companion", "$name", 1) for line in config[start:]]
    assert f'begin="{block[0]}"' in source
    assert f'end="{block[-1]}"' in source
    assert all(line in source for line in block[2:-1])


def test_written_twice_the_card_is_the_same(card: Path, request_: CardRequest) -> None:
    prepare_card(card, request_)
    before = all_bytes(card)
    (card / OURS / "done").touch()
    prepare_card(card, request_)
    assert all_bytes(card) == {**before, f"{OURS}done": b""}, "and installed once"


def test_nothing_starts_what_is_not_whole(
    card: Path, request_: CardRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file is synced under another name before it gets its own, and the trigger is last."""
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def record_fsync(opened: int) -> None:
        done.append(Path(os.readlink(f"/proc/self/fd/{opened}")).name)
        fsync(opened)

    def record_replace(path: Path, target: Path) -> Path:
        assert done[-1] == path.name
        done.append(f"= {target.name}")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", record_fsync)
    monkeypatch.setattr(Path, "replace", record_replace)
    prepare_card(card, request_)
    written = [each for each in done if each.startswith("= ")]
    assert written[-1] == f"= {trigger(card)}"
    assert written.index("= SHA256SUMS") == len(all_bytes(card / OURS)) - 1
    assert done[-1] == "boot", "the folder is synced, too"


def test_after_being_pulled_at_any_moment_the_card_is_prepared_anew(
    card: Path, request_: CardRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shutil.copytree(card, card.parent / "whole")
    prepare_card(whole, request_)
    expected, write = all_bytes(whole), folder._write_file
    for written in range(0, len(expected) - len(all_bytes(card)), depth.at_depth(3, 1)):
        pulled = shutil.copytree(card, card.parent / f"pulled-{written}")
        left = iter(range(written))

        def pull(file: Path, data: bytes, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise OSError(5, "pulled")
            write(file, data)

        with monkeypatch.context() as patch:
            patch.setattr(folder, "_write_file", pull)
            with pytest.raises(CardError, match="not-written"):
                prepare_card(pulled, request_)
        assert (pulled / trigger(card)).read_bytes() == (card / trigger(card)).read_bytes()
        prepare_card(pulled, request_)
        assert all_bytes(pulled) == expected


def test_a_card_of_another_preparation_is_refused_or_written_anew(
    card: Path, request_: CardRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare_card(card, request_)
    other = request_._replace(settings=settings("waveshare-hat"))
    (card / OURS / "done").touch()
    assert refusal(card, other) == "card.other-card"
    with monkeypatch.context() as patch:
        patch.setattr(folder, "_write_file", mock.Mock(side_effect=OSError(5, "pulled")))
        with pytest.raises(CardError, match="not-written"):
            prepare_card(card, other, replace=True)
    assert (card / OURS / "done").exists(), "what is installed still plays"
    prepare_card(card, other, replace=True)
    assert b'board = "waveshare-hat"' in (card / SETTINGS).read_bytes()
    assert not (card / OURS / "done").exists(), "and it is installed again"


def test_an_empty_folder_gets_everything_for_a_card(tmp_path: Path, request_: CardRequest) -> None:
    (tmp_path / ".hidden").touch()
    prepare_card(tmp_path, request_)
    around = {name for name in all_bytes(tmp_path) if not name.startswith(OURS)}
    assert around == {".hidden", "meta-data", "user-data"}


def test_names_are_fit_for_every_computer(tmp_path: Path, request_: CardRequest) -> None:
    prepare_card(tmp_path, request_)
    for name in all_bytes(tmp_path):
        for part in name.split("/"):
            assert part.isascii()
            assert not set(part) & set('<>:"\\|?* ')
            assert not part.endswith(".")


def test_what_is_no_boot_partition_is_refused(tmp_path: Path, request_: CardRequest) -> None:
    (tmp_path / "holiday.jpg").touch()
    assert refusal(tmp_path, request_) == "card.no-boot-partition"
    assert refusal(tmp_path / "none", request_) == "card.no-folder"
    assert refusal(tmp_path / "holiday.jpg", request_) == "card.no-folder"


def test_a_full_card_is_refused(
    card: Path, request_: CardRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": 1 << 20})
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert refusal(card, request_) == "card.no-space"


def test_files_that_are_not_text_are_refused(card: Path, request_: CardRequest) -> None:
    (card / trigger(card)).write_bytes(b"\xff\xfe")
    assert refusal(card, request_) == "card.odd-file"


def test_two_bundles_for_one_architecture_are_refused(
    tmp_path: Path, request_: CardRequest
) -> None:
    twice = request_._replace(bundles=[*request_.bundles] * 2)
    assert refusal(tmp_path, twice) == "card.twice"


def test_a_command_line_without_its_script_is_refused(
    tmp_path: Path, request_: CardRequest
) -> None:
    (tmp_path / "cmdline.txt").write_text(COMMAND_LINE + IMAGER_RUN)
    assert refusal(tmp_path, request_) == "card.no-script"
