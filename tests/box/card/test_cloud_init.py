"""What cloud-init reads: our lines are there, and those of others keep their effect."""

import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own
from hypothesis import given
from hypothesis import strategies as st

from companion.box.card import (
    CardError,
    Login,
    Wifi,
    check_host_name,
    check_user_name,
    check_wifi,
    make_wifi,
    read_public_key,
)
from companion.box.card.cloud_init import BEGIN, add_network, add_user_data, first_boot_line
from tests.box.card.cards import IMAGER, PUBLIC_KEY


def test_the_key_of_a_wifi_is_as_the_standard_computes_it() -> None:
    """The test vectors of IEEE 802.11, annex J.4."""
    for ssid, password, key in (
        ("IEEE", "password", "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"),
        ("Z" * 32, "a" * 32, "becb93866bb8c3832cb777c2f559807c8c59afcb6eae734885001300a981cc62"),
    ):
        assert make_wifi(ssid, password, "DE").key == key


def test_a_wifi_s_name_has_1_to_32_bytes() -> None:
    assert check_wifi("é" * 16, "de") == "DE"
    for ssid, key in (("", "odd-ssid"), ("é" * 17, "long-ssid"), ("\udc80", "odd-ssid")):
        with pytest.raises(CardError, match=key):
            check_wifi(ssid, "DE")


def test_a_wifi_needs_its_country() -> None:
    for country, key in ((None, "no-country"), ("D", "bad-country"), ("Germany", "bad-country")):
        with pytest.raises(CardError, match=key):
            check_wifi("Home", country)


@pytest.mark.parametrize("password", ["", "seven77", "x" * 64, "eight_é8", "eight\t88"])
def test_a_password_that_no_wifi_has_is_refused(password: str) -> None:
    with pytest.raises(CardError, match="password"):
        make_wifi("Home", password, "DE")


def test_names_that_the_pi_would_not_take_are_refused() -> None:
    assert check_host_name("torre-2") == "torre-2"
    assert check_user_name("anna_2") == "anna_2"
    for name in ("", "-a", "a-", "a.b", "a" * 64, "ä", "a\n"):
        with pytest.raises(CardError):
            check_host_name(name)
    for name in ("", "root", "Anna", "2a", "a b", "a;b", "a" * 33, "a\n"):
        with pytest.raises(CardError):
            check_user_name(name)


def test_only_a_public_key_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "id.pub"
    file.write_text(f"{PUBLIC_KEY}\n")
    assert read_public_key(file) == PUBLIC_KEY
    kind, data, _ = PUBLIC_KEY.split(" ", 2)
    for text in (
        "",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n",
        f"{PUBLIC_KEY}\n{PUBLIC_KEY}\n",
        f"ssh-rsa {data}\n",
        f"{kind} {data[:-3]}\n",
        f"{PUBLIC_KEY}\x1b[31m\n",
    ):
        file.write_text(text)
        with pytest.raises(CardError, match="no-public-key"):
            read_public_key(file)
    with pytest.raises(CardError, match="no-key-file"):
        read_public_key(tmp_path)


KEY = "0" * 64
IMAGE = """\
#cloud-config

# A comment of the image's: see https://cloudinit.readthedocs.io/
ssh_pwauth: false
#users:
#- default
"""
IMAGE_NETWORK = """\
# As the image has it
network:
  version: 2

  ethernets:
    eth0:
      dhcp4: true
      optional: true

#  wifis:
#    wlan0:
"""
SSIDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


def test_user_data_of_the_imager_keeps_its_effect() -> None:
    text = add_user_data(IMAGER, None, None)
    found, before = yaml.safe_load(text), yaml.safe_load(IMAGER)
    assert text.startswith(IMAGER)
    assert {key: value for key, value in found.items() if key != "bootcmd"} == before
    (command,) = found["bootcmd"]
    assert command[:2] == ["sh", "-c"]
    assert "FIRST_BOOT_CARD=/boot/firmware/campanile-companion" in command[2]


