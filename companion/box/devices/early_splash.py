"""Shows the splash at power-on: sends the messages of a splash file to the panel.

systemd runs this file by itself, long before the companion can start. So it imports nothing but
what the bare interpreter starts fastest with. `splash_file` writes the file and states its format.
"""

import fcntl
import os
import struct
import sys
import time

PATIENCE = 1.0
"""Seconds for udev to give this user's groups the nodes."""
TAKEN = "screen-taken"
"""The companion's file beside `lit`: the screen is its own, and nobody else may draw on it."""
_RESET_TIME = 0.001
_I2C_SLAVE = 0x0703
_I2C_COMMAND, _I2C_DATA = b"\x00", b"\x40"
STATUS_BITS = 0xBF
"""The bits of the status byte by which panels differ; the other one says whether it is on."""
_SPI_SET_SPEED = 0x40046B04
_SPI_SPEED = 8_000_000
# Linux's GPIO character device (linux/gpio.h), version 2: calls, sizes, offsets and flags.
_CHIP_INFO, _GET_LINES, _SET_LEVELS = 0x8044B401, 0xC250B407, 0xC010B40F
_CHIP_INFO_BYTES, _CHIP_LABEL_AT = 68, 32
_LINES_BYTES, _CONSUMER_AT, _FLAGS_AT, _COUNT_AT, _FD_AT = 592, 256, 288, 560, 588
_OUTPUT, _PULL_UP = 1 << 3, 1 << 8
_HEADER_CHIPS = (b"pinctrl-bcm2", b"pinctrl-rp1")
"""How the labels of the chips begin that have the header's pins: Pi 0 to 4, and Pi 5."""
_DC, _RESET = 1, 2  # bits of the two lines


class SplashFileError(Exception):
    """The splash file can't be used; the message says why."""


def describe_settings(path: str) -> str:
    """The line by which a splash file knows the settings that it was made for."""
    try:
        status = os.stat(path)
    except OSError:
        return f"settings absent {path}"
    return f"settings {status.st_mtime_ns}-{status.st_size} {path}"


def send_splash(file: str) -> None:
    """Send the messages of a splash file; raises OSError and SplashFileError."""
    with open(file, encoding="ascii") as opened:
        lines = opened.read().splitlines()
    if lines[-1:] != ["end"]:
        raise SplashFileError("its file was cut short")
    _, settings, where, *messages = lines[:-1]
    if describe_settings(settings.split(" ", 2)[2]) != settings:
        raise SplashFileError("the settings have changed")
    kind, node, *numbers = where.split()
    bus = (_I2c if kind == "i2c" else _Spi)(node, *map(int, numbers))
    for message in messages:
        bus.send(bytes.fromhex(message[1:]), is_data=message[0] == "d")


def lock_screen(folder: str) -> int:
    """Lock the folder of `lit`; returns the descriptor that holds it until it is closed.

    Who draws on the screen or takes it holds this, so that neither happens amid the other.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


class _I2c:
    def __init__(self, node: str, address: int, *statuses: int) -> None:
        self._bus = _open(node)
        fcntl.ioctl(self._bus, _I2C_SLAVE, address)
        if statuses:
            # Before it an SH1106 that has been sent data returns a byte of its memory.
            self.send(b"", is_data=False)
            if os.read(self._bus, 1)[0] & STATUS_BITS not in statuses:
                raise SplashFileError("another panel answers")

    def send(self, message: bytes, *, is_data: bool) -> None:
        os.write(self._bus, (_I2C_DATA if is_data else _I2C_COMMAND) + message)


class _Spi:
    """A panel on SPI, reset by its pin when it is opened."""

    def __init__(self, node: str, dc: int, reset: int) -> None:
        self._bus = _open(node)
        fcntl.ioctl(self._bus, _SPI_SET_SPEED, struct.pack("=I", _SPI_SPEED))
        self._lines = _claim_outputs(dc, reset)
        time.sleep(_RESET_TIME)  # claimed, they are low
        self._set_levels(_RESET)
        time.sleep(_RESET_TIME)

    def send(self, message: bytes, *, is_data: bool) -> None:
        self._set_levels(_RESET | (_DC if is_data else 0))
        os.write(self._bus, message)

    def _set_levels(self, high: int) -> None:
        fcntl.ioctl(self._lines, _SET_LEVELS, struct.pack("=QQ", high, _DC | _RESET))


def _claim_outputs(*pins: int) -> int:
    """Make the pins outputs, low; returns the descriptor that sets them.

    When this process ends, a strict kernel makes inputs of them. The pull-up then keeps the panel
    from being reset.
    """
    request = bytearray(_LINES_BYTES)
    struct.pack_into(f"={len(pins)}I", request, 0, *pins)
    struct.pack_into("=16s", request, _CONSUMER_AT, b"companion-splash")
    struct.pack_into("=Q", request, _FLAGS_AT, _OUTPUT | _PULL_UP)
    struct.pack_into("=I", request, _COUNT_AT, len(pins))
    fcntl.ioctl(_open_header_chip(), _GET_LINES, request)
    lines: int = struct.unpack_from("=i", request, _FD_AT)[0]
    return lines


def _open_header_chip() -> int:
    for name in sorted(os.listdir("/dev")):
        if name.startswith("gpiochip"):
            chip, info = _open(f"/dev/{name}"), bytearray(_CHIP_INFO_BYTES)
            fcntl.ioctl(chip, _CHIP_INFO, info)
            if info[_CHIP_LABEL_AT:].startswith(_HEADER_CHIPS):
                return chip
    raise SplashFileError("no GPIO chip of a Raspberry Pi")


def _open(node: str) -> int:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return os.open(node, os.O_RDWR | os.O_CLOEXEC)
        except PermissionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


def main() -> None:
    """Send the splash file, and create the second file, which says that the panel is lit."""
    file, lit = sys.argv[1:]
    folder = os.path.dirname(lit)
    try:
        lock = lock_screen(folder)
        try:
            if os.path.exists(os.path.join(folder, TAKEN)):
                raise SplashFileError("the companion has the screen")
            send_splash(file)
            os.close(os.open(lit, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o640))
        finally:
            os.close(lock)
    except (OSError, SplashFileError) as error:
        print(f"no splash: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
