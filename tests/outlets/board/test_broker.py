"""The command `companion board` before a real Mosquitto."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from tests.app.command import PATIENCE
from tests.outlets.board.messages import encode, event, result, results, state, topic
from tests.outlets.board.running import start_board
from tests.outlets.mqtt.mosquitto import PASSWORD, USER, Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with Mosquitto(folder) as running:
        yield running


class PublishingTable:
    """A table at the broker, whose will says that it is gone."""

    def __init__(self, broker: Mosquitto, number: int) -> None:
        self._number = number
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set(USER, PASSWORD)
        self._client.will_set(topic(number, "status"), b"offline", 1, True)
        self._connected = Event()
        self._client.on_connect = lambda *_: self._connected.set()
        self._client.on_disconnect = lambda *_: self._connected.clear()
        self._client.connect(broker.host, broker.port)
        self._client.loop_start()
        self.wait_for_broker()
        self.say("status", b"online")
        self.say("state", state(number))

    def wait_for_broker(self) -> None:
        """Go on when it is connected."""
        assert self._connected.wait(PATIENCE)

    def say(self, kind: str, message: Any) -> None:
        """Publish, and wait for the broker."""
        payload = message if isinstance(message, bytes) else encode(message)
        said = self._client.publish(topic(self._number, kind), payload, 1, kind != "event")
        said.wait_for_publish(PATIENCE)

    def die(self) -> None:
        """Vanish without a word, as by a pulled plug."""
        self._client._sock_close()  # paho has no other way to break a connection
        self._client.loop_stop()

    def leave(self) -> None:
        """Disconnect in good order."""
        self._client.disconnect()
        self._client.loop_stop()


def test_tables_appear_wait_end_and_die(broker: Mosquitto, tmp_path: Path) -> None:
    early = PublishingTable(broker, 1)
    board = start_board(tmp_path / "board", broker)
    board.wait_for(lambda page: "Table 1" in page)
    late = PublishingTable(broker, 2)
    board.wait_for(lambda page: "Table 2" in page)
    late.say("state", state(2, waiting=True, doing="Intermezzo"))
    late.say("event", event(2, text="Blue tower: Anna 3"))
    board.wait_for(lambda page: "hall-table waiting" in page and "Blue tower: Anna 3" in page)
    early.say("result", results(1, result({"Anna": 3, "Ben": 2})))
    board.wait_for(lambda page: "1 game since" in page)
    late.die()
    board.wait_for(lambda page: "no contact since" in page)
    early.say("status", b"")
    board.wait_for(lambda page: "Table 1" not in page)
    assert board.stop() == ""
    early.leave()


def test_the_broker_is_killed_and_comes_back(broker: Mosquitto, tmp_path: Path) -> None:
    table = PublishingTable(broker, 1)
    board = start_board(tmp_path / "board", broker)
    board.wait_for(lambda page: "Table 1" in page)
    broker.kill()
    board.wait_for(lambda page: "No connection to the broker" in page)
    broker.start()
    board.wait_for(lambda page: "No connection to the broker" not in page)
    table.wait_for_broker()
    table.say("result", results(1, result({"Anna": 3, "Ben": 2})))
    board.wait_for(lambda page: "1 game since" in page)
    assert "the connection is lost" in board.stop()
    table.leave()


def test_an_award_told_while_the_board_was_dead_is_shown(broker: Mosquitto, tmp_path: Path) -> None:
    table = PublishingTable(broker, 1)
    board = start_board(tmp_path / "board", broker)
    board.wait_for(lambda page: "Table 1" in page)
    board.stop(signal.SIGKILL)
    table.say("state", state(1, waiting=True, doing="Intermezzo"))
    table.say("event", event(1, text="Blue tower: Anna 3"))
    again = start_board(tmp_path / "board", broker)
    again.wait_for(lambda page: "Blue tower: Anna 3" in page)
    again.stop()
    table.leave()


@pytest.mark.soak
def test_a_wrong_password_is_one_line(broker: Mosquitto, tmp_path: Path) -> None:
    broker.password_file.write_text("wrong")
    board = start_board(tmp_path / "board", broker)
    for _ in range(2):  # each try is refused, and only the first is news
        broker.wait_for_log(lambda line: "not authorised" in line, since=len(broker.log))
    board.wait_for(lambda page: "No connection to the broker" in page)
    (line,) = board.stop().splitlines()
    assert "Not authorized" in line
