"""A table in a real Home Assistant: found by itself, followed, missed, and gone when told to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.app.demo.rig import Rig, play_record
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.core.interfaces import Press
from tests.app.command import COMPANION, KEYBOARD, Terminal, environment, python
from tests.app.journeys import stored
from tests.app.test_play_command import KEYS
from tests.outlets.mqtt.home_assistant import HomeAssistant, State
from tests.outlets.mqtt.mosquitto import Mosquitto, write_settings

pytestmark = pytest.mark.skipif(
    "HOME_ASSISTANT" not in os.environ, reason="by `make test-home-assistant` only"
)
ENTITIES = {
    *(f"sensor.{{}}_{each}" for each in ("game", "turn", "whose_turn", "cards_left", "leader")),
    "binary_sensor.{}_playing",
    "image.{}_picture_of_the_table",
    "event.{}_event",
}
DIMMED = "test_a_game_is_followed_to_its_end"
"""The table at whose Finito the light of docs/mqtt.md is dimmed."""
MANUAL = Path(__file__).parents[3] / "docs" / "mqtt.md"
LIVING_ROOM = """
light:
  - platform: template
    lights:
      living_room: {turn_on: [], turn_off: [], set_level: []}
input_text:
  said:
automation ui: !include automations.yaml
automation:
"""
SAY = """
            - action: input_text.set_value
              target: {entity_id: input_text.said}
              data: {value: "{{ message }}"}
