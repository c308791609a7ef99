"""A power cut at each step of `card-proof`: the machine starts, and with all games.

Mounts are links here, and the partition is a folder. `tests/machine/test_card_proof.py` tries the
real ones.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.box.card import card_proof
from companion.box.card.card_files import (
    BEGIN,
    FSTAB,
    GAMES,
    SERVICE,
    SWITCH,
    SWITCH_TEXT,
    WANTED_BY,
    add_games_line,
    boot_drop_in,
    games_source,
    is_switched_on,
    remove_games_line,
    replace_file,
)
from companion.box.card.card_proof import (
    CardProofError,
    CardProofFault,
    loads_initramfs,
    move_aside,
    switch_off,
    switch_on,
)
from companion.cli import main

BARE = "PARTUUID=1 /boot/firmware vfat defaults 0 2\nPARTUUID=2 / ext4 defaults,noatime 0 1\n"
JOURNAL = {"games.sqlite": "all games", "games.sqlite-wal": "the last answer"}
DEVICE = Path("/dev/mmcblk0p3")
SAID = f"blkid: {DEVICE}: ambivalent result\n"


class PowerCut(BaseException):
    """Nothing after it happens; a BaseException, so that nobody takes it for an error."""


class FakeCard:
    """A root and a partition as folders; the power is cut at step ``cut_at``.

    ``running`` is the root as the running machine sees it, with what is mounted on it.
    """

    def __init__(self, folder: Path) -> None:
        self.root, self.partition = folder / "root", folder / "partition"
        self.running = folder / "running"
        self.cut_at: int | None = None
        self.steps = 0
        self.overlay = False
        self.initramfs = "scripts/init-bottom/overlayroot\nusr/bin/busybox\n"
        self.found = "UUID=12-34\nTYPE=ext4\n"
        self.blkid_status = 0
        (self.root / GAMES).mkdir(parents=True)
        (self.partition / "lost+found").mkdir(parents=True)
        (self.root / FSTAB).parent.mkdir()
        (self.root / FSTAB).write_text(BARE)
        for name, text in JOURNAL.items():
            (self.root / GAMES / name).write_text(text)
        (self.running / GAMES).parent.mkdir(parents=True)
        (self.running / "etc").symlink_to(self.root / "etc")
        self.mount_games(self.root / GAMES)

    def mount_games(self, folder: Path) -> None:
        """Show the folder in the games' place."""
        (self.running / GAMES).unlink(missing_ok=True)
        (self.running / GAMES).symlink_to(folder.resolve())
        self.mounted = not folder.samefile(self.root / GAMES)

    def step(self) -> None:
        """One more step; with the power off none is taken."""
        self.steps += 1
        if self.cut_at is not None and self.steps >= self.cut_at:
            raise PowerCut

    def call(  # noqa: C901  # one case for each command
        self, command: Sequence[str]
    ) -> "subprocess.CompletedProcess[str]":
        """Do what a command of the system would, to the folders."""
        self.step()
        printed = ""
        match command:
            case ["blkid", *_]:
                printed = "DEVNAME=x\nPART_ENTRY_TYPE=0x83\n" + self.found
                return subprocess.CompletedProcess(command, self.blkid_status, printed, SAID)
            case ["mkfs.ext4", *_]:
                pytest.fail("what is on the partition would be lost")
            case ["systemctl", "start", *_]:
                assert self.mounted == (games_source(self.root) is not None)
            case ["cp", *_]:
                subprocess.run(command, check=True)
            case ["mount", "-o", *_]:
                pass
            case ["mount", "--bind", source, place] if place.endswith(str(GAMES)):
                self.mount_games(Path(source))
            case ["mount", "--bind", _, place]:
                self._link(self.root, Path(place))
            case ["mount", _]:
                self.mount_games(self.partition)
            case ["mount", _, place]:
                self._link(self.partition, Path(place))
            case ["umount", place] if place.endswith(str(GAMES)):
                self.mount_games(self.root / GAMES)
            case ["umount", place]:
                Path(place).unlink()
            case ["lsinitramfs", _]:
                printed = self.initramfs
            case ["systemctl", "show", *_]:
                printed = "active\n"
            case ["findmnt", *_]:
                return subprocess.CompletedProcess(command, 1, "", "")
        return subprocess.CompletedProcess(command, 0, printed, "")

    def replace(self, path: Path, text: str) -> None:
        """Replace a file, which is a step, too."""
        self.step()
        replace_file(path, text)

    def _link(self, source: Path, place: Path) -> None:
        place.rmdir()
        place.symlink_to(source)

    def games_at_the_next_start(self) -> dict[str, str]:
        """The files of the folder that the next start has in the games' place, for good."""
        self.overlay = is_switched_on(self.root)
        on_partition = games_source(self.root) is not None
        self.mount_games(self.partition if on_partition else self.root / GAMES)
        if self.overlay:
            assert (self.root / WANTED_BY).is_symlink()
            text = (self.root / SERVICE).read_text()
            assert f"mountpoint --quiet /{GAMES}\n" in text
            assert on_partition or "mount --bind" in text, "what is played is in memory only"
        if on_partition:
            return self._files(self.partition)
        return self._files(self.root / GAMES)

    def _files(self, folder: Path) -> dict[str, str]:
        return {each.name: each.read_text() for each in folder.glob("games*")}


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeCard:
    """A card with games, and no read-only root."""
    card = FakeCard(tmp_path)
    (tmp_path / "run").mkdir()
    (tmp_path / "overlayroot").touch()
    monkeypatch.setattr(card_proof, "ROOT", card.running)
    monkeypatch.setattr(card_proof, "ROOT_BELOW", card.root)
    monkeypatch.setattr(card_proof, "RUN", tmp_path / "run")
    monkeypatch.setattr(card_proof, "OVERLAYROOT", tmp_path / "overlayroot")
    monkeypatch.setattr(card_proof, "BOOT_CONFIGS", ())
    monkeypatch.setattr(card_proof, "is_overlay", lambda: card.overlay)
    monkeypatch.setattr(card_proof, "_call", card.call)
    monkeypatch.setattr(card_proof, "replace_file", card.replace)
    monkeypatch.setattr(os, "sync", card.step)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    monkeypatch.setattr(Path, "is_mount", lambda _: card.mounted)
    monkeypatch.setattr(Path, "is_block_device", lambda path: path == DEVICE)
    monkeypatch.setattr(shutil, "copystat", lambda *_: None)
    return card


