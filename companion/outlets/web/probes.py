"""Answers the connectivity probes of phones, so that they stay in a hotspot without internet."""

from collections.abc import Mapping
from typing import NamedTuple


class Probe(NamedTuple):
    """What a phone expects of a network that leads to the internet."""

    status: int
    content_type: str
    body: bytes


APPLE = Probe(
    200,
    "text/html",
    b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
)
NOTHING = Probe(204, "text/plain", b"")
PROBES: Mapping[str, Probe] = {
    "/generate_204": NOTHING,
    "/gen_204": NOTHING,
    "/hotspot-detect.html": APPLE,
    "/library/test/success.html": APPLE,
    "/connecttest.txt": Probe(200, "text/plain", b"Microsoft Connect Test"),
    "/ncsi.txt": Probe(200, "text/plain", b"Microsoft NCSI"),
    "/success.txt": Probe(200, "text/plain", b"success\n"),
    "/canonical.html": Probe(
        200,
        "text/html",
        b'<meta http-equiv="refresh"'
        b' content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    "/check_network_status.txt": Probe(200, "text/plain", b"NetworkManager is online\n"),
}
"""The paths that phones and computers ask for after they joined the hotspot, by any host's name.

One that is not answered as expected leaves the hotspot again.
"""
