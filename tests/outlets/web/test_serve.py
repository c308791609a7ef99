"""The command `companion web`, its socket, and its end."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from companion.outlets.pages.server import IDLE_TIME, IdleWatch, WebServer, page_address
from companion.outlets.web.serve import inherited_listener
from tests.app.command import COMPANION, PATIENCE, environment, python, run_here
from tests.fakes.clock import SetClock
from tests.outlets.site_process import SiteProcess
from tests.tools.bench.processes import memory_of

INHERITED = f"""import os
os.dup2(int(os.environ.pop("GIVEN")), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
{COMPANION}"""


def get(port: int) -> bytes:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return b"".join(iter(lambda: client.recv(4096), b""))


@pytest.mark.sample(1)
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_it_says_its_address_serves_stays_small_and_ends(
    tmp_path: Path, ended_by: signal.Signals
) -> None:
    where = {"CAMPANILE_TABLE": str(tmp_path / "table.socket")}
    site = SiteProcess(tmp_path, "web", "--port", 0, "--host", "127.0.0.1", environ=where)
    assert "The box is not there" in site.get()
    assert memory_of(site.pid) <= 25
    assert site.stop(ended_by) == ""


def test_the_box_knows_the_port_before_anybody_comes(tmp_path: Path) -> None:
    path = str(tmp_path / "table.socket")
    with socket.socket(socket.AF_UNIX) as box:
        box.bind(path)
        box.listen()
        box.settimeout(PATIENCE)
        where = {"CAMPANILE_TABLE": path}
        site = SiteProcess(tmp_path, "web", "--port", 0, "--host", "127.0.0.1", environ=where)
        with box.accept()[0] as web:
            assert json.loads(web.recv(4096))["hello"]["port"] == site.port
        site.stop(signal.SIGINT)


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = run_here(capsys, "web", "--host", "127.0.0.1", "--port", port)
    why = f"port {port} can't be used: Address already in use; choose another with --port\n"
    assert ended == (1, "", why)


def test_it_takes_the_socket_that_systemd_opened(tmp_path: Path) -> None:
    notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notified.bind(str(tmp_path / "notify"))
    notified.settimeout(PATIENCE)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        environ = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "GIVEN": str(listener.fileno())}
        process = subprocess.Popen(
            python(INHERITED, "web"),
            env={**environment(tmp_path), **environ},
            stderr=subprocess.PIPE,
            pass_fds=[listener.fileno()],
        )
    assert notified.recv(100) == b"READY=1"
    assert b"The box is not there" in get(port)
    process.terminate()
    assert process.communicate(timeout=PATIENCE)[1] == b""
    assert notified.recv(100) == b"STOPPING=1"
    notified.close()


def test_the_pages_of_all_games_load_no_pillow() -> None:
    """It would take 4 MiB more of a box's memory."""
    code = (
        "import sys, companion.outlets.web.serve;"
        "from companion.games import BUILT_IN, find_page;"
        "print([*map(find_page, BUILT_IN)] and 'PIL' in sys.modules)"
    )
    assert subprocess.run(python(code), capture_output=True, check=True).stdout == b"False\n"


@pytest.mark.parametrize(
    "environ",
    [{}, {"LISTEN_PID": "7", "LISTEN_FDS": "1"}, {"LISTEN_PID": "4", "LISTEN_FDS": "0"}],
)
def test_a_socket_of_another_process_is_left_alone(environ: dict[str, str]) -> None:
    assert inherited_listener(environ, 4) is None


def test_it_ends_when_nobody_has_come_for_a_while() -> None:
    clock = SetClock()
    watch = IdleWatch(clock)
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds
        if len(slept) == 1:
            watch.enter()
        elif len(slept) == 2:
            clock.now -= 100
            watch.leave()

    asyncio.run(WebServer(None, watch).wait_until_idle(sleep))  # type: ignore[arg-type]
    assert slept == [IDLE_TIME, IDLE_TIME, IDLE_TIME]


def test_the_address_is_what_people_type() -> None:
    assert page_address("10.0.0.2", 80) == "http://10.0.0.2/"
    assert page_address("fe80::1", 8080) == "http://[fe80::1]:8080/"
    assert page_address("0.0.0.0", 80) == page_address("::", 80) == page_address("", 80)
