"""A blocking client at the table's socket, for tests."""

import json
import socket
from pathlib import Path
from typing import Any

from companion.outlets.protocol import ClientMessage, encode_message

TIMEOUT = 20.0
"""Seconds until a test gives up."""


class TableClient:
    """Sends messages and returns what comes, line by line."""

    def __init__(self, path: Path, receive_buffer: int | None = None) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(TIMEOUT)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(str(path))
        self._received = b""

    def __enter__(self) -> "TableClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send(self, *messages: ClientMessage) -> None:
        self.send_bytes(b"".join(map(encode_message, messages)))

    def send_bytes(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self) -> Any:
        """Return the next line's payload; None at the end of the connection."""
        while b"\n" not in self._received:
            try:
                data = self.socket.recv(1 << 16)
            except ConnectionResetError:
                data = b""
            if not data:
                assert not self._received, "the last line has no end"
                return None
            self._received += data
        line, _, self._received = self._received.partition(b"\n")
        return json.loads(line)
