"""A device that is no tower panel: said once, and left alone for minutes. The time is passed in."""

import errno
from collections.abc import Callable

import pytest

from companion.box.panel.panel_session import MAX_DELAY, MAX_SILENT_DELAY, PanelSession
from companion.box.panel.wire_peer import LOST_AFTER
from companion.core.interfaces import PanelStatus, Press
from tests.app.doctor.panels import Firmware
from tests.box.panel.messages import HOST
from tests.fakes.machine import PanelFirmware
from tests.fakes.other_devices import OTHER_DEVICES, GpsReceiver, SilentModem

PORT = "/dev/ttyUSB0"
STEP = 0.25
HOUR = 3600.0
NO_ANSWER = (
    "/dev/ttyUSB0 does not answer as a tower panel; "
    "unplug it, or name the panel's port in the settings (tower-panel)"
)


class PortRig:
    """A session at a port with a device; ``opened`` are the times at which it opened the port."""

    def __init__(self, device: PanelFirmware) -> None:
        self.device: PanelFirmware | None = device
        self.identity = 1
        self.now = 0.0
        self.posted: list[Press | PanelStatus] = []
        self.opened: list[float] = []
        self.received = b""
        self._session = PanelSession(HOST, self.posted.append, PORT)

    def plug(self, device: PanelFirmware) -> None:
        self.device = device
        self.identity += 1

    def unplug(self) -> None:
        self.device = None

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += STEP
            try:
                self._step()
            except OSError as error:
                self._session.handle_port_error(error, self.now)

    def _step(self) -> None:
        if self._session.is_open:
            if self.device is None:
                raise OSError
            self._session.receive_data(self.device.send(self.now), self.now)
            data = self._session.data_to_send()
            self.received += data
            self.device.receive(data, self.now)
            self._session.mark_sent(len(data), self.now)
        elif self._session.should_try_port(self.now):
            device = self.identity if self.device is not None else None
            if self._session.accepts_device(device, self.now):
                if self.device is None:
                    raise FileNotFoundError(errno.ENOENT, "not there")
                self._session.open(self.now)
                self.opened.append(self.now)


@pytest.mark.parametrize("device", OTHER_DEVICES)
def test_it_is_said_once_and_tried_again_after_minutes(
    device: Callable[[], PanelFirmware], caplog: pytest.LogCaptureFixture
) -> None:
    rig = PortRig(device())
    rig.run(HOUR)
    assert rig.posted == [PanelStatus.SILENT]
    assert caplog.messages == [NO_ANSWER]
    waits = [then - now for now, then in zip(rig.opened, rig.opened[1:], strict=False)]
    assert waits[:3] == sorted(waits[:3])
    assert waits[0] < 5.0
    assert all(
        MAX_SILENT_DELAY <= wait <= MAX_SILENT_DELAY + LOST_AFTER + MAX_DELAY + STEP
        for wait in waits[10:]
    )
    assert len(rig.opened) < 25
    before = len(rig.received)
    rig.run(HOUR)
    assert len(rig.received) - before < 2000  # some two hundred bytes in five minutes


def test_another_cable_is_tried_at_once_and_a_panel_found() -> None:
    rig = PortRig(GpsReceiver())
    rig.run(HOUR)
    rig.plug(Firmware())
    rig.run(MAX_DELAY + 1.0)
    assert rig.posted == [PanelStatus.SILENT, PanelStatus.FOUND]


def test_the_same_cable_plugged_in_again_is_tried_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Also if the system gives it the same node, and nothing is said on the screen again."""
    rig = PortRig(GpsReceiver())
    rig.run(HOUR)
    tries = len(rig.opened)
    rig.unplug()
    rig.run(MAX_DELAY + STEP)
    rig.device = GpsReceiver()
    rig.run(60.0)
    assert len(rig.opened) - tries > 3
    assert rig.posted == [PanelStatus.SILENT]
    assert caplog.messages == [NO_ANSWER] * 2


def test_a_panel_that_starts_slowly_is_not_reported() -> None:
    rig = PortRig(SilentModem())
    rig.run(8.0)
    rig.device = Firmware()  # the same node: it was asleep
    rig.run(8.0)
    assert rig.posted == [PanelStatus.FOUND]


def test_another_device_unplugged_is_no_lost_panel() -> None:
    rig = PortRig(GpsReceiver())
    rig.run(20.0)
    while not rig.opened or rig.now - rig.opened[-1] > 1.0:
        rig.run(STEP)
    rig.unplug()
    rig.run(20.0)
    assert rig.posted == [PanelStatus.SILENT]


def test_a_panel_that_was_lost_and_is_silent_now_is_logged_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rig = PortRig(Firmware())
    rig.run(5.0)
    rig.device = SilentModem()
    rig.run(HOUR)
    assert rig.posted == [PanelStatus.FOUND, PanelStatus.LOST]
    assert caplog.messages[-1] == NO_ANSWER
    assert len(caplog.messages) == 3
    rig.plug(Firmware())
    rig.run(MAX_DELAY + 1.0)
    assert rig.posted[-1] is PanelStatus.FOUND
