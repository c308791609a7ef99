"""What bookworm's image runs at its first start."""

import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.card import CardError, Login, Wifi
from companion.box.card.first_run import add_run, add_script, find_script
from tests.box.card.cards import COMMAND_LINE, IMAGER_RUN, IMAGER_SCRIPT, PUBLIC_KEY

KEY = "0" * 64
SSIDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@pytest.mark.parametrize("line", [f"{COMMAND_LINE}\n", COMMAND_LINE + IMAGER_RUN])
def test_the_command_line_names_the_script_once(line: str) -> None:
    run = add_run(line, None)
    assert run == f"{COMMAND_LINE}{IMAGER_RUN}\n"
    assert add_run(run, None) == run
    assert find_script(run) == "firstrun.sh"
    assert find_script(COMMAND_LINE) is None


def test_the_country_stays_behind_when_the_script_has_gone() -> None:
    run = add_run(f"{COMMAND_LINE} cfg80211.ieee80211_regdom=GB", Wifi("Home", KEY, "DE"))
    kept, _, _ = run.partition(" systemd.run")
    assert kept == f"{COMMAND_LINE} cfg80211.ieee80211_regdom=DE"


def test_a_script_of_the_imager_s_keeps_its_effect() -> None:
    script = add_script(IMAGER_SCRIPT, None, None, None)
    lines = script.splitlines()
    assert lines[0] == "#!/bin/sh"
    assert lines[4:] == IMAGER_SCRIPT.splitlines()[1:]
    assert add_script(script, None, None, None) == script


def test_what_the_imager_sets_up_is_set_up_there() -> None:
    with pytest.raises(CardError, match="set-up-by-imager"):
        add_script(IMAGER_SCRIPT, "torre", None, None)
    with pytest.raises(CardError, match="odd-file"):
        add_script("echo\n", None, None, None)
    with pytest.raises(CardError, match="odd-file"):
        add_run("a\nb\n", None)


@given(ssid=SSIDS)
def test_any_name_of_a_wifi_arrives_in_networkmanager_s_profile(ssid: str) -> None:
    script = add_script(None, None, Wifi(ssid, KEY, "DE"), None)
    profile = ConfigParser(delimiters="=", interpolation=None)
    profile.read_string(script.partition("<<'PROFILE'\n")[2].partition("PROFILE\n")[0])
    assert bytes(map(int, profile["wifi"]["ssid"].split(";")[:-1])).decode() == ssid
    assert profile["wifi-security"]["psk"] == KEY


def test_a_key_s_comment_is_no_command() -> None:
    """The machine's test runs all of the script; here only the line with the key."""
    script = add_script(None, "torre", Wifi("Home", KEY, "DE"), Login("anna", PUBLIC_KEY))
    line = next(each for each in script.splitlines() if "ssh-ed25519" in each)
    ran = subprocess.run(["bash", "-c", line.partition(" >")[0]], capture_output=True, check=True)
    assert ran.stdout.decode() == f"{PUBLIC_KEY}\n"
    subprocess.run(["bash", "-n"], input=script.encode(), check=True)


def test_the_script_removes_itself_and_its_name(tmp_path: Path) -> None:
    """Run by bash in a folder in place of the boot partition, which it must not leave."""
    script = add_script(None, None, None, None).replace("/boot/firmware", str(tmp_path))
    (tmp_path / "firstrun.sh").write_text(script)
    (tmp_path / "cmdline.txt").write_text(add_run(COMMAND_LINE, None))
    called = tmp_path / "campanile-companion"
    called.mkdir()
    (called / "first-boot").write_text('echo "$@" >called\n')
    for name in ("allowed_signers", "SHA256SUMS"):
        (called / name).touch()
    subprocess.run(["bash", "firstrun.sh"], check=True, cwd=tmp_path)
    assert (tmp_path / "cmdline.txt").read_text() == f"{COMMAND_LINE}\n"
    assert (tmp_path / "called").read_text() == "--later\n"
    assert {each.name for each in tmp_path.iterdir()} == {"cmdline.txt", "called", called.name}
