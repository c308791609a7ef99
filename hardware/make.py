"""Makes every drawing, part and picture of this folder, and writes down what was made of what.

``python -m hardware.make`` makes what has changed since it was made, ``--all`` everything,
``--into FOLDER`` everything into another folder. Exit status 1 if something is missing or fails.
"""

import argparse
import hashlib
import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from companion.box.devices.boards import BOARDS
from hardware import keypad
from hardware.enclosure import card_signs, parameters
from hardware.enclosure import make as enclosure
from hardware.wiring import harness, pico, schematic, steps_box, steps_panel

ROOT = Path(__file__).parents[1]
HARDWARE = ROOT / "hardware"
WIRING = HARDWARE / "wiring"
MANIFEST = HARDWARE / "made.txt"
_BOARDS = [
    ROOT / "companion" / "box" / "devices" / "boards.py",
    ROOT / "companion" / "core" / "interfaces.py",
]
_PINS = [ROOT / "firmware" / "pins.py"]
TOOLS = {
    "dot": "sudo apt install graphviz",
    "openscad": "sudo apt install openscad",
    "xvfb-run": "sudo apt install xvfb xauth",
}
PACKAGES = ("wireviz", "schemdraw", "matplotlib", "PIL")


class Made(NamedTuple):
    """Files made of other files; paths are relative to the project."""

    sources: list[str]
    outputs: list[str]
    make: Callable[[Path], object]
    """Makes the outputs in the folder that stands for `hardware/`."""


def everything() -> list[Made]:
    """Return all that is made: drawings, schematics, pictures of steps, parts and their views."""
    drawn: list[tuple[str, str, Callable[[Path], None]]] = [
        *((name, "harness.py", partial(harness.render, name)) for name in harness.DRAWINGS),
        *((name, "schematic.py", draw) for name, draw in schematic.SCHEMATICS.items()),
        *_steps("four-buttons", "steps_box.py", len(steps_box.STEPS), steps_box.draw),
        (steps_box.SEVEN_NAME, "steps_box.py", steps_box.draw_seven_pins),
        *_steps("tower-panel", "steps_panel.py", len(steps_panel.STEPS), steps_panel.draw),
        (pico.NAME, "pico.py", pico.draw),
    ]
    found = [_drawing(*each) for each in drawn]
    found.append(_card_signs())  # before the parts and pictures, which are made of it
    for sources, outputs in enclosure.outputs(HARDWARE / "enclosure"):
        own = [*sources, HARDWARE / "enclosure" / "make.py", HARDWARE / "enclosure" / "mesh.py"]
        found.append(Made(_relative(own), _relative(outputs), _enclosure))
    found.append(_keypad_caps())
    return found


def _steps(
    build: str, module: str, count: int, draw: Callable[[int, Path], None]
) -> list[tuple[str, str, Callable[[Path], None]]]:
    return [(f"{build}-step-{at}", module, partial(draw, at)) for at in range(1, count + 1)]


def _drawing(name: str, module: str, draw: Callable[[Path], None]) -> Made:
    """A drawing in `wiring/`, made of its module, the tables and the sources of its build."""
    panel = name.startswith("tower-panel")
    build = "tower-panel" if panel else next(each for each in BOARDS if name.startswith(each))
    own = [WIRING / f"{each}.yml" for each, of in harness.DRAWINGS.items() if of == build]
    own += [WIRING / each for each in {module, "header.py", "harness.py"}]
    if module != "harness.py":
        own.append(WIRING / "saving.py")
    if module == "steps_panel.py":
        own += [WIRING / "panel_ways.py", WIRING / "lamp_details.py"]
    if module.startswith("steps_"):
        own += [parameters.PARAMETERS, Path(parameters.__file__)]
    outputs = [f"hardware/wiring/{name}.{kind}" for kind in ("svg", "png")]
    return Made(_relative([*own, *(_PINS if panel else _BOARDS)]), outputs, _within(draw))


def _card_signs() -> Made:
    sources = [card_signs.SOURCE, Path(card_signs.__file__)]
    outputs = [f"hardware/enclosure/{card_signs.NAME}"]
    return Made(_relative(sources), outputs, lambda folder: card_signs.write(folder / "enclosure"))


def _keypad_caps() -> Made:
    shared = [
        HARDWARE / "enclosure" / each for each in ("parameters.scad", "signs.scad", "mesh.py")
    ]
    sources = [keypad.SOURCE, Path(keypad.__file__), *shared, card_signs.SOURCE]
    outputs = [f"hardware/keypad/{keypad.NAME}"]
    return Made(_relative(sources), outputs, lambda folder: keypad.make(folder / "keypad"))


def _within(draw: Callable[[Path], None]) -> Callable[[Path], None]:
    return lambda folder: draw(folder / "wiring")


def _enclosure(folder: Path) -> None:
    enclosure.make_all(folder / "enclosure")


def _relative(paths: Iterable[Path]) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def digest(paths: Iterable[str], root: Path = ROOT) -> str:
    """Return one SHA-256 of all these files; of a file that is not there, of nothing."""
    whole = hashlib.sha256()
    for path in paths:
        file = root / path
        whole.update(hashlib.sha256(file.read_bytes() if file.is_file() else b"").digest())
    return whole.hexdigest()


def manifest(made: Iterable[Made], root: Path = ROOT) -> str:
    """Return what stands in made.txt: output, its SHA-256, that of its sources, the sources."""
    lines = [
        "# Made by `make hardware`: file, its SHA-256, the SHA-256 of its sources', the sources."
    ]
    for each in made:
        of = digest(each.sources, root)
        lines += [
            " ".join([output, digest([output], root), of, *each.sources]) for output in each.outputs
        ]
    return "\n".join(lines) + "\n"


def stale(made: Iterable[Made], written: str, root: Path = ROOT) -> list[Made]:
    """Return what is missing, empty or changed, or whose sources are others than it was made of."""
    known = set(written.splitlines())
    empty = hashlib.sha256(hashlib.sha256(b"").digest()).hexdigest()
    return [
        each
        for each in made
        if not set(manifest([each], root).splitlines()[1:]) <= known
        or any(digest([output], root) == empty for output in each.outputs)
    ]


def missing() -> str | None:
    """Return in one line what has to be installed, or nothing."""
    for tool, remedy in TOOLS.items():
        if shutil.which(tool) is None:
            return f"{tool} is missing; get it with: {remedy}"
    for package in PACKAGES:
        if importlib.util.find_spec(package) is None:
            return f"the package {package} is missing; get it with: pip install -e '.[hardware]'"
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what is asked for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make hardware", description="Make drawings and parts.")
    parser.add_argument("--all", action="store_true", help="make everything anew")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="everything, but elsewhere")
    asked = parser.parse_args(arguments)
    made = everything()
    wanted = made
    if not asked.all and asked.into is None:
        wanted = stale(made, MANIFEST.read_text("utf-8") if MANIFEST.exists() else "")
    if wanted and (lack := missing()):
        print(f"make hardware: {lack}", file=sys.stderr)
        return 1
    folder = asked.into or HARDWARE
    (folder / "wiring").mkdir(parents=True, exist_ok=True)
    makers = dict.fromkeys(each.make for each in wanted)  # parts and pictures have one together
    try:
        for make in makers:
            make(folder)
    except enclosure.CannotMake as error:
        print(f"make hardware: {error}", file=sys.stderr)
        return 1
    if asked.into is None:
        MANIFEST.write_text(manifest(made), "utf-8")
    print(f"made {sum(len(each.outputs) for each in wanted)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
