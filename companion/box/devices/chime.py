"""The chime: tunes as data, a piezo that plays them without thread or sleep, and a silent one."""

from collections import deque
from collections.abc import Mapping

from companion.box.devices.buttons import claim_pin
from companion.box.devices.libraries import load_library
from companion.core.interfaces import Tune

Note = tuple[str | None, float]
"""A note by name (None for a rest) and its length in seconds."""

MID_TONE, OCTAVES = "A5", 2
"""The range of the piezo, A3 to A7: it is weak below and shrill above."""

TUNES: Mapping[Tune, tuple[Note, ...]] = {
    Tune.CLICK: (("C7", 0.006),),
    Tune.REFUSAL: (("D#5", 0.07), (None, 0.03), ("B4", 0.14)),
    # two bells that answer each other
    Tune.SCORING: (("G5", 0.16), ("E5", 0.16), (None, 0.08), ("G5", 0.16), ("C6", 0.42)),
    # bells, descending
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
    # two calls, and a low answer
    Tune.LOST: (("A5", 0.12), (None, 0.12), ("A5", 0.12), (None, 0.12), ("A4", 0.4)),
}
"""The notes of each tune."""


class GpiozeroChime:
    """A piezo on a pin of gpiozero's current pin factory.

    Without ``click`` the press click is not played, and cuts no tune short. There is no volume:
    a TonalBuzzer knows only pitch. Raises DeviceMissingError when the pin cannot be claimed or has
    no PWM.
    """

    def __init__(self, pin: int, *, click: bool = True) -> None:
        with claim_pin(pin):
            self._buzzer = load_library("gpiozero").TonalBuzzer(
                pin, mid_tone=MID_TONE, octaves=OCTAVES
            )
        self._click = click
        self._muted = False
        self._notes: deque[Note] = deque()
        self._note_ends: float | None = None

    @property
    def muted(self) -> bool:
        """While True nothing is played; setting it ends the current tune."""
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        if muted and self._note_ends is not None:
            self._notes.clear()
            self._note_ends = None
            self._buzzer.stop()

    def play(self, tune: Tune, now: float) -> None:
        """Start ``tune`` in place of the current one; ``tick`` continues it."""
        if self._muted or (tune is Tune.CLICK and not self._click):
            return
        self._notes = deque(TUNES[tune])
        self._note_ends = now
        self.tick(now)

    def tick(self, now: float) -> float | None:
        """Continue the tune; returns when to be called again, None when silent.

        A late call makes the current note longer, and drops none.
        """
        if self._note_ends is None or now < self._note_ends:
            return self._note_ends
        note, seconds = self._notes.popleft() if self._notes else (None, None)
        self._buzzer.play(note)
        self._note_ends = None if seconds is None else now + seconds
        return self._note_ends

    def close(self) -> None:
        """Be silent and release the pin. May be called twice."""
        self._notes.clear()
        self._note_ends = None
        self._buzzer.close()


class SilentChime:
    """The chime of a board without one; ``history`` keeps the last hundred tunes."""

    def __init__(self) -> None:
        self.history: deque[Tune] = deque(maxlen=100)
        self.muted = False
        """While True no tune is kept."""

    def play(self, tune: Tune, now: float) -> None:  # noqa: ARG002  as in `Chime`
        """Keep the tune, unless muted."""
        if not self.muted:
            self.history.append(tune)

    def tick(self, now: float) -> float | None:  # noqa: ARG002  as in `Chime`
        """Return None: nothing is due."""
        return None

    def close(self) -> None:
        """Do nothing."""
