"""What the doctor finds at the tower panel: whether it answers, and its lamps and keys."""

import errno
import os
import pty
import tty
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.config import NO_PORT, Config, ConfigError, Fault
from companion.doctor import (
    Asked,
    Check,
    Finding,
    Fine,
    Request,
    ThisMachine,
    Untried,
    Wrong,
    tower,
)
from companion.doctor.bench import Bench
from companion.doctor.fake import FakeMachine, fake_pi
from companion.doctor.findings import Person
from companion.doctor.machine import Ran
from companion.doctor.tower import COLOURS
from companion.interfaces import DARK, Inbox, Press, TowerPanel
from companion.panel.keeper import KEYS
from tests.doctor.panels import Chatter, Firmware, KeyPerson, PtyPanel, Script
from tests.doctor.patients import findings, one, told, wrong
from tests.panel.sayings import beat, bodies, framed, hello, other_hello, said_hello

DEFAULT = Config()
PORT = DEFAULT.tower_panel


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    """A Pi with a tower panel, and a user who may use it."""
    machine = fake_pi(tmp_path)
    machine.write(PORT)
    machine.held = frozenset({"gpio", "i2c", "dialout"})
    machine.tower_panel = Firmware()
    return machine


@pytest.fixture
def laptop(tmp_path: Path) -> FakeMachine:
    """A laptop with a tower panel: nothing else is asked there."""
    machine = FakeMachine(tmp_path)
    machine.write(PORT)
    machine.tower_panel = Firmware()
    return machine


def panel(machine: FakeMachine, config: Config = DEFAULT) -> Finding:
    return one(findings(machine, config), Check.TOWER_PANEL)


# Whether it answers ------------------------------------------------------------------------


def test_a_panel_says_who_it_is(laptop: FakeMachine) -> None:
    assert panel(laptop).told is Fine.TOWER_PANEL
    values = {"where": PORT, "name": "campanile 1", "keys": 16, "lamps": 10}
    assert panel(laptop).values == values


def test_a_panel_at_another_port(laptop: FakeMachine) -> None:
    laptop.write("/dev/ttyACM7")
    config = replace(DEFAULT, tower_panel="/dev/ttyACM7")
    laptop.at(PORT).unlink()
    assert panel(laptop, config).values["where"] == "/dev/ttyACM7"


def test_no_panel(laptop: FakeMachine) -> None:
    assert panel(laptop, replace(DEFAULT, tower_panel=NO_PORT)).told is Untried.NO_PANEL
    laptop.at(PORT).unlink()
    assert (panel(laptop).told, panel(laptop).values) == (Untried.NO_PORT, {"where": PORT})


def test_a_panel_at_a_pi_is_met_too(pi: FakeMachine) -> None:
    assert panel(pi).told is Fine.TOWER_PANEL


def test_without_settings_no_port_is_known(laptop: FakeMachine) -> None:
    error = ConfigError(Path("companion.toml"), 3, "bord", Fault.UNKNOWN_KEY, {}, "board")
    found = told(findings(laptop, error, KeyPerson(laptop)))
    assert found[Check.TOWER_PANEL] is found[Check.KEYS] is Untried.NO_CONFIG


def test_while_the_service_runs_the_panel_is_its(pi: FakeMachine) -> None:
    pi.commands["systemctl", "is-active", "companion.service"] = Ran(0, "active")
    pi.taken = {PORT}
    found = findings(pi, DEFAULT, KeyPerson(pi))
    for check in (Check.TOWER_PANEL, Check.LAMPS, Check.KEYS):
        assert one(found, check).told is Untried.IN_USE
    pi.at(PORT).unlink()
    assert panel(pi).told is Untried.NO_PORT


def test_a_port_that_another_program_has(laptop: FakeMachine) -> None:
    laptop.taken = {PORT}
    found = findings(laptop, DEFAULT, KeyPerson(laptop))
    assert wrong(found) == {Wrong.PORT_TAKEN}
    assert one(found, Check.KEYS).values == {"first": Check.TOWER_PANEL}


