"""The picture on the panel: sent when changed, resting with the table, tried again when lost.

For the loop, which tells the time and the frame; the display behind it may fail as it likes.
"""

import logging

from companion.backoff import BackOff
from companion.devices.frames import checked_share, shifted
from companion.devices.resting import DIMMED, Light, Resting
from companion.interfaces import Display, Frame

log = logging.getLogger(__name__)


class Picture:
    """What the table sees of ``display``; ask ``resting`` whether a press counts.

    Call ``show`` whenever something has happened, and at ``deadline``.
    """

    def __init__(self, display: Display, now: float) -> None:
        self.resting = Resting(now)
        self._display = display
        self._again = BackOff()
        self._full = 1.0
        # As the panel has them; None when that is unknown.
        self._shown: Frame | None = None
        self._light: Light | None = None

    @property
    def lost(self) -> bool:
        """Whether the panel did not answer when it was spoken to last."""
        return self._again.deadline is not None

    @property
    def full(self) -> float:
        """The share of its full brightness that the panel has while it is in use, 0 to 1."""
        return self._full

    @full.setter
    def full(self, share: float) -> None:
        self._full = checked_share(share)
        self._light = None

    def forget(self) -> None:
        """Take nothing for shown: the next ``show`` sends its picture in any case."""
        self._shown = None

    def show(self, frame: Frame, now: float) -> None:
        """Bring the panel to where it should be by now, with ``frame`` unless it is dark."""
        self.resting.tick(now)
        if not self._again.ready(now):
            return
        try:
            self._bring(frame, now)
        except OSError as error:
            if not self.lost:
                log.warning("the panel does not answer: %s", error)
            self._shown = self._light = None
            self._again.failed(now)
        else:
            if self.lost:
                log.warning("the panel answers again")
            self._again.succeeded()

    def _bring(self, frame: Frame, now: float) -> None:
        light = self.resting.light
        changed = light is not self._light
        if light is Light.OFF:
            if changed:
                self._display.sleep()
        else:
            if changed:
                self._display.brightness(self._full * (DIMMED if light is Light.DIM else 1))
            if changed or frame != self._shown:
                self._display.show(shifted(frame, *self.resting.place(now)))
        self._shown, self._light = frame, light

    def deadline(self) -> float | None:
        """When ``show`` is next needed, None as long as nothing happens."""
        times = (self.resting.deadline(), self._again.deadline)
        return min((at for at in times if at is not None), default=None)
