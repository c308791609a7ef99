"""MicroPython's `neopixel` module: a chain of WS2812 lamps that refuses invalid colours."""

TYPE_CHECKING = False  # MicroPython has no `typing`
if TYPE_CHECKING:
    from firmware.fakes.machine import Pin


class NeoPixel:
    """The chain at a pin; changes show after ``write``."""

    def __init__(self, pin: "Pin", n: int, bpp: int = 3, timing: int = 1) -> None:
        if n < 1 or bpp != 3 or timing != 1:
            raise ValueError("WS2812 have three colours and 800 kHz")
        pin.init(1)
        self._pin = pin
        self._colours = [(0, 0, 0)] * n

    def __len__(self) -> int:
        return len(self._colours)

    def __setitem__(self, lamp: int, colour: "tuple[int, int, int]") -> None:
        if len(colour) != 3 or not all(0 <= part <= 255 for part in colour):
            raise ValueError(f"not a colour: {colour}")
        if not 0 <= lamp < len(self._colours):
            raise IndexError(f"there is no lamp {lamp}")
        self._colours[lamp] = colour

    def __getitem__(self, lamp: int) -> "tuple[int, int, int]":
        return self._colours[lamp]

    def write(self) -> None:
        """Send the colours."""
        self._pin.write_lamps(tuple(self._colours))
