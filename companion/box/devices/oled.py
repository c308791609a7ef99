"""The OLED: a panel that may fail and come back; and a fake of it that keeps the pictures."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import ne
from pathlib import Path

from companion.box.devices.boards import Board
from companion.box.devices.buses import Serial, name_bus, open_bus
from companion.box.devices.drivers import Driver, create_driver
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.frames import CONTRAST, check_brightness, check_frame, rotate_frame
from companion.box.devices.libraries import load_library
from companion.core.interfaces import Frame

REFRESH_EVERY = 100
"""After so many pictures, settings and picture are sent whole.

This repairs what a disturbance of the wires has changed unnoticed. It waits for a picture that has
changed by more than a quarter, but for no more than as many pictures again.
"""


class Oled:
    """A panel behind ``driver``, on the bus that ``open_bus`` opens; implements `Screen`.

    Nothing is sent before ``open`` or the first ``show``. When the bus fails, OSError with its
    errno is raised and the bus is closed: the next ``show`` opens it again, initialises the panel
    and sends everything. So a panel that comes late, or comes back, needs only another ``show``;
    the caller decides when. ``rotated`` panels are mounted upside down. ``contrast``, 0 to 255,
    is their full brightness. Every method raises ValueError after ``close``.
    """

    def __init__(
        self,
        driver: Driver,
        open_bus: Callable[[], Serial],
        *,
        rotated: bool = False,
        contrast: int = CONTRAST,
    ) -> None:
        self._driver = driver
        self._open_bus = open_bus
        self._rotated = rotated
        self._contrast = contrast
        self._brightness = 1.0
        self._serial: Serial | None = None
        self._ready = False  # initialised, and not asleep
        self._lit = False  # as far as we know
        self._pictures = 0  # since the last refresh
        self._shown: Frame = b""
        self._closed = False

    def open(self) -> None:
        """Initialise the panel, dark or lit as it is; raises OSError, DeviceMissingError."""
        with self._closing_bus_on_error():
            if not self._ready:
                self._initialise()

    def show(self, frame: Frame) -> None:
        """Make the panel show ``frame``, awake and lit; raises OSError when it does not answer.

        Raises ValueError for anything but 1,024 bytes.
        """
        # Rotated here and not by the controller: it is cheap, and works for any panel.
        picture = rotate_frame(check_frame(frame)) if self._rotated else check_frame(frame)
        with self._closing_bus_on_error():
            if not self._ready:
                self._initialise()
            elif self._needs_refresh(picture):
                self._refresh()
            self._driver.draw(picture)
            self._shown = picture
            self._pictures += 1
            if not self._lit:
                self._lit = True
                self._driver.show()

    def set_brightness(self, share: float) -> None:
        """Set the share of the panel's full brightness from now on, 0 (dimmest) to 1.

        Raises OSError when the panel does not answer, and ValueError outside 0 to 1.
        """
        self._brightness = check_brightness(share)
        with self._closing_bus_on_error():
            if self._ready:
                self._send_contrast()

    def sleep(self) -> None:
        """Make the panel dark until the next ``show``; raises OSError when it does not answer."""
        with self._closing_bus_on_error():
            if self._lit:
                if not self._ready:
                    self._initialise()
                self._driver.hide()
            # A power loss would go unnoticed now, so the next show initialises the panel.
            self._ready = self._lit = False

    def close(self) -> None:
        """Make the panel dark and close the bus. May be called twice."""
        if not self._closed:
            with suppress(OSError):  # a lost panel is dark already
                self.sleep()
            self._close_bus()
            self._closed = True

    def _initialise(self) -> None:
        if self._serial is None:
            self._serial = self._open_bus()
        self._driver.initialise(self._serial)
        self._send_contrast()
        self._ready, self._lit, self._pictures = True, False, 0

    def _needs_refresh(self, picture: Frame) -> bool:
        if self._pictures < REFRESH_EVERY:
            return False
        much_changed = sum(map(ne, picture, self._shown)) > len(picture) // 4
        return much_changed or self._pictures >= 2 * REFRESH_EVERY

    def _refresh(self) -> None:
        self._driver.refresh()
        self._send_contrast()
        self._driver.show()
        self._pictures = 0

    def _send_contrast(self) -> None:
        self._driver.contrast(round(self._brightness * self._contrast))

    @contextmanager
    def _closing_bus_on_error(self) -> Iterator[None]:
        if self._closed:
            raise ValueError("the panel is closed")
        try:
            yield
        except OSError:
            self._close_bus()
            raise
        except load_library("luma.core.error").Error as error:
            self._close_bus()
            raise _as_oserror(error) from error

    def _close_bus(self) -> None:
        self._ready = False
        if self._serial is not None:
            with suppress(OSError):  # it may have gone for good
                self._serial.cleanup()
            self._serial = None


def _as_oserror(error: Exception) -> OSError:
    """Return the OSError that luma turned into its own error."""
    cause = error.__context__
    if isinstance(cause, OSError):
        return OSError(cause.errno, cause.strerror)
    return OSError(str(error))


def open_oled(
    board: Board,
    *,
    rotated: bool = False,
    contrast: int = CONTRAST,
    wait: bool = False,
    lit: Path | None = None,
) -> Oled:
    """Open the board's panel; raises DeviceMissingError if that fails.

    With ``wait`` nothing is sent yet, and an absent panel may come later: each ``show`` tries to
    open it, and raises OSError (DeviceMissingError where the bus is missing) until it answers.
    ``lit`` is a file that exists if the panel shows a picture already, as after `early_splash`; it
    is removed, and the panel not reset. Raises ValueError for a panel that luma.oled does not know,
    or that is too small.
    """
    driver = create_driver(board.controller)
    oled = Oled(driver, lambda: open_bus(board.bus, lit), rotated=rotated, contrast=contrast)
    if not wait:
        try:
            oled.open()
        except DeviceMissingError:
            raise
        except OSError as error:
            raise DeviceMissingError(MissingDevice.PANEL, name_bus(board.bus)) from error
    return oled


class FakeOled:
    """A panel that keeps what it was shown: ``frame`` the last, ``history`` the last hundred.

    ``lit`` is false before the first picture and asleep; ``brightness`` is the last one set.
    Raises what the real one raises; with ``lost`` set it does not answer.
    """

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.history: deque[Frame] = deque(maxlen=100)
        self.lit = False
        self.brightness = 1.0
        self.lost = False
        self._open = True

    def show(self, frame: Frame) -> None:
        """Keep ``frame``; raises ValueError and OSError as the real panel does."""
        check_frame(frame)
        self._answer()
        self.frame = frame
        self.history.append(frame)
        self.lit = True

    def set_brightness(self, share: float) -> None:
        """Keep the brightness; raises ValueError and OSError as the real panel does."""
        check_brightness(share)
        self._answer()
        self.brightness = share

    def sleep(self) -> None:
        """Be dark until the next picture; raises ValueError and OSError as the real panel does."""
        self._answer()
        self.lit = False

    def close(self) -> None:
        """Refuse further frames; those kept stay. May be called twice."""
        self._open = self.lit = False

    def _answer(self) -> None:
        if not self._open:
            raise ValueError("the panel is closed")
        if self.lost:
            self.lit = False
            raise OSError("the panel does not answer")
