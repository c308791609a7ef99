"""What the broker is to have, and what of it is to be sent next: no queue but the outbox.

Of each retained topic only the latest message counts. A message is sent when the broker has
acknowledged the one before, in this order: the status and Home Assistant's device, the events as
they happened, then the state and the results that follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from companion.outlets.broker import OFFLINE, ONLINE, RETAINED, TableTopic, topic_of
from companion.outlets.mqtt.discovery import config_topic, describe_device
from companion.outlets.mqtt.messages import describe_results, describe_state, encode_json
from companion.outlets.mqtt.outbox import Outbox, WaitingEvent
from companion.outlets.mqtt.picture import describe_picture
from companion.outlets.table_client import Message
from companion.text import Words

MOST_SENSORS = 24
"""So many kinds of parts of tables become sensors: those of three or four games."""


class Publication(NamedTuple):
    """One message; an empty ``payload`` that is retained removes what the broker has kept."""

    topic: str
    payload: bytes
    retain: bool = True
    event: WaitingEvent | None = None


def all_removed(box: str) -> list[Publication]:
    """What removes all that a table may have left at a broker, the status last."""
    topics = [config_topic(box), *(topic_of(box, each) for each in reversed(RETAINED))]
    return [Publication(topic, b"") for topic in topics]


class Publications:
    """Everything that one table has to say; ``changed`` is called when there is more of it."""

    def __init__(
        self, outbox: Outbox, table_name: str, changed: Callable[[], None], *, home_assistant: bool
    ) -> None:
        self.box = ""
        """The table's id; "" until it is known."""
        self._outbox = outbox
        self._table_name = table_name
        self._home_assistant = home_assistant
        self._changed = changed
        self._wanted: dict[str, bytes] = {}
        """The latest message of each retained topic, those that go first at the front."""
        self._sent: dict[str, bytes] = {}
        """What of it was sent by this connection."""
        self._state: dict[str, Any] = {}
        self._words = Words()
        self._parts: dict[str, str] = {}
        """The labels of what the games have told of their tables, by key; none goes again."""

    # The table -------------------------------------------------------------------------------

    def show(self, state: Message) -> None:
        """Take the table's state; its events so far are in the outbox."""
        words = self._words
        if state["language"] != words.language:
            words = Words(state["language"])
        described = describe_state(state, self._table_name, self._outbox.last_number, words)
        self._introduce(state["box"], words, described["parts"])
        if described != self._state:
            self._state = described
            self._want(TableTopic.STATE, {**described, "number": state["number"]})
            if self._home_assistant:
                picture = describe_picture(state)
                self._wanted[self._topic(TableTopic.PICTURE)] = picture
        self._wanted[self._topic(TableTopic.STATUS)] = ONLINE.encode()
        self._changed()

    def show_results(self, reply: Message) -> None:
        """Take the box's reply about its games that are over."""
        described = describe_results(self.box, self._table_name, reply)
        self._want(TableTopic.RESULT, described)
        self._changed()

    def leave(self) -> None:
        """The table is not there: its box is off, or this program ends."""
        if self.box:
            self._wanted[self._topic(TableTopic.STATUS)] = OFFLINE.encode()
            self._changed()

    def _introduce(self, box: str, words: Words, parts: Sequence[Mapping[str, str]]) -> None:
        """Describe the device to Home Assistant where it is another one, or has more sensors."""
        known = {} if box != self.box else self._parts
        shown = {**known, **{each["key"]: each["label"] for each in parts}}
        shown = dict(islice(shown.items(), MOST_SENSORS))
        if (box, words, shown) == (self.box, self._words, self._parts):
            return
        if box != self.box:
            self._wanted, self._sent, self._state = {}, {}, {}
        self.box, self._words, self._parts = box, words, shown
        self._wanted.setdefault(self._topic(TableTopic.STATUS), ONLINE.encode())
        device = b""  # removes what was sent before it was switched off
        if self._home_assistant:
            device = encode_json(describe_device(box, self._table_name, words, shown))
        self._wanted[config_topic(box)] = device

    def _topic(self, what: TableTopic) -> str:
        return topic_of(self.box, what)

    def _want(self, what: TableTopic, described: Mapping[str, object]) -> None:
        self._wanted[self._topic(what)] = encode_json(described)

    # The broker ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Another connection: the broker may have lost everything."""
        self._sent.clear()
        self._changed()

    def repeat_status(self) -> None:
        """Say again that the table is there, for who has heard nothing else."""
        if self.box:
            self._sent.pop(self._topic(TableTopic.STATUS), None)
            self._changed()

    def take_next(self) -> Publication | None:
        """What is to be sent next; None as long as there is nothing."""
        for topic in (self._topic(TableTopic.STATUS), config_topic(self.box)):
            if found := self._take(topic):
                return found
        if (event := self._outbox.first()) is not None:
            return Publication(self._topic(TableTopic.EVENT), event.payload, False, event)
        return next(filter(None, map(self._take, self._wanted)), None)

    def _take(self, topic: str) -> Publication | None:
        payload = self._wanted[topic]
        if self._sent.get(topic) == payload:
            return None
        self._sent[topic] = payload
        return Publication(topic, payload)

    def acknowledge(self, publication: Publication) -> None:
        """Note that the broker has it."""
        if publication.event is not None:
            self._outbox.acknowledge(publication.event)
