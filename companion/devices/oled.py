"""The OLED: a panel that may fail and come back, and beside it a fake that keeps the pictures."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import ne

from companion.devices.boards import Board
from companion.devices.buses import Serial, connect, name_of
from companion.devices.drivers import Driver, driver_of
from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.frames import checked, checked_share, turned
from companion.interfaces import Frame

CONTRAST = 0xCF
"""How bright a panel is at its full brightness, of 255: what luma gives the SSD1306."""
REFRESH_EVERY = 100
"""So many pictures are sent as changes; then settings and picture are sent whole.

This mends what a disturbance of the wires has changed unnoticed. It waits for a picture that is new
in large parts anyway, but not for more than as many again.
"""


class Oled:
    """A panel behind ``driver``, on the bus that ``connect`` opens.

    Nothing is sent before ``open`` or the first ``show``. When the bus fails, OSError tells its
    errno, the bus is let go, and nothing is taken for known any more: the next ``show`` opens the
    bus anew, initialises the panel and sends everything. So a panel that comes late, or back, is
    had by showing again; when to try is the caller's. ``rotated`` panels are mounted upside down,
    ``contrast`` is their full brightness, 0 to 255.
    """

    def __init__(
        self,
        driver: Driver,
        connect: Callable[[], Serial],
        *,
        rotated: bool = False,
        contrast: int = CONTRAST,
    ) -> None:
        self._driver = driver
        self._connect = connect
        self._rotated = rotated
        self._contrast = contrast
        self._share = 1.0
        self._serial: Serial | None = None
        self._ready = False  # initialised, and not asleep
        self._lit = False  # by us, for all we know
        self._pictures = 0  # since all was sent
        self._shown: Frame = b""
        self._closed = False

    def open(self) -> None:
        """Initialise the panel, still dark, if it is not; raises OSError, DeviceMissingError."""
        with self._faults():
            if not self._ready:
                self._start()

    def show(self, frame: Frame) -> None:
        """Make the panel show ``frame``, awake and lit; raises OSError when it does not answer.

        Raises ValueError for anything but 1,024 bytes, and after ``close``.
        """
        # Turned here, not by the controller's two mirrorings: it is cheap, and so for any display.
        picture = turned(checked(frame)) if self._rotated else checked(frame)
        with self._faults():
            if not self._ready:
                self._start()
            elif self._is_due(picture):
                self._refresh()
            self._driver.draw(picture)
            self._shown = picture
            self._pictures += 1
            if not self._lit:
                self._lit = True
                self._driver.show()

    def brightness(self, share: float) -> None:
        """Light the panel with so much of its full brightness, from now on, lit or not.

        0 is its dimmest, 1 its full. Raises OSError when the panel does not answer, and ValueError
        outside 0 to 1.
        """
        self._share = checked_share(share)
        with self._faults():
            if self._ready:
                self._dim()

    def sleep(self) -> None:
        """Make the panel dark until the next ``show``; raises OSError when it does not answer."""
        with self._faults():
            if self._lit:
                if not self._ready:
                    self._start()
                self._driver.hide()
            # What happens to it in its sleep goes unseen, so it is initialised at its waking.
            self._ready = self._lit = False

    def close(self) -> None:
        """Leave the panel dark and let go of the bus. May be called twice."""
        if not self._closed:
            with suppress(OSError):  # a lost panel is dark already
                self.sleep()
            self._let_go()
            self._closed = True

    def _start(self) -> None:
        if self._serial is None:
            self._serial = self._connect()
        self._driver.initialise(self._serial)
        self._dim()
        self._ready, self._lit, self._pictures = True, False, 0

    def _is_due(self, picture: Frame) -> bool:
        """Whether all is to be sent again: with a picture that is new anyway, if one comes soon."""
        if self._pictures < REFRESH_EVERY:
            return False
        new = sum(map(ne, picture, self._shown)) > len(picture) // 4
        return new or self._pictures >= 2 * REFRESH_EVERY

    def _refresh(self) -> None:
        self._driver.refresh()
        self._dim()
        self._driver.show()
        self._pictures = 0

    def _dim(self) -> None:
        self._driver.contrast(round(self._share * self._contrast))

    @contextmanager
    def _faults(self) -> Iterator[None]:
        from luma.core.error import Error  # type: ignore[import-untyped]  # luma has no stubs

        if self._closed:
            raise ValueError("the panel is closed")
        try:
            yield
        except OSError:
            self._let_go()
            raise
        except Error as error:
            self._let_go()
            raise _as_oserror(error) from error

    def _let_go(self) -> None:
        self._ready = False
        if self._serial is not None:
            with suppress(OSError):  # it may have gone for good
                self._serial.cleanup()
            self._serial = None


def _as_oserror(error: Exception) -> OSError:
    """Luma's error as what it was before luma named it."""
    cause = error.__context__
    if isinstance(cause, OSError):
        return OSError(cause.errno, cause.strerror)
    return OSError(str(error))


def open_oled(
    board: Board, *, rotated: bool = False, contrast: int = CONTRAST, wait: bool = False
) -> Oled:
    """Open the board's panel; raises DeviceMissingError naming what is lacking.

    With ``wait`` nothing is touched yet, and a panel that is absent may come later: each ``show``
    tries, and raises OSError (DeviceMissingError where the bus itself is lacking) until it does.
    Raises ValueError for a display that luma.oled does not know, or that is too small.
    """
    driver = driver_of(board.controller, board.bus)
    oled = Oled(driver, lambda: connect(board.bus), rotated=rotated, contrast=contrast)
    if not wait:
        try:
            oled.open()
        except DeviceMissingError:
            raise
        except OSError as error:
            raise DeviceMissingError(Lack.PANEL, name_of(board.bus)) from error
    return oled


class FakeOled:
    """A panel that keeps what it was shown: ``frame`` the last, ``history`` the last hundred.

    ``lit`` is false before the first picture and asleep, ``share`` its brightness. Refuses what
    the real one refuses; with ``lost`` set it does not answer.
    """

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.history: deque[Frame] = deque(maxlen=100)
        self.lit = False
        self.share = 1.0
        self.lost = False
        self._open = True

    def show(self, frame: Frame) -> None:
        """Keep ``frame``; raises ValueError and OSError as the real panel does."""
        checked(frame)
        self._answer()
        self.frame = frame
        self.history.append(frame)
        self.lit = True

    def brightness(self, share: float) -> None:
        """Keep the brightness; raises ValueError and OSError as the real panel does."""
        checked_share(share)
        self._answer()
        self.share = share

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
