"""A simulated tower panel at a port: `python -m tests.firmware`, in the checkout."""

import sys
from contextlib import suppress
from pathlib import Path

from firmware import pins
from tests.firmware.pico import Colour, PluggedPico, missing_interpreter

HELP = """\
The panel's port is {port}
In another terminal, start the companion:
  .venv/bin/companion play --virtual --tower-panel {port}
Type the numbers of keys to press:
{keys}
or: unplug, plug, quit. Enter alone shows the lamps."""


def format_lamps(lamps: tuple[Colour, ...]) -> str:
    """Return the lamps as coloured blocks, brighter than their numbers: towers, then seats."""
    blocks = []
    for lamp in lamps:
        red, green, blue = (min(255, 4 * part) for part in lamp)
        blocks.append(f"\33[48;2;{red};{green};{blue}m  \33[0m")
    return " ".join(blocks[: pins.TOWERS]) + "   " + " ".join(blocks[pins.TOWERS :])


def execute(pico: PluggedPico, word: str) -> str:
    """Execute a command; return a message, or nothing."""
    plugged = pico.port.exists()
    if word == "unplug":
        pico.unplug()
        return "unplugged"
    if word == "plug":
        if not plugged:
            pico.plug()
        return "plugged in"
    if not (word.isdecimal() and int(word) < len(pins.KEYS)):
        return f"{word}: neither a key nor a command"
    if not plugged:
        return f"{word}: it is unplugged"
    pico.tap(int(word))
    return ""


def main() -> int:
    """Execute commands from the terminal until "quit" or Ctrl-C; return the exit status."""
    if missing_interpreter():
        print(missing_interpreter(), file=sys.stderr)
        return 1
    keys = "\n".join(f"  {number:2} {name}" for number, name in enumerate(pins.KEYS))
    with PluggedPico(Path(sys.argv[1]) if len(sys.argv) > 1 else None) as pico:
        print(HELP.format(port=pico.port, keys=keys))
        for line in sys.stdin:
            words = line.split()
            if "quit" in words:
                break
            for message in filter(None, [execute(pico, word) for word in words]):
                print(message)
            if pico.port.exists():
                print(format_lamps(pico.lamps))
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
