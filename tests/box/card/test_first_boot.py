"""`systemd/first-boot` in a folder in place of /, with programs of the system that only note calls.

The machine's test has the real ones.
"""

import os
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from companion import __version__
from companion.box.card import CardRequest, prepare_card, read_bundle, settings_text
from companion.box.config.table import ADDRESSES
from companion.box.devices.boards import Controller
from companion.box.devices.buses import controller_of
from companion.games import words_in
from companion.ui.screens.first_boot import draw_first_boot
from tests.box.card.cards import all_bytes, write_bundle

INSTALLER = """\
#!/bin/bash
why=$(cat "$FIRST_BOOT_ROOT/refusal" 2>/dev/null)
[ -z "$why" ] || { $PROGRESS_COMMAND "failed-$why"; exit 1; }
for step in packages program files buses service; do $PROGRESS_COMMAND $step; done
echo "install $1 ${4-}" >>"$FIRST_BOOT_ROOT/calls"
[ ! -e "$FIRST_BOOT_ROOT/no-installer" ] || { echo no >&2; exit 1; }
[ -e "$FIRST_BOOT_ROOT/left-to-the-next-start" ] || touch "$FIRST_BOOT_ROOT/active"
"""
# A panel that answers one controller: what early_splash.py is told, without a bus.
PANEL = """\
#!/bin/bash
[ "$2" = -S ] || exec /usr/bin/python3 "$@"
sed -n 3p "$4" >>"$FIRST_BOOT_ROOT/asked"
[ "$(sed -n 3p "$4")" = "$(cat "$FIRST_BOOT_ROOT/panel" 2>/dev/null)" ] || exit 0
sha256sum <"$4" >>"$FIRST_BOOT_ROOT/shown"
touch "$5"
"""
SYSTEMCTL = """\
case "$*" in
  *is-active*) [ -e "$FIRST_BOOT_ROOT/active" ] ;;
  *is-enabled*) [ -e "$FIRST_BOOT_ROOT/enabled" ] ;;
  *) echo systemctl "$@" >>"$FIRST_BOOT_ROOT/calls" ;;
esac
"""
PROGRAMS = {
    "python3": PANEL,
    "systemctl": SYSTEMCTL,
    "dpkg": '[ "$1" != --compare-versions ] || exec /usr/bin/dpkg "$@"\necho arm64\n',
    "modprobe": "",
    "udevadm": "",
    # The own user stands in for the companion's.
    "setpriv": 'while [[ $1 == --* ]]; do shift; done\nexec "$@"',
}


class Pi:
    """A card in a machine that is a folder."""

    def __init__(self, place: Path) -> None:
        self.root, self.card = place / "root", place / "card"
        for each in (self.card, self.root / "var/tmp", self.root / "dev", place / "bin"):
            each.mkdir(parents=True)
        bundle = read_bundle(write_bundle(place, installer=INSTALLER.encode()), unsigned=True)
        settings = settings_text({"board": "waveshare-hat"}, {})
        prepare_card(self.card, CardRequest([bundle], settings, draw_first_boot(words_in())))
        self.ours = self.card / "campanile-companion"
        for name, text in PROGRAMS.items():
            program = place / "bin" / name
            program.write_text(text if text.startswith("#!") else f"#!/bin/bash\n{text}")
            program.chmod(0o755)
        self._environ = {
            **os.environ,
            "PATH": f"{place / 'bin'}:{os.environ['PATH']}",
            "FIRST_BOOT_ROOT": str(self.root),
        }
        self.unit = self.root / "etc/systemd/system/companion-first-boot.service"
        self.settings = self.root / "etc/campanile-companion/companion.toml"

    def run(self, *arguments: str) -> int:
        """Call the script; returns its exit status."""
        call = ["bash", str(self.ours / "first-boot"), *arguments]
        ran = subprocess.run(call, env=self._environ, capture_output=True, text=True, check=False)
        self.said = ran.stdout + ran.stderr
        return ran.returncode

    def install_before(self, version: str) -> Path:
        """Have a release installed; returns the file of what its screen shows."""
        current = self.root / "opt/campanile-companion/current"
        current.mkdir(parents=True)
        (current / "release").write_text(f"{version}\n")
        (self.root / "enabled").touch()
        note = self.root / "var/lib/campanile-companion/rolled-back"
        note.parent.mkdir(parents=True)
        return note

    def break_card(self, how: str) -> None:
        """Break the card, or have its installer refuse the bundle for that reason."""
        if how == "sums":
            (self.ours / "early_splash.py").write_text("# other\n")
        elif how == "bundle":
            (bundle,) = self.ours.glob("*.xz")
            bundle.rename(self.ours / "other")
            sums = self.ours / "SHA256SUMS"
            sums.write_text(sums.read_text().replace(bundle.name, "other"))
        elif how != "older":
            (self.root / "refusal").write_text(how)

    def lines(self, name: str) -> list[str]:
        file = self.root / name
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_the_service_is_put_in_place_and_started(pi: Pi) -> None:
    assert pi.run() == 0
    assert f"ExecStart=/bin/bash {pi.ours}/first-boot install" in pi.unit.read_text()
    assert pi.lines("calls")[-1] == "systemctl start --no-block companion-first-boot.service"


