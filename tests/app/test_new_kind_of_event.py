"""A kind of event that is declared and nothing else: it is seen and heard wherever events are."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.box import Preference
from companion.app.demo.rig import Rig
from companion.app.history_browser import game_pages
from companion.box.devices.boards import BOARDS
from companion.cli.report import print_result
from companion.cli.report.history import print_turns
from companion.core.conversation import Event
from companion.core.events import (
    AWARD,
    KINDS,
    TAKEN_BACK,
    EventKind,
    GameEvent,
    Ranked,
    Seat,
    TellEvent,
    tell_gain,
    tell_scoring,
    word,
)
from companion.core.interfaces import Tune
from companion.games import read_record, words_in
from companion.outlets.protocol import GetMessage, Topic
from companion.outlets.web.history_pages import draw_game
from companion.store.saved_games import replay_game
from companion.ui.input.history import Pages, TurnPage
from companion.ui.screens import render
from tests.app.journeys import new_game
from tests.app.reading import asked
from tests.buttons import OK
from tests.entries import install, view_of
from tests.fakes.nim.nim_game.plugin import PLUGIN
from tests.fakes.nim.nim_game.rules import LastStoneTaken, NimTable
from tests.fakes.table_socket import FakeTableSocket
from tests.outlets.board.messages import HallRig, box, game
from tests.outlets.mqtt.following import DEVICE, EVENT, open_scene

STORM = EventKind("storm")
SAID = "Player 1 takes the last stone"


def tell(event: Event, _table: NimTable) -> Iterator[GameEvent]:
    """The last stone, as an event of the new kind."""
    if isinstance(event, LastStoneTaken):
        yield GameEvent(kind=STORM, said=(word("nim.last-stone", player=Seat(event.seat)),))


def tell_scored(event: Event, table: NimTable) -> list[GameEvent]:
    """The last stone, as a scoring with an award that has a reason."""
    if not isinstance(event, LastStoneTaken):
        return []
    why = word("nim.last-stone", player=Seat(event.seat))
    ranking = (Ranked(event.seat, 7, 1), Ranked(1 - event.seat, 3, None))
    award = GameEvent(
        kind=AWARD,
        title="Stones",
        said=(tell_gain(event.seat, 1),),
        reasons=(why,),
        ranking=ranking,
    )
    return tell_scoring("last", [award], table.players)


@contextmanager
def at_the_end(folder: Path, tell: TellEvent) -> Iterator[Rig]:
    """A box with a voice and a reader of its socket, at the end of a game of Nim."""
    with pytest.MonkeyPatch.context() as patch:
        install(
            patch,
            replace(PLUGIN, tell=tell, screens=PLUGIN.screens._replace(events={})),
        )
        rigs: list[Rig] = []

        def opened() -> Any:
            return FakeTableSocket(rigs[0].inbox.put)

        rig = Rig(
            BOARDS["bonnet"],
            folder / "games",
            given={Preference.VOICE: "on"},
            open_socket=opened,
            for_readers=True,
        )
        rigs.append(rig)
        with rig:
            assert PLUGIN.record is not None
            record = read_record(PLUGIN.record.read_text("utf-8"))
            new_game(rig, record)
            while rig.session is not None and rig.session.question is not None:
                rig.say(record.answers[len(rig.session.answers) :])
            yield rig


@pytest.fixture
def at_the_storm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """Something of a new kind has happened."""
    monkeypatch.setitem(KINDS, STORM.name, STORM)
    with at_the_end(tmp_path, tell) as rig:
        yield rig


def test_a_scoring_that_is_only_declared_is_shown_heard_played_and_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_the_end(tmp_path, tell_scored) as rig:
        assert Tune.SCORING not in rig.chime.history, "the end is louder"
        assert rig.chime.history[-1] is Tune.GAME_OVER
        rig.voice.history.clear()
        pages, pictures = [asked(rig.entry)], {rig.frame}
        for _ in range(4):
            rig.press(OK)
            pages.append(asked(rig.entry))
            pictures.add(rig.frame)
        assert pages == ["page scoring", "page award", "page ReasonPage", *ENDING]
        assert len(pictures) == len(pages)
        assert [said for _, said in rig.voice.history][:2] == ["Player 1 gets 1 point.", f"{SAID}."]
        assert rig.session is not None
        print_result(rig.session, words_in())
        assert re.search(rf"Stones │ Player 1 gets 1 point +│ {SAID} ", capsys.readouterr().out)


ENDING = ("page Standings", "page Winner")


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

    async def journey() -> None:
        async with open_scene(tmp_path) as scene, scene.bridge():
            await scene.subscriber.next(DEVICE, 0)
            scene.table.happen(told)
            heard.append((await scene.subscriber.next(EVENT, 0)).json)
            device = scene.subscriber.at(DEVICE)[-1].json
            assert STORM.name in device["cmps"]["event"]["event_types"]

    asyncio.run(journey())
    assert (heard[0]["kind"], heard[0]["text"]) == (STORM.name, SAID)
    for kinds in (KINDS, {}):  # a board of today, and one that has never heard of it
        with (
            pytest.MonkeyPatch.context() as patch,
            closing(HallRig(tmp_path / str(len(kinds)))) as hall,
        ):
            patch.setattr("companion.core.events.KINDS", kinds)
            hall.add(1, waiting=True, game=game(id=heard[0]["game"]))
            hall.hear(1, "event", {**heard[0], "table": box(1)})
            (table,) = hall.hall.tables
            assert table.shown_event is not None
            assert table.shown_event.text == SAID


def test_saved_games_tell_a_new_kind_of_event(
    at_the_storm: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    rig = at_the_storm
    socket = rig.door.socket
    assert isinstance(socket, FakeTableSocket)

    def told() -> list[dict[str, Any]]:
        socket.ask(GetMessage(1, Topic.GAME, 1))
        while not socket.replies or "game" not in socket.replies[-1]:
            rig.app.pump()
        reply = socket.replies.pop()
        events = [event for turn in reply["game"]["turns"] for event in turn["events"]]
        assert (SAID in draw_game(reply, words_in())) == bool(events)
        return events

    assert told() == [], "the box has not shown it to its end"
    while rig.session is not None:
        rig.press(OK)
    assert [(each["kind"], each["text"]) for each in told()] == [(STORM.name, SAID)]
    play = replay_game(rig.journal, 1)
    print_turns(play, words_in())
    assert capsys.readouterr().out.count(SAID) == 1
    last, storm = [*game_pages(play)][-2:]
    pages = [Pages(below=rig.entry, pages=(page,)) for page in (last, storm)]
    pictures = {render(view_of(each, None, words_in())).tobytes() for each in pages}
    assert isinstance(storm, TurnPage)
    assert (storm.event.kind, len(pictures)) == (STORM, 2)


@pytest.mark.parametrize("page", ["table-api.md", "mqtt.md"])
def test_each_kind_that_others_get_is_described(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
    (row,) = (line for line in text.splitlines() if line.startswith("| `kind` | `begun`"))
    described = set(re.findall("`([a-z-]+)`", row)) - {"kind", "text", TAKEN_BACK}
    assert described == {kind.name for kind in KINDS.values() if kind.is_public}
