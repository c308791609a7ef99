"""The MQTT broker: where it is, and the topics of `companion mqtt` there (docs/mqtt.md)."""

from __future__ import annotations

import ssl
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

VERSION = 1
"""Of the messages."""
BASE = "campanile"
ONLINE, OFFLINE = "online", "offline"
"""The texts of `status`."""


class TableTopic(StrEnum):
    """What a table publishes, below its own folder of topics."""

    STATUS = "status"
    STATE = "state"
    EVENT = "event"
    RESULT = "result"
    PICTURE = "picture"


RETAINED = (TableTopic.STATUS, TableTopic.STATE, TableTopic.RESULT, TableTopic.PICTURE)
"""Of these the broker keeps the latest message for whoever comes later."""


def topic_of(box: str, what: TableTopic) -> str:
    """The topic of one table; ``box`` is its id, "+" that of every table."""
    return f"{BASE}/{box}/{what}"


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
