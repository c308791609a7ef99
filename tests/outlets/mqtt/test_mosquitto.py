"""The broker of the tests: passwords and TLS, and what survives a kill."""

import subprocess
from pathlib import Path

import pytest

from tests.app.command import PATIENCE
from tests.outlets.mqtt.mosquitto import Mosquitto


def client(broker: Mosquitto, program: str, *options: object, tls: bool = False) -> str:
    """What one of Mosquitto's own clients prints."""
    port = ["-p", broker.tls_port, "--cafile", broker.ca] if tls else ["-p", broker.port]
    command = [program, "-h", broker.host, *port, "-t", "a/b", *options]
    found = subprocess.run(
        list(map(str, command)), capture_output=True, timeout=PATIENCE, check=False, text=True
    )
    return found.stdout + found.stderr


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
def test_a_kept_message_survives_a_kill(tmp_path: Path, tls: bool) -> None:
    with Mosquitto(tmp_path) as broker:
        login = ["-u", broker.user, "-P", broker.password]
        assert not client(broker, "mosquitto_pub", *login, "-q", 1, "-r", "-m", "kept", tls=tls)
        broker.settle()
        broker.kill()
        broker.start()
        assert client(broker, "mosquitto_sub", *login, "-C", 1, tls=tls) == "kept\n"


def test_nobody_comes_in_without_the_password(tmp_path: Path) -> None:
    with Mosquitto(tmp_path, users={"board": "other"}) as broker:
        assert "not authorised" in client(broker, "mosquitto_pub", "-m", "x")
        wrong = ["-u", broker.user, "-P", "other"]
        assert "not authorised" in client(broker, "mosquitto_pub", *wrong, "-m", "x")
        other = ["-u", "board", "-P", "other"]
        assert not client(broker, "mosquitto_pub", *other, "-m", "x")