def test_before_a_restart_it_is_only_put_in_place(pi: Pi) -> None:
    assert pi.run("--later") == 0
    assert pi.unit.exists()
    assert not any("start" in each for each in pi.lines("calls"))


def test_it_installs_once(pi: Pi) -> None:
    pi.run()
    assert pi.run("install") == 0, pi.said
    assert pi.lines("calls").count("install --yes --unsigned") == 1
    assert 'board = "waveshare-hat"' in pi.settings.read_text()
    assert not pi.unit.exists()
    before = all_bytes(pi.root), all_bytes(pi.card)
    assert pi.run() == 0
    assert (all_bytes(pi.root), all_bytes(pi.card)) == before, "nothing is done twice"


@pytest.mark.soak
def test_settings_of_the_maker_are_kept(pi: Pi) -> None:
    pi.settings.parent.mkdir(parents=True)
    pi.settings.write_text("# mine\n")
    assert pi.run("install") == 0, pi.said
    assert pi.settings.read_text() == "# mine\n"


def test_a_failure_is_said_shown_and_tried_again(pi: Pi) -> None:
    (pi.root / "no-installer").touch()
    pi.run()
    assert pi.run("install") == 1
    assert "Installation failed: the installer says why above" in pi.said
    assert "The next start tries again" in pi.said
    assert "Installation failed" in (pi.ours / "first-boot.log").read_text()
    assert pi.unit.exists()
    (pi.root / "no-installer").unlink()
    assert pi.run("install") == 0
    assert not pi.unit.exists()


def test_a_first_installation_that_was_cut_goes_on_though_nobody_has_signed_it(pi: Pi) -> None:
    """The release was current already, but nothing had been enabled yet."""
    (pi.root / "no-installer").touch()
    assert pi.run("install") == 1
    pi.install_before(__version__)
    (pi.root / "no-installer").unlink()
    assert pi.run("install") == 0, pi.said
    assert pi.lines("calls").count("install --yes --unsigned") == 2


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("broken", "picture", "reason"),
    [
        ("sums", "damaged", "damaged"),
        ("bundle", "architecture", "arm64"),
        ("space", "space", "the installer says why"),
        ("signature", "signature", "the installer says why"),
        ("unsigned", "unsigned", "the installer says why"),
    ],
)
def test_each_reason_has_its_picture(pi: Pi, broken: str, picture: str, reason: str) -> None:
    (pi.root / "panel").write_text("spi /dev/spidev0.0 24 25\n")
    pi.break_card(broken)
    assert pi.run("install") == 1
    assert reason in pi.said
    assert pi.lines("calls") == []
    assert (pi.root / "run/companion-first-boot/picture").read_text().splitlines()[3:] == (
        (pi.ours / f"pictures/failed-{picture}.sh1106").read_text().splitlines()[3:]
    )


@pytest.mark.parametrize("broken", ["sums", "bundle", "space", "signature", "unsigned", "older"])
def test_an_installed_box_says_each_reason_once_on_its_own_screen(pi: Pi, broken: str) -> None:
    note = pi.install_before("9.0.0" if broken == "older" else "0.0.1")
    pi.break_card(broken)
    assert pi.run("install") == 1
    why = {"sums": "damaged", "bundle": "architecture"}.get(broken, broken)
    version = "-" if broken == "bundle" else __version__
    assert note.read_text() == f"{version} {why}\n"
    assert pi.lines("calls") == ["systemctl try-restart --no-block companion.service"]
    note.unlink()  # OK was pressed
    assert pi.run("install") == 1
    assert not note.exists()