def cut_at_each_step(card: FakeCard, action: Callable[[], None]) -> None:
    """Try again after each cut, until the action comes to its end."""
    cut_at = 0
    while True:
        cut_at += 1
        card.cut_at, card.steps = cut_at, 0
        try:
            action()
        except PowerCut:
            assert card.games_at_the_next_start() == JOURNAL
        else:
            break
    assert cut_at > 5
    card.cut_at = None
    assert card.games_at_the_next_start() == JOURNAL


@pytest.mark.parametrize("partition", [None, DEVICE], ids=["folder", "partition"])
def test_a_cut_at_any_step_loses_no_game_and_the_next_try_comes_to_its_end(
    card: FakeCard, partition: Path | None
) -> None:
    def on() -> None:
        card.overlay = False  # a cut before the last step leaves a writable root
        switch_on(partition if games_source(card.root) is None else None)

    (card.root / SERVICE).parent.mkdir(parents=True)
    before = sorted((card.root / "etc").rglob("*"))
    cut_at_each_step(card, on)
    assert is_switched_on(card.root)
    assert (games_source(card.root) is None) == (partition is None)

    cut_at_each_step(card, switch_off)
    assert (card.root / FSTAB).read_text() == BARE
    assert sorted((card.root / "etc").rglob("*")) == before


def test_other_files_on_the_partition_are_moved_aside(card: FakeCard) -> None:
    for text in ("first", "second"):
        (card.partition / "games.sqlite").write_text(text)
        move_aside(card.partition)
    (card.partition / "games.sqlite").write_text("third")
    switch_on(DEVICE)
    assert card.games_at_the_next_start() == JOURNAL
    aside = [card.partition / f"former-{number}/games.sqlite" for number in (1, 2, 3)]
    assert [each.read_text() for each in aside] == ["first", "second", "third"]
    switch_off()
    assert card.games_at_the_next_start() == JOURNAL
    switch_on(DEVICE)
    assert card.games_at_the_next_start() == JOURNAL
    assert (card.partition / "former-4/games.sqlite").read_text() == "all games"
    assert not list((card.root / GAMES).glob("former-*"))


