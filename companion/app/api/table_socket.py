"""The table's socket: one thread that owns it and all connections, so that the loop never waits.

The loop gives states and replies; the thread sends them as fast as each client takes them, and
posts the clients' requests. What a connection may hold is bounded in `connection.py`.
"""

import errno
import logging
import os
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from companion.app.api.connection import TableConnection
from companion.box.wake_pipe import WakePipe
from companion.core.backoff import BackOff, RepeatGuard
from companion.core.interfaces import Clock, Signal, TableRequest
from companion.outlets.protocol import (
    BadMessage,
    GetMessage,
    Greeting,
    MessageFault,
    encode_line,
    find_socket,
    read_message,
)

MODE = 0o660
"""The kernel lets the own user in, root, and the own group: the service's is `campanile-table`."""
FOLDER_MODE = 0o700
"""Of a folder that has to be made, as without a service; a service's folder is made by systemd."""
BACKLOG = 64


class SocketFile:
    """A Unix socket that listens at ``path``; raises OSError with the reason if it can't.

    What a process that has ended left there is replaced; a socket where somebody listens is not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.setblocking(False)
        try:
            self._bind()
        except OSError as error:
            self.listener.close()
            # Python's error for a path that is too long has a text only.
            number = error.errno or errno.ENAMETOOLONG
            text = error.strerror or os.strerror(number)
            raise OSError(number, text, error.filename or str(path)) from error
        self._inode = path.stat().st_ino

    def close(self) -> None:
        """Stop listening, and remove the file unless another process has put its own there."""
        self.listener.close()
        with suppress(OSError):
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()

    def _bind(self) -> None:
        self._path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if self._path.is_socket() and not is_listening(self._path):
            self._path.unlink()
        self.listener.bind(str(self._path))
        self.listener.listen(BACKLOG)
        self._path.chmod(MODE)


def is_listening(path: Path) -> bool:
    """Whether a process accepts connections there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.setblocking(False)
        try:
            client.connect(str(path))
        except BlockingIOError:  # its queue is full
            return True
        except OSError:
            return False
    return True


log = logging.getLogger(__name__)

MAX_CLIENTS = 50
GONE = select.POLLHUP | select.POLLERR | select.POLLNVAL


