"""`systemd/trial` in a folder in place of /; `.ci/updates` has the real systemd."""

from pathlib import Path

import pytest

from tests.box.service.system_root import SystemRoot


@pytest.fixture
def root(tmp_path: Path) -> SystemRoot:
    root = SystemRoot(tmp_path)
    (root.home / "trial").write_text("3\n")
    return root


def test_a_release_comes_back_where_neither_note_nor_splash_can_be_written(
    root: SystemRoot,
) -> None:
    root.state.rmdir()
    (root.state.parents[1] / "cache").touch()  # no folder
    ran = root.run("trial", "rollback")
    assert ran.returncode == 0, ran.stderr
    assert (root.home / "current").readlink() == Path("a")
    assert not (root.home / "trial").exists()
    assert root.calls()[-1] == "systemctl start companion.service"


def test_what_fills_the_card_goes_before_the_files_of_the_release_before_are_written(
    root: SystemRoot,
) -> None:
    """And only what no start of the failed one needs that the power may cut."""
    (root.home / "b/lib/python3").mkdir(parents=True)
    assert root.run("trial", "rollback").returncode == 0
    assert sorted(each.name for each in (root.home / "b").iterdir()) == ["release", "systemd"]


def test_the_note_is_the_companion_s_own_and_no_link_leads_elsewhere(
    root: SystemRoot, tmp_path: Path
) -> None:
    theirs, note = tmp_path / "theirs", root.state / "rolled-back"
    theirs.touch()
    for each in ("rolled-back", "rolled-back.new"):
        (root.state / each).symlink_to(theirs)
    assert root.run("trial", "rollback").returncode == 0
    assert theirs.read_text() == ""
    assert note.read_text() == "1.b\n"
    user = "setpriv --reuid=campanile-companion --regid=campanile-companion"
    written, prepared = (each for each in root.calls() if each.startswith("setpriv"))
    assert written.startswith(user)
    assert prepared.startswith(user)
    assert "prepared_splash" in prepared


def test_a_full_card_counts_each_start(root: SystemRoot) -> None:
    """There is no room for another file, so the count is written over the old one."""
    (root.home / "trial").write_text("0\n")
    (root.home / "trial.new").mkdir()  # as if there were none
    for number in (1, 2, 3):
        assert root.run("trial", "begin").returncode == 0
        assert (root.home / "trial").read_text() == f"{number}\n"
    assert root.run("trial", "begin").returncode == 1


@pytest.mark.parametrize("count", ["", "\n", "many\n"])
def test_a_count_that_can_t_be_read_begins_anew(root: SystemRoot, count: str) -> None:
    (root.home / "trial").write_text(count)
    assert [root.run("trial", "begin").returncode for _ in range(4)] == [0, 0, 0, 1]
