"""Who is at the other end of a Unix socket, as the kernel says, and who may follow the table."""

import grp
import os
import socket
import struct
from collections.abc import Sequence
from typing import NamedTuple

GROUP = "campanile-table"
"""Members of this group may connect to the table's socket."""
ROOT = 0
SO_PEERGROUPS = 59
"""Of <asm-generic/socket.h>; Python has no name for it. The groups the peer had as it connected."""
MAX_GROUPS_SIZE = 1024
"""Bytes of the list of groups, as many as Python's getsockopt takes."""
_CREDENTIALS = struct.Struct("3i")


class Peer(NamedTuple):
    """The process that has connected."""

    pid: int
    uid: int
    groups: Sequence[int]
    """Its group first, then its supplementary groups."""


def identify_peer(connection: socket.socket) -> Peer:
    """Return who has connected."""
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, uid, gid = _CREDENTIALS.unpack(data)
    try:
        more = connection.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, MAX_GROUPS_SIZE)
    except OSError:  # an old kernel, or more groups than fit
        more = b""
    return Peer(pid, uid, (gid, *struct.unpack(f"{len(more) // 4}I", more)))


def may_connect(peer: Peer) -> bool:
    """Whether the peer may follow the table: root, the own user, members of `GROUP`."""
    return peer.uid in (ROOT, os.geteuid()) or _group_number() in peer.groups


def _group_number() -> int | None:
    """Return the group's number; None where nobody has set it up."""
    try:
        return grp.getgrnam(GROUP).gr_gid
    except KeyError:
        return None
