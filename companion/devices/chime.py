"""The chime: tunes as data, a piezo that plays them without thread or sleep, and a silent one."""

from collections import deque
from collections.abc import Mapping

from companion.devices.pins import claiming
from companion.interfaces import Tune

Note = tuple[str | None, float]
"""A note by name (None for a rest) and its length in seconds."""

MIDDLE, OCTAVES = "A5", 2
"""A piezo is weak below A3 and shrill above A7; all tunes stay within."""

TUNES: Mapping[Tune, tuple[Note, ...]] = {
    Tune.CLICK: (("C7", 0.006),),
    Tune.REFUSAL: (("D#5", 0.07), (None, 0.03), ("B4", 0.14)),
    # two bells answer each other, and the last is left to ring
    Tune.SCORING: (("G5", 0.16), ("E5", 0.16), (None, 0.08), ("G5", 0.16), ("C6", 0.42)),
    # the bells come down the tower and end at the ground
    Tune.GAME_OVER: (
        ("C6", 0.18),
        ("B5", 0.18),
        ("A5", 0.18),
        ("G5", 0.36),
        (None, 0.09),
        ("E5", 0.18),
        ("D5", 0.18),
        ("C5", 0.7),
    ),
    # two calls, and an answer from far below
    Tune.LOST: (("A5", 0.12), (None, 0.12), ("A5", 0.12), (None, 0.12), ("A4", 0.4)),
}
"""What each tune is made of."""


class GpiozeroChime:
    """A piezo on a pin of whichever factory is in force.

    With ``click`` off the press click is not heard, and cuts no tune short. There is no volume: a
    TonalBuzzer knows pitch alone, so the tunes are made sober, and the rest is ``muted``. Raises
    DeviceMissingError when the pin cannot be had or has no PWM.
    """

    def __init__(self, pin: int, *, click: bool = True) -> None:
        from gpiozero import TonalBuzzer  # type: ignore[import-untyped]  # gpiozero has no stubs

        with claiming(pin):
            self._buzzer = TonalBuzzer(pin, mid_tone=MIDDLE, octaves=OCTAVES)
        self._click = click
        self._muted = False
        self._left: deque[Note] = deque()
        self._until: float | None = None

    @property
    def muted(self) -> bool:
        """While True nothing is played; what sounds when it is set ends at once, for good."""
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        if muted and self._until is not None:
            self._left.clear()
            self._until = None
            self._buzzer.stop()

    def play(self, tune: Tune, now: float) -> None:
        """Begin ``tune`` in place of whatever sounds; go on with it by ``tick``."""
        if self._muted or (tune is Tune.CLICK and not self._click):
            return
        self._left = deque(TUNES[tune])
        self._until = now
        self.tick(now)

    def tick(self, now: float) -> float | None:
        """Go on with the tune; returns when to be called again, None when silent.

        A late call makes the note that sounds longer, and drops none.
        """
        if self._until is None or now < self._until:
            return self._until
        note, seconds = self._left.popleft() if self._left else (None, None)
        self._buzzer.play(note)
        self._until = None if seconds is None else now + seconds
        return self._until

    def close(self) -> None:
        """Be silent and let go of the pin. May be called twice."""
        self._left.clear()
        self._until = None
        self._buzzer.close()


class SilentChime:
    """The chime of a board without one; ``history`` keeps the last tunes it would have played."""

    def __init__(self) -> None:
        self.history: deque[Tune] = deque(maxlen=100)
        self.muted = False
        """While True no tune is noted."""

    def play(self, tune: Tune, now: float) -> None:  # noqa: ARG002  the port's shape
        """Note the tune, unless muted."""
        if not self.muted:
            self.history.append(tune)

    def tick(self, now: float) -> float | None:  # noqa: ARG002  the port's shape
        """Say that there is nothing to go on with."""
        return None

    def close(self) -> None:
        """Nothing to let go of."""
