"""Names, passwords and keys: what can't work on the Pi is refused on the computer."""

from pathlib import Path

import pytest

from companion.box.card import (
    CardError,
    check_host_name,
    check_user_name,
    check_wifi,
    make_wifi,
    read_public_key,
)
from tests.box.card.cards import PUBLIC_KEY


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
