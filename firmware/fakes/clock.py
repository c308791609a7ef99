"""MicroPython's `time`, told by the simulated Pico."""

from firmware.fakes import machine

TICKS = 0x3FFFFFFF


def ticks_ms() -> int:
    """Milliseconds, which begin again at 2**30."""
    return machine.board.us // 1000 + machine.board.ticks_from & TICKS


def ticks_add(ticks: int, delta: int) -> int:
    """The ticks so much later."""
    return ticks + delta & TICKS


def ticks_diff(end: int, start: int) -> int:
    """How much later one is than the other, or earlier."""
    return (end - start + 0x20000000 & TICKS) - 0x20000000


def sleep_ms(ms: int) -> None:
    """Wait."""
    machine.board.run_on(ms * 1000)


def sleep_us(us: int) -> None:
    """Wait."""
    machine.board.run_on(us)