"""
RECORD = stored("two-players")
TURNS = 14
GONE = "unavailable"


class TableAtHome:
    """A companion in a terminal, and its `companion mqtt`: each a process of its own.

    ``name`` is how Home Assistant writes it. A `Rig` beside it finds the presses.
    """

    def __init__(self, folder: Path, name: str, home: HomeAssistant, broker: Mosquitto) -> None:
        self.home, self._folder, self.name = home, folder, name
        self._environment = environment(folder / "outbox")
        self._config = write_settings(folder, **broker.settings, name=name)
        self._steps: Iterator[bool] = iter(())
        self._publisher: subprocess.Popen[bytes] | None = None

    @contextmanager
    def switched_on(self) -> Iterator[None]:
        """The box itself, at home, with the game not begun."""
        options = ("play", "--virtual", "--mute", "--config", self._config)
        with ExitStack() as stack:
            self._terminal = stack.enter_context(Terminal(*options, state=self._folder / "box"))
            beside = self._folder / "beside"
            self._rig = stack.enter_context(Rig(KEYBOARD, beside, before_press=self._press))
            self._steps = iter(play_record(self._rig, RECORD))
            stack.callback(self.unplug)
            self._look()
            yield

    def _look(self) -> None:
        """Go on when the terminal shows what it should after the presses so far."""
        self._terminal.wait_for(draw_lines(self._rig.frame, BRAILLE))

    def _press(self, press: Press) -> None:
        self._look()
        self._terminal.press_keys(KEYS[press])

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Press the game's keys, to its end or until that holds."""
        for _ in self._steps:
            self._look()
            if until():
                return

    @property
    def turn(self) -> int:
        """The turn that the game is at; 0 before the first."""
        session = self._rig.session
        return session.table.turn if session is not None and session.table.started else 0

    @property
    def left(self) -> int:
        """The cards of all styles that nobody has seen."""
        assert self._rig.session is not None
        return sum(self._rig.session.table.counts)

    def _mqtt(self, *options: str) -> list[str]:
        return python(COMPANION, "mqtt", "--config", self._config, *options)

    def publish(self) -> None:
        """Start `companion mqtt`."""
        self._publisher = subprocess.Popen(self._mqtt(), env=self._environment)

    def switch_off(self) -> None:
        """End the box as its player does."""
        self._terminal.press_keys(b"q")
        self._terminal.end()

    def unplug(self) -> None:
        """End it as a power cut does; may be called twice."""
        if self._publisher is not None:
            self._publisher.kill()
            self._publisher.wait()
            self._publisher = None

    def leave(self) -> None:
        """`companion mqtt --leave`."""
        subprocess.run(self._mqtt("--leave"), env=self._environment, check=True)

    @property
    def entities(self) -> dict[str, str]:
        """What Home Assistant says of it, by the entity."""
        known = {each.format(self.name): each for each in ENTITIES}
        states = self.home.states.items()
        return {known[entity]: state["state"] for entity, state in states if entity in known}

    @property
    def is_there(self) -> bool:
        """Whether all its entities are there and have a state."""
        return self.entities.keys() == ENTITIES and GONE not in self.entities.values()

    @property
    def is_missed(self) -> bool:
        """Whether all its entities are there, and none has a state."""
        return self.entities == dict.fromkeys(ENTITIES, GONE)

    def says(self, sensor: str) -> str:
        """What Home Assistant says of it by this entity."""
        return str(self.state(sensor).get("state"))

    def state(self, entity: str) -> State:
        """All that Home Assistant knows of an entity."""
        kind = {"playing": "binary_sensor", "event": "event"}.get(entity, "sensor")
        return self.home.states.get(f"{kind}.{self.name}_{entity}", {})

    def wait_for(self, **sensors: object) -> None:
        """Go on when Home Assistant says this of it; None is what is not known."""
        wanted = {key: "unknown" if value is None else str(value) for key, value in sensors.items()}
        self.wait_until(lambda: all(self.says(key) == wanted[key] for key in wanted))

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Go on when it holds of what Home Assistant says."""
        self.home.wait_until(holds)

    def events(self, kind: str) -> list[State]:
        """The events of a kind that Home Assistant has told of it, oldest first."""
        entity = f"event.{self.name}_event"
        told = (new for each, new in self.home.history if each == entity and new)
        found = {
            new["attributes"]["number"]: new["attributes"]
            for new in told
            if new["attributes"].get("event_type") == kind
        }
        return [found[number] for number in sorted(found)]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, broker: Mosquitto) -> Iterator[HomeAssistant]:
    manual = MANUAL.read_text("utf-8")
    example = re.search(r"^    - alias: Finito\n(?:    .+\n)+", manual, re.MULTILINE)
    assert example
    automation = example[0].replace("table_3", DIMMED).partition("            - action:")[0] + SAY
    folder = tmp_path_factory.mktemp("home")
    (folder / "automations.yaml").write_text("[]")
    blueprints = folder / "blueprints" / "automation" / "campanile"
    blueprints.mkdir(parents=True)
    shutil.copy(MANUAL.parent / "home-assistant" / "scoring.yaml", blueprints)
    with HomeAssistant(folder, LIVING_ROOM + automation) as running:
        running.join(broker)
        yield running


@pytest.fixture
def table(
    home: HomeAssistant,
    broker: Mosquitto,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[TableAtHome]:
    """A table of each test's own, which Home Assistant has found."""
    monkeypatch.setenv("CAMPANILE_TABLE", str(tmp_path / "table.socket"))
    complaints = len(home.complaints)
    made = TableAtHome(tmp_path, request.node.name, home, broker)
    with made.switched_on():
        made.publish()
        made.wait_until(lambda: made.is_there)
        yield made
        made.unplug()
        made.leave()
    assert home.complaints[complaints:] == []


def test_a_game_is_followed_to_its_end(table: TableAtHome) -> None:
    table.wait_for(playing="off", game=None, turn=None, whose_turn=None, cards_left=None)
    players = RECORD.table.players
    for turn in range(1, TURNS + 1):
        table.play(lambda: table.turn >= turn)  # noqa: B023
        player = players[(turn - 1) % len(players)]
        table.wait_for(turn=turn, whose_turn=player.name, cards_left=table.left)
        table.wait_for(pile=table.left)
        table.wait_until(lambda: table.state("whose_turn")["attributes"]["light"] == player.colour)  # noqa: B023
    table.wait_for(playing="on", game="Campanile", leader=None)
    assert table.says("towers").startswith((players[0].name, players[1].name))
    light = table.home.states["light.living_room"]
    assert light["state"] != "on"
    table.play()
    table.wait_until(lambda: bool(table.events("winner")))
    assert [each["turn"] for each in table.events("turn")] == list(range(1, TURNS + 1))
    assert [each["name"] for each in table.events("scoring")] == ["intermezzo", "finito"]
    winners = [players[seat].name for seat in table.events("winner")[0]["seats"]]
    assert winners == RECORD.result["winners"]
    table.wait_for(playing="off", leader=winners[0])
    table.wait_until(lambda: table.home.states["light.living_room"]["state"] == "on")
    assert table.home.states["light.living_room"]["attributes"]["brightness"] == 51  # 20 %
    winner = table.events("winner")[0]["text"]
    table.wait_until(lambda: table.home.states["input_text.said"]["state"] == winner)