@pytest.mark.parametrize("installed", [None, "1.0.0", "1.1.0"])
def test_an_installed_release_that_can_check_runs_its_own_first_boot(
    tmp_path: Path, installed: str | None
) -> None:
    """Nothing of the card is run before its signature is checked; 1.0.0 had no key for that."""
    line = first_boot_line(" --later").replace("/boot", f"{tmp_path}/boot")
    line = line.replace("/opt", f"{tmp_path}/opt")
    run = ["sh", "-c", line]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == ""
    card, slot = (tmp_path / name for name in ("boot/firmware/campanile-companion", "opt"))
    slot /= "campanile-companion/current/systemd"
    for folder in (card, slot) if installed else (card,):
        folder.mkdir(parents=True)
        (folder / "first-boot").write_text('echo "$0 $1 $FIRST_BOOT_CARD"\n')
        (folder / "allowed_signers").touch()
    (card / "SHA256SUMS").touch()
    if installed == "1.0.0":
        (slot / "allowed_signers").unlink()
    own = slot if installed == "1.1.0" else card
    said = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert said == f"{own}/first-boot --later {card}\n"


@pytest.mark.parametrize("text", ["", "#cloud-config", IMAGE, IMAGE.rstrip(), IMAGER])
def test_written_twice_it_is_the_same(text: str) -> None:
    once = add_user_data(text, None, None)
    assert once.count(BEGIN) == 1
    assert add_user_data(once, None, None) == once


@pytest.mark.parametrize(
    "text",
    [
        "#!/bin/sh\necho\n",
        "## template: jinja\n#cloud-config\n",
        "#cloud-config\n{hostname: torre}\n",
        "#cloud-config\n---\nhostname: torre\n",
        "#cloud-config\nhostname: torre\n...\n",
        "#cloud-config-archive\n- type: text/plain\n",
    ],
)
def test_a_form_to_which_nothing_can_be_added_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="odd-file"):
        add_user_data(text, None, None)


def test_a_setting_that_is_there_already_is_refused() -> None:
    for text, name, login, keys in (
        (IMAGER, "other", None, "hostname, manage_etc_hosts"),
        (IMAGER, None, Login("berta", PUBLIC_KEY), "enable_ssh, users"),
        ("#cloud-config\nbootcmd:\n- ls\n", None, None, "bootcmd"),
        ('#cloud-config\n"bootcmd": []\n', None, None, "bootcmd"),
    ):
        with pytest.raises(CardError) as caught:
            add_user_data(text, name, login)
        assert caught.value.values["keys"] == keys


def test_name_and_user_are_what_cloud_init_expects() -> None:
    found = yaml.safe_load(add_user_data(IMAGE, "torre", Login("anna", PUBLIC_KEY)))
    assert (found["hostname"], found["ssh_pwauth"], found["enable_ssh"]) == ("torre", False, True)
    (user,) = found["users"]
    assert (user["name"], user["lock_passwd"]) == ("anna", True)
    assert user["ssh_authorized_keys"] == [PUBLIC_KEY]


@pytest.mark.parametrize("before", ["", "# nothing\n", IMAGE_NETWORK])
@given(ssid=SSIDS)
def test_any_name_of_a_wifi_arrives_in_the_network_s_settings(before: str, ssid: str) -> None:
    text = add_network(before, Wifi(ssid, KEY, "DE"))
    found = yaml.safe_load(text)["network"]
    assert found["version"] == 2
    assert ("ethernets" in found) == ("ethernets" in before)
    device = found["wifis"]["wlan0"]
    assert device["regulatory-domain"] == "DE"
    assert device["access-points"] == {ssid: {"password": KEY}}
    assert add_network(text, Wifi(ssid, KEY, "DE")) == text


def test_a_wifi_of_the_imager_s_is_kept() -> None:
    imager = add_network("", Wifi("Theirs", KEY, "FR")).replace("# campanile", "# other")
    assert add_network(imager, None) == imager
    with pytest.raises(CardError, match="taken"):
        add_network(imager, Wifi("Home", KEY, "DE"))


@pytest.mark.parametrize("text", ["version: 2\nethernets:\n  a: 1\n", "network:\n    version: 2\n"])
def test_other_forms_of_the_network_s_settings_are_refused(text: str) -> None:
    with pytest.raises(CardError, match="odd-file"):
        add_network(text, Wifi("Home", KEY, "DE"))


def test_what_is_no_longer_wanted_goes() -> None:
    assert add_network(add_network(IMAGE_NETWORK, Wifi("Home", KEY, "DE")), None) == IMAGE_NETWORK
    named = add_user_data(IMAGE, "torre", None)
    assert add_user_data(named, None, None) == add_user_data(IMAGE, None, None)
