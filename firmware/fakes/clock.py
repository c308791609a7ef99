"""MicroPython's `time` module on the simulated Pico."""

from firmware.fakes import machine

TICKS = 0x3FFFFFFF


def ticks_ms() -> int:
    """Milliseconds since the last hard reset, starting again from 0 at 2**30."""
    return (machine.board.us - machine.board.started_us) // 1000 + machine.board.ticks_from & TICKS


def ticks_add(ticks: int, delta: int) -> int:
    """Return the ticks ``delta`` ms later."""
    return ticks + delta & TICKS


def ticks_diff(end: int, start: int) -> int:
    """Return the signed time from ``start`` to ``end``."""
    return (end - start + 0x20000000 & TICKS) - 0x20000000


def sleep_ms(ms: int) -> None:
    """Let the board's time pass."""
    machine.board.advance(ms * 1000)


def sleep_us(us: int) -> None:
    """Let the board's time pass."""
    machine.board.advance(us)
