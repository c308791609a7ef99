"""The installer's table of system files names all of them, each with a place of its own."""

import subprocess
from pathlib import Path

SYSTEMD = Path(__file__).parents[3] / "systemd"
SUFFIXES = {".service", ".socket", ".rules", ".conf"}
WHILE_ON_TRIAL = "trial.conf"


def test_the_table_has_every_system_file_and_no_other() -> None:
    lines = (SYSTEMD / "files").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    names, targets = zip(*rows, strict=True)
    there = {path.name for path in SYSTEMD.iterdir() if path.suffix in SUFFIXES}
    assert sorted(names) == sorted(there - {WHILE_ON_TRIAL})
    assert len(set(targets)) == len(targets)
    assert all(Path(target).is_absolute() for target in targets)


def test_a_dry_run_without_any_release_says_its_steps_and_no_fault() -> None:
    command = [str(SYSTEMD / "install"), "--dry-run", "--uninstall", "--no-boot-config"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "rm -f /etc/systemd/system/companion.service" in ran.stdout
