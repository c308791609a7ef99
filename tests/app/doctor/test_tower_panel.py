"""What the doctor finds at the tower panel: whether it answers, and its lamps and keys."""

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.app.doctor import panels
from companion.app.doctor.examination import (
    Check,
    Examination,
    Failed,
    Finding,
    Operator,
    OperatorRequest,
    Passed,
    Prompt,
    Skipped,
)
from companion.app.doctor.machine import CommandResult, Machine
from companion.app.doctor.panels import COLOURS
from companion.box.config import NO_PORT, Config, ConfigError, ConfigFault
from companion.box.panel.panel_session import PANEL_KEYS
from companion.core.interfaces import DARK, PanelStatus, Press
from tests.app.doctor.examinations import Findings, run_checks
from tests.app.doctor.panels import Chatter, Firmware, PanelOperator, Presses, PtyPanel
from tests.box.panel.messages import (
    decode_frames,
    encode_frame,
    host_hello,
    other_version_hello,
    panel_heartbeat,
    panel_hello,
)
from tests.fakes.machine import FakeMachine, PanelFirmware, Script, fake_pi
from tests.fakes.other_devices import OTHER_DEVICES

DEFAULT = Config()
PORT = DEFAULT.tower_panel


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    """A Pi with a tower panel, and a user who may use it."""
    machine = fake_pi(tmp_path)
    machine.write(PORT)
    machine.held_groups = frozenset({"gpio", "i2c", "dialout"})
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
    return run_checks(machine, config).only(Check.TOWER_PANEL)


def operate(
    machine: FakeMachine,
    presses: Presses | None = None,
    answers: Mapping[Prompt, bool | None] | None = None,
) -> Findings:
    return run_checks(machine, DEFAULT, PanelOperator(machine, presses, answers))


# Whether it answers ------------------------------------------------------------------------


def test_a_panel_that_answers(laptop: FakeMachine) -> None:
    assert panel(laptop).result is Passed.TOWER_PANEL
    values = {"where": PORT, "name": "campanile 1", "keys": 16, "lamps": 10}
    assert panel(laptop).values == values


def test_no_panel(laptop: FakeMachine) -> None:
    assert panel(laptop, DEFAULT._replace(tower_panel=NO_PORT)).result is Skipped.NO_PANEL
    laptop.path(PORT).unlink()
    assert (panel(laptop).result, panel(laptop).values) == (Skipped.NO_PORT, {"where": PORT})


def test_without_settings_no_port_is_known(laptop: FakeMachine) -> None:
    error = ConfigError(Path("companion.toml"), 3, "bord", ConfigFault.UNKNOWN_KEY, {}, "board")
    found = run_checks(laptop, error, PanelOperator(laptop))
    assert found.result(Check.TOWER_PANEL) is found.result(Check.KEYS) is Skipped.NO_CONFIG


def test_no_panel_that_the_running_service_uses_is_checked(pi: FakeMachine) -> None:
    pi.commands["systemctl", "is-active", "companion.service"] = CommandResult(0, "active")
    pi.busy_ports = {PORT}
    found = operate(pi)
    for check in (Check.TOWER_PANEL, Check.LAMPS, Check.KEYS):
        assert found.only(check).result is Skipped.IN_USE
    pi.path(PORT).unlink()
    assert panel(pi).result is Skipped.NO_PORT


def test_a_port_that_another_program_uses(laptop: FakeMachine) -> None:
    laptop.busy_ports = {PORT}
    found = operate(laptop)
    assert found.failed == {Failed.PORT_TAKEN}
    assert found.only(Check.KEYS).values == {"first": Check.TOWER_PANEL}


def test_a_port_that_this_user_may_not_use(pi: FakeMachine) -> None:
    pi.held_groups = frozenset({"gpio", "i2c"})
    pi.no_access = {Path(PORT)}
    found = run_checks(pi)
    assert found.failed == {Failed.GROUPS, Failed.PORT_DENIED}
    assert found.only(Check.TOWER_PANEL).values == {"where": PORT, "group": "dialout"}


def test_a_panel_unplugged_while_it_is_asked(laptop: FakeMachine) -> None:
    class Pulled(Script):
        def send(self, now: float) -> bytes:
            laptop.path(PORT).unlink(missing_ok=True)
            return super().send(now)

    laptop.tower_panel = Pulled()
    assert panel(laptop).result is Failed.PORT
    assert panel(laptop).result is Skipped.NO_PORT


def test_a_broken_port_is_reported_with_the_systems_message(
    laptop: FakeMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_path: str) -> None:
        raise OSError(errno.ENXIO, "could not open port: [Errno 6] could not open port")

    monkeypatch.setattr(laptop, "open_port", broken)
    assert panel(laptop).values == {"where": PORT, "problem": os.strerror(errno.ENXIO)}


