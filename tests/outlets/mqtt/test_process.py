"""The command `companion mqtt`: its settings, its end, and what is left after a kill."""

from __future__ import annotations

import asyncio
import re
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import depth
from tests.app.command import COMPANION, PATIENCE, companion, environment, python, run_here
from tests.fakes.table import BOX
from tests.outlets.mqtt.following import (
    DEVICE,
    EVENT,
    RESULT,
    STATE,
    STATUS,
    Scene,
    Subscriber,
    event,
)
from tests.outlets.mqtt.mosquitto import write_settings

Capture = pytest.CaptureFixture[str]
WITHOUT_PAHO = f"import sys; sys.modules['paho'] = None\n{COMPANION}"
LARGEST = 40 * 1024
"""Kilobytes of memory."""


def settings_for(scene: Scene, **changes: Any) -> Path:
    return write_settings(scene.folder, **{**scene.broker.settings, "name": "Table 3", **changes})


async def start(scene: Scene, *arguments: object, settings: Path | None = None) -> Process:
    config = settings or settings_for(scene)
    return await asyncio.create_subprocess_exec(
        *python(COMPANION, "mqtt", "--config", config, *arguments),
        env={**environment(scene.folder / "kept"), "CAMPANILE_TABLE": str(scene.table.path)},
        stdout=PIPE,
        stderr=PIPE,
    )


async def end(process: Process) -> tuple[str, str]:
    """Wait for the end; what was printed, and what was logged."""
    async with asyncio.timeout(PATIENCE):
        said, logged = await process.communicate()
    return said.decode(), logged.decode()


@pytest.mark.soak
async def test_by_tls_as_the_settings_say(scene: Scene) -> None:
    broker = scene.broker
    by_tls = settings_for(scene, port=broker.tls_port, tls=True, ca=str(broker.ca))
    process = await start(scene, settings=by_tls)
    await scene.subscriber.next(STATE, 0)
    scene.table.happen(*[event(turn=number) for number in range(40)])
    await scene.subscriber.next(EVENT, 39)
    process.terminate()
    await end(process)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
async def test_each_event_has_one_number_however_often_it_is_killed(
    scene: Scene, seed: int
) -> None:
    def numbered(heard: Subscriber) -> int:
        return len({each["number"] for each in heard.events})

    chance, heard, table = Random(seed), scene.subscriber, scene.table
    turn, seen = 0, 0
    for _ in range(depth.at_depth(1, 5)):
        process = await start(scene)
        await heard.until(lambda: len(heard.at(STATE)) > seen)  # noqa: B023
        for _ in range(chance.randrange(1, 6)):
            table.happen(event(turn=turn))
            turn += 1
        behind = chance.randrange(3)
        await heard.until(lambda: numbered(heard) >= turn - behind)  # noqa: B023
        process.kill()
        await end(process)
        await heard.until(lambda: heard.at(STATUS)[-1].text == "offline")
        for _ in range(chance.randrange(3)):  # nobody is there to tell of them
            table.happen(event(turn=turn))
            turn += 1
        seen = len(heard.at(STATE))
    process = await start(scene)
    await heard.until(lambda: numbered(heard) == turn)
    process.terminate()
    await end(process)
    by_number = {each["number"]: each["turn"] for each in heard.events}
    assert [by_number[number] for number in sorted(by_number)] == list(range(turn))
    assert max(by_number) - min(by_number) == turn - 1
    assert all(by_number[each["number"]] == each["turn"] for each in heard.events)


async def test_it_says_goodbye_at_its_end_and_leaves_when_it_is_told_to(scene: Scene) -> None:
    heard = scene.subscriber
    process = await start(scene)
    assert (await heard.next(STATE, 0)).json["name"] == "Table 3"
    await heard.next(RESULT, 0)
    memory = Path(f"/proc/{process.pid}/status").read_text()
    process.terminate()
    said, logged = await end(process)
    assert process.returncode == 0
    assert (said, logged.count("\n")) == ("", 1)
    assert f"connected as table {BOX}" in logged
    assert (await heard.next(STATUS, 1)).text == "offline"
    found = re.search(r"VmRSS:\s+(\d+) kB", memory)
    assert found
    assert int(found[1]) <= LARGEST
    await scene.table.stop()  # the id is known from before
    process = await start(scene, "--leave")
    said, _ = await end(process)
    assert said == f"Nothing of this table is left at 127.0.0.1:{scene.broker.port}.\n"
    await heard.until(lambda: not heard.at(STATUS)[-1].payload)
    assert [heard.at(each)[-1].payload for each in (DEVICE, RESULT, STATE)] == [b"", b"", b""]


async def test_leaving_asks_the_box_for_its_id_if_it_was_never_here(
    scene: Scene, tmp_path: Path
) -> None:
    process = await start(scene, "--leave")
    assert "Nothing of this table" in (await end(process))[0]
    if not depth.is_soak():
        return
    await scene.table.stop()
    process = await start(scene, "--leave", "--folder", tmp_path / "other")
    assert "switch the box on" in (await end(process))[1]
    assert process.returncode == 1


def test_without_a_broker_in_the_settings_it_says_so_and_ends(
    tmp_path: Path, capsys: Capture
) -> None:
    ended = run_here(capsys, "mqtt", "--config", write_settings(tmp_path))
    assert (ended.status, ended.errors) == (0, "")
    assert ended.said == "MQTT is off: the settings name no broker\n"


def test_a_password_that_is_not_there_is_a_wrong_setting(tmp_path: Path, capsys: Capture) -> None:
    config = write_settings(tmp_path, host="localhost", user="table", password_file="nowhere")
    ended = run_here(capsys, "mqtt", "--config", config, "--folder", tmp_path)
    assert ended.status == 78
    assert ended.errors.startswith("the password for the broker can't be read: ")
    assert ended.errors.count("\n") == 1


def test_without_paho_it_says_what_is_missing(tmp_path: Path) -> None:
    config = write_settings(tmp_path, host="localhost")
    ended = companion("mqtt", "--config", config, state=tmp_path, code=WITHOUT_PAHO)
    assert ended.returncode == 1
    assert "campanile-companion[mqtt]" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_folder_that_can_not_be_written_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    config = write_settings(tmp_path, host="localhost")
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "below"
    ended = run_here(capsys, "mqtt", "--config", config, "--folder", folder)
    assert ended.status == 1
    assert ended.errors.count("\n") == 1
    assert str(folder) in ended.errors
