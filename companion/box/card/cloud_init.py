"""Writes what cloud-init reads on the boot partition (Raspberry Pi OS trixie).

Our lines are added to those of the image or of Raspberry Pi Imager, which keep their effect.
"""

import re
from collections.abc import Iterable

from companion.box.card.blocks import append_block, remove_block
from companion.box.card.bundle import NAME
from companion.box.card.customisation import Login, Wifi
from companion.box.card.errors import CardError

FIRST_BOOT = f"/boot/firmware/{NAME}/first-boot"
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
    lines = ["bootcmd:", f'  - [sh, -c, "test ! -e {FIRST_BOOT} || exec bash {FIRST_BOOT}"]']
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