def test_a_silent_port(laptop: FakeMachine) -> None:
    laptop.tower_panel = None
    assert panel(laptop).result is Failed.PANEL_SILENT
    assert laptop.waited == pytest.approx(3.0)


@pytest.mark.parametrize(
    "sent",
    [
        b"MicroPython v1.24\r\n>>> ",
        panel_hello(host=7),
        panel_hello(host=0),
        panel_heartbeat(),
        encode_frame(b"?"),
    ],
    ids=["a prompt", "a hello to another", "a hello to nobody", "a beat", "what is no message"],
)
def test_only_a_hello_to_this_host_is_an_answer(laptop: FakeMachine, sent: bytes) -> None:
    laptop.tower_panel = Chatter(sent)
    assert panel(laptop).result is Failed.PANEL_SILENT
    assert laptop.waited == pytest.approx(3.0)


@pytest.mark.parametrize("device", OTHER_DEVICES)
def test_another_device_does_not_answer_as_a_panel(
    laptop: FakeMachine, device: Callable[[], PanelFirmware]
) -> None:
    laptop.tower_panel = device()
    assert panel(laptop).result is Failed.PANEL_SILENT
    assert laptop.waited == pytest.approx(3.0)


def test_a_hello_after_noise(laptop: FakeMachine) -> None:
    laptop.tower_panel = script = Script(
        b"\xff>>> ", b"\n" + panel_hello(host=0), panel_hello(host=1)[:9]
    )
    assert panel(laptop).result is Failed.PANEL_SILENT
    assert decode_frames(script.received) == [host_hello(1)] * len(decode_frames(script.received))
    laptop.tower_panel = Script(
        b"\xff>>> ", b"\n", panel_hello(host=1)[:9], panel_hello(host=1)[9:]
    )
    assert panel(laptop).result is Passed.TOWER_PANEL


def test_a_panel_of_another_version(laptop: FakeMachine) -> None:
    laptop.tower_panel = Script(other_version_hello(2))
    found = operate(laptop)
    other = found.only(Check.TOWER_PANEL)
    assert other.result is Failed.PANEL_VERSION
    assert other.values == {"where": PORT, "version": 2, "own": 1}
    assert found.only(Check.LAMPS).values == {"first": Check.TOWER_PANEL}


# Lamps and keys ----------------------------------------------------------------------------


def at_panel(found: list[Finding]) -> list[Finding]:
    return [each for each in found if each.check in (Check.LAMPS, Check.KEYS)]


def test_all_lamps_and_all_keys_pass(laptop: FakeMachine) -> None:
    operator = PanelOperator(laptop)
    found = at_panel(run_checks(laptop, DEFAULT, operator))
    assert [each.result for each in found] == [Passed.TOWERS, Passed.SEATS, *[Passed.KEY] * 16]
    assert [each.values["button"] for each in found[2:]] == [key.value for key in PANEL_KEYS]
    assert found[2 + 9].values == {"button": "card-1", "row": 3, "column": 2}
    seats = (DARK,) * 5 + COLOURS
    assert operator.seen == [(Prompt.TOWERS, COLOURS), (Prompt.SEATS, seats)]
    assert len(set(COLOURS)) == 5


def test_without_an_operator_nothing_is_lit(laptop: FakeMachine) -> None:
    found = run_checks(laptop)
    assert found.result(Check.LAMPS) is found.result(Check.KEYS) is Skipped.NOT_ASKED
    assert not laptop.link.lamps.shown


def test_wrong_lamps(laptop: FakeMachine) -> None:
    assert operate(laptop, answers={Prompt.TOWERS: False}).failed == {Failed.TOWERS}
    assert operate(laptop, answers={Prompt.SEATS: False}).failed == {Failed.SEATS}
    gone = operate(laptop, answers={Prompt.TOWERS: None, Prompt.SEATS: None})
    assert gone.result(Check.LAMPS) is Skipped.NOT_ASKED


def test_a_panel_without_lamps_for_seats_and_with_fewer_keys(laptop: FakeMachine) -> None:
    fewer = encode_frame(b"H\x01" + bytes([0, 0, 0, 1, 1, 2, 3, 4, 0, 0, 0, 0, 9, 5]) + b"small")
    laptop.tower_panel = Script(fewer)
    found = at_panel(operate(laptop))
    assert [each.result for each in found] == [Passed.TOWERS, *[Passed.KEY] * 9]


def test_a_dead_key_is_reported(laptop: FakeMachine) -> None:
    found = operate(laptop, {Press.HEIGHT_2: ()})
    (silent,) = (each for each in found if each.result is Failed.KEY)
    assert silent.values == {"button": "height-2", "row": 2, "column": 3}
    assert len([each for each in found if each.result is Passed.KEY]) == 15


