"""A table at a real broker: what comes, when, and what is left behind."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.outlets.broker import BrokerAddress
from companion.outlets.broker_connection import CHECK_EVERY, BrokerLost
from companion.outlets.mqtt.bridge import HEARTBEAT, leave
from companion.outlets.mqtt.outbox import Outbox
from companion.outlets.mqtt.publications import MOST_SENSORS
from tests.app.command import PATIENCE
from tests.fakes.table import BOX, opened
from tests.outlets.mqtt.following import (
    DEVICE,
    EVENT,
    FIRST_NUMBER,
    RESULT,
    STATE,
    STATUS,
    Scene,
    Subscriber,
    event,
)
from tests.outlets.mqtt.mosquitto import HOST

# After a failed handshake paho leaves the socket to the garbage collector.
LEAKY_HANDSHAKE = pytest.mark.filterwarnings("ignore:unclosed <ssl:ResourceWarning")


async def test_a_table_says_that_it_is_there_and_what_it_does(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        assert (await heard.next(STATUS, 0)).text == "online"
        state = (await heard.next(STATE, 0)).json
        assert state["name"] == "Table 3"
        assert state["game"]["title"] == "Nim"
        assert state["doing"] == "Which tower grows?"
        assert state["light"] == "blue"
        assert (await heard.next(RESULT, 0)).json["results"] == []
        assert (await heard.next(DEVICE, 0)).json["dev"]["name"] == "Table 3"
    assert (await heard.next(STATUS, 1)).text == "offline"


async def test_events_are_numbered_and_come_before_the_state_that_follows(scene: Scene) -> None:
    heard = scene.subscriber
    scene.table.events.append({**event("begun"), "answer": 1})
    async with scene.bridge():
        assert (await heard.next(STATE, 0)).json["event"] is None
        scene.table.happen(event(), event("scoring", name="first", points=[]))
        assert (await heard.next(STATE, 1)).json["event"] == FIRST_NUMBER + 1
        first, second = heard.events  # what had happened before is nobody's news
        assert (first["number"], first["kind"]) == (FIRST_NUMBER, "turn")
        assert (second["number"], second["name"]) == (FIRST_NUMBER + 1, "first")
        assert "answer" not in first
        kinds = [each.topic for each in heard.heard if each.topic in (EVENT, STATE)]
        assert kinds == [STATE, EVENT, EVENT, STATE]
        assert not any(each.retained for each in heard.at(EVENT))


async def test_a_game_that_begins_in_one_press_is_news(scene: Scene) -> None:
    heard, table = scene.subscriber, scene.table
    game = table.now["game"]
    table.change(game=None)
    async with scene.bridge():
        await heard.next(STATE, 0)
        table.events.append({**event("begun"), "answer": 14})
        table.change(game={**game, "id": f"{BOX}-8", "events": 1})
        assert (await heard.next(EVENT, 0)).json["kind"] == "begun"
        await heard.next(STATE, 1)  # else only the state that follows is sent
        table.events[:] = [{**event(kind), "answer": 1} for kind in ("begun", "turn")]
        table.change(game={**game, "id": f"{BOX}-2", "events": 2})  # it is resumed
        assert (await heard.next(STATE, 2)).json["event"] == FIRST_NUMBER


async def test_a_file_of_authorities_that_is_not_there_is_named(
    scene: Scene, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    missing = tmp_path / "missing.pem"
    async with scene.bridge(scene.address(tls=True, ca=missing)):
        await scene.time.wait_for_sleeps(0)
    assert str(missing) in caplog.text


async def test_what_is_undone_is_taken_back(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(STATE, 0)
        scene.table.happen(event(), event("award"), event("winner"))
        await heard.next(EVENT, 2)
        scene.table.undo(2)
        assert (await heard.next(EVENT, 3)).json["numbers"] == [
            FIRST_NUMBER + 1,
            FIRST_NUMBER + 2,
        ]
        scene.table.happen(event("award"))
        assert (await heard.next(EVENT, 4)).json["number"] == FIRST_NUMBER + 4


async def test_the_will_comes_when_the_connection_breaks(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(STATE, 0)
        # Another client with the same id: the broker throws the table out.
        async with scene.bridge(folder="other"):
            assert (await heard.next(STATUS, 1)).text == "offline"
            assert (await heard.next(STATUS, 2)).text == "online"


async def test_a_broker_that_was_killed_gets_what_happened_meanwhile_and_all_that_it_keeps(
    scene: Scene,
) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(STATE, 0)
        await scene.kill_broker()
        for number in range(5):
            scene.table.happen(event(turn=number))
        scene.start_broker()
        await heard.until(lambda: len(heard.events) == 5)
        assert [each["turn"] for each in heard.events] == [0, 1, 2, 3, 4]
        await heard.until(lambda: heard.at(STATE)[-1].json["event"] == FIRST_NUMBER + 4)
        assert heard.at(STATUS)[-1].text == "online"


async def test_a_broker_that_lost_everything_gets_it_again(scene: Scene, tmp_path: Path) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(RESULT, 0)
        await scene.kill_broker()
        (tmp_path / "mosquitto.db").unlink()
        scene.start_broker()
        for topic in (STATUS, DEVICE, STATE, RESULT):
            await heard.next(topic, 1)


async def test_a_box_that_is_away_makes_the_table_offline_until_it_is_back(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(STATE, 0)
        scene.table.happen(event())
        await heard.next(EVENT, 0)
        await scene.table.stop()
        assert (await heard.next(STATUS, 1)).text == "offline"
        await scene.table.start()
        scene.time.advance(2)
        assert (await heard.next(STATUS, 2)).text == "online"
        scene.table.happen(event("award"))
        assert (await heard.next(EVENT, 1)).json["kind"] == "award"
        assert len(heard.events) == 2


async def test_the_status_is_repeated_for_who_trusts_no_leftovers(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(RESULT, 0)
        for count in (1, 2, 3):
            scene.time.advance(20)
            assert (await heard.next(STATUS, count)).text == "online"
        assert len(heard.at(STATE)) == 1


async def test_home_assistant_is_told_all_again_after_its_start(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge(part=0.7):
        await heard.next(RESULT, 0)
        slept = len(scene.time.waits)
        heard.publish("homeassistant/status", "online")
        await scene.time.wait_for_sleeps(slept)
        assert scene.time.waits[-1] == 7.0
        assert len(heard.at(DEVICE)) == 1
        scene.time.advance(7)
        await heard.next(DEVICE, 1)
        await heard.next(STATE, 1)


async def test_home_assistant_has_a_sensor_of_each_part_and_keeps_it(scene: Scene) -> None:
    heard = scene.subscriber

    def playing(*parts: tuple[str, str, int]) -> dict[str, Any]:
        told = [
            {"part": "count", "key": key, "value": value, "label": label, "text": str(value)}
            for key, label, value in parts
        ]
        return {"table": {"players": [], "parts": told}}

    def sensors() -> dict[str, str]:
        found = heard.at(DEVICE)[-1].json["cmps"]
        return {key: each["name"] for key, each in found.items() if key.startswith("part_")}

    async with scene.bridge():
        await heard.next(RESULT, 0)
        scene.table.change(**playing(("heap", "Heap", 7)))
        assert (await heard.next(STATE, 1)).json["parts"] == [
            {"key": "heap", "label": "Heap", "text": "7", "value": 7}
        ]
        assert sensors() == {"part_heap": "Heap"}
        scene.table.change(**playing(("heap", "Heap", 6)))
        await heard.next(STATE, 2)
        assert len(heard.at(DEVICE)) == 2, "only a new sensor describes it anew"
        scene.table.change(**playing(*((f"c{at}", "C", at) for at in range(8))))
        await heard.next(STATE, 3)
        scene.table.change(**playing(*((f"d{at}", "D", at) for at in range(8))))
        await heard.next(STATE, 4)
        scene.table.change(**playing(*((f"e{at}", "E", at) for at in range(8))))
        await heard.next(STATE, 5)
        assert sensors()["part_heap"] == "Heap"
        assert len(sensors()) == MOST_SENSORS


async def test_leftovers_of_home_assistant_go_when_it_is_switched_off(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        assert (await heard.next(DEVICE, 0)).payload
    async with scene.bridge(home_assistant=False):
        assert not (await heard.next(DEVICE, 1)).payload


async def test_leaving_removes_everything(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(RESULT, 0)
    await leave(scene.address(), BOX)
    await heard.until(lambda: not heard.heard[-1].payload and heard.heard[-1].topic == STATUS)
    late = Subscriber(scene.broker, "late")
    await late.is_there()
    late.publish("end", "")
    await late.next("end", 0)
    late.close()
    assert [each.topic for each in late.heard] == ["end"]


async def test_leaving_a_broker_that_hangs_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.outlets.mqtt.bridge.LEAVE_TIME", 0)
    gone = asyncio.Event()

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"\x20\x02\x00\x00")
        await reader.read(-1)
        writer.close()
        gone.set()

    async with await asyncio.start_server(let_in, HOST, 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(BrokerLost, match="no answer"):
            await leave(BrokerAddress(HOST, port), BOX)
        await gone.wait()


async def test_results_are_asked_for_when_a_game_ends_or_changes_after_its_end(
    scene: Scene,
) -> None:
    heard, table = scene.subscriber, scene.table
    async with scene.bridge():
        await heard.next(RESULT, 0)
        table.happen(event())
        await heard.next(EVENT, 0)
        ended = {"game": "7", "ended": "2026-11-23T20:00", "began": "2026-11-23T19:00"}
        table.results = [{**ended, "result": {"points": 1}}]
        table.happen(event("winner"), game={**table.now["game"], "finished": True})
        assert (await heard.next(RESULT, 1)).json["results"] == table.results
        table.results = [{**ended, "result": {"points": 2}}]
        table.happen(event("winner"))
        assert (await heard.next(RESULT, 2)).json["results"] == table.results
    asked = [each["get"] for each in table.received]
    assert asked.count("results") == 3


async def test_a_table_of_another_id_is_another_table(scene: Scene) -> None:
    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(RESULT, 0)
        slept = len(scene.time.waits)
        scene.table.change(box="ba9876543210")
        assert (await heard.next(STATUS, 1)).text == "offline"
        await scene.time.wait_for_sleeps(slept)
        scene.time.advance(120)
        other = await heard.next("campanile/ba9876543210/status", 0)
        assert other.text == "online"


async def test_a_full_disk_keeps_events_back_until_the_next_change(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: Any, **_options: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    heard = scene.subscriber
    async with scene.bridge():
        await heard.next(STATE, 0)
        with monkeypatch.context() as patch:
            patch.setattr(Outbox, "record", refuse)
            scene.table.happen(event(turn=1), open=opened(text="How many floors?"))
            assert (await heard.next(STATE, 1)).json["event"] is None
        scene.table.happen(event(turn=2))
        assert (await heard.next(EVENT, 1)).json["number"] == FIRST_NUMBER + 1
    assert [each["turn"] for each in heard.events] == [1, 2]
    assert "disk is full" in caplog.text


# Who comes in, and how it is tried again ---------------------------------------------------------


@pytest.mark.sample(1)
@LEAKY_HANDSHAKE
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"password": "another"}, "Not authorized"),
        ({"port": 1}, "refused"),
        ({"host": "nobody.invalid"}, ""),
        ({"tls": True}, ""),
    ],
    ids=["password", "port", "host", "plain instead of TLS"],
)
async def test_a_broker_that_lets_nobody_in_is_logged_once_and_tried_ever_more_rarely(
    scene: Scene, caplog: pytest.LogCaptureFixture, changes: dict[str, Any], why: str
) -> None:
    async with scene.bridge(scene.address(**changes), part=1.0):
        for count in range(9):
            await scene.time.wait_for_sleeps(count)
            scene.time.advance(120)
    assert scene.time.waits[:9] == [2, 4, 8, 16, 32, 64, 120, 120, 120]
    gc.collect()
    (line,) = [each.getMessage() for each in caplog.records if each.levelname == "WARNING"]
    assert why in line


async def test_two_programs_with_one_id_throw_each_other_out_ever_more_rarely(scene: Scene) -> None:
    thrown_out: list[float] = []
    async with scene.bridge(part=1.0), scene.bridge(folder="other", part=1.0):
        while len(thrown_out) < 7:
            await scene.time.wait_for_sleeps(len(scene.time.waits))
            waits = [each for each in scene.time.waits if each not in (CHECK_EVERY, HEARTBEAT)]
            if len(waits) > len(thrown_out):
                thrown_out = waits
                scene.time.advance(thrown_out[-1])
    assert thrown_out == [2, 2, 4, 4, 8, 8, 16]


async def test_a_slow_subscriber_keeps_nobody_waiting_and_loses_nothing(scene: Scene) -> None:
    heard, broker = scene.subscriber, scene.broker
    command = ["mosquitto_sub", "-h", broker.host, "-p", str(broker.port), "-q", "1"]
    command += ["-u", broker.user, "-P", broker.password, "-t", EVENT, "-C", "60"]
    slow = subprocess.Popen(command, stdout=subprocess.PIPE)
    broker.wait_for_log(lambda line: "SUBACK" in line and "subscriber" not in line)
    slow.send_signal(signal.SIGSTOP)
    async with scene.bridge():
        await heard.next(STATE, 0)
        scene.table.happen(*[event(turn=number, text="x" * 10_000) for number in range(60)])
        await heard.next(EVENT, 59)
        slow.send_signal(signal.SIGCONT)
        told, _ = await asyncio.to_thread(slow.communicate, timeout=PATIENCE)
    assert [json.loads(line)["turn"] for line in told.splitlines()] == list(range(60))
