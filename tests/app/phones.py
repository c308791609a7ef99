"""A phone at a table of a test, by the fake socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.api.phones import TRY_EVERY
from companion.app.demo.rig import Rig
from companion.core.session import Session
from companion.outlets.protocol import AnswerMessage, PairMessage, PressMessage, UndoMessage
from tests.buttons import OK
from tests.fakes.table_socket import FakeTableSocket

ANNA = "Anna"


class Phone:
    """A phone at a rig: it asks, and reads the reply."""

    def __init__(self, rig: Rig, socket: FakeTableSocket) -> None:
        self.rig = rig
        self.socket = socket
        self.secret = ""
        self._id = 0

    @property
    def opened(self) -> Any:
        return self.socket.state["open"]

    def ask(
        self,
        make: Callable[..., Any],
        *what: object,
        asked: int | None = None,
        pressed: float | None = None,
    ) -> Any:
        """Send a request about what is open, and return the reply, if there is one by now."""
        self._id += 1
        where = self.opened["number"] if asked is None else asked
        at = None if pressed is None else round(pressed * 1000)
        leave = (
            (where, self.secret, at) if make in (AnswerMessage, PressMessage, UndoMessage) else ()
        )
        self.socket.ask(make(self._id, *what, *leave))
        return self.reply()

    def reply(self) -> Any:
        self.rig.app.pump()
        found = [each for each in self.socket.replies if each["id"] == self._id]
        return {key: value for key, value in found[0].items() if key != "id"} if found else None

    def show_code(self, code: str) -> Any:
        return self.ask(PairMessage, code, ANNA)

    def pair(self) -> None:
        code = self.rig.door.phones.make_code(self.rig.seconds)
        assert self.show_code(code) is None
        self.rig.press(OK)
        reply = self.reply()
        assert reply["paired"]["name"] == ANNA
        self.secret = reply["paired"]["secret"]
        self.rig.press(OK)  # the notice that it can press
        self.rig._wait(TRY_EVERY)


def session(rig: Rig) -> Session:
    assert rig.session is not None
    return rig.session


def socket_of(rig: Rig) -> FakeTableSocket:
    """The socket of a rig that has one open."""
    assert isinstance(rig.door.socket, FakeTableSocket)
    return rig.door.socket
