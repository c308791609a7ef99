"""What each lamp is told at a moment: the companion's colours and effects, or a sign of our own.

All of it is a function of the time; no more current flows than the panel may take from USB.
"""

BUDGET_MA = 150
"""For all lamps together. MicroPython asks the host for 250 mA; the Pico and the lamps' own
controllers take up to 100 of them."""
CHANNEL_MA = 20
"""What one colour of a WS2812 takes at its brightest."""

BREATHING, BLINKING = 1, 2
"""Effects; any other is steady."""
BREATH_BITS = 11
"""A breath takes 2**11 ms: powers of two fit into the ticks, which begin again at 2**30."""
BLINK_BITS = 10

SIGNS = {
    "unmet": ((0, 0, 48), 8, 1, 10),  # a blue light walks along: nobody has said hello yet
    "lost": ((48, 0, 0), 10, 0, 2),  # red, slowly on and off: no companion
    "other version": ((48, 0, 48), 9, 1, 2),  # violet, every other lamp by turns
    "full": ((48, 24, 0), 7, 0, 2),  # amber, hastily: a key could not be kept
}
"""What the lamps say of the wire: a colour, then three numbers. Each lamp has turns of 2**(the
first) ms, and begins the second so many turns later than its left neighbour; one turn in the third
so many is lit."""


def shine(lamps: "bytes | bytearray", status: str, now: int, out: bytearray) -> None:
    """Write into ``out`` red, green and blue of each lamp at ``now`` ms.

    ``lamps``: red, green, blue and effect of each, as the companion wants them; ``status`` is
    `WirePeer.status`, and what is wrong with the wire goes before the companion's wishes.
    """
    if status in SIGNS:
        _signal(SIGNS[status], now, out)
    else:
        for i in range(len(out) // 3):
            level = _level(lamps[4 * i + 3], now)
            for c in range(3):
                out[3 * i + c] = lamps[4 * i + c] * level >> 8
    _limit(out)


def _level(effect: int, now: int) -> int:
    # From 0 to 256. A breath never goes quite out, and is squared, for so eyes see.
    if effect == BLINKING:
        return 0 if now >> BLINK_BITS - 1 & 1 else 256
    if effect == BREATHING:
        phase = now & (1 << BREATH_BITS) - 1
        up = abs(phase - (1 << BREATH_BITS - 1)) >> BREATH_BITS - 9
        return 16 + (up * up * 240 >> 16)
    return 256


def _limit(out: bytearray) -> None:
    most = BUDGET_MA * 255 // CHANNEL_MA
    total = sum(out)
    if total > most:
        for i in range(len(out)):
            out[i] = out[i] * most // total


def _signal(sign: "tuple[tuple[int, int, int], int, int, int]", now: int, out: bytearray) -> None:
    colour, bits, along, every = sign
    for i in range(len(out) // 3):
        lit = ((now >> bits) - i * along) % every == 0
        for c in range(3):
            out[3 * i + c] = colour[c] if lit else 0
