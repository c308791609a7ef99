"""Checks that need a person: what the screen shows, that each button is heard, that it chimes."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from queue import Empty, SimpleQueue

from companion.devices.buttons import Buttons
from companion.devices.chime import GpiozeroChime
from companion.devices.errors import DeviceMissingError
from companion.doctor.bench import Bench
from companion.doctor.findings import Asked, Check, Finding, Fine, Request, Untried, Wrong
from companion.interfaces import HEIGHT, WIDTH, Edge, Frame, Press, Tune

Heard = SimpleQueue[tuple[int, Press]]
"""Pins that were joined to ground, and what they say."""


def screen(bench: Bench) -> Iterator[Finding]:
    """The screen shows a picture whole, upright and in its place."""
    try:
        display = bench.machine.open_panel(bench.config)
        bench.stack.callback(display.close)
        display.show(picture())
    except OSError as error:
        yield Finding(Check.SCREEN, Wrong.SCREEN_NONE, {"error": error})
        return
    whole = bench.ask(Request(Asked.PICTURE))
    if whole is None:
        yield Finding(Check.SCREEN, Untried.NOT_ASKED)
    else:
        bench.display = display if whole else None
        yield Finding(Check.SCREEN, Fine.SCREEN if whole else Wrong.SCREEN)


def picture() -> Frame:
    """Two frames, the outer one at the very edge, and an arrow that points up.

    A controller taken for its near twin shifts the picture by two pixels, and so loses one of the
    outer frame's sides; one mounted the other way round turns the arrow.
    """
    from PIL import Image, ImageDraw

    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    draw.rectangle((4, 4, WIDTH - 5, HEIGHT - 5), outline=1)
    middle = WIDTH // 2
    draw.polygon(((middle, 14), (middle - 14, 32), (middle + 14, 32)), fill=1)
    draw.rectangle((middle - 4, 32, middle + 4, 50), fill=1)
    return image.tobytes()


def buttons(bench: Bench) -> Iterator[Finding]:
    """Each button is heard when it is pressed, and no other."""
    heard: Heard = SimpleQueue()
    board = bench.config.board
    with ExitStack() as stack:
        try:
            buttons = Buttons(board, partial(_heard, heard), lambda: 0.0)
            stack.callback(buttons.close)
        except DeviceMissingError as error:
            yield Finding(Check.BUTTONS, Wrong.BUTTONS_NONE, {"error": error})
            return
        for pin, press in board.pins.items():
            yield _pressed(bench, heard, pin, press)


def _heard(heard: Heard, edge: Edge) -> None:
    if edge.down and not edge.found:
        heard.put((edge.pin, edge.button))


def _pressed(bench: Bench, heard: Heard, pin: int, press: Press) -> Finding:
    while not heard.empty():  # bounces, or what was pressed for fun
        heard.get()
    values: dict[str, object] = {"button": press.value, "pin": pin}
    bench.tell(Request(Asked.PRESS, values))
    try:
        instead, other = heard.get(timeout=bench.machine.patience)
    except Empty:
        return Finding(Check.BUTTONS, Wrong.BUTTON, values)
    if instead == pin:
        return Finding(Check.BUTTONS, Fine.BUTTON, values)
    values |= {"other": other.value, "at": instead}
    return Finding(Check.BUTTONS, Wrong.BUTTON_OTHER, values)


def chime(bench: Bench) -> Iterator[Finding]:
    """The chime is heard."""
    pin = bench.config.board.buzzer
    if pin is None:
        yield Finding(Check.CHIME, Untried.NO_BUZZER)
        return
    try:
        with closing(GpiozeroChime(pin)) as bell:
            now = 0.0
            bell.play(Tune.SCORING, now)
            while (due := bell.tick(now)) is not None:
                bench.machine.wait(due - now)
                now = due
    except DeviceMissingError as error:
        yield Finding(Check.CHIME, Wrong.CHIME_NONE, {"error": error})
        return
    heard = bench.ask(Request(Asked.CHIME))
    if heard is None:
        yield Finding(Check.CHIME, Untried.NOT_ASKED)
    else:
        yield Finding(Check.CHIME, Fine.CHIME if heard else Wrong.CHIME, {"pin": pin})
