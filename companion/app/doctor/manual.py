"""Checks by eye, ear and finger: the screen, the buttons, the chime; and the voice."""

import re
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
from companion.box.devices.buttons import Buttons
from companion.box.devices.chime import GpiozeroChime
from companion.box.devices.errors import DeviceMissingError
from companion.box.devices.voice import PROGRAM
from companion.core.interfaces import HEIGHT, WIDTH, Edge, Frame, Press, Tune

PressedPins = SimpleQueue[tuple[int, Press]]
"""Pins that were joined to ground, and the press each stands for."""


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


GROUP = "audio"
VERSION = re.compile(r": (\S+)")


def check_voice(exam: Examination) -> Results:
    """The voice can speak; it is optional, so nothing fails."""
    reply = exam.machine.run_command(PROGRAM, "--version")
    if reply is None or reply.status:
        yield Skipped.NO_ESPEAK, {}
        return
    found = VERSION.search(reply.output)
    version = found[1] if found else "?"
    cards = list(exam.path("/dev/snd").glob("pcmC*p"))  # p: playback
    if not cards:
        yield Skipped.NO_SOUND_CARD, {"version": version}
    elif not any(map(exam.machine.can_access, cards)):
        yield Skipped.SOUND_DENIED, {"version": version, "group": GROUP}
    else:
        yield Passed.VOICE, {"version": version}
