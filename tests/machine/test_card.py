"""From a blank card to the first game, in machines without a network.

`companion card` prepares the boot partition as it does on a maker's computer. Everything after that
is the machine's own doing.
"""

import io
from pathlib import Path

import pytest

from companion import __version__
from companion.cli import main
from companion.games import words_in
from companion.ui.screens import render
from tests.box.card.cards import IMAGER, PUBLIC_KEY
from tests.machine import images
from tests.machine.fake_devices import add_fake_devices, hash_of, picture_hash, press, shown
from tests.machine.machine import BUNDLE, DIST, VirtualMachine
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES

DEB = DIST / f"campanile-companion_{__version__}_amd64.deb"
OURS = "/boot/firmware/campanile-companion"
INSTALLED_WITHIN = 300.0
# All that an installation writes, with the moment of the last change; without what Debian and
# cloud-init write at every start.
TREE = (
    "find /opt/campanile-companion /etc /usr/local /boot/firmware -type f -printf '%p %T@ %s\\n'"
    " | grep -v -e initramfs8 -e /etc/fake-hwclock -e /etc/resolv -e /etc/host | sort"
)
STEPS = ("first-boot-step-1", "first-boot-step-2", "first-boot-step-4")
"""The pictures of the installation; the one between them may be too short to be asked for."""
MOMENTS = (
    "ls /var/tmp/campanile-companion.*/*/wheels",
    "ls -d /opt/campanile-companion/a/lib/python3*/site-packages/PIL",
    "systemctl is-active companion.service | grep -q activ",
)
"""Commands that succeed from some moment of the installation on: the bundle is unpacked, a slot is
being filled, the companion starts. The installer's own test has more of them."""


@pytest.fixture
def box(virtual_machine: VirtualMachine, tmp_path: Path) -> VirtualMachine:
    """A machine with a panel and buttons, and its card as Raspberry Pi OS has it."""
    add_fake_devices(virtual_machine, tmp_path)
    return virtual_machine


def prepare(box: VirtualMachine, folder: Path, *options: str) -> None:
    """Run `companion card` on the boot partition."""
    box.take_boot_partition(folder)
    # It was built here, so nobody has signed it.
    assert main(["card", str(folder), "--unsigned", "--bundle", str(BUNDLE), *options]) == 0
    box.put_on_boot_partition(*folder.iterdir())


def wait_until_installed(box: VirtualMachine) -> None:
    box.wait_for(f"test -e {OURS}/done", INSTALLED_WITHIN)
    box.wait_for("systemctl -q is-active companion.service", 30)
    box.wait_for("! test -e /etc/systemd/system/companion-first-boot.service", 10)


def wait_for_picture(box: VirtualMachine, name: str) -> None:
    box.wait_for(lambda: picture_hash(name) in shown(box), 30, name)


def begin_game(box: VirtualMachine) -> None:
    games = "companion games --folder /var/lib/campanile-companion"

    def has_begun() -> bool:
        press(box, "ok")
        return "Campanile" in box.run(games, check=False)

    box.wait_for(has_begun, 60, games)


def test_a_blank_card_ends_at_the_first_menu_and_nothing_is_done_twice(
    box: VirtualMachine, tmp_path: Path
) -> None:
    """With settings of Raspberry Pi Imager's, which keep their effect."""
    box.write_boot_file("user-data", IMAGER)
    prepare(box, tmp_path / "card")
    box.boot()
    wait_until_installed(box)
    for name in (*STEPS, "home-first"):
        wait_for_picture(box, name)
    assert box.run("hostname; id -un anna").split() == ["torre", "anna"]
    begin_game(box)
    before = box.run(TREE)
    box.reboot()
    box.wait_for("systemctl -q is-active companion.service", 30)
    wait_for_picture(box, "splash")
    assert not {picture_hash(name) for name in STEPS} & {*shown(box)}
    assert box.run(TREE) == before
    assert "companion-first-boot" not in box.run("journalctl -b -u companion-first-boot -o cat")
    assert box.run("systemctl --failed --plain --no-legend") == ""


def test_power_cuts_amid_the_installation_are_made_good_by_the_next_start(
    box: VirtualMachine, tmp_path: Path
) -> None:
    """One after the other, each a bit later; the last start goes to the end."""
    prepare(box, tmp_path / "card", "--language", "de")
    for moment in MOMENTS:
        box.boot(wait=False)
        box.wait_for(moment, INSTALLED_WITHIN)
        box.cut_power()
    box.boot(wait=False)
    wait_until_installed(box)
    german = hash_of(render(STAGES["home-first"](Cast(words=words_in("de")))))
    box.wait_for(lambda: german in shown(box), 30, "home in German")


@pytest.mark.parametrize("suite", ["bookworm"])
def test_without_cloud_init_the_first_run_does_it(
    box: VirtualMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "id.pub"
    key.write_text(PUBLIC_KEY)
    monkeypatch.setattr("sys.stdin", io.StringIO("a secret word\n"))
    options = ["--name", "torre", "--user", "berta", "--ssh-key", str(key)]
    prepare(box, tmp_path / "card", *options, "--wifi", 'Café "3"', "--country", "DE")
    box.boot(wait=False)
    box.wait_until_off(INSTALLED_WITHIN)  # the first run restarts the machine
    box.boot()
    wait_until_installed(box)
    wait_for_picture(box, "home-first")
    assert box.run("cat /etc/hostname") == "torre"
    assert box.run("cat ~berta/.ssh/authorized_keys") == PUBLIC_KEY
    wifi = "nmcli -g 802-11-wireless.ssid connection show campanile-companion-wifi"
    assert box.run(wifi) == 'Café "3"'
    assert "systemd.run" not in box.run("cat /boot/firmware/cmdline.txt")
    before = box.run(TREE)
    box.reboot()
    assert box.run(TREE) == before


@pytest.mark.parametrize("suite", images.SUITES)
def test_a_debian_package_ends_at_the_first_menu(box: VirtualMachine) -> None:
    box.boot()
    box.copy_in(DEB, "/root/companion.deb")
    box.run("DEBIAN_FRONTEND=noninteractive apt-get install -y /root/companion.deb", within=300.0)
    box.reboot()  # as apt has said: the package has switched on the buses
    wait_for_picture(box, "home-first")
    begin_game(box)
