"""A real Home Assistant core on loopback, in an environment of its own, joined to a broker.

Only the core, its API and its MQTT integration run: no page, nothing that looks at the network.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tests.outlets.mqtt.logged_process import LoggedProcess
from tests.outlets.mqtt.mosquitto import HOST, Mosquitto, find_free_ports

VERSION, PAHO, UV = "2025.4.4", "2.1.0", "0.6.10"
"""The last one for every Python 3.13, and what its core and its MQTT integration pin."""
CACHE = Path(os.environ.get("HOME_ASSISTANT_CACHE", "/var/tmp/campanile-home-assistant"))
IS_PYTHON = "import sys; sys.exit(sys.version_info[:2] != (3, 13))"
START = """
import sys
from homeassistant import __main__, bootstrap
bootstrap.DEFAULT_INTEGRATIONS = bootstrap.CRITICAL_INTEGRATIONS = set()
sys.exit(__main__.main())
"""
"""Starts the core without what it sets up by itself, as the page for its owner."""
CONFIGURATION = """
homeassistant:
  name: Club
http:
  server_host: {host}
  server_port: {port}
api:
config:
onboarding:
{more}
"""
COMPLAINT = re.compile(r" (WARNING|ERROR|CRITICAL) .*(mqtt|template|homeassistant\.helpers)", re.I)

State = dict[str, Any]


def find_python() -> str:
    """A Python that this version runs on; skips the test without one."""
    pyenv = Path.home().glob(".pyenv/versions/3.13*/bin/python3")
    for each in (sys.executable, "python3.13", *map(str, pyenv)):
        try:
            found = subprocess.run([each, "-c", IS_PYTHON], capture_output=True, check=False)
        except FileNotFoundError:
            continue
        if found.returncode == 0:
            return each
    pytest.skip("Home Assistant needs Python 3.13")


def prepare_environment() -> Path:
    """The Python of an environment with Home Assistant; made on first use, by the network."""
    folder = CACHE / VERSION
    python, made = folder / "bin" / "python", folder / "made"
    if not made.exists():
        subprocess.run([find_python(), "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "-qq", "install", f"uv=={UV}"], check=True)
        packages = [f"homeassistant=={VERSION}", f"paho-mqtt=={PAHO}"]
        installs = [str(folder / "bin" / "uv"), "pip", "install", "--quiet", "--no-cache"]
        subprocess.run([*installs, "--python", str(python), *packages], check=True)
        made.touch()
    return python


class HomeAssistant(LoggedProcess):
    """A core in ``folder``, which must exist; it has an owner, and the broker since `join`.

    What it knows is in ``states``, by the entities' ids; every state that it has told is in
    ``history``, None for an entity that went. ``more`` are lines of its configuration.
    """

    patience = 120
    """A start takes some seconds; to stop it gives itself up to 100."""

    def __init__(self, folder: Path, more: str = "") -> None:
        super().__init__()
        self._folder = folder
        self._python = prepare_environment()
        (self._port,) = find_free_ports(1)
        self._token = ""
        self._stream: HTTPResponse | None = None
        self.states: dict[str, State] = {}
        self.history: list[tuple[str, State | None]] = []
        text = CONFIGURATION.format(host=HOST, port=self._port, more=more)
        (folder / "configuration.yaml").write_text(text, encoding="utf-8")

    def start(self) -> None:
        """Start it, with what it had; return when its states are known."""
        options = ["--config", str(self._folder), "--skip-pip", "--verbose"]
        self.launch([self._python, "-c", START, *options], lambda line: "Now listening" in line)
        if not self._token:
            self._token = self._sign_up()
        self._stream = self._open("/api/stream?restrict=state_changed")
        self._stream.readline()  # from here on it tells every change
        self.states = {each["entity_id"]: each for each in self.ask("/api/states")}

    def wait_for_end(self) -> None:
        """Go on when it has ended; it waits for those who listen."""
        if self._stream is not None:
            self._stream.close()
        super().wait_for_end()

    def _sign_up(self) -> str:
        """Make an owner; returns the token of a session."""
        client = f"http://{HOST}:{self._port}/"
        owner = {"name": "Owner", "username": "owner", "password": "owner", "language": "en"}
        code = self.ask("/api/onboarding/users", {"client_id": client, **owner})["auth_code"]
        grant = {"grant_type": "authorization_code", "code": code, "client_id": client}
        with self._open("/auth/token", urlencode(grant).encode()) as reply:
            return str(json.load(reply)["access_token"])

    def join(self, broker: Mosquitto) -> None:
        """Add the broker by the dialogue that a user goes through, which tries the connection."""
        flows = "/api/config/config_entries/flow"
        flow = self.ask(flows, {"handler": "mqtt"})["flow_id"]
        login = {"username": broker.user, "password": broker.password}
        done = self.ask(f"{flows}/{flow}", {"broker": HOST, "port": broker.port, **login})
        assert done["type"] == "create_entry", done

    def render(self, template: str) -> str:
        """What it makes of one of its templates."""
        with self._open("/api/template", json.dumps({"template": template}).encode()) as reply:
            return reply.read().decode()

    def read(self, path: str) -> str:
        """What one of its addresses has."""
        with self._open(path) as reply:
            return reply.read().decode()

    def ask(self, path: str, message: object = None) -> Any:  # as the API has it
        """What its API replies, to a message or without one."""
        with self._open(path, None if message is None else json.dumps(message).encode()) as reply:
            return json.load(reply)

    def _open(self, path: str, body: bytes | None = None) -> HTTPResponse:
        kind = "application/x-www-form-urlencoded" if "token" in path else "application/json"
        headers = {"Content-Type": kind}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = Request(f"http://{HOST}:{self._port}{path}", body, headers)
        return cast(HTTPResponse, urlopen(request, timeout=self.patience))

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Go on when it holds; looked at whenever a state has changed."""
        assert self._stream is not None
        until = time.monotonic() + self.patience
        while not holds():
            line = self._stream.readline()  # at the latest when it says that it is still there
            assert line, "Home Assistant has ended"
            assert time.monotonic() < until, [*self.log[-5:], *self.history[-20:]]
            if line.startswith(b"data: {"):
                self._note(json.loads(line[6:])["data"])

    def _note(self, change: State) -> None:
        entity, new = change["entity_id"], change["new_state"]
        self.history.append((entity, new))
        if new is None:
            self.states.pop(entity, None)
        else:
            self.states[entity] = new

    @property
    def complaints(self) -> list[str]:
        """What it has found wrong with MQTT, but for a broker that is away.

        When a device with triggers goes, it empties the topic itself, and complains of that.
        """
        found = filter(COMPLAINT.search, self.log)
        return [line for line in found if "connect" not in line and "to cleanup" not in line]
