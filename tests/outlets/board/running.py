"""A board's site on a real port before a hall of a test, or as a process before a broker."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

from companion.outlets.board.live import LiveHall
from companion.outlets.board.site import BoardSite
from companion.outlets.pages.server import IdleWatch, WebServer
from tests.outlets.board.messages import HallRig
from tests.outlets.mqtt.mosquitto import Mosquitto
from tests.outlets.site_process import SiteProcess


class RunningBoard:
    """A site that runs in a thread, so that a browser can be driven beside it."""

    def __init__(self, hall: HallRig, loop: asyncio.AbstractEventLoop, port: int) -> None:
        self._hall, self._loop = hall, loop
        self.address = f"http://127.0.0.1:{port}/"

    def change(self, work: Callable[[HallRig], object]) -> None:
        """Do something to the hall, in the thread that serves it."""

        async def do() -> None:
            work(self._hall)

        asyncio.run_coroutine_threadsafe(do(), self._loop).result()


@contextmanager
def run_board(make: Callable[[], HallRig], language: str = "") -> Iterator[RunningBoard]:
    """Serve a hall; it is made in the thread that serves it."""
    started, running, end = Event(), list[RunningBoard](), asyncio.Event()

    async def serve() -> None:
        with closing(make()) as hall:
            listener = socket.create_server(("127.0.0.1", 0))
            live = LiveHall(hall.hall, language, "en")
            server = WebServer(BoardSite(live, "tower").app, IdleWatch())
            await server.start(listener)
            showing = asyncio.create_task(live.keep_showing())
            port = listener.getsockname()[1]
            running.append(RunningBoard(hall, asyncio.get_running_loop(), port))
            started.set()
            await end.wait()
            showing.cancel()
            await server.close()

    thread = Thread(target=asyncio.run, args=[serve()])
    thread.start()
    started.wait()
    try:
        yield running[0]
    finally:
        running[0].change(lambda _: end.set())
        thread.join()


def start_board(folder: Path, broker: Mosquitto, *arguments: object) -> SiteProcess:
    """`companion board` before a broker, with its store in ``folder``."""
    login = ["--user", broker.user, "--password-file", broker.password_file]
    where = [] if "--broker" in arguments else ["--broker", f"{broker.host}:{broker.port}"]
    usual = ["--host", "127.0.0.1", "--port", 0, "--folder", folder, "--since", "2025-11-01"]
    return SiteProcess(folder, "board", *where, *login, *usual, *arguments)
