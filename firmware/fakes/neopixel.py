"""A chain of WS2812 lamps that takes nothing but colours, each for a lamp that is there."""

TYPE_CHECKING = False  # there is no `typing` in MicroPython
if TYPE_CHECKING:
    from firmware.fakes.machine import Pin


class NeoPixel:
    """The chain at a pin; what is set shows after ``write``."""

    def __init__(self, pin: "Pin", n: int, bpp: int = 3, timing: int = 1) -> None:
        if n < 1 or bpp != 3 or timing != 1:
            raise ValueError("WS2812 have three colours and 800 kHz")
        pin.init(1)
        self._pin = pin
        self._set = [(0, 0, 0)] * n

    def __len__(self) -> int:
        return len(self._set)

    def __setitem__(self, lamp: int, colour: "tuple[int, int, int]") -> None:
        if len(colour) != 3 or not all(0 <= part <= 255 for part in colour):
            raise ValueError(f"no colour: {colour}")
        if not 0 <= lamp < len(self._set):
            raise IndexError(f"there is no lamp {lamp}")
        self._set[lamp] = colour

    def __getitem__(self, lamp: int) -> "tuple[int, int, int]":
        return self._set[lamp]

    def write(self) -> None:
        """Send the colours out."""
        self._pin.shine(tuple(self._set))
