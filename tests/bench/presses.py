"""What a game costs the table: presses with a stick and with four buttons, and waiting for each."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.app.box import Box
from companion.app.host import Host
from companion.app.preferences import Preferences
from companion.devices.boards import BOARDS, Board
from companion.devices.chime import SilentChime
from companion.devices.oled import FakeOled
from companion.devices.picture import Picture
from companion.devices.voice import FakeVoice
from companion.games import replay_session
from companion.games.campanile.rules.towers import STYLES
from companion.interfaces import HEIGHT, WIDTH, Press
from companion.journal import Journal
from companion.screens import render
from tests.bench.played import SCORING, SETUP, TURNS, play
from tests.bench.rows import Row, Trial

GAME = "campanile-2009"
NOW = datetime(2009, 10, 22, 19, 30, tzinfo=UTC)
WAYS = {"stick": "bonnet", "four buttons": "four-buttons"}
KNOWN = (("Anna", "red"), ("Birgit", "blue"), ("Carl", "white"))


def rows(trial: Trial) -> Iterator[Row]:
    """Presses of a game and of a setup, and the time from a press to its picture."""
    for way, name in WAYS.items():
        yield from _game(trial, way, BOARDS[name])
    for way, name in WAYS.items():
        yield _setup(trial, way, BOARDS[name])
    yield from _to_the_picture(trial)


def _game(trial: Trial, way: str, board: Board) -> Iterator[Row]:
    played = play(trial.game, board)
    turns = sum(answer.key == "tower" for answer in trial.game.answers)
    parts = ", ".join(f"{part} {played.count[part]}" for part in (SETUP, TURNS, SCORING))
    yield Row(f"a whole game, {way}", len(played.presses), unit="presses", note=parts)
    yield Row(f"a turn, {way}", played.count[TURNS] / turns, unit="presses", note=f"{turns} turns")


def _setup(trial: Trial, way: str, board: Board) -> Row:
    """The most presses over seatings of three known players, with a row that differs each time."""
    rng = Random(2009)
    seatings = list(permutations(KNOWN))[1 : 1 + trial.rounds]
    taken = []
    for seating in seatings:
        row, opened = rng.sample(STYLES, len(STYLES)), rng.choices(STYLES, k=3)
        game = replay_session(GAME, _setup_of(seating, row, opened))
        with TemporaryDirectory() as folder:
            _remember(Path(folder), _setup_of(KNOWN, STYLES, STYLES[:3]))
            taken.append(len(play(game, board, Path(folder)).presses))
    note = f"median {median(taken):g} of {len(taken)} other seatings and rows"
    return Row(f"setup for three known players, {way}", max(taken), 30, "presses", note)


def _setup_of(
    seating: Sequence[tuple[str, str]], row: Sequence[str], opened: Sequence[str]
) -> list[tuple[str, str]]:
    people = [pair for name, colour in seating for pair in (("player", name), ("colour", colour))]
    rest = [("row", ",".join(row)), ("variant", ""), ("open", ",".join(opened))]
    return [*people, ("player", ""), *rest]


def _remember(folder: Path, pairs: list[tuple[str, str]]) -> None:
    journal = Journal.open(folder, NOW)
    number = journal.begin(GAME, len(KNOWN), NOW)
    journal.append(number, pairs, NOW)
    journal.close()


def _to_the_picture(trial: Trial) -> Iterator[Row]:
    """Each press of a game, answered, committed and drawn, beside luma's sending of that picture.

    luma sends to a bus that does nothing.
    """
    board = BOARDS["bonnet"]
    presses = play(trial.game, board).presses
    times = [pair for _ in range(min(trial.rounds, 5)) for pair in _timed(presses, board.axes)]
    ours = [own * 1e3 for own, _ in times]
    luma = median(other for _, other in times) * 1e3
    yield Row("a press to its picture, median", median(ours), unit="ms")
    yield Row("a press to its picture, worst", max(ours), unit="ms")
    ratio = median(own / other for own, other in times)
    note = f"{median(ours):.2f} ms against {luma:.2f} ms"
    yield Row("a press to its picture, to luma's display of it", ratio, note=note)


def _timed(presses: list[Press], axes: int) -> list[tuple[float, float]]:
    import warnings

    from luma.core.interface.serial import noop  # type: ignore[import-untyped]  # has no stubs
    from luma.oled.device import ssd1306  # type: ignore[import-untyped]  # luma has no stubs
    from PIL import Image

    warnings.simplefilter("ignore", DeprecationWarning)  # Pillow's, of what luma still calls
    panel = ssd1306(noop())
    times = []
    with TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder), NOW)
        preferences, picture = Preferences(journal, lambda: NOW), Picture(FakeOled(), 0.0)
        box = Box(journal, preferences, picture, SilentChime(), FakeVoice())
        host = Host(journal, axes, lambda: NOW, box)
        for press in presses:
            start = perf_counter()
            host.press(press)
            frame = render(host.view).tobytes()
            ready = perf_counter()
            panel.display(Image.frombytes("1", (WIDTH, HEIGHT), frame))
            times.append((ready - start, perf_counter() - ready))
        journal.close()
    return times
