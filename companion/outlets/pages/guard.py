"""What a request must bring before it is answered, and the headers of every reply.

A page of another site may make a phone's browser send requests here. A form of its own fails at
``Origin``; a name of its own that leads to this machine (DNS rebinding) fails at ``Host``.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" browsers send "Origin: null" with our own forms too.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""On every reply."""
NO_STORE = "no-store"
"""The ``Cache-Control`` of pages."""
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?")


def is_own_host(host: str, own_name: str) -> bool:
    """Whether a ``Host`` is a number address, localhost, or this machine's name."""
    found = HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1].lower()
    own = own_name.partition(".")[0].lower()
    return name in {"localhost", own, f"{own}.local"} - {"", ".local"} or _is_address(name)


def _is_address(name: str) -> bool:
    family = socket.AF_INET6 if name.startswith("[") else socket.AF_INET
    try:
        socket.inet_pton(family, name.strip("[]"))
    except OSError:
        return False
    return True


def is_from_own_page(headers: Mapping[str, str]) -> bool:
    """Whether a form was sent by a page of ours."""
    origin = headers.get("Origin", "")
    if origin:
        return origin == f"http://{headers.get('Host', '')}"
    return headers.get("Sec-Fetch-Site", "") == "same-origin"
