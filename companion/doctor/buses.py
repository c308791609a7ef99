"""Checks of the wires to the screen, I2C and SPI."""

import errno
from collections.abc import Iterator
from contextlib import closing

from companion.devices.boards import Controller, I2c, Spi
from companion.doctor.bench import Bench
from companion.doctor.findings import Check, Finding, Fine, Untried, Wrong
from companion.doctor.machine import Bus

ADDRESSES = range(0x03, 0x78)
SCREENS = (0x3C, 0x3D)
"""The only addresses that these controllers can have."""
_NOBODY = (errno.ENXIO, errno.EREMOTEIO, errno.EIO, errno.EOPNOTSUPP)
_LIKES = {
    0x3: Controller.SSD1306,
    0x4: Controller.SSD1306,
    0x6: Controller.SSD1306,
    0x8: Controller.SH1106,
}
"""What the low half of the status byte has been seen to be. No datasheet promises it."""
_TWINS = (Controller.SSD1306, Controller.SSD1309, Controller.SSD1315)
"""Controllers that only their makers can tell apart."""


def i2c(bench: Bench) -> Iterator[Finding]:
    """The I2C bus of the screen is switched on, and may be used."""
    bus = bench.config.board.bus
    if not isinstance(bus, I2c):
        yield Finding(Check.I2C, Untried.NOT_USED, {"bus": "SPI"})
    else:
        where = f"/dev/i2c-{bus.port}"
        yield _node(bench, Check.I2C, where, (Fine.I2C, Wrong.I2C, Wrong.I2C_DENIED), "i2c")


def spi(bench: Bench) -> Iterator[Finding]:
    """The SPI bus of the screen is switched on, and may be used."""
    bus = bench.config.board.bus
    if not isinstance(bus, Spi):
        yield Finding(Check.SPI, Untried.NOT_USED, {"bus": "I2C"})
    else:
        where = f"/dev/spidev{bus.port}.{bus.device}"
        yield _node(bench, Check.SPI, where, (Fine.SPI, Wrong.SPI, Wrong.SPI_DENIED), "spi")


def _node(
    bench: Bench, check: Check, where: str, told: tuple[Fine, Wrong, Wrong], group: str
) -> Finding:
    fine, absent, denied = told
    node = bench.at(where)
    if not node.exists():
        return Finding(check, absent, {"where": where})
    if not bench.machine.may_use(node):
        return Finding(check, denied, {"where": where, "group": group})
    return Finding(check, fine, {"where": where})


def speed(bench: Bench) -> Iterator[Finding]:
    """The bus runs at the speed that the screen is made for."""
    adapter = f"/sys/bus/i2c/devices/i2c-{_bus(bench).port}/of_node/clock-frequency"
    try:
        hertz = int.from_bytes(bench.at(adapter).read_bytes(), "big")
    except OSError:
        yield Finding(Check.SPEED, Untried.SPEED_UNKNOWN)
        return
    told = Fine.SPEED if hertz == 400_000 else Fine.SPEED_ODD
    yield Finding(Check.SPEED, told, {"kilohertz": hertz // 1000})


def addresses(bench: Bench) -> Iterator[Finding]:
    """Somebody answers at the screen's address."""
    place = _bus(bench)
    where, wanted = f"/dev/i2c-{place.port}", f"0x{place.address:02X}"
    try:
        with closing(bench.machine.open_bus(place.port)) as bus:
            found = [address for address in ADDRESSES if _answers(bus, address)]
    except OSError as error:
        stuck = {"where": where, "problem": error.strerror or error}
        yield Finding(Check.ADDRESSES, Wrong.BUS_STUCK, stuck)
        return
    told = tuple(f"0x{address:02X}" for address in found)
    values: dict[str, object] = {"where": where, "wanted": wanted, "addresses": told}
    others = [f"0x{address:02X}" for address in SCREENS if address in found]
    if place.address in found:
        yield Finding(Check.ADDRESSES, Fine.ADDRESSES, values)
    elif others:
        yield Finding(Check.ADDRESSES, Wrong.ADDRESS, {**values, "address": others[0]})
    else:
        told_of = Wrong.ADDRESSES_OTHER if found else Wrong.ADDRESSES_NONE
        yield Finding(Check.ADDRESSES, told_of, values)


def _answers(bus: Bus, address: int) -> bool:
    """Whether a part acknowledges its address; it is read, for writing could change something."""
    try:
        bus.read_byte(address)
    except OSError as error:
        if error.errno == errno.EBUSY:  # a driver of the system has it
            return True
        if error.errno in _NOBODY:
            return False
        raise  # the bus itself is in trouble, and would be at every address
    return True


def controller(bench: Bench) -> Iterator[Finding]:
    """The screen is of the kind that the settings say, as far as its status tells."""
    place, configured = _bus(bench), bench.config.board.controller
    try:
        with closing(bench.machine.open_bus(place.port)) as bus:
            byte = bus.read_byte(place.address)
    except OSError as error:
        values = {"where": f"/dev/i2c-{place.port}", "problem": error.strerror or error}
        yield Finding(Check.CONTROLLER, Wrong.BUS_STUCK, values)
        return
    like, status = _LIKES.get(byte & 0x0F), f"0x{byte:02X}"
    values = {"controller": str(like).upper(), "status": status, "configured": configured}
    if like == configured or (like is Controller.SSD1306 and configured in _TWINS):
        yield Finding(Check.CONTROLLER, Fine.CONTROLLER, values)
    elif like is Controller.SH1106 and configured in _TWINS:
        yield Finding(Check.CONTROLLER, Wrong.CONTROLLER, values)
    else:  # some SH1106 have been seen to look like an SSD1306, so that proves nothing
        yield Finding(Check.CONTROLLER, Untried.CONTROLLER_UNCLEAR, {"status": status})


def _bus(bench: Bench) -> I2c:
    bus = bench.config.board.bus
    assert isinstance(bus, I2c)  # or the I2C check was not fine
    return bus
