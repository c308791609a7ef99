"""Clients at the table's socket come, press and vanish all evening: the companion does not grow."""

import gc
import tracemalloc
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from companion.app.api.table_socket import MAX_CLIENTS, TableSocket
from companion.app.demo.rig import Rig
from companion.app.table_door import PHONES
from companion.box.devices.boards import BOARDS
from companion.box.devices.keyboard import TAP
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.outlets.protocol import AnswerMessage, Greeting, PressMessage
from tests.app.api.table_client import TableClient

SECRET = "the-secret-of-a-phone"
CROWD = MAX_CLIENTS - 1
UPDATES = 10_000
WARM_UP = UPDATES // 2
"""Updates after which all is loaded and each cache is full."""
MAX_GROWTH = 400_000
"""Bytes for what is kept of the last pictures and states: 80 an update."""


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """A box between games with *Phone* switched on."""

    def open_socket() -> TableSocket:
        return TableSocket(tmp_path / "table.socket", box.inbox.put, lambda: 0.0)

    with Rig(BOARDS["bonnet"], tmp_path, open_socket=open_socket) as box:
        digest = sha256(SECRET.encode()).hexdigest()
        box.journal.set(PHONES, f'[[1, "Anna", "{digest}"]]', box.started_at)
        box.door.switch(on=True)
        box.app.pump()
        yield box
        box.door.close()


class Crowd:
    """Clients that come, press whatever the state offers or does not, and vanish without a word."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._random = Random(14)
        self._clients: list[TableClient] = []
        self._messages = 0
        self._open = 2
        """The number of what was open when the last state came."""
        self._follower = TableClient(path)
        """Stays, and takes every state: so the socket's thread keeps up."""
        self._follower.send(Greeting())

    def stir(self) -> None:
        """Let one come and another one go, and a third press."""
        if len(self._clients) == CROWD:
            self._clients.pop(self._random.randrange(CROWD)).close()
        self._clients.append(TableClient(self._path))
        self._send(self._clients[-1], Greeting(self._random.choice(("", *LANGUAGES))))
        self._messages += 1
        presser = self._random.choice(self._clients)
        asked = self._open - self._random.randrange(3)  # what is open, or was
        if self._random.random() < 0.5:
            self._send(presser, PressMessage(self._messages, Press.OK, asked, SECRET))
        else:
            answer = AnswerMessage(self._messages, "home", "new", asked, SECRET)
            self._send(presser, answer)

    def _send(self, client: TableClient, message: Greeting | PressMessage | AnswerMessage) -> None:
        try:
            client.send(message)
        except ConnectionError:  # the box was full
            self._clients.remove(client)
            client.close()

    def count_states(self) -> int:
        """Take all states that have been sent, so that the socket's thread has kept up."""
        self._follower.send_bytes(b"\n")  # which is an error, told by the thread itself
        states = 0
        while "state" in (line := self._follower.receive()):
            states, self._open = states + 1, line["state"]["open"]["number"]
        return states

    def leave(self) -> None:
        for client in (*self._clients, self._follower):
            client.close()


@pytest.mark.soak
def test_clients_that_come_press_and_vanish_leave_nothing_behind(rig: Rig, tmp_path: Path) -> None:
    crowd = Crowd(tmp_path / "table.socket")
    states = 0
    for update in range(UPDATES):
        if update == WARM_UP:
            gc.collect()
            tracemalloc.start()
        crowd.stir()
        rig.keys(Press.DOWN if update % 2 else Press.UP)  # mock pins would note each press
        states += crowd.count_states()
    crowd.leave()
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert states > UPDATES / 2
    assert grown < MAX_GROWTH


def wakes(rig: Rig, seconds: float) -> list[float]:
    """When the loop wakes if nobody presses, from now on."""
    began, woken = rig.seconds, list[float]()
    while (at := rig.app._deadline()) is not None and at <= began + seconds:
        assert len(woken) < 1000, "it never rests"
        rig._wait(max(0.0, at - rig.seconds))
        woken.append(rig.seconds - began)
    return woken


def test_the_loop_wakes_no_more_often_while_nobody_is_connected(rig: Rig) -> None:
    with_phone = wakes(rig, 3600)
    rig.door.switch(on=False)
    rig.keys(Press.DOWN)
    assert with_phone == pytest.approx(wakes(rig, 3600), abs=TAP)