def test_the_boot_partition_becomes_read_only_with_its_other_options() -> None:
    fstab = "# /boot/firmware\nLABEL=b /boot/firmware vfat defaults,flush,umask=0077 0 2\n"
    assert boot_drop_in(fstab) == "[Mount]\nOptions=ro,flush,umask=0077\n"
    assert boot_drop_in("/dev/sda1 / ext4 defaults 0 1\n") is None


@pytest.mark.parametrize(
    ("config", "loads"),
    [
        ("auto_initramfs=1\n", True),
        ("[all]\n  initramfs initrd.gz followkernel\n", True),
        ("auto_initramfs=0\n", False),
        ("#auto_initramfs=1\n", False),
    ],
)
def test_an_initramfs_must_be_loaded(
    card: FakeCard, monkeypatch: pytest.MonkeyPatch, config: str, loads: bool
) -> None:
    path = card.root / "config.txt"
    path.write_text(config)
    assert loads_initramfs(config) is loads
    monkeypatch.setattr(card_proof, "BOOT_CONFIGS", (path,))
    if not loads:
        assert fault_of(None) == CardProofFault.NOT_LOADED
        assert not is_switched_on(card.root)


def test_the_second_config_txt_of_raspberry_pi_os_only_names_the_first(
    card: FakeCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    (card.root / "config.txt").write_text("auto_initramfs=1\n")
    (card.root / "stub").write_text("The file you are looking for has moved\n")
    configs = (card.root / "none", card.root / "config.txt", card.root / "stub")
    monkeypatch.setattr(card_proof, "BOOT_CONFIGS", configs)
    switch_on()
    assert is_switched_on(card.root)


def test_a_partition_that_may_hold_two_file_systems_is_left_as_it_is(card: FakeCard) -> None:
    """As after it was formatted anew: blkid then names neither."""
    card.found, card.blkid_status = "", 8
    with pytest.raises(CardProofError) as refused:
        switch_on(DEVICE, may_format=True)
    assert refused.value.fault == CardProofFault.COMMAND
    assert refused.value.values == {"command": "blkid", "why": f"{DEVICE}: ambivalent result"}


@pytest.mark.parametrize("others", ["", "LABEL=music /srv/music ext4 defaults 0 2\n"])
def test_a_comment_of_ours_without_its_line_is_no_partition(card: FakeCard, others: str) -> None:
    fstab = f"{BARE}{BEGIN}\n{others}"
    (card.root / FSTAB).write_text(fstab)
    assert games_source(card.root) is None
    assert remove_games_line(fstab) == fstab
    assert remove_games_line(add_games_line(fstab, "12-34")) == fstab


def fault_of(partition: Path | None) -> CardProofFault:
    with pytest.raises(CardProofError) as refused:
        switch_on(partition)
    return refused.value.fault


def test_what_is_missing_is_named_and_nothing_changes(
    card: FakeCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fault_of(Path("/dev/none")) == CardProofFault.NO_DEVICE
    card.found = ""
    assert fault_of(DEVICE) == CardProofFault.NO_FILE_SYSTEM
    card.found = "TYPE=vfat\n"
    assert fault_of(DEVICE) == CardProofFault.OTHER_FILE_SYSTEM
    for card.initramfs in ("usr/bin/busybox\n", "scripts/init-bottom/overlayroot\n"):
        assert fault_of(None) == CardProofFault.NO_INITRAMFS
    card_proof.OVERLAYROOT.unlink()
    assert fault_of(None) == CardProofFault.NO_OVERLAYROOT
    card.overlay = True
    assert fault_of(None) == CardProofFault.RESTART_FIRST
    (card.root / SWITCH).write_text(SWITCH_TEXT)
    assert fault_of(None) == CardProofFault.ALREADY_ON
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert fault_of(None) == CardProofFault.NOT_ROOT


@pytest.mark.usefixtures("card")
def test_the_command_says_what_holds_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    for action, state in (
        ("status", "The root is writable."),
        ("on", "The root is read-only from the next start on: sudo reboot"),
        ("status", "The root is read-only from the next start on: sudo reboot"),
        ("off", "The root is writable."),
    ):
        assert main(["card-proof", action]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said == [state, "The games are on the root's partition."]


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize(
    "options",
    [["off", "--partition", "/dev/mmcblk0p3"], ["on", "--format"], ["maybe"], []],
    ids=" ".join,
)
def test_options_that_do_not_go_together_change_nothing(options: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["card-proof", *options])
    assert not is_switched_on(card_proof.ROOT)
