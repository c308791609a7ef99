"""Whom the broker of docs/mqtt.md lets write what, tried with Mosquitto's own tools."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, STDOUT

import pytest

from companion.outlets.broker import TableTopic, topic_of
from companion.outlets.mqtt.discovery import config_topic
from tests.app.command import PATIENCE
from tests.outlets.mqtt.mosquitto import HOST, Mosquitto, run

MANUAL = Path(__file__).parents[3] / "docs" / "mqtt.md"
OWN, FOREIGN = "b827eb0a1c2d", "00000000000a"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with the access of the manual, and the password "-" for everybody."""
    _, _, access = (manual := MANUAL.read_text("utf-8")).partition("<<ACCESS\n")
    (tmp_path / "access").write_text(textwrap.dedent(access.partition("    ACCESS\n")[0]))
    (names,) = re.findall("'(use_username.+?)'", manual)
    broker = Mosquitto(tmp_path, f"acl_file {tmp_path}/access\n{names}")
    for user in (OWN, FOREIGN, "board"):
        run("mosquitto_passwd", "-b", str(tmp_path / "passwords"), user, "-")
    with broker:
        yield broker


def start(broker: Mosquitto, tool: str, *arguments: str) -> subprocess.Popen[str]:
    """One of the tools."""
    found = shutil.which(tool)
    if found is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)("apt install mosquitto-clients")
    command = [found, "-h", HOST, "-p", str(broker.port), "-V", "mqttv5", "-q", "1", *arguments]
    return subprocess.Popen(command, stdout=PIPE, stderr=STDOUT, text=True)


def ask(broker: Mosquitto, tool: str, *arguments: str) -> str:
    """What one of the tools prints and complains of."""
    with start(broker, tool, *arguments) as asked:
        return asked.communicate(timeout=PATIENCE)[0]


def publish(broker: Mosquitto, topic: str, *login: str) -> str:
    """Publish as somebody; what the tool complains of."""
    return ask(broker, "mosquitto_pub", "-t", topic, "-m", "online", "-r", *login)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "topic", [*(topic_of(OWN, each) for each in TableTopic), config_topic(OWN)]
)
def test_a_table_writes_below_its_own_topics_and_nobody_else_does(
    broker: Mosquitto, topic: str
) -> None:
    assert publish(broker, topic, "-u", OWN, "-P", "-") == ""
    for user in (FOREIGN, "board"):
        assert "Not authorized" in publish(broker, topic, "-u", user, "-P", "-")
    assert "Not authorized" in publish(broker, topic)
    assert "Not authorized" in publish(broker, topic, "-u", OWN, "-P", "another")


def test_the_board_reads_what_every_table_says(broker: Mosquitto) -> None:
    topic = topic_of(OWN, TableTopic.STATUS)
    publish(broker, topic, "-u", OWN, "-P", "-")
    one = ["-t", "campanile/#", "-C", "1", "-v"]
    assert ask(broker, "mosquitto_sub", *one, "-u", "board", "-P", "-") == f"{topic} online\n"


def test_nobody_is_thrown_out_by_who_takes_their_name(broker: Mosquitto) -> None:
    name, told = ["-i", "campanile-board"], topic_of(OWN, TableTopic.EVENT)
    one = ["-t", "campanile/#", "-C", "1", "-W", "10", "-v"]
    with start(broker, "mosquitto_sub", *one, "-u", "board", "-P", "-", *name) as board:
        broker.wait_for_log(lambda line: "Sending SUBACK" in line)
        say = ["-t", told, "-m", "won", "-u", OWN, "-P", "-", *name]
        assert ask(broker, "mosquitto_pub", *say) == ""
        assert board.communicate(timeout=PATIENCE)[0] == f"{told} won\n"
