"""What a card may set up beside the companion: a host name, a Wi-Fi, a user who logs in by SSH."""

import base64
import binascii
import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from companion.box.card.errors import CardError

LONGEST_SSID = 32
"""Bytes in UTF-8."""
PASSWORD_LENGTHS = range(8, 64)
WPA_ROUNDS, WPA_BYTES = 4096, 32
_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)
_USER = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_KEY_KIND = re.compile(r"(sk-)?(ssh|ecdsa)-[a-z0-9-]+(@openssh\.com)?")


class Wifi(NamedTuple):
    """A Wi-Fi with WPA2: its name, the key made of name and password, and the country's letters."""

    ssid: str
    key: str
    """64 hexadecimal digits."""
    country: str


class Login(NamedTuple):
    """A user who logs in by SSH with a key; the user has no password."""

    user: str
    public_key: str


def check_wifi(ssid: str, country: str | None) -> str:
    """Refuse a name that no Wi-Fi can have; returns the country's letters. Raises CardError."""
    _encode_ssid(ssid)
    if country is None:
        raise CardError("no-country")
    if not re.fullmatch("[A-Za-z]{2}", country):
        raise CardError("bad-country", country=country)
    return country.upper()


def make_wifi(ssid: str, password: str, country: str) -> Wifi:
    """Make the key of name and password; raises CardError."""
    name = _encode_ssid(ssid)
    if len(password) not in PASSWORD_LENGTHS:
        raise CardError("bad-password", low=PASSWORD_LENGTHS[0], high=PASSWORD_LENGTHS[-1])
    if not (password.isascii() and password.isprintable()):
        raise CardError("odd-password")
    key = hashlib.pbkdf2_hmac("sha1", password.encode("ascii"), name, WPA_ROUNDS, WPA_BYTES)
    return Wifi(ssid, key.hex(), country)


def _encode_ssid(ssid: str) -> bytes:
    try:
        name = ssid.encode()
    except UnicodeEncodeError as error:
        raise CardError("odd-ssid") from error
    if not name:
        raise CardError("odd-ssid")
    if len(name) > LONGEST_SSID:
        raise CardError("long-ssid", bytes=len(name), most=LONGEST_SSID)
    return name


def check_host_name(name: str) -> str:
    """Return a host name; raises CardError if it is none."""
    if not _HOST.fullmatch(name):
        raise CardError("bad-host", name=name)
    return name


def check_user_name(name: str) -> str:
    """Return the name of a user to be made; raises CardError if it can't be one."""
    if not _USER.fullmatch(name) or name == "root":
        raise CardError("bad-user", name=name)
    return name


def read_public_key(path: Path) -> str:
    """Return the one line of a public key's file, as OpenSSH writes it; raises CardError."""
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as error:
        raise CardError("no-key-file", path=path, why=error.strerror or error) from error
    except UnicodeDecodeError as error:
        raise CardError("no-public-key", path=path) from error
    keys = [line.strip() for line in lines if line.strip()]
    if len(keys) != 1 or not _is_public_key(keys[0]):
        raise CardError("no-public-key", path=path)
    return keys[0]


def _is_public_key(line: str) -> bool:
    kind, _, rest = line.partition(" ")
    try:
        data = base64.b64decode(rest.partition(" ")[0], validate=True)
    except (binascii.Error, ValueError):
        return False
    # A key begins with the length of its kind, and the kind.
    start = len(kind).to_bytes(4) + kind.encode()
    return bool(_KEY_KIND.fullmatch(kind)) and line.isprintable() and data.startswith(start)