def test_a_port_that_this_user_may_not_use(pi: FakeMachine) -> None:
    pi.held = frozenset({"gpio", "i2c"})
    pi.closed = {Path(PORT)}
    found = findings(pi)
    assert wrong(found) == {Wrong.GROUPS, Wrong.PORT_DENIED}
    assert one(found, Check.TOWER_PANEL).values == {"where": PORT, "group": "dialout"}


def test_a_panel_unplugged_while_it_is_asked(laptop: FakeMachine) -> None:
    class Pulled(Script):
        def say(self, now: float) -> bytes:
            laptop.at(PORT).unlink(missing_ok=True)
            return super().say(now)

    laptop.tower_panel = Pulled()
    assert panel(laptop).told is Wrong.PORT
    assert panel(laptop).told is Untried.NO_PORT


def test_a_port_in_trouble_is_told_in_the_systems_words(
    laptop: FakeMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_path: str) -> None:
        raise OSError(errno.ENXIO, "could not open port: [Errno 6] could not open port")

    monkeypatch.setattr(laptop, "open_port", broken)
    assert panel(laptop).values == {"where": PORT, "problem": os.strerror(errno.ENXIO)}


def test_a_port_where_nobody_says_anything(laptop: FakeMachine) -> None:
    laptop.tower_panel = None
    assert panel(laptop).told is Wrong.PANEL_SILENT
    assert laptop.waited == pytest.approx(3.0)


@pytest.mark.parametrize(
    "said",
    [b"MicroPython v1.24\r\n>>> ", hello(host=7), hello(host=0), beat(), framed(b"?")],
    ids=["a prompt", "a hello to another", "a hello to nobody", "a beat", "what is no message"],
)
def test_what_is_no_hello_to_us_is_no_answer(laptop: FakeMachine, said: bytes) -> None:
    laptop.tower_panel = Chatter(said)
    assert panel(laptop).told is Wrong.PANEL_SILENT
    assert laptop.waited == pytest.approx(3.0)


def test_a_hello_after_noise(laptop: FakeMachine) -> None:
    laptop.tower_panel = script = Script(b"\xff>>> ", b"\n" + hello(host=0), hello(host=1)[:9])
    assert panel(laptop).told is Wrong.PANEL_SILENT
    assert bodies(script.heard) == [said_hello(1)] * len(bodies(script.heard))
    laptop.tower_panel = Script(b"\xff>>> ", b"\n", hello(host=1)[:9], hello(host=1)[9:])
    assert panel(laptop).told is Fine.TOWER_PANEL


def test_a_panel_of_another_version(laptop: FakeMachine) -> None:
    laptop.tower_panel = Script(other_hello(2))
    found = findings(laptop, DEFAULT, KeyPerson(laptop))
    other = one(found, Check.TOWER_PANEL)
    assert other.told is Wrong.PANEL_VERSION
    assert other.values == {"where": PORT, "version": 2, "own": 1}
    assert one(found, Check.LAMPS).values == {"first": Check.TOWER_PANEL}


# Lamps and keys ----------------------------------------------------------------------------


def at_panel(found: list[Finding]) -> list[Finding]:
    return [each for each in found if each.check in (Check.LAMPS, Check.KEYS)]


def test_all_lamps_are_seen_and_all_keys_heard(laptop: FakeMachine) -> None:
    person = KeyPerson(laptop)
    found = at_panel(findings(laptop, DEFAULT, person))
    assert [each.told for each in found] == [Fine.TOWERS, Fine.SEATS, *[Fine.KEY] * 16]
    assert [each.values["button"] for each in found[2:]] == [key.value for key in KEYS]
    assert found[2 + 9].values == {"button": "card-1", "row": 3, "column": 2}
    assert person.seen == [
        (Asked.TOWERS, COLOURS),
        (Asked.SEATS, (DARK,) * 5 + COLOURS),
    ]
    assert len(set(COLOURS)) == 5


def test_without_a_person_nothing_is_lit(laptop: FakeMachine) -> None:
    found = findings(laptop)
    assert told(found)[Check.LAMPS] is told(found)[Check.KEYS] is Untried.NOT_ASKED
    assert not laptop.link.lamps.history


