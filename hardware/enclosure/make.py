"""Makes the printed parts' STLs and the pictures from the OpenSCAD sources, headless.

``python -m hardware.make`` calls it, and writes down what was made of what.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hardware.enclosure import callouts, card_signs, mesh
from hardware.enclosure.callouts import Camera, Place, Words

HERE = Path(__file__).parent
SPLASH = HERE.parents[1] / "companion" / "app" / "splash.frame"

# -242 in a name stands for the case of the OLED of 2.42 inch.
PARTS = (
    "case-bottom", "case-lid", "case-caps", "case-242-bottom", "case-242-lid",
    "panel-bottom", "panel-plate",
)  # fmt: skip

# What touches when it is put together; see clash.scad.
PAIRS = ("case", "caps", "boards", "case-242", "boards-242", "panel", "panel-boards")

SCENES: Mapping[str, Camera] = {
    "case": Camera((52, 0, 24), (0, 36, 14), 420),
    "case-back": Camera((62, 0, 152), (0, 36, 14), 420),
    "case-open": Camera((71, 0, 28), (0, 30, 56), 520),
    "case-242": Camera((52, 0, 24), (0, 43, 16), 500),
    "case-242-open": Camera((71, 0, 28), (0, 34, 60), 600),
    "panel": Camera((32, 0, 14), (0, 59, 20), 560),
    "step-case-1-lid": Camera((48, 0, 24), (0, 37, 10), 420),
    "step-case-2-buttons": Camera((52, 0, 24), (0, 37, 16), 420),
    "step-case-3-pi": Camera((50, 0, 24), (0, 36, 16), 420),
    "step-case-4-close": Camera((68, 0, 148), (0, 36, 28), 520),
    "step-case-242-1-lid": Camera((48, 0, 24), (0, 45, 10), 500),
    "step-panel-1-switches": Camera((52, 0, 20), (0, 59, 10), 560),
    "step-panel-2-lamps": Camera((48, 0, 24), (0, 59, 10), 560),
    "step-panel-3-pico": Camera((48, 0, 24), (0, 59, 16), 560),
    "step-panel-4-close": Camera((68, 0, 24), (0, 59, 40), 700),
    "mounted-bonnet": Camera((44, 0, 12), (32, 46, 14), 420),
    "mounted-waveshare-hat": Camera((44, 0, 12), (32, 46, 14), 420),
}
SIZE = (1200, 900)
DRAWN_ONLY = ("scenes.scad", "props.scad", "boards.scad")
_FINER = 3  # drawn so many times larger, then scaled down: smooth edges
_SCHEME = "Metallic"  # its lavender ground is the colour of nothing drawn
_GAMMA = 0.84  # below 1: OpenSCAD's shades are dark
_PAPER = (255, 254, 250)
_GROUND = (232, 226, 214)


class CannotMake(Exception):
    """A tool is missing, or what it made can't be used; the message is one line for a maker."""


class NothingDrawn(CannotMake):
    """OpenSCAD says that there is nothing to draw."""


def outputs(folder: Path = HERE) -> list[tuple[list[Path], list[Path]]]:
    """What is made of what: pairs of source files and the files in ``folder`` made of them."""
    drawn = sorted(HERE.glob("*.scad"))
    drawn.remove(HERE / "clash.scad")
    solid = [each for each in drawn if each.name not in DRAWN_ONLY]
    drawn.append(card_signs.SOURCE)
    solid.append(card_signs.SOURCE)
    made = [folder / "stl" / f"{part}.stl" for part in PARTS]
    shown = [folder / "pictures" / f"{scene}.png" for scene in SCENES]
    return [(solid, made), ([*drawn, SPLASH, Path(callouts.__file__)], shown)]


def make_all(folder: Path) -> list[Path]:
    """Make all parts and pictures in ``folder``; the files made. Raises CannotMake."""
    return [*make_parts(folder / "stl"), *make_pictures(folder / "pictures", folder / "stl")]


