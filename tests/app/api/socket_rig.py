"""The table's socket at a path of the test's, with a clock that only the test moves."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Event

from companion.app.api.table_socket import TableSocket
from companion.core.interfaces import Signal, TableRequest
from companion.outlets.protocol import Greeting, Request, encode_line
from tests.app.api.table_client import TIMEOUT, TableClient
from tests.fakes.clock import SetClock

WANTED = Signal.TABLE_WANTED
NOBODY = -1
"""A client's number that nobody has."""


def state(number: int, padding: int = 0) -> bytes:
    return encode_line({"state": {"number": number, "padding": "x" * padding}})


class WatchedClock(SetClock):
    """Tells when the thread reads it: twice a round."""

    def __init__(self) -> None:
        super().__init__()
        self.read = Event()

    def __call__(self) -> float:
        self.read.set()
        return super().__call__()


class SocketRig:
    """A `TableSocket`, what it posts, and clients at it."""

    def __init__(
        self,
        path: Path,
        post: Callable[[TableRequest | Signal], None] | None = None,
    ) -> None:
        self.path = path
        self.clock = WatchedClock()
        self.posts: SimpleQueue[TableRequest | Signal] = SimpleQueue()
        self.socket = TableSocket(path, post or self.posts.put, self.clock)
        self._clients: list[TableClient] = []

    def connect(self) -> TableClient:
        """Connect without a greeting."""
        self._clients.append(TableClient(self.path))
        return self._clients[-1]

    def join(
        self, language: str = "de", port: int | None = None, *, reader: bool = False
    ) -> TableClient:
        """Connect and greet, and await that the box notes it."""
        client = self.connect()
        client.send(Greeting(language, port, reader))
        self.finish_round(client)
        return client

    def finish_round(self, client: TableClient) -> None:
        """Return when the thread has finished a round; ``client`` waits for no reply.

        What the thread posts at the end of a round may come after its answer to a first line.
        """
        for _ in range(2):
            client.send_bytes(b"\n")
            while "error" not in (payload := client.receive()):
                assert "state" in payload

    def finish_round_alone(self) -> None:
        """Return when the thread has finished a round, though no client is answered."""
        for _ in range(4):
            self.clock.read.clear()
            self.pass_time(0.0)
            assert self.clock.read.wait(TIMEOUT)

    def next_post(self) -> TableRequest | Signal:
        return self.posts.get(timeout=TIMEOUT)

    def next_request(self) -> tuple[int, Request]:
        """Return the next request with its client's number, whatever else is posted."""
        while not isinstance(item := self.next_post(), TableRequest):
            assert item is WANTED
        assert isinstance(item.message, Request)
        return item.client, item.message

    def forget_posts(self) -> None:
        while not self.posts.empty():
            self.posts.get()

    def pass_time(self, seconds: float) -> None:
        """Move the clock and wake the thread."""
        self.clock.now += seconds
        self.socket.reply(NOBODY, {})

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.socket.close()
