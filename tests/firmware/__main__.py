"""A tower panel to play with, without a Pico: `python -m tests.firmware`, from the checkout."""

import sys
from contextlib import suppress
from pathlib import Path

from firmware import pins
from tests.firmware.pico import Colour, PluggedPico, missing_interpreter

HELP = """\
The panel's port is {port}
Start the companion on it in another terminal:
  .venv/bin/companion play --virtual --tower-panel {port}
Then press keys here, by number:
{keys}
or say: unplug, plug, quit. Enter alone shows the lamps."""


def shown(lamps: tuple[Colour, ...]) -> str:
    """The lamps as coloured blocks, towers and then seats; brighter, for a lamp shines."""
    blocks = []
    for lamp in lamps:
        red, green, blue = (min(255, 4 * part) for part in lamp)
        blocks.append(f"\33[48;2;{red};{green};{blue}m  \33[0m")
    return " ".join(blocks[: pins.TOWERS]) + "   " + " ".join(blocks[pins.TOWERS :])


def obey(pico: PluggedPico, word: str) -> str:
    """Do what is said; what is to be told of it, if anything."""
    plugged = pico.port.exists()
    if word == "unplug":
        pico.unplug()
        return "unplugged"
    if word == "plug":
        if not plugged:
            pico.plug()
        return "plugged in"
    if not (word.isdecimal() and int(word) < len(pins.KEYS)):
        return f"{word}: no key and no word of ours"
    if not plugged:
        return f"{word}: it is unplugged"
    pico.tap(int(word))
    return ""


def main() -> int:
    """Do as the person at the terminal says; Ctrl-C ends it too."""
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
            for told in filter(None, [obey(pico, word) for word in words]):
                print(told)
            if pico.port.exists():
                print(shown(pico.lamps))
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
