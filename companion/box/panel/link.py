"""The link with the tower panel: one thread that owns the port, so that the loop never waits.

The thread reads and writes without blocking; `PanelSession` decides what to send and when.
"""

import select
from collections.abc import Callable
from random import SystemRandom
from threading import Thread

from companion.box.panel.panel_session import PanelSession
from companion.box.panel.port import PollablePort, SerialPort, identify_device
from companion.box.panel.wire import NUMBER_LIMIT, LampStates
from companion.box.wake_pipe import WakePipe
from companion.core.interfaces import DARK, Clock, Inbox, KeyPress, Lamp, PanelStatus, Press


def draw_host_id() -> int:
    """Return a random number that identifies this process to the panel."""
    return 1 + SystemRandom().randrange(NUMBER_LIMIT - 1)


class PanelLink:
    """The tower panel's `Lamps`; posts its presses and each new `PanelStatus` into ``inbox``.

    ``host`` is from `draw_host_id`. The thread starts at once. It tries to open ``path`` until it
    succeeds, and after any error again, with back-off.
    """

    def __init__(
        self,
        inbox: Inbox,
        host: int,
        clock: Clock,
        path: str,
        open_port: Callable[[str], PollablePort] = SerialPort,
    ) -> None:
        self._session = PanelSession(host, self._post, path)
        self._inbox = inbox
        self._clock = clock
        self._path = path
        self._open_port = open_port
        self._port: PollablePort | None = None
        self._lamps = LampStates((DARK,))
        self._closed = False
        self._wake_pipe = WakePipe()
        self._thread = Thread(target=self._run, name="tower panel", daemon=True)
        self._thread.start()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Set the lamps, others dark; raises ValueError for over 16 lamps or a colour over 255."""
        states = LampStates(lamps or (DARK,))
        if states != self._lamps and not self._closed:
            self._lamps = states
            self._wake_pipe.wake()

    def close(self) -> None:
        """Stop the thread and close the port. May be called twice."""
        if self._closed:
            return
        self._closed = True
        self._wake_pipe.wake()
        self._thread.join()
        self._wake_pipe.close()

    def _post(self, item: Press | PanelStatus) -> None:
        self._inbox.put(KeyPress(item, self._clock()) if isinstance(item, Press) else item)

    def _run(self) -> None:
        while not self._closed:
            try:
                self._run_once()
            except OSError as error:  # the cable is out, or the port can't be opened
                self._session.handle_port_error(error, self._clock())
            except Exception as error:  # noqa: BLE001 - otherwise the thread would end unnoticed
                self._session.handle_crash(error, self._clock())
        self._close_port()

    def _run_once(self) -> None:
        if not self._session.is_open:
            self._close_port()
        self._wait_and_read()
        now = self._clock()
        self._session.show_lamps(self._lamps)
        self._session.tick(now)
        self._write(now)
        if self._session.should_try_port(now) and self._session.accepts_device(
            identify_device(self._path), now
        ):
            self._port = self._open_port(self._path)
            self._session.open(now)

    def _wait_and_read(self) -> None:
        """Wait for bytes, a wake-up or the deadline. Bytes count before the time is judged."""
        readers = [self._wake_pipe.fileno()]
        writers: list[int] = []
        if self._port is not None:
            readers.append(self._port.fileno())
            writers = readers[1:] if self._session.data_to_send() else []
        ready, _, _ = select.select(readers, writers, [], self._timeout())
        if self._wake_pipe.fileno() in ready:
            self._wake_pipe.drain()
        if self._port is not None and readers[1] in ready:
            self._session.receive_data(self._port.read(), self._clock())

    def _timeout(self) -> float:
        deadline = self._session.deadline()
        return 0.0 if deadline is None else max(0.0, deadline - self._clock())

    def _write(self, now: float) -> None:
        while self._port is not None and (data := self._session.data_to_send()):
            count = self._port.write(data)
            self._session.mark_sent(count, now)
            if not count:
                return

    def _close_port(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
