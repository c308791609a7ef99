"""A club's evening of real processes: tables, each with its `companion mqtt`, a broker and boards.

Any of them can be killed, as by a power cut, and started again.
"""

from __future__ import annotations

import json
import socket
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from signal import SIGKILL
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.store.journal import JournalReader
from tests.app.command import COMPANION, PATIENCE, Terminal, companion, environment, python
from tests.outlets.board.finger import FINGER
from tests.outlets.board.messages import encode, result, results, state, topic
from tests.outlets.board.running import start_board
from tests.outlets.mqtt.mosquitto import Mosquitto, write_settings
from tests.outlets.site_process import SiteProcess

LONGEST_MOVES = 4 * PATIENCE
"""Seconds for the moves between two kills, with all tables on one machine."""
TABLE_AT = "import os; os.environ['CAMPANILE_TABLE'] = {!r}\n"
Said = dict[str, Any]


class EveningTable:
    """A companion in a terminal, whose buttons a finger presses, and its `companion mqtt`.

    ``records`` are the names of stored games, each with those of its players, to be played one
    after the other. ``runtime`` is a folder with a short path.
    """

    def __init__(
        self,
        folder: Path,
        runtime: Path,
        broker: Mosquitto,
        name: str,
        records: Sequence[Sequence[str]],
    ) -> None:
        self.name, self.records = name, records
        self.state = folder / "games"
        self.is_over = False
        """Whether all records are played to their last page."""
        self._folder, self._socket, self._where = folder, runtime / "table", runtime / "finger"
        self._log = folder / "mqtt.log"
        folder.mkdir()
        by_tls = {"port": broker.tls_port, "tls": True, "ca": str(broker.ca), "name": name}
        self._config = write_settings(folder, **{**broker.settings, **by_tls})
        self._box: Terminal | None = None
        self._finger: socket.socket | None = None
        self._mqtt: subprocess.Popen[bytes] | None = None

    # The box ------------------------------------------------------------------------------------

    def start_box(self) -> None:
        """Start the companion, and wait until its buttons can be pressed; may be called twice."""
        if self._box is not None:
            return
        self._where.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.settimeout(LONGEST_MOVES)
            listener.bind(str(self._where))
            listener.listen()
            finger = FINGER.format(
                where=str(self._where), state=str(self.state), records=self.records
            )
            options = ["--virtual", "--mute", "--board", "bonnet", "--config", self._config]
            code = TABLE_AT.format(str(self._socket)) + finger + COMPANION
            self._box = Terminal("play", *options, state=self.state, code=code)
            self._box.read_along(lambda _said: None)
            self._finger, _ = listener.accept()
        self._finger.settimeout(LONGEST_MOVES)
        self._replies = self._finger.makefile()
        self.wait()

    def ask(self, moves: int, *, back: bool = False) -> None:
        """Let the finger make moves, after it has taken something back or not; see `wait`."""
        assert self._finger is not None
        self._finger.sendall(json.dumps([moves, back]).encode() + b"\n")

    def wait(self) -> None:
        """Wait until the finger has done what it was asked to, or the box is dead."""
        if self._box is None:
            return
        told = json.loads(self._replies.readline() or '"it has ended"')
        assert isinstance(told, bool), f"{self.name}: {told}"
        self.is_over = told

    def kill_box(self) -> None:
        """End the companion as a power cut does; may be called twice."""
        box, self._box = self._box, None
        if box is not None:
            with box:
                box.process.send_signal(SIGKILL)
                box.process.wait(PATIENCE)
            assert self._finger is not None
            self._finger.close()
            self._replies.close()

    # companion mqtt -----------------------------------------------------------------------------

    def start_mqtt(self) -> None:
        """Start `companion mqtt`; may be called twice."""
        if self._mqtt is None:
            with self._log.open("ab") as log:
                self._mqtt = subprocess.Popen(
                    python(COMPANION, "mqtt", "--config", self._config),
                    env=environment(self._folder / "mqtt") | {"CAMPANILE_TABLE": str(self._socket)},
                    stderr=log,
                )

    def kill_mqtt(self) -> None:
        """End it as a power cut does; may be called twice."""
        process, self._mqtt = self._mqtt, None
        if process is not None:
            assert process.poll() is None, self._log.read_text()
            process.kill()
            process.wait(PATIENCE)

    # What it has kept ---------------------------------------------------------------------------

    def scores(self) -> list[Mapping[str, Any]]:
        """What `companion score --json` says of the record of each of its games."""
        files = []
        for game in JournalReader(self.state).games():
            done = companion("export", game.number, state=self.state)
            assert done.returncode == 0, done.stderr
            files.append(self._folder / f"{game.number}.game")
            files[-1].write_text(done.stdout, "utf-8")
        done = companion("score", "--json", *files, state=self.state)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


