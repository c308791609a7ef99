"""Checks of the board: its bus and what answers there; by eye, ear and finger all that is on it."""

import errno
from contextlib import ExitStack, closing
from functools import partial
from queue import Empty, SimpleQueue

from PIL import Image, ImageDraw

from companion.app.doctor.examination import (
    Examination,
    Failed,
    OperatorRequest,
    Passed,
    Prompt,
    Results,
    Skipped,
)
from companion.box.config import BoardChoice
from companion.box.config.table import ADDRESSES as SCREENS
from companion.box.devices.boards import Controller, I2c, Spi
from companion.box.devices.buses import Bus, controller_of, read_status
from companion.box.devices.buttons import Buttons
from companion.box.devices.chime import GpiozeroChime
from companion.box.devices.errors import DeviceMissingError
from companion.core.interfaces import HEIGHT, WIDTH, Edge, Frame, Press, Tune

ADDRESSES = range(0x03, 0x78)
_NO_DEVICE = (errno.ENXIO, errno.EREMOTEIO, errno.EIO, errno.EOPNOTSUPP)
_TWINS = (Controller.SSD1306, Controller.SSD1309, Controller.SSD1315)
"""Controllers that have the same status byte."""
PressedPins = SimpleQueue[tuple[int, Press]]
"""Pins that were joined to ground, and the press each stands for."""


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


# By eye, ear and finger ----------------------------------------------------------------------


def check_screen(exam: Examination) -> Results:
    """The screen shows a picture whole, upright and in its place."""
    try:
        display = exam.machine.open_screen(exam.config)
        exam.stack.callback(display.close)
        display.show(draw_test_picture())
    except OSError as error:
        yield Failed.SCREEN_NONE, {"error": error}
        return
    result = exam.ask(OperatorRequest(Prompt.PICTURE), Passed.SCREEN, Failed.SCREEN)
    exam.display = display if result is Passed.SCREEN else None
    yield result, {}


def draw_test_picture() -> Frame:
    """Draw two frames, the outer one at the very edge, and an arrow that points up.

    With the wrong controller the picture shifts by two pixels, and the outer frame loses a side;
    a screen that is mounted upside down turns the arrow.
    """
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    draw.rectangle((4, 4, WIDTH - 5, HEIGHT - 5), outline=1)
    middle = WIDTH // 2
    draw.polygon(((middle, 14), (middle - 14, 32), (middle + 14, 32)), fill=1)
    draw.rectangle((middle - 4, 32, middle + 4, 50), fill=1)
    return image.tobytes()


def check_buttons(exam: Examination) -> Results:
    """A press of each button is noticed, and not taken for another button."""
    pressed: PressedPins = SimpleQueue()
    board = exam.config.board
    with ExitStack() as stack:
        try:
            buttons = Buttons(board, partial(_note_press, pressed), lambda: 0.0)
            stack.callback(buttons.close)
        except DeviceMissingError as error:
            yield Failed.BUTTONS_NONE, {"error": error}
            return
        for pin, press in board.pins.items():
            yield from _check_button(exam, pressed, pin, press)


def _note_press(pressed: PressedPins, edge: Edge) -> None:
    if edge.down and not edge.found:
        pressed.put((edge.pin, edge.button))


def _check_button(exam: Examination, pressed: PressedPins, pin: int, press: Press) -> Results:
    while not pressed.empty():  # bounces, or presses that were not asked for
        pressed.get()
    labels = exam.config.board.labels
    values: dict[str, object] = {"button": labels.get(pin, press.value), "pin": pin}
    exam.tell(OperatorRequest(Prompt.PRESS, values))
    try:
        actual, other = pressed.get(timeout=exam.machine.patience)
    except Empty:
        yield Failed.BUTTON, values
        return
    if actual == pin:
        yield Passed.BUTTON, values
    else:
        name = labels.get(actual, other.value)
        yield Failed.BUTTON_OTHER, {**values, "other": name, "at": actual}


def check_chime(exam: Examination) -> Results:
    """The chime can be heard."""
    pin = exam.config.board.buzzer
    if pin is None:
        yield Skipped.NO_BUZZER, {}
        return
    try:
        with closing(GpiozeroChime(pin)) as chime:
            now = 0.0
            chime.play(Tune.SCORING, now)
            while (due := chime.tick(now)) is not None:
                exam.machine.wait(due - now)
                now = due
    except DeviceMissingError as error:
        yield Failed.CHIME_NONE, {"error": error}
        return
    result = exam.ask(OperatorRequest(Prompt.CHIME), Passed.CHIME, Failed.CHIME)
    yield result, {"pin": pin}
