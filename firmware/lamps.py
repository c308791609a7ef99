"""The colour of each lamp at a time: the companion's colours and effects, or a signal of our own.

The lamps together never draw more current than the panel may take from USB.
"""

BUDGET_MA = 150
"""For all lamps. MicroPython asks the host for 250 mA; the Pico and the lamps' own controllers take
up to 100 of them."""
CHANNEL_MA = 20
"""What one colour of a WS2812 takes at its brightest."""

BREATHING, BLINKING = 1, 2
"""Effects; any other is steady."""
BREATH_BITS = 11
"""A breath takes 2**11 ms; a power of two, so that it continues where the ticks start again."""
BLINK_BITS = 10

SIGNALS = {
    "waiting": ((0, 0, 48), 8, 1, 10),  # a blue light walks along
    "lost": ((48, 0, 0), 10, 0, 2),  # red, slowly on and off
    "other version": ((48, 0, 48), 9, 1, 2),  # violet, every other lamp in turn
    "overflow": ((48, 24, 0), 7, 0, 2),  # amber, quickly on and off
}
"""By state of the connection: colour, bits, shift and period. A step takes 2**bits ms. A lamp is
lit in one step of each period, ``shift`` steps later than the lamp to its left."""


def compute_colours(lamps: "bytes | bytearray", state: str, now: int, out: bytearray) -> None:
    """Write red, green and blue of each lamp at ``now`` ms into ``out``.

    ``lamps`` is `WirePeer.lamps`. ``state`` is from `WirePeer.update_state`; a signal for it
    overrides the companion's lamps.
    """
    if state in SIGNALS:
        _compute_signal(SIGNALS[state], now, out)
    else:
        for i in range(len(out) // 3):
            level = _effect_level(lamps[4 * i + 3], now)
            for c in range(3):
                out[3 * i + c] = lamps[4 * i + c] * level >> 8
    _limit_current(out)


def _effect_level(effect: int, now: int) -> int:
    # From 0 to 256. A breath never goes out completely, and is squared to look even.
    if effect == BLINKING:
        return 0 if now >> BLINK_BITS - 1 & 1 else 256
    if effect == BREATHING:
        phase = now & (1 << BREATH_BITS) - 1
        up = abs(phase - (1 << BREATH_BITS - 1)) >> BREATH_BITS - 9
        return 16 + (up * up * 240 >> 16)
    return 256


def _limit_current(out: bytearray) -> None:
    limit = BUDGET_MA * 255 // CHANNEL_MA
    total = sum(out)
    if total > limit:
        for i in range(len(out)):
            out[i] = out[i] * limit // total


def _compute_signal(
    signal: "tuple[tuple[int, int, int], int, int, int]", now: int, out: bytearray
) -> None:
    colour, bits, shift, period = signal
    for i in range(len(out) // 3):
        lit = ((now >> bits) - i * shift) % period == 0
        for c in range(3):
            out[3 * i + c] = colour[c] if lit else 0
