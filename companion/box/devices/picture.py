"""The picture on the panel: sent when changed, guarded against burn-in, sent again after a loss.

The loop passes in the time and the frame; the screen behind it may fail at any time.
"""

import logging
from collections.abc import Callable

from companion.box.devices.burn_in import DIM_BRIGHTNESS, BurnInGuard, PanelState
from companion.box.devices.frames import check_brightness, shift_frame
from companion.core.backoff import MAX_DELAY, BackOff
from companion.core.interfaces import Frame, Screen

FIRST_MINUTE = 60.0
"""Seconds from the start in which a bus that comes late is soon noticed."""
MAX_FIRST_DELAY = 1.0
"""Seconds between tries at most until the screen has answered, in the first minute."""

log = logging.getLogger(__name__)


class Picture:
    """What ``screen`` shows; ask ``burn_in`` whether a press counts.

    Call ``show`` whenever something has happened, and at ``deadline``.
    """

    def __init__(
        self, screen: Screen, now: float, describe: Callable[[OSError], str] = str
    ) -> None:
        """Show nothing yet; ``describe`` says in the log what an error of the screen means."""
        self.burn_in = BurnInGuard(now)
        self._screen = screen
        self._describe = describe
        self._started_at = now
        self._back_off = BackOff()
        self._has_answered = False
        self._full_brightness = 1.0
        # What the screen shows, and its state; None when unknown.
        self._shown: Frame | None = None
        self._state: PanelState | None = None

    @property
    def lost(self) -> bool:
        """Whether the screen did not answer the last time."""
        return self._back_off.deadline is not None

    @property
    def full_brightness(self) -> float:
        """The share of the panel's full brightness while it is in use, 0 to 1."""
        return self._full_brightness

    @full_brightness.setter
    def full_brightness(self, share: float) -> None:
        self._full_brightness = check_brightness(share)
        self._state = None

    def forget_shown(self) -> None:
        """Make the next ``show`` send its picture in any case."""
        self._shown = None

    def show(self, frame: Frame, now: float) -> None:
        """Bring the screen to its state at ``now``, with ``frame`` unless it is off."""
        self.burn_in.tick(now)
        if not self._back_off.is_due(now):
            return
        try:
            self._send(frame, now)
        except OSError as error:
            if not self.lost:
                log.warning("the panel does not answer: %s", self._describe(error))
            self._shown = self._state = None
            early = not self._has_answered and now < self._started_at + FIRST_MINUTE
            self._back_off.record_failure(now, MAX_FIRST_DELAY if early else MAX_DELAY)
        else:
            if self.lost:
                log.warning("the panel answers again")
            self._back_off.record_success()
            self._has_answered = True

    def _send(self, frame: Frame, now: float) -> None:
        state = self.burn_in.state
        changed = state is not self._state
        if state is PanelState.OFF:
            if changed:
                self._screen.sleep()
        else:
            if changed:
                share = DIM_BRIGHTNESS if state is PanelState.DIM else 1
                self._screen.set_brightness(self._full_brightness * share)
            if changed or frame != self._shown:
                self._screen.show(shift_frame(frame, *self.burn_in.pixel_shift(now)))
        self._shown, self._state = frame, state

    def deadline(self) -> float | None:
        """When ``show`` is needed next; None as long as nothing happens."""
        times = (self.burn_in.deadline(), self._back_off.deadline)
        return min((at for at in times if at is not None), default=None)
