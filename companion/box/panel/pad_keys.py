"""What one number pad says: moves of its keys in, presses out, without a device or a clock."""

from collections.abc import Mapping

from companion.box.panel.input_devices import KeyMove
from companion.core.interfaces import Press
from companion.core.keypad import ARROWS, KEYPAD

DOWN, REPEAT = 1, 2
PRESSES: Mapping[int, Press] = {
    **{code: key.press for key in KEYPAD if key.press is not None for code in key.codes},
    **dict.fromkeys((50, 127, 139), Press.MENU),  # M, and the menu keys of keyboards
    23: Press.CARD_1,  # I
    33: Press.CARD_2,  # F
}
"""The press of each key, by its Linux number."""
_ARROW_KEYS = {103: Press.UP, 108: Press.DOWN, 105: Press.LEFT, 106: Press.RIGHT}
STUCK_AFTER = 30.0
"""Seconds after which a held key counts as stuck; it has said its press long ago."""
QUICK = 0.020
"""Seconds for which no finger holds a key, but a barcode reader does."""
AT_ONCE = 0.050
"""Seconds from one of its keys to the next."""
QUICK_TAPS = 4
"""So many quick taps in a row are no finger's."""


class PadKeys:
    """The keys of one device; with letters it is a keyboard, whose arrows are arrows."""

    def __init__(self, *, has_letters: bool) -> None:
        digits = {arrow: digit for digit, arrow in ARROWS.items()}
        self._presses = {
            **PRESSES,
            **{code: each if has_letters else digits[each] for code, each in _ARROW_KEYS.items()},
        }
        self._down: dict[int, float] = {}
        """The keys that are down, and since when."""
        self._quick_taps = 0
        self._released_at = float("-inf")

    @property
    def types_by_itself(self) -> bool:
        """Whether it types as no finger can, as a barcode reader: nothing counts any more."""
        return self._quick_taps >= QUICK_TAPS

    def stuck(self, now: float) -> frozenset[Press]:
        """The presses of the keys that have been down too long at the kernel's time ``now``."""
        since = {each: at for each, at in self._down.items() if now - at > STUCK_AFTER}
        return frozenset(self._presses[each] for each in since if each in self._presses)

    def take(self, move: KeyMove) -> list[Press]:
        """Return the presses that a move of a key means: one at most, and RELEASED after OK."""
        if move.code is None:
            return self.release()
        if self.types_by_itself or move.value == REPEAT:
            return []
        if move.value != DOWN:
            return self._release(move.code, move.at)
        if move.code in self._down:
            return []
        self._down[move.code] = move.at
        press = self._presses.get(move.code)
        return [] if press is None else [press]

    def release(self) -> list[Press]:
        """Forget what is held, as its release will not come; returns RELEASED if OK was."""
        held = self._holds_ok()
        self._down.clear()
        return [Press.RELEASED] if held else []

    def _release(self, code: int, at: float) -> list[Press]:
        held_ok, since = self._holds_ok(), self._down.pop(code, None)
        if since is None:
            return []
        follows = since - self._released_at < AT_ONCE
        is_quick = at - since < QUICK
        self._quick_taps = (self._quick_taps * follows + 1) * is_quick
        self._released_at = at
        return [Press.RELEASED] if held_ok and not self._holds_ok() else []

    def _holds_ok(self) -> bool:
        return any(self._presses.get(code) is Press.OK for code in self._down)
