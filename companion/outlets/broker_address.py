"""Where the MQTT broker is, for the programs that know one."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import NamedTuple


class BrokerAddress(NamedTuple):
    """Where the broker is, and how it lets us in."""

    host: str
    port: int
    tls: bool = False
    ca: Path | None = None
    """Whom to trust; None for the authorities that the system knows."""
    user: str = ""
    password: str = ""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    def load_trusted(self) -> ssl.SSLContext:
        """Read whom to trust; raises OSError, which names the file."""
        try:
            return ssl.create_default_context(cafile=self.ca)
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(self.ca)) from error