def test_lamps_that_do_not_shine_as_they_should(laptop: FakeMachine) -> None:
    towers = KeyPerson(laptop, answers={Asked.TOWERS: False})
    assert wrong(findings(laptop, DEFAULT, towers)) == {Wrong.TOWERS}
    seats = KeyPerson(laptop, answers={Asked.SEATS: False})
    assert wrong(findings(laptop, DEFAULT, seats)) == {Wrong.SEATS}
    gone = KeyPerson(laptop, answers={Asked.TOWERS: None, Asked.SEATS: None})
    assert told(findings(laptop, DEFAULT, gone))[Check.LAMPS] is Untried.NOT_ASKED


def test_a_panel_without_lamps_for_seats_and_with_fewer_keys(laptop: FakeMachine) -> None:
    fewer = framed(b"H\x01" + bytes([0, 0, 0, 1, 1, 2, 3, 4, 0, 0, 0, 0, 9, 5]) + b"small")
    laptop.tower_panel = Script(fewer)
    found = at_panel(findings(laptop, DEFAULT, KeyPerson(laptop)))
    assert [each.told for each in found] == [Fine.TOWERS, *[Fine.KEY] * 9]


def test_a_key_that_is_not_heard_is_named(laptop: FakeMachine) -> None:
    found = findings(laptop, DEFAULT, KeyPerson(laptop, {Press.HEIGHT_2: ()}))
    (silent,) = (each for each in found if each.told is Wrong.KEY)
    assert silent.values == {"button": "height-2", "row": 2, "column": 3}
    assert len([each for each in found if each.told is Fine.KEY]) == 15


def test_keys_changed_over_are_both_named(laptop: FakeMachine) -> None:
    crossed: dict[Press, tuple[Press | TowerPanel, ...]] = {
        Press.TOWER_1: (Press.OK,),
        Press.OK: (Press.TOWER_1,),
    }
    found = findings(laptop, DEFAULT, KeyPerson(laptop, crossed))
    first, second = (each.values for each in found if each.told is Wrong.KEY_OTHER)
    place = {"button": "tower-1", "row": 1, "column": 1}
    assert first == {**place, "other": "ok", "other_row": 4, "other_column": 3}
    place = {"button": "ok", "row": 4, "column": 3}
    assert second == {**place, "other": "tower-1", "other_row": 1, "other_column": 1}


def test_a_press_too_many_is_not_taken_for_the_next_key(laptop: FakeMachine) -> None:
    eager = KeyPerson(laptop, {Press.TOWER_1: (Press.TOWER_1,) * 3})
    assert not wrong(findings(laptop, DEFAULT, eager))


def test_that_ok_goes_up_is_no_press_of_the_next_key(laptop: FakeMachine) -> None:
    late = KeyPerson(laptop, {Press.MENU: (Press.RELEASED, Press.MENU)})
    assert not wrong(findings(laptop, DEFAULT, late))


@pytest.mark.parametrize("after", [(), (Press.TOWER_2,)], ids=["instead", "after the key"])
def test_a_panel_lost_among_the_keys_ends_them(
    laptop: FakeMachine, after: tuple[Press, ...]
) -> None:
    person = KeyPerson(laptop, {Press.TOWER_2: (*after, TowerPanel.LOST)})
    found = [each.told for each in at_panel(findings(laptop, DEFAULT, person))][2:]
    assert found == [Fine.KEY, *[Fine.KEY] * len(after), Wrong.PANEL_LOST]


def test_a_panel_lost_among_the_lamps_is_not_blamed_on_them(laptop: FakeMachine) -> None:
    class Clumsy(KeyPerson):
        def answer(self, request: Request) -> bool | None:
            if request.asked is Asked.TOWERS:
                laptop.link.say(TowerPanel.LOST)
            return request.asked is not Asked.TOWERS

    found = findings(laptop, DEFAULT, Clumsy(laptop))
    assert wrong(found) == {Wrong.PANEL_LOST}


