"""A kind of event that is declared and nothing else: it is seen and heard wherever events are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.demo.rig import Rig
from companion.app.preferences import Preference
from companion.box.devices.boards import BOARDS
from companion.core.conversation import Event
from companion.core.events import KINDS, TAKEN_BACK, EventKind, GameEvent, Seat, word
from companion.games import read_record
from companion.outlets.protocol import GetMessage, Topic
from tests.app.journeys import new_game
from tests.app.reading import asked
from tests.entries import install
from tests.fakes.nim.nim_game.plugin import PLUGIN
from tests.fakes.nim.nim_game.rules import LastStoneTaken, NimTable
from tests.fakes.table_socket import FakeTableSocket
from tests.outlets.board.halls import HallRig
from tests.outlets.board.messages import box, game
from tests.outlets.mqtt.following import DEVICE, EVENT, Scene, follow

STORM = EventKind("storm")
SAID = "Red takes the last stone"


def tell(event: Event, _table: NimTable) -> Iterator[GameEvent]:
    """The last stone, as an event of the new kind."""
    if isinstance(event, LastStoneTaken):
        yield GameEvent(kind=STORM, said=(word("nim.last-stone", player=Seat(event.seat)),))


@pytest.fixture
def at_the_storm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A box with a voice and a reader of its socket, at the end of a game of Nim."""
    monkeypatch.setitem(KINDS, STORM.name, STORM)
    install(monkeypatch, replace(PLUGIN, tell=tell))
    rigs: list[Rig] = []

    def opened() -> Any:
        return FakeTableSocket(rigs[0].inbox.put)

    rig = Rig(
        BOARDS["bonnet"],
        tmp_path / "games",
        given={Preference.VOICE: "on"},
        open_socket=opened,
        for_readers=True,
    )
    rigs.append(rig)
    with rig:
        assert PLUGIN.record is not None
        record = read_record(PLUGIN.record.read_text("utf-8"))
        new_game(rig, record)
        answers = record.answers
        while rig.session is not None and rig.session.question is not None:
            rig.say(answers[len(rig.session.answers) :])
        yield rig


def test_a_new_kind_of_event_is_told_everywhere(at_the_storm: Rig, tmp_path: Path) -> None:
    rig = at_the_storm
    assert asked(rig.entry) == "page storm"
    assert rig.frame != bytes(len(rig.frame)), "it has a picture"
    assert rig.voice.history[-1] == ("en", f"{SAID}.")
    socket = rig.door.socket
    assert isinstance(socket, FakeTableSocket)
    assert socket.state["open"]["lines"] == [f"{SAID}."]
    assert socket.state["announcement"] == f"{SAID}."
    socket.ask(GetMessage(1, Topic.EVENTS))
    rig.app.pump()
    told = socket.replies[-1]["events"]["list"][-1]
    assert (told["kind"], told["text"]) == (STORM.name, SAID)

    heard: list[dict[str, Any]] = []

    async def journey(scene: Scene) -> None:
        async with scene.bridge():
            await scene.subscriber.next(DEVICE, 0)
            scene.table.happen(told)
            heard.append((await scene.subscriber.next(EVENT, 0)).json)
            device = scene.subscriber.at(DEVICE)[-1].json
            assert STORM.name in device["cmps"]["event"]["event_types"]

    follow(tmp_path, journey)
    assert (heard[0]["kind"], heard[0]["text"]) == (STORM.name, SAID)
    for kinds in (KINDS, {}):  # a board of today, and one that has never heard of it
        with pytest.MonkeyPatch.context() as patch, closing(HallRig(tmp_path / "hall")) as hall:
            patch.setattr("companion.core.events.KINDS", kinds)
            hall.add(1, waiting=True, game=game(id=heard[0]["game"]))
            hall.hear(1, "event", {**heard[0], "table": box(1)})
            (table,) = hall.hall.tables
            assert table.shown_event is not None
            assert table.shown_event.text == SAID


@pytest.mark.parametrize("page", ["table-api.md", "mqtt.md"])
def test_each_kind_that_others_get_is_described(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
    (row,) = (line for line in text.splitlines() if line.startswith("| `kind` | `begun`"))
    described = set(re.findall("`([a-z-]+)`", row)) - {"kind", "text", TAKEN_BACK}
    assert described == {kind.name for kind in KINDS.values() if kind.is_public}
