"""A real Mosquitto on loopback with a password file and TLS; it can be killed and started again."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.app.command import PATIENCE
from tests.outlets.mqtt.logged_process import LoggedProcess

HOST = "127.0.0.1"
USER, PASSWORD = "table", "a password with spaces, ü and \\"
SYSTEM_PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])
"""Debian has the broker where only root's path leads."""
MOSQUITTO = shutil.which("mosquitto", path=SYSTEM_PATH)
CONNECT = b"\x10\x10\x00\x04MQTT\x04\x02\x00\x0a\x00\x04look"
"""The message of a client that has no password."""
# The interval is a count of changes: each is saved in the round of its loop that acknowledges it.
CONFIG = """
allow_anonymous false
password_file {folder}/passwords
persistence true
persistence_location {folder}/
autosave_on_changes true
autosave_interval 1
log_dest stderr
log_type all
connection_messages true
{user}
listener {tls_port} 127.0.0.1
certfile {folder}/broker.pem
keyfile {folder}/broker.key
listener {port} 127.0.0.1
{more}
"""


def require_mosquitto() -> None:
    """Skip the test where Mosquitto is missing, except in CI."""
    if MOSQUITTO is None and "CI" not in os.environ:
        pytest.skip("Mosquitto missing: apt install mosquitto")


class Mosquitto(LoggedProcess):
    """A broker in ``folder``, which must exist; stopped at the end of its ``with`` block.

    ``port`` is without TLS, ``tls_port`` with it, by a certificate of the authority ``ca``; both
    stay the same over kills and starts. ``more`` are lines of its configuration,
    also of the listener without TLS.
    """

    host = HOST

    def __init__(self, folder: Path, more: str = "", host: str = HOST, days: int = 2) -> None:
        """Its certificate is for ``host``, and holds for so many days."""
        require_mosquitto()
        super().__init__()
        self._folder, self._more = folder, more
        self.user, self.password = USER, PASSWORD
        self.password_file = folder / "password"
        """The password of ``user``, as the companion reads it."""
        self.password_file.write_text(PASSWORD + "\n", encoding="utf-8")
        for name, content in make_secrets(host, days).items():
            (folder / name).write_bytes(content)
        self.ca = folder / "ca.pem"
        self.port, self.tls_port = find_free_ports(2)

    @property
    def settings(self) -> dict[str, Any]:
        """What a table's settings say of it, for `write_settings`."""
        login = {"user": self.user, "password_file": str(self.password_file)}
        return {"host": self.host, "port": self.port, **login}

    @property
    def is_running(self) -> bool:
        """Whether it was started, and not killed since."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, with what it had; return when it listens."""
        assert MOSQUITTO is not None
        config = self._folder / "mosquitto.conf"
        lines = CONFIG.format(
            folder=self._folder,
            port=self.port,
            tls_port=self.tls_port,
            user="user root" if os.geteuid() == 0 else "",
            more=self._more,
        )
        config.write_text(lines, encoding="utf-8")
        self.launch([MOSQUITTO, "-c", config], lambda line: line.endswith(" running"))

    def settle(self) -> None:
        """Return when all that it has acknowledged so far is saved, and survives a `kill`."""
        with socket.create_connection((self.host, self.port), PATIENCE) as client:
            client.sendall(CONNECT)
            assert client.recv(4) == b"\x20\x02\x00\x05", "it refuses who has no password"


def write_settings(folder: Path, **settings: Any) -> Path:
    """Write a table's settings of MQTT; returns their file."""
    lines = [f"{key.replace('_', '-')} = {json.dumps(value)}" for key, value in settings.items()]
    path = folder / "companion.toml"
    path.write_text("\n".join(["[mqtt]", *lines, ""]), "utf-8")
    return path


def find_free_ports(count: int) -> list[int]:
    """Ports, each another, where nobody listens.

    They lie below those that Linux gives to connections, so none is taken while a broker is down.
    """
    tried = SystemRandom().sample(range(15_000, 32_000), 1000)
    return list(islice(filter(_is_free, tried), count))


def _is_free(port: int) -> bool:
    with suppress(OSError), socket.create_server((HOST, port)):
        return True
    return False


@cache
def make_secrets(host: str, days: int) -> dict[str, bytes]:
    """A broker's certificate, its key, their authority's certificate, and its passwords: files."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        _make_certificates(folder, host, days)
        (folder / "passwords").write_text(f"{USER}:{PASSWORD}\n")
        run("mosquitto_passwd", "-U", f"{place}/passwords")  # replaces the password by its hash
        names = ("ca.pem", "broker.pem", "broker.key", "passwords")
        return {name: (folder / name).read_bytes() for name in names}


def _make_certificates(folder: Path, host: str, days: int) -> None:
    ca, key = folder / "ca.pem", folder / "ca.key"
    name = folder / "broker.ext"
    name.write_text(f"subjectAltName=IP:{host},DNS:localhost\nauthorityKeyIdentifier=keyid\n")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    run("openssl", "req", "-x509", *curve, "-days", "2", "-subj", "/CN=Test authority",
        "-addext", "keyUsage=critical,keyCertSign,cRLSign",  # Python 3.13 asks for both
        "-keyout", str(key), "-out", str(ca))  # fmt: skip
    run("openssl", "req", *curve, "-subj", f"/CN={host}",
        "-keyout", str(folder / "broker.key"), "-out", str(folder / "broker.csr"))  # fmt: skip
    run("openssl", "x509", "-req", "-in", str(folder / "broker.csr"), "-days", str(days),
        "-CA", str(ca), "-CAkey", str(key), "-CAcreateserial", "-extfile", str(name),
        "-out", str(folder / "broker.pem"))  # fmt: skip


def run(*command: str) -> None:
    """Run a command to its end."""
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
