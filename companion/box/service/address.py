"""The address of the machine and the port of the page, for the menu and for what people type."""

import re
from pathlib import Path

WEB_PORT = 8080
"""The port of a web server that was started by hand, if no other one was chosen."""
ROUTES = Path("/proc/self/net/fib_trie")
OWN_ADDRESS = re.compile(r"\|-- (\S+)\s+/32 host LOCAL")
"""An address of this machine among its routes; the service may open no socket to ask with."""


def find_address() -> str:
    """The machine's first address that is not its loopback; "" without a network."""
    try:
        found = OWN_ADDRESS.findall(ROUTES.read_text())
    except OSError:
        return ""
    return next((address for address in found if not address.startswith("127.")), "")
