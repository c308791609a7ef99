"""Writes what cloud-init reads on the boot partition (Raspberry Pi OS trixie).

Our lines are added between two comments to those of the image or of Raspberry Pi Imager, which keep
their effect. A card may set up a host name, a Wi-Fi and a user who logs in by SSH.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from companion.box.card.errors import CardError
from companion.box.service.folders import NAME

BEGIN, END = f"# {NAME}: begin", f"# {NAME}: end"


def remove_block(text: str) -> str:
    """Return the text without our block and the blank line before it."""
    kept: list[str] = []
    within = False
    for line in text.splitlines(keepends=True):
        if line.startswith(BEGIN):
            within = True
            if kept and not kept[-1].strip():
                kept.pop()
        elif not within:
            kept.append(line)
        elif line.rstrip() == END:
            within = False
    return "".join(kept)


def append_block(text: str, lines: str, begin: str = BEGIN) -> str:
    """Return the text with our block of ``lines`` at its end, in place of an earlier one."""
    text = remove_block(text)
    if text and not text.endswith("\n"):
        text += "\n"
    gap = "\n" if text else ""
    return f"{text}{gap}{begin}\n{lines}{END}\n"


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


_CARD = f"/boot/firmware/{NAME}"
_INSTALLED = f"/opt/{NAME}/current/systemd"


def first_boot_line(argument: str = "") -> str:
    """A command of sh that runs `first-boot`: the installed release's own, if that can check."""
    run = f"FIRST_BOOT_CARD={_CARD} bash $from/first-boot{argument}"
    once = f"test ! -e $from/allowed_signers || {{ {run}; break; }}"
    return f"test ! -e {_CARD}/SHA256SUMS || for from in {_INSTALLED} {_CARD}; do {once}; done"


USER_DATA, META_DATA, NETWORK = "user-data", "meta-data", "network-config"
HEADER = "#cloud-config"
META_DATA_TEXT = "dsmode: local\ninstance_id: rpios-image\n"
"""As in the image: what cloud-init does once is not done again for our sake."""
_GROUPS = "users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo"
_KEY = re.compile(r"""(["']?)([\w.-]+)\1\s*:(\s|$)""")
_INDENTED = re.compile(r" +\S")


def quote(text: str) -> str:
    """Write any text as a string of YAML."""
    signs = (c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08X}" for c in text)
    return f'"{"".join(signs)}"'


def add_user_data(text: str, name: str | None, login: Login | None) -> str:
    """Return ``user-data`` with our lines; raises CardError where that can't be done safely."""
    text = remove_block(text) or f"{HEADER}\n"
    if text.splitlines()[0].rstrip() != HEADER:
        raise CardError("odd-file", file=USER_DATA)
    lines = ["bootcmd:", f"  - [sh, -c, {quote(first_boot_line())}]"]
    if name is not None:
        lines += [f"hostname: {quote(name)}", "manage_etc_hosts: true"]
    if login is not None:
        lines += ["enable_ssh: true", *_user_lines(login)]
    taken = _top_keys(text, USER_DATA) & _top_keys("\n".join(lines), USER_DATA)
    if taken:
        raise CardError("taken", file=USER_DATA, keys=", ".join(sorted(taken)))
    return append_block(text, "".join(f"{line}\n" for line in lines))


def _user_lines(login: Login) -> Iterable[str]:
    yield "users:"
    yield f"  - name: {quote(login.user)}"
    yield f"    groups: {_GROUPS}"
    yield "    shell: /bin/bash"
    yield "    lock_passwd: true"
    yield '    sudo: "ALL=(ALL) NOPASSWD:ALL"'
    yield "    ssh_authorized_keys:"
    yield f"      - {quote(login.public_key)}"


def add_network(text: str, wifi: Wifi | None) -> str:
    """Return ``network-config`` with our Wi-Fi, or without one; raises CardError."""
    text = remove_block(text)
    if wifi is None:
        return text
    keys = _top_keys(text, NETWORK)
    inner = {match[2] for line in text.splitlines() if (match := _KEY.match(line.strip()))}
    if "wifis" in inner:
        raise CardError("taken", file=NETWORK, keys="wifis")
    head = ""
    if not keys:
        head = "network:\n  version: 2\n"
    elif keys != {"network"} or _first_indent(text) != 2:
        raise CardError("odd-file", file=NETWORK)
    return append_block(text, head + _wifi_lines(wifi))


def _wifi_lines(wifi: Wifi) -> str:
    return f"""\
  wifis:
    wlan0:
      dhcp4: true
      optional: true
      regulatory-domain: {quote(wifi.country)}
      access-points:
        {quote(wifi.ssid)}:
          password: {quote(wifi.key)}
"""


def _first_indent(text: str) -> int:
    lines = (line for line in text.splitlines() if _INDENTED.match(line))
    line = next((each for each in lines if not each.lstrip().startswith("#")), "")
    return len(line) - len(line.lstrip())


def _top_keys(text: str, file: str) -> set[str]:
    """The keys of a YAML mapping in block style; raises CardError for anything else."""
    keys = set()
    for line in text.split("\n"):
        line = line.rstrip()
        if not line or line.startswith(("#", " ", "- ")):
            continue
        match = _KEY.match(line)
        if match is None:
            raise CardError("odd-file", file=file)
        keys.add(match[2])
    return keys