class EveningBoard:
    """A board that keeps its address and its folder when it is killed and started again."""

    def __init__(self, folder: Path, broker: Mosquitto, port: int) -> None:
        self._folder, self._broker, self._port = folder, broker, port
        self._process: SiteProcess | None = None
        self.address = f"http://127.0.0.1:{port}/"

    def start(self) -> None:
        """Start it, with what it has kept; may be called twice."""
        if self._process is None:
            where = f"{self._broker.host}:{self._broker.tls_port}"
            options = ["--broker", where, "--ca", self._broker.ca, "--port", self._port]
            self._process = start_board(self._folder, self._broker, *options)

    def kill(self) -> None:
        """End it as a power cut does; may be called twice."""
        process, self._process = self._process, None
        if process is not None:
            process.stop(SIGKILL)

    def get(self, path: str) -> str:
        """What a page or a file of it has."""
        assert self._process is not None
        return self._process.get(path)


class Witness:
    """A client that hears every event, for it has a session at the broker that stays."""

    def __init__(self, broker: Mosquitto) -> None:
        self.heard: dict[str, list[Said]] = defaultdict(list)
        """By table, in order."""
        self._client = client = Client(CallbackAPIVersion.VERSION2, "witness", clean_session=False)
        client.tls_set(str(broker.ca))
        client.username_pw_set(broker.user, broker.password)
        client.reconnect_delay_set(1, 1)
        client.on_connect = self._subscribe
        client.on_message = self._hear
        client.connect(broker.host, broker.tls_port)
        client.loop_start()

    @staticmethod
    def _subscribe(client: Client, *_: object) -> None:
        client.subscribe("campanile/+/event", 1)

    def _hear(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if message.topic == topic(HostileTable.NUMBER, "event"):
            return
        event = json.loads(message.payload)
        self.heard[event["table"]].append(event)

    def close(self) -> None:
        """Hear nothing more."""
        self._client.disconnect()
        self._client.loop_stop()


class HostileTable:
    """A client with a table's password that says what no table would; none of it is to be shown."""

    NUMBER = 0xBAD

    def __init__(self, broker: Mosquitto) -> None:
        self._client = client = Client(CallbackAPIVersion.VERSION2, "hostile")
        client.tls_set(str(broker.ca))
        client.username_pw_set(broker.user, broker.password)
        client.reconnect_delay_set(1, 1)
        client.connect(broker.host, broker.tls_port)
        client.loop_start()

    def say_the_worst(self) -> None:
        """Publish each kind of bad message once, retained, as itself and as nobody."""
        over = result({"Mallory": 99}, id="never")
        late = {**over, "ended": "9999-12-31T23:59:59+00:00"}
        early = {**over, "began": "0001-01-01T00:00:00+00:00"}
        nobody = {**over, "result": {**over["result"], "players": []}}
        for each in (late, early, nobody):
            self._say("result", encode(results(self.NUMBER, each)))
        self._say("state", b'{"version": 1}')
        self._say("state", encode(state(self.NUMBER, name=99 * "W")) + b"\xff")
        self._say("event", b"[" * 70_000)
        self._say("result", b" " * 310_000)
        self._client.publish("campanile/no-table/state", encode(state(1)), 1, True)

    def _say(self, kind: str, payload: bytes) -> None:
        self._client.publish(topic(self.NUMBER, kind), payload, 1, True)

    def close(self) -> None:
        """Go."""
        self._client.disconnect()
        self._client.loop_stop()