def test_a_panel_gone_since_it_said_hello(
    laptop: FakeMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = laptop.open_link
    monkeypatch.setattr(laptop, "open_link", lambda _path, inbox: opened("/dev/none", inbox))
    found = at_panel(findings(laptop, DEFAULT, KeyPerson(laptop)))
    assert [each.told for each in found] == [Wrong.PANEL_LOST] * 2


# Over a real port --------------------------------------------------------------------------


class AtTheTable:
    """Looks at a real port's panel, and presses its keys but for one."""

    def __init__(self, panel: PtyPanel) -> None:
        self._panel = panel

    def tell(self, request: Request) -> None:
        key = Press(request.values["button"])
        self._panel.press(KEYS.index(Press.MENU if key is Press.CARD_2 else key))

    def answer(self, request: Request) -> bool | None:
        dark = b"" if request.asked is Asked.TOWERS else bytes(20)
        shown = dark + b"".join(bytes((*lamp[:3], 0)) for lamp in COLOURS)
        return self._panel.lamps(lambda lamps: lamps == shown.ljust(40, b"\0"))


@pytest.fixture
def plugged() -> Iterator[PtyPanel]:
    with PtyPanel() as panel:
        yield panel


def bench(path: str, person: Person | None = None) -> Bench:
    config = replace(DEFAULT, tower_panel=path)
    made = Bench(ThisMachine(), config, person, None, ExitStack())
    made.note(Finding(Check.SERVICE, Untried.NO_SERVICE))
    return made


def test_a_panel_at_a_real_port(plugged: PtyPanel) -> None:
    here = bench(plugged.path, AtTheTable(plugged))
    (met,) = tower.panel(here)
    assert met.told is Fine.TOWER_PANEL
    here.note(met)
    assert [each.told for each in tower.lamps(here)] == [Fine.TOWERS, Fine.SEATS]
    pressed = {each.values["button"]: each.told for each in tower.keys(here)}
    assert [*pressed] == [key.value for key in KEYS]
    assert {key for key, said in pressed.items() if said is not Fine.KEY} == {"card-2"}
    assert pressed["card-2"] is Wrong.KEY_OTHER


def test_a_real_port_is_not_shared(plugged: PtyPanel) -> None:
    port = ThisMachine().open_port(plugged.path)
    with closing(port):
        (taken,) = tower.panel(bench(plugged.path))
    assert taken.told is Wrong.PORT_TAKEN
    (free,) = tower.panel(bench(plugged.path))
    assert free.told is Fine.TOWER_PANEL


def test_a_real_port_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "campanile-panel"
    file.touch()
    (finding,) = tower.panel(bench(str(file)))
    assert finding.told is Wrong.PORT
    with pytest.raises(FileNotFoundError):
        ThisMachine().open_port(str(tmp_path / "none"))


def test_a_real_port_takes_no_more_than_it_has_room_for_and_hangs_up() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    with closing(ThisMachine().open_port(os.ttyname(slave))) as port:
        assert port.read(0.0) == b""
        os.write(master, b"hello")
        assert port.read(1.0) == b"hello"
        sent = 0
        while count := port.write(bytes(1000)):
            sent += count
        assert sent
        os.close(master)
        with pytest.raises(OSError, match=r"\w"):
            port.read(1.0)
    os.close(slave)


def test_hosts_are_drawn_by_lot() -> None:
    drawn = {ThisMachine().host() for _ in range(10)}
    assert len(drawn) > 1
    assert all(0 < host < 2**30 for host in drawn)


# The fake refuses what a real one would ----------------------------------------------------


def test_the_fakes_port_refuses(laptop: FakeMachine) -> None:
    port = laptop.open_port(PORT)
    laptop.at(PORT).unlink()
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        port.read(1.0)
    port.close()
    for use in (lambda: port.read(1.0), lambda: port.write(b"")):
        with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
            use()
    with pytest.raises(FileNotFoundError):
        laptop.open_port(PORT)


def test_the_fakes_link_refuses(laptop: FakeMachine) -> None:
    inbox: Inbox = SimpleQueue()
    link = laptop.open_link(PORT, inbox)
    assert inbox.get_nowait() is TowerPanel.FOUND
    with pytest.raises(ValueError, match="range"):
        link.show((DARK,) * 17)
    link.close()
    link.say(Press.OK)
    link.show(COLOURS)
    assert inbox.empty()
    assert not link.lamps.history
