"""What a panel says, put together by hand: lines of the wire, written once more for the tests."""

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

HOST = 0x0A0B0C0D
BOOT = 0x01020304
OK = 14
VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


def framed(body: bytes) -> bytes:
    return base64.b64encode(body + struct.pack(">I", zlib.crc32(body))) + b"\n"


def bodies(data: bytes) -> list[bytes]:
    """The bodies of whole frames; fails for anything else but empty lines."""
    found = []
    for line in data.splitlines():
        if line:
            frame = base64.b64decode(line, validate=True)
            assert framed(frame[:-4]) == line + b"\n"
            found.append(frame[:-4])
    return found


def hello(host: int = HOST, boot: int = BOOT, first: int = 0, name: str = "campanile 1") -> bytes:
    return framed(b"H\x01" + struct.pack(">III", host, boot, first) + b"\x10\x0a" + name.encode())


def other_hello(version: int = 2) -> bytes:
    return framed(b"H" + bytes([version]) + b"something else")


def downs(first: int, *keys: int, boot: int = BOOT) -> bytes:
    return events(first, *(key | 0x80 for key in keys), boot=boot)


def events(first: int, *each: int, boot: int = BOOT) -> bytes:
    return framed(b"K" + struct.pack(">II", boot, first) + bytes(each))


def beat(following: int = 0, boot: int = BOOT) -> bytes:
    return framed(b"B" + struct.pack(">II", boot, following))


def said_hello(host: int = HOST) -> bytes:
    return b"H\x01" + struct.pack(">I", host)


def said_beat(host: int = HOST) -> bytes:
    return b"B" + struct.pack(">I", host)


def acknowledged(following: int, boot: int = BOOT) -> bytes:
    return b"A" + struct.pack(">II", boot, following)