def make_parts(folder: Path, parts: Iterable[str] = PARTS) -> list[Path]:
    """Make STLs, each of one closed solid part. Raises CannotMake, also where one is not closed."""
    _need("openscad", "openscad")
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(max_workers=2) as pool:
        return list(pool.map(lambda part: _make_part(folder, part), parts))


def _make_part(folder: Path, part: str) -> Path:
    made = folder / f"{part}.stl"
    with tempfile.TemporaryDirectory() as scratch:
        rough = Path(scratch) / "part.stl"
        _openscad([], "parts.scad", rough, _named("part", part))
        try:
            triangles = mesh.read(rough)
            mesh.check_closed(triangles)
        except ValueError as error:
            raise CannotMake(f"{part} can't be printed: {error}") from error
    mesh.write(triangles, made, f"Campanile Companion: {part}, millimetres")
    return made


def _named(kind: str, name: str) -> dict[str, str]:
    """OpenSCAD's definitions for a part, pair or scene; -242 in its name is a parameter there."""
    plain = name.replace("-242", "")
    return {kind: f'"{plain}"', **({"oled_large": "1"} if plain != name else {})}


def clash(pair: str, stl: Path, apart: float = 0.01) -> float:
    """The cubic millimetres that a pair of parts share when put together; 0 where they fit.

    The parts are those in ``stl``, ``apart`` millimetres from where they touch. Raises CannotMake.
    """
    _need("openscad", "openscad")
    with tempfile.TemporaryDirectory() as scratch:
        shared = Path(scratch) / "shared.stl"
        defined = {**_named("pair", pair), "stl": f'"{stl.resolve()}"', "apart": repr(apart)}
        try:
            _openscad([], "clash.scad", shared, defined)
        except NothingDrawn:
            return 0.0
        return mesh.volume(mesh.read(shared))


def make_pictures(folder: Path, stl: Path, scenes: Iterable[str] = tuple(SCENES)) -> list[Path]:
    """Draw scenes with the parts in ``stl``. Raises CannotMake, also where a picture is empty."""
    _need("openscad", "openscad")
    _need("xvfb-run", "xvfb", "xauth")  # without a display OpenSCAD says nothing and draws nothing
    folder.mkdir(parents=True, exist_ok=True)
    return [_make_picture(folder, stl.resolve(), scene) for scene in scenes]


def _make_picture(folder: Path, stl: Path, scene: str) -> Path:
    made = folder / f"{scene}.png"
    camera, size = SCENES[scene], (SIZE[0] * _FINER, SIZE[1] * _FINER)
    view = [
        *("--camera", camera.argument(), "--imgsize", ",".join(map(str, size))),
        *("--projection", "p", "--colorscheme", _SCHEME, "--preview"),
    ]
    with tempfile.TemporaryDirectory() as scratch:
        drawn = Path(scratch) / "scene.png"
        defined = {**_named("scene", scene), "stl": f'"{stl}"', "screen": str(_splash())}
        display = ["xvfb-run", "--auto-servernum", "--server-args", "-screen 0 1280x1024x24"]
        echoed = _openscad(view, "scenes.scad", drawn, defined, display)
        told = [
            (each.words, [camera.shows(point, size) for point in each.points])
            for each in callouts.read(echoed)
        ]
        retouch(drawn, made, told)
    return made