def test_it_is_missed_when_publisher_or_box_dies(table: TableAtHome) -> None:
    table.play(lambda: table.turn == 2)
    table.wait_for(turn=2)
    table.unplug()
    table.wait_until(lambda: table.is_missed)
    table.play(lambda: table.turn == 3)
    table.publish()
    table.wait_for(turn=3)
    table.wait_until(lambda: table.is_there)
    table.switch_off()
    table.wait_until(lambda: table.is_missed)


def test_a_restart_of_home_assistant(table: TableAtHome, home: HomeAssistant) -> None:
    table.play(lambda: table.turn == 2)
    home.stop()
    table.play(lambda: table.turn == 3)
    home.start()
    table.wait_for(turn=3)
    table.wait_until(lambda: table.is_there)
    table.play(lambda: table.turn == 4)
    table.wait_for(turn=4)


def test_a_restart_of_the_broker(
    table: TableAtHome, home: HomeAssistant, broker: Mosquitto
) -> None:
    table.play(lambda: table.turn == 2)
    table.wait_for(turn=2)
    broker.kill()
    table.wait_until(lambda: table.is_missed)
    table.play(lambda: table.turn == 4)
    seen = len(home.log)
    broker.start()
    home.wait_for_log(lambda line: "birth message sent" in line, seen)
    table.wait_for(turn=4)
    table.wait_until(lambda: table.is_there)
    table.play(lambda: table.turn == 5)
    table.wait_until(lambda: table.events("turn")[-1]["turn"] == 4)


def test_what_its_user_sees_of_the_device(table: TableAtHome, home: HomeAssistant) -> None:
    table.play(lambda: table.turn == 2)
    table.wait_for(turn=2)
    cards = table.state("cards_left")["attributes"]
    assert (cards["state_class"], cards["unit_of_measurement"]) == ("measurement", "cards")
    picture = home.states[f"image.{table.name}_picture_of_the_table"]["attributes"]
    assert ElementTree.fromstring(home.read(picture["entity_picture"])).tag.endswith("svg")
    device = home.render(f"{{{{ device_id('sensor.{table.name}_game') }}}}")

    def attribute(name: str) -> str:
        return home.render(f"{{{{ device_attr('{device}', '{name}') }}}}")

    assert attribute("model") == "Tabletop companion"
    assert re.fullmatch("[0-9a-f]{12}", attribute("serial_number"))
    assert attribute("configuration_url").startswith(("http://", "None"))
    trigger = {"trigger": "device", "domain": "mqtt", "device_id": device, "subtype": "table"}
    action = {"action": "input_text.set_value", "target": {"entity_id": "input_text.said"}}
    home.ask(
        "/api/config/automation/config/winner",
        {
            "alias": "Winner",
            "triggers": [{**trigger, "type": "winner"}],
            "actions": [{**action, "data": {"value": "a winner"}}],
        },
    )
    table.play()
    table.wait_until(lambda: home.states["input_text.said"]["state"] == "a winner")


def test_a_table_that_leaves_is_forgotten(table: TableAtHome, home: HomeAssistant) -> None:
    """Also by a Home Assistant that knows nothing but what the broker has kept."""
    device = home.render(f"{{{{ device_id('sensor.{table.name}_game') }}}}")
    assert home.render(f"{{{{ device_attr('{device}', 'name') }}}}") == table.name
    table.unplug()
    table.leave()
    table.wait_until(lambda: not table.entities)
    assert home.render(f"{{{{ device_attr('{device}', 'name') }}}}") == "None"
    home.stop()
    home.start()
    assert not table.entities
