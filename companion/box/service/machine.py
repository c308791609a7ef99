"""Which machine this is, and the address and port by which its page is reached."""

import re
from pathlib import Path

MODEL = "proc/device-tree/model"


def read_model(root: Path = Path("/")) -> str:
    """Return what the machine calls itself, like "Raspberry Pi 5 Model B Rev 1.0"; "" if nothing.

    ``root`` is the folder under which its files are looked for.
    """
    try:
        return (root / MODEL).read_text(errors="replace").rstrip("\0\n")
    except OSError:
        return ""


def is_raspberry_pi(root: Path = Path("/")) -> bool:
    """Whether the machine is a Raspberry Pi of any model."""
    return read_model(root).startswith("Raspberry Pi")


UNIT = "companion.service"
"""What systemd calls this program."""
WEB_PORT = 8080
"""The port of a web server that was started by hand, if no other one was chosen."""
ROUTES = Path("/proc/self/net/fib_trie")
OWN_ADDRESS = r"\|-- (\S+)\s+/32 host LOCAL"
"""An address of this machine among its routes; the service may open no socket to ask with."""


def find_address() -> str:
    """The machine's first address that is not its loopback; "" without a network."""
    try:
        found = re.findall(OWN_ADDRESS, ROUTES.read_text())
    except OSError:
        return ""
    return next((address for address in found if not address.startswith("127.")), "")