class TableSocket:
    """The socket at ``path``, from now until `close`; raises OSError if it can't be there.

    ``post`` gets a `TableRequest` for each request, and `Signal.TABLE_WANTED` when a client waits
    for a state or when `languages` or `web_port` have changed. Every request must get one `reply`:
    32 without one, and the client is no longer read.
    """

    def __init__(
        self,
        path: Path,
        post: Callable[[TableRequest | Signal], None],
        clock: Clock,
    ) -> None:
        self._file = SocketFile(path)
        self._post = post
        self._clock = clock
        self._lets_phones_in = True
        self._languages: frozenset[str] = frozenset()
        self._web_port: int | None = None
        self._published: deque[Mapping[str, bytes]] = deque(maxlen=1)
        self._replies: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
        self._connections: dict[int, TableConnection] = {}
        """By number, those that have greeted last at the end."""
        self._last_number = 0
        self._lines: Mapping[str, bytes] = {}
        """The latest state in each language that somebody uses."""
        self._is_wanted = False
        self._pause = BackOff()
        """How long to accept nobody after a failure."""
        self._crashes = RepeatGuard()
        self._closed = False
        self._wake_pipe = WakePipe()
        self._thread = Thread(target=self._run, name="table socket", daemon=True)
        self._thread.start()

    @property
    def languages(self) -> frozenset[str]:
        """The languages in use, "" for the box's own; empty while nobody follows the table."""
        return self._languages

    @property
    def web_port(self) -> int | None:
        """Where phones find the web server that has greeted last, of those connected."""
        return self._web_port

    def let_phones_in(self, *, allowed: bool) -> None:
        """Let in everybody, as from the start, or disconnect all but readers."""
        self._lets_phones_in = allowed
        self._wake_pipe.wake()

    def publish(self, lines: Mapping[str, bytes]) -> None:
        """Send each client the line of its language, as soon as it takes it."""
        self._published.append(dict(lines))
        self._wake_pipe.wake()

    def reply(self, client: int, payload: Mapping[str, object]) -> None:
        """Reply to a request; a client that is gone is no error."""
        self._replies.put((client, encode_line(payload)))
        self._wake_pipe.wake()

    def close(self) -> None:
        """Disconnect everybody and remove the socket. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._wake_pipe.wake()
        self._thread.join()
        self._wake_pipe.close()
        self._file.close()

    def _run(self) -> None:
        while not self._closed:
            try:
                self._run_once()
            except Exception as error:  # noqa: BLE001 - otherwise the thread would end unnoticed
                self._start_anew(error)
        self._drop_all()

    def _run_once(self) -> None:
        ready = self._wait()
        now = self._clock()
        if self._wake_pipe.fileno() in ready:
            self._wake_pipe.drain()
        self._disconnect_phones(now)
        self._take_published(now)
        self._take_replies(now)
        for connection in list(self._connections.values()):
            self._serve(connection, ready.get(connection.fileno(), 0), now)
        if self._file.listener.fileno() in ready:
            self._accept(now)
        if self._is_wanted:
            self._is_wanted = False
            self._post(Signal.TABLE_WANTED)

    def _wait(self) -> dict[int, int]:
        """Wait for the wake-up pipe, a socket or a deadline; return what is ready and for what."""
        poll, now = select.poll(), self._clock()
        poll.register(self._wake_pipe, select.POLLIN)
        deadlines = [each.deadline for each in self._connections.values()]
        if self._pause.is_due(now):
            poll.register(self._file.listener, select.POLLIN)
        else:
            deadlines.append(self._pause.deadline)
        for connection in self._connections.values():
            poll.register(connection, connection.events)
        due = min((deadline for deadline in deadlines if deadline is not None), default=None)
        return dict(poll.poll(None if due is None else max(0.0, due - now) * 1000))

    def _disconnect_phones(self, now: float) -> None:
        """Disconnect who may not be here any more; who has not greeted yet may be a reader."""
        if self._lets_phones_in:
            return
        for connection in list(self._connections.values()):
            if connection.language is not None and not connection.is_reader:
                with suppress(OSError):  # it has gone by itself
                    self._complain(connection, _closed(), now)
                self._drop(connection)

    def _take_published(self, now: float) -> None:
        if not self._published:
            return
        lines = self._published.pop()
        # A language that nobody uses now is not kept: the loop may change the table without it.
        self._lines = {each: line for each, line in lines.items() if each in self._languages}
        for connection in self._connections.values():
            if connection.language in self._lines:
                connection.show(self._lines[connection.language], now)

    def _take_replies(self, now: float) -> None:
        with suppress(Empty):
            while True:
                number, line = self._replies.get_nowait()
                connection = self._connections.get(number)
                if connection is not None and not connection.reply(line, now):
                    self._drop(connection)

    def _serve(self, connection: TableConnection, ready: int, now: float) -> None:
        """Read, pass on and send what can be; drop the client where that fails."""
        try:
            stays = self._exchange(connection, ready, now)
        except OSError:  # it has gone
            stays = False
        if not stays:
            self._drop(connection)

    def _exchange(self, connection: TableConnection, ready: int, now: float) -> bool:
        if ready & select.POLLIN and connection.has_room:
            if not connection.receive():
                return False
        elif ready & GONE:
            return False
        connection.flush(now)  # makes room for lines that wait
        try:
            self._take_lines(connection, now)
        except BadMessage as bad:
            self._complain(connection, bad, now)
            return False
        connection.flush(now)
        return connection.deadline is None or now < connection.deadline

    def _take_lines(self, connection: TableConnection, now: float) -> None:
        """Take what has come; raises BadMessage if nothing more can be taken.

        After too long a line it is not known where the next one begins.
        """
        while connection.has_room and (line := connection.next_line()) is not None:
            try:
                self._take_line(connection, line, now)
            except BadMessage as bad:
                if bad.reason is MessageFault.CLOSED:
                    raise
                self._complain(connection, bad, now)

    def _complain(self, connection: TableConnection, bad: BadMessage, now: float) -> None:
        connection.send(encode_line(bad.describe()), now)
        connection.flush(now)

    def _take_line(self, connection: TableConnection, line: bytes, now: float) -> None:
        message = read_message(line)
        if isinstance(message, Greeting):
            self._greet(connection, message, now)
        elif connection.language is None:
            raise BadMessage(MessageFault.NO_GREETING, "a greeting comes first", message.id)
        elif connection.is_reader and not isinstance(message, GetMessage):
            raise BadMessage(MessageFault.READS_ONLY, "a reader only gets", message.id)
        else:
            connection.note_request()
            self._post(TableRequest(connection.number, connection.language, message))

    def _greet(self, connection: TableConnection, greeting: Greeting, now: float) -> None:
        if not (greeting.reader or self._lets_phones_in):
            raise _closed()
        connection.language, connection.port = greeting.language, greeting.port
        connection.is_reader = greeting.reader
        self._connections[connection.number] = self._connections.pop(connection.number)
        self._note_clients()
        if greeting.language in self._lines:
            connection.show(self._lines[greeting.language], now)
        else:
            self._is_wanted = True

    def _note_clients(self) -> None:
        """Note which languages are in use, and the web server's port."""
        clients = self._connections.values()
        languages = frozenset(each.language for each in clients if each.language is not None)
        port = next((each.port for each in reversed(clients) if each.port is not None), None)
        self._lines = {each: line for each, line in self._lines.items() if each in languages}
        self._is_wanted |= (languages, port) != (self._languages, self._web_port)
        self._languages, self._web_port = languages, port

    def _accept(self, now: float) -> None:
        try:
            accepted, _ = self._file.listener.accept()
        except BlockingIOError:
            return
        except OSError as error:  # too many open files, say
            log.warning("nobody can connect to the table's socket: %s", error)
            self._pause.record_failure(now)
            return
        self._pause.record_success()
        with ExitStack() as refused:
            refused.enter_context(accepted)
            if self._admits(accepted):
                refused.pop_all()
                self._last_number += 1
                self._connections[self._last_number] = TableConnection(self._last_number, accepted)

    def _admits(self, accepted: socket.socket) -> bool:
        if len(self._connections) < MAX_CLIENTS:
            return True
        full = BadMessage(MessageFault.TOO_MANY, f"there are {MAX_CLIENTS} connections already")
        accepted.setblocking(False)
        with suppress(OSError):
            accepted.send(encode_line(full.describe()))
        return False

    def _drop(self, connection: TableConnection) -> None:
        if self._connections.pop(connection.number, None) is not None:
            connection.close()
            self._note_clients()

    def _drop_all(self) -> None:
        for connection in list(self._connections.values()):
            self._drop(connection)

    def _start_anew(self, error: Exception) -> None:
        """After an unexpected error: disconnect everybody, and wait before anybody is accepted."""
        if self._crashes.is_news(repr(error)):
            log.error("the table's socket failed and restarts: %r", error, exc_info=error)
        self._pause.record_failure(self._clock())
        self._drop_all()


def _closed() -> BadMessage:
    return BadMessage(MessageFault.CLOSED, "phones may not come in now")


def open_table_socket(
    environ: Mapping[str, str], post: Callable[[TableRequest | Signal], None]
) -> TableSocket:
    """Open the socket where others look for it; raises OSError as TableSocket does."""
    return TableSocket(find_socket(environ), post, time.monotonic)
