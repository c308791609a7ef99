"""The messages encoded once more for tests: the panel's as lines, the host's as bodies."""

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

HOST = 0x0A0B0C0D
BOOT = 0x01020304
OK_KEY = 14
VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


def encode_frame(body: bytes) -> bytes:
    return base64.b64encode(body + struct.pack(">I", zlib.crc32(body))) + b"\n"


def decode_frames(data: bytes) -> list[bytes]:
    """The bodies of complete frames; fails for anything else but empty lines."""
    bodies = []
    for line in data.splitlines():
        if line:
            frame = base64.b64decode(line, validate=True)
            assert encode_frame(frame[:-4]) == line + b"\n"
            bodies.append(frame[:-4])
    return bodies


def panel_hello(
    host: int = HOST, boot: int = BOOT, first: int = 0, name: str = "campanile 1"
) -> bytes:
    numbers = struct.pack(">III", host, boot, first)
    return encode_frame(b"H\x01" + numbers + b"\x10\x0a" + name.encode())


def other_version_hello(version: int = 2) -> bytes:
    return encode_frame(b"H" + bytes([version]) + b"something else")


def keys_down(first: int, *keys: int, boot: int = BOOT) -> bytes:
    return key_events(first, *(key | 0x80 for key in keys), boot=boot)


def key_events(first: int, *events: int, boot: int = BOOT) -> bytes:
    return encode_frame(b"K" + struct.pack(">II", boot, first) + bytes(events))


def panel_heartbeat(following: int = 0, boot: int = BOOT) -> bytes:
    return encode_frame(b"B" + struct.pack(">II", boot, following))


def host_hello(host: int = HOST) -> bytes:
    return b"H\x01" + struct.pack(">I", host)


def host_heartbeat(host: int = HOST) -> bytes:
    return b"B" + struct.pack(">I", host)


def acknowledgement(following: int, boot: int = BOOT) -> bytes:
    return b"A" + struct.pack(">II", boot, following)