def test_the_note_goes_through_no_link_and_one_that_can_t_be_written_costs_nothing(
    pi: Pi,
) -> None:
    note = pi.install_before("0.0.1")
    theirs = pi.root / "theirs"
    theirs.touch()
    note.symlink_to(theirs)
    pi.break_card("space")
    assert pi.run("install") == 1
    assert (theirs.read_text(), note.read_text()) == ("", f"{__version__} space\n")
    note.unlink()
    note.parent.rmdir()
    (pi.ours / "first-boot.log").unlink()
    assert pi.run("install") == 1
    assert "Installation failed: the installer says why above" in pi.said
    assert "line" not in pi.said


def test_a_release_that_was_installed_and_did_not_start_is_not_tried_again(pi: Pi) -> None:
    """Until another bundle lies there, in the installed release's own hands."""
    pi.install_before("0.0.1")
    (bundle,) = pi.ours.glob("*.xz")
    tried = pi.root / "opt/campanile-companion/tried"
    tried.write_text(f"{sha256(bundle.read_bytes()).hexdigest()}\n")
    assert pi.run("install") == 0, pi.said
    assert f"{__version__} was installed already; 0.0.1 runs" in pi.said
    assert not any("install" in each for each in pi.lines("calls"))
    assert "not again" in (pi.ours / "done").read_text()
    pi.run()
    assert not pi.unit.exists(), "no start looks at this bundle again"
    other = pi.ours / "first-boot.other"
    other.touch()
    (sums := pi.ours / "SHA256SUMS").write_text(
        f"{sums.read_text()}{sha256(b'').hexdigest()}  {other.name}\n"
    )
    tried.write_text("0\n")
    assert pi.run("install") == 0, pi.said
    assert pi.lines("calls").count("install --yes ") == 1, "and --unsigned is not the card's to say"


def test_the_panel_is_asked_for_once_and_shows_each_step(pi: Pi) -> None:
    (pi.ours / "companion.toml").write_text('board = "four-buttons"\n')
    (pi.root / "panel").write_text("i2c /dev/i2c-1 60 3 4 6\n")
    assert pi.run("install") == 0, pi.said
    assert pi.lines("asked") == ["i2c /dev/i2c-1 60 8", *["i2c /dev/i2c-1 60 3 4 6"] * 5]
    assert len(set(pi.lines("shown"))) == 4, "packages is the first step, and shown twice"


@pytest.mark.soak
def test_an_update_leaves_the_panel_to_the_companion(pi: Pi) -> None:
    (pi.root / "enabled").touch()
    assert pi.run("install") == 0, pi.said
    assert not pi.lines("asked")


def test_every_panel_that_the_companion_finds_is_asked_for_once(pi: Pi) -> None:
    """By the same bytes: first the controllers that are known, then whatever answers there."""
    (pi.ours / "companion.toml").write_text('board = "four-buttons"\n')
    assert pi.run("install") == 0, pi.said
    asked = [line.removeprefix("i2c /dev/i2c-1 ").split() for line in pi.lines("asked")]
    assert [int(address) for address, *_ in asked] == [each for each in ADDRESSES for _ in range(3)]
    known = {status for status in range(256) if controller_of(status) and not status & 0x40}
    for at in range(0, len(asked), 3):
        sh1106, ssd1306, other = ({*map(int, statuses)} for _, *statuses in asked[at : at + 3])
        assert {controller_of(status) for status in sh1106} == {Controller.SH1106}
        assert {controller_of(status) for status in ssd1306} == {Controller.SSD1306}
        assert sh1106 | ssd1306 == known
        assert not other


@pytest.mark.soak
def test_the_machine_restarts_once_if_only_that_switches_on_the_buses(pi: Pi) -> None:
    (pi.card / "config.txt").write_text("# campanile-companion: begin\n")
    (pi.root / "left-to-the-next-start").touch()
    assert pi.run("install") == 0, pi.said
    assert pi.lines("calls")[-1] == "systemctl reboot"
    assert (pi.ours / "done").exists()
