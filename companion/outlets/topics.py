"""The topics of `companion mqtt` at an MQTT broker (docs/mqtt.md)."""

from __future__ import annotations

from enum import StrEnum

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


RETAINED = (TableTopic.STATUS, TableTopic.STATE, TableTopic.RESULT)
"""Of these the broker keeps the latest message for whoever comes later."""


def topic_of(box: str, what: TableTopic) -> str:
    """The topic of one table; ``box`` is its id, "+" that of every table."""
    return f"{BASE}/{box}/{what}"