def test_swapped_keys_are_both_reported(laptop: FakeMachine) -> None:
    found = operate(laptop, {Press.TOWER_1: (Press.OK,), Press.OK: (Press.TOWER_1,)})
    first, second = (each.values for each in found if each.result is Failed.KEY_OTHER)
    place = {"button": "tower-1", "row": 1, "column": 1}
    assert first == {**place, "other": "ok", "other_row": 4, "other_column": 3}
    place = {"button": "ok", "row": 4, "column": 3}
    assert second == {**place, "other": "tower-1", "other_row": 1, "other_column": 1}


def test_a_repeated_press_does_not_count_for_the_next_key(laptop: FakeMachine) -> None:
    assert not operate(laptop, {Press.TOWER_1: (Press.TOWER_1,) * 3}).failed


def test_the_release_of_ok_does_not_count_for_the_next_key(laptop: FakeMachine) -> None:
    assert not operate(laptop, {Press.MENU: (Press.RELEASED, Press.MENU)}).failed


@pytest.mark.parametrize("after", [(), (Press.TOWER_2,)], ids=["instead", "after the key"])
def test_losing_the_panel_ends_the_check_of_keys(
    laptop: FakeMachine, after: tuple[Press, ...]
) -> None:
    found = at_panel(operate(laptop, {Press.TOWER_2: (*after, PanelStatus.LOST)}))[2:]
    assert [each.result for each in found] == [
        Passed.KEY,
        *[Passed.KEY] * len(after),
        Failed.PANEL_LOST,
    ]


def test_losing_the_panel_does_not_fail_the_lamps(laptop: FakeMachine) -> None:
    class Clumsy(PanelOperator):
        def answer(self, request: OperatorRequest) -> bool | None:
            if request.prompt is Prompt.TOWERS:
                laptop.link.post(PanelStatus.LOST)
            return request.prompt is not Prompt.TOWERS

    found = run_checks(laptop, DEFAULT, Clumsy(laptop))
    assert found.failed == {Failed.PANEL_LOST}


def test_a_panel_lost_after_its_hello(laptop: FakeMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = laptop.open_link
    monkeypatch.setattr(laptop, "open_link", lambda _path, inbox: opened("/dev/none", inbox))
    found = at_panel(operate(laptop))
    assert [each.result for each in found] == [Failed.PANEL_LOST] * 2


# Over a real port --------------------------------------------------------------------------


class AtTheTable:
    """Looks at a real port's panel, and presses its keys but for one."""

    def __init__(self, panel: PtyPanel) -> None:
        self._panel = panel

    def tell(self, request: OperatorRequest) -> None:
        key = Press(request.values["button"])
        self._panel.press(PANEL_KEYS.index(Press.MENU if key is Press.CARD_2 else key))

    def answer(self, request: OperatorRequest) -> bool | None:
        dark = b"" if request.prompt is Prompt.TOWERS else bytes(20)
        shown = dark + b"".join(bytes((*lamp[:3], 0)) for lamp in COLOURS)
        return self._panel.lamps(lambda lamps: lamps == shown.ljust(40, b"\0"))


@pytest.fixture
def plugged() -> Iterator[PtyPanel]:
    panel = PtyPanel()
    yield panel
    panel.unplug()


def examination(path: str, operator: Operator | None = None) -> Examination:
    config = DEFAULT._replace(tower_panel=path)
    made = Examination(Machine(), config, operator, None, ExitStack())
    made.record(Finding(Check.SERVICE, Skipped.NO_SERVICE))
    return made


def test_a_panel_at_a_real_port(plugged: PtyPanel) -> None:
    exam = examination(plugged.path, AtTheTable(plugged))
    ((found, values),) = panels.check_panel(exam)
    assert found is Passed.TOWER_PANEL
    exam.record(Finding(Check.TOWER_PANEL, found, values))
    lamps = [result for result, _ in panels.check_lamps(exam)]
    assert lamps == [Passed.TOWERS, Passed.SEATS]
    keys = {values["button"]: result for result, values in panels.check_keys(exam)}
    expected = {key.value: Passed.KEY for key in PANEL_KEYS}
    assert keys == {**expected, "card-2": Failed.KEY_OTHER}


def test_a_real_port_is_not_shared(plugged: PtyPanel) -> None:
    port = Machine().open_port(plugged.path)
    with closing(port):
        ((taken, _),) = panels.check_panel(examination(plugged.path))
    assert taken is Failed.PORT_TAKEN
    ((free, _),) = panels.check_panel(examination(plugged.path))
    assert free is Passed.TOWER_PANEL


def test_a_file_that_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "campanile-panel"
    file.touch()
    ((result, _),) = panels.check_panel(examination(str(file)))
    assert result is Failed.PORT
    with pytest.raises(FileNotFoundError):
        Machine().open_port(str(tmp_path / "none"))


def test_host_ids_are_random() -> None:
    drawn = {Machine().draw_host_id() for _ in range(10)}
    assert len(drawn) > 1
    assert all(0 < host < 2**30 for host in drawn)
