"""Checks of the screen's bus, I2C or SPI, and of what answers there."""

import errno
from contextlib import closing

from companion.app.doctor.examination import Examination, Failed, Passed, Results, Skipped
from companion.box.config import BoardChoice
from companion.box.config.table import ADDRESSES as SCREENS
from companion.box.devices.boards import Controller, I2c, Spi
from companion.box.devices.buses import Bus, controller_of, read_status

ADDRESSES = range(0x03, 0x78)
_NO_DEVICE = (errno.ENXIO, errno.EREMOTEIO, errno.EIO, errno.EOPNOTSUPP)
_TWINS = (Controller.SSD1306, Controller.SSD1309, Controller.SSD1315)
"""Controllers that have the same status byte."""


def check_i2c(exam: Examination) -> Results:
    """The screen's I2C bus is enabled, and this user may use it."""
    bus = exam.config.board.bus
    if isinstance(bus, I2c):
        results = Passed.I2C, Failed.I2C, Failed.I2C_DENIED
        yield from _check_node(exam, f"/dev/i2c-{bus.port}", "i2c", *results)
    else:
        yield Skipped.NOT_USED, {"bus": "SPI"}


def check_spi(exam: Examination) -> Results:
    """The screen's SPI bus is enabled, and this user may use it."""
    bus = exam.config.board.bus
    if isinstance(bus, Spi):
        results = Passed.SPI, Failed.SPI, Failed.SPI_DENIED
        yield from _check_node(exam, f"/dev/spidev{bus.port}.{bus.device}", "spi", *results)
    else:
        yield Skipped.NOT_USED, {"bus": "I2C"}


def _check_node(
    exam: Examination, where: str, group: str, usable: Passed, absent: Failed, denied: Failed
) -> Results:
    node = exam.path(where)
    if not node.exists():
        yield absent, {"where": where}
    elif not exam.machine.can_access(node):
        yield denied, {"where": where, "group": group}
    else:
        yield usable, {"where": where}


def check_speed(exam: Examination) -> Results:
    """The bus runs at the speed that the screen is made for."""
    adapter = f"/sys/bus/i2c/devices/i2c-{_i2c(exam).port}/of_node/clock-frequency"
    try:
        hertz = int.from_bytes(exam.path(adapter).read_bytes(), "big")
    except OSError:
        yield Skipped.SPEED_UNKNOWN, {}
        return
    result = Passed.SPEED if hertz == 400_000 else Passed.SPEED_ODD
    yield result, {"kilohertz": hertz // 1000}


def check_addresses(exam: Examination) -> Results:
    """A device answers at the screen's address."""
    place = _i2c(exam)
    where = f"/dev/i2c-{place.port}"
    try:
        with closing(exam.machine.open_bus(place.port)) as bus:
            found = [address for address in ADDRESSES if _answers(bus, address)]
    except OSError as error:
        yield Failed.BUS_STUCK, {"where": where, "problem": error.strerror or error}
        return
    values: dict[str, object] = {"where": where, "wanted": f"0x{place.address:02X}"}
    values["addresses"] = tuple(f"0x{address:02X}" for address in found)
    others = [f"0x{address:02X}" for address in SCREENS if address in found]
    if place.address in found:
        yield Passed.ADDRESSES, values
    elif others:
        yield Failed.ADDRESS, {**values, "address": others[0]}
    else:
        yield (Failed.ADDRESSES_OTHER if found else Failed.ADDRESSES_NONE), values


def _answers(bus: Bus, address: int) -> bool:
    """Whether a device acknowledges its address; it is read, for writing could change something."""
    try:
        bus.read_byte(address)
    except OSError as error:
        if error.errno == errno.EBUSY:  # a kernel driver uses it
            return True
        if error.errno in _NO_DEVICE:
            return False
        raise  # the bus itself does not work, and would not at any address
    return True


def check_controller(exam: Examination) -> Results:
    """The screen has the controller of the settings, as far as its status byte shows."""
    place, configured = _i2c(exam), exam.config.board.controller
    try:
        with closing(exam.machine.open_bus(place.port)) as bus:
            byte = read_status(bus, place.address)
    except OSError as error:
        problem = error.strerror or error
        yield Failed.BUS_STUCK, {"where": f"/dev/i2c-{place.port}", "problem": problem}
        return
    like, status = controller_of(byte), f"0x{byte:02X}"
    values = {"controller": str(like).upper(), "status": status, "configured": configured}
    if like == configured or (like is Controller.SSD1306 and configured in _TWINS):
        yield Passed.CONTROLLER, values
    elif like is Controller.SH1106 and configured in _TWINS:
        yield Failed.CONTROLLER, values
    else:  # some SH1106 have the status of an SSD1306, so that proves nothing
        yield Skipped.CONTROLLER_UNCLEAR, {"status": status}


def check_board(exam: Examination) -> Results:
    """The board is named in the settings, or found by a screen that is known."""
    config = exam.config
    board, found = config.board, config.found
    if config.board_choice is BoardChoice.SET:
        yield Passed.BOARD_SET, {"board": board.name}
        return
    if found is None:
        yield Failed.BOARD, {}
        return
    status = "busy" if found.status is None else f"0x{found.status:02X}"
    values = {"board": board.name, "address": f"0x{found.address:02X}", "status": status}
    if config.board_choice is BoardChoice.FOUND:
        yield Passed.BOARD_FOUND, {**values, "controller": board.controller.upper()}
    else:
        yield Failed.BOARD_UNKNOWN, values


def _i2c(exam: Examination) -> I2c:
    bus = exam.config.board.bus
    assert isinstance(bus, I2c)  # or the I2C check would not have passed
    return bus