def _openscad(
    view: Sequence[str],
    source: str,
    made: Path,
    defined: Mapping[str, str],
    display: Sequence[str] = (),
) -> str:
    """Run OpenSCAD and return what it echoed.

    Raises CannotMake with its complaint, or where it made nothing.
    """
    values = [word for name, value in defined.items() for word in ("-D", f"{name}={value}")]
    command = [*display, "openscad", *view, *values, "-o", str(made), str(HERE / source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    complaints = [each for each in done.stderr.splitlines() if "ERROR" in each or "WARN" in each]
    if "top level object is empty" in done.stderr and not complaints:
        raise NothingDrawn(f"there is nothing to draw in {source}")
    if done.returncode or complaints:
        why = (complaints or done.stderr.splitlines()[-1:] or [f"exit status {done.returncode}"])[0]
        raise CannotMake(f"OpenSCAD could not draw {source}: {why}")
    if not made.is_file() or not made.stat().st_size:
        raise CannotMake(f"OpenSCAD said nothing and made nothing of {source}: has it a display?")
    return done.stderr


def retouch(drawn: Path, made: Path, told: Sequence[tuple[str, Sequence[Place]]] = ()) -> None:
    """Put what is drawn in the middle of a page, with a shadow and callouts beside it.

    Callouts are words and the places that they name, in pixels of what is drawn. Raises CannotMake
    if nothing is drawn, or more than the picture shows.
    """
    from PIL import Image, ImageChops, ImageFilter  # only who draws needs Pillow

    with Image.open(drawn) as opened:
        image = opened.convert("RGB").filter(ImageFilter.MedianFilter(3))  # takes pinholes away
    blank = Image.new("RGB", image.size, image.getpixel((0, 0)))
    mask = ImageChops.difference(image, blank).convert("L").point(lambda grey: 255 * (grey > 0))
    box = mask.getbbox()
    if box is None:
        raise CannotMake(f"{made.name} would be empty")
    if min(box[:2]) < 1 or box[2] >= image.width or box[3] >= image.height:
        raise CannotMake(f"{made.name} would be cut off: its camera is too near")
    image = image.point([round(255 * (level / 255) ** _GAMMA) for level in range(256)] * 3)
    image.putalpha(mask)
    image = image.crop(box)
    left, right = callouts.columns(callouts.measured(told), (box[0] + box[2]) / 2)
    free = (max(callouts.room(left), SIZE[0] * 0.07), max(callouts.room(right), SIZE[0] * 0.07))
    scale = min((SIZE[0] - sum(free)) / image.width, SIZE[1] * 0.84 / image.height)
    fitted = (round(image.width * scale), round(image.height * scale))
    image = image.resize(fitted, Image.Resampling.LANCZOS)
    mask = image.getchannel("A")
    at = (round(free[0] + (SIZE[0] - sum(free) - fitted[0]) / 2), (SIZE[1] - fitted[1]) // 2)
    page = Image.linear_gradient("L").resize(SIZE)
    page = Image.composite(Image.new("RGB", SIZE, _GROUND), Image.new("RGB", SIZE, _PAPER), page)
    for down, blur, depth in ((26, 30, 0.30), (8, 8, 0.22)):
        shadow = Image.new("L", SIZE)
        shadow.paste(mask.point(lambda grey, depth=depth: int(grey * depth)), (at[0], at[1] + down))
        shadow = shadow.filter(ImageFilter.GaussianBlur(blur))
        page.paste(Image.new("RGB", SIZE, (58, 48, 40)), mask=shadow)
    page.paste(image, at, mask)
    callouts.draw(page, *(_moved(column, (box[0], box[1]), scale, at) for column in (left, right)))
    page.save(made, optimize=True)


def _moved(column: Sequence[Words], corner: Place, scale: float, at: Place) -> list[Words]:
    """The words with the ends of their lines where the page has them."""
    return [
        words._replace(
            ends=[
                ((x - corner[0]) * scale + at[0], (y - corner[1]) * scale + at[1])
                for x, y in words.ends
            ]
        )
        for words in column
    ]


def _splash() -> list[list[int]]:
    """The lit pixels of the splash as runs: from left, from top, length."""
    data = SPLASH.read_bytes()
    runs: list[list[int]] = []
    for y in range(64):
        lit = [x for x in range(128) if data[y * 16 + x // 8] >> (7 - x % 8) & 1]
        for x in lit:
            if runs and runs[-1][1] == y and sum(runs[-1][::2]) == x:
                runs[-1][2] += 1
            else:
                runs.append([x, y, 1])
    return runs


def _need(tool: str, *packages: str) -> None:
    if shutil.which(tool) is None:
        raise CannotMake(f"{tool} is missing; get it with: sudo apt install {' '.join(packages)}")
