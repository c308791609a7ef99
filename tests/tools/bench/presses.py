"""What a game costs the table: presses with a stick and with four buttons, and waiting for each."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep
from typing import NamedTuple
from unittest.mock import patch

from companion.app.demo.rig import Rig
from companion.app.ends import EndsProcess
from companion.box.devices.boards import BOARDS, Board, Controller
from companion.box.devices.drivers import create_driver
from companion.box.devices.oled import Oled
from companion.core.interfaces import HEIGHT, WIDTH, Frame, Press
from companion.games import replay_session
from companion.games.campanile.rules.towers import STYLES
from companion.store.journal import Journal
from companion.store.story.estimates import find_estimates
from tests.tools.bench.played import SCORING, SETUP, TURNS, play
from tests.tools.bench.rows import Row, Trial, cpu_seconds

GAME = "campanile-2009"
MEMORY = Path("/dev/shm")
"""A folder in memory, where there is one."""
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
    yield _beside_ends(trial)


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


class _Drawn(NamedTuple):
    """A picture that a press has brought, and how long that took, in seconds."""

    press: Press
    frame: Frame
    seconds: float
    cpu: float


class _Panel(Oled):
    """A panel on a bus that does nothing; notes when the bytes of its last picture were sent."""

    def __init__(self) -> None:
        from luma.core.interface.serial import noop  # type: ignore[import-untyped]  # has no stubs

        super().__init__(create_driver(Controller.SSD1306), noop)
        self.frame: Frame = b""
        self.sent: tuple[float, float] | None = None

    def show(self, frame: Frame) -> None:
        super().show(frame)
        self.frame, self.sent = frame, (perf_counter(), process_time())


def _to_the_picture(trial: Trial) -> Iterator[Row]:
    """From the edge in the loop to the bytes on the panel's bus, beside luma's sending of them.

    Only presses that change the picture count. The time has the commit in it, with the disk's
    sync. Beside luma it is CPU time, with the journal in memory, as luma's bus does nothing.
    """
    presses = play(trial.game, BOARDS["bonnet"]).presses
    rounds = min(trial.rounds, 7)
    games = [_drawn(presses) for _ in range(rounds)]
    times = [median(each.seconds for each in same) * 1e3 for same in zip(*games, strict=True)]
    worst = times.index(max(times))
    note = f"of {len(times)} presses; the commit of an answer in it"
    yield Row("a press to its picture, mean", mean(times), unit="ms", note=note)
    note = f"{games[0][worst].press.name}, the {worst + 1}th; median of {rounds} games"
    yield Row("a press to its picture, worst", times[worst], unit="ms", note=note)
    name = "a press to its picture, to luma's display of it"
    if f" {MEMORY} tmpfs " not in Path("/proc/mounts").read_text():
        yield Row(name, None, 1.0, note=f"{MEMORY} is on a disk, whose syncs take CPU time, too")
        return
    frames = [each.frame for each in games[0]]
    pairs = [([each.cpu for each in _drawn(presses, MEMORY)], _luma(frames)) for _ in range(rounds)]
    ours, luma = (_mean_of_least(side) * 1e3 for side in zip(*pairs, strict=True))
    note = f"CPU {ours:.2f} ms against {luma:.2f} ms, each the least of {rounds}"
    yield Row(name, ours / luma, 1.0, note=note)


def _beside_ends(trial: Trial) -> Row:
    """What a press waits longer for while ends are played out, both on one core in turn.

    The journal is in memory: a core that sleeps while a disk syncs is slower than one kept awake.
    """
    name = "a press to its picture, while ends are played out, to without"
    if f" {MEMORY} tmpfs " not in Path("/proc/mounts").read_text():
        return Row(name, None, 1.05, note=f"{MEMORY} is on a disk")
    presses, cores = play(trial.game, BOARDS["bonnet"]).presses, os.sched_getaffinity(0)
    alone, beside = list[list[float]](), list[list[float]]()
    os.sched_setaffinity(0, {min(cores)})  # or it would run on another one
    try:
        for _ in range(min(trial.rounds, 7)):
            alone.append([each.seconds for each in _drawn(presses, MEMORY)])
            with TemporaryDirectory() as folder, closing(EndsProcess(Path(folder))) as ends:
                pairs = [(each.key, each.word) for each in trial.game.answers]
                with closing(Journal.open(Path(folder), NOW)) as journal:
                    journal.import_game(trial.game.name, pairs, NOW)
                ends.play_out(1)
                _wait_for_ends(Path(folder))
                beside.append([each.seconds for each in _drawn(presses, MEMORY)])
    finally:
        os.sched_setaffinity(0, cores)
    one, other = (_mean_of_least(games) * 1e3 for games in (alone, beside))
    note = f"{other:.2f} ms against {one:.2f} ms on one core, each the least of {len(alone)}"
    return Row(name, other / one, 1.05, note=note)


def _wait_for_ends(folder: Path) -> None:
    """Wait until the first turn's ends are there: then the process does nothing but play out."""
    while not find_estimates(folder).exists():
        sleep(0.1)


def _mean_of_least(games: Iterable[list[float]]) -> float:
    """The mean over a game's pictures of the least that each has taken in any of the games."""
    least: list[float] = [min(same) for same in zip(*games, strict=True)]
    return mean(least)


def _drawn(presses: list[Press], where: Path | None = None) -> list[_Drawn]:
    """Press a game, its journal in a folder in ``where``; its pictures but for the first."""
    panel, drawn = _Panel(), list[_Drawn]()
    with (
        TemporaryDirectory(dir=where) as folder,
        Rig(BOARDS["bonnet"], Path(folder), screen=panel) as rig,
    ):
        pump = rig.app.pump

        def timed_pump() -> None:
            panel.sent, start = None, (perf_counter(), process_time())
            pump()
            if panel.sent is not None:
                seconds, cpu = (end - at for at, end in zip(start, panel.sent, strict=True))
                drawn.append(_Drawn(press, panel.frame, seconds, cpu))

        with patch.object(rig.app, "pump", timed_pump):
            for press in presses:
                rig.press(press)
    return drawn


def _luma(frames: list[Frame]) -> list[float]:
    """The CPU seconds of luma's display() of each picture, on a bus that does nothing."""
    import warnings

    from luma.core.interface.serial import noop
    from luma.oled.device import ssd1306  # type: ignore[import-untyped]  # luma has no stubs
    from PIL import Image

    pictures = [Image.frombytes("1", (WIDTH, HEIGHT), frame) for frame in frames]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Pillow's, of what luma still calls
        panel = ssd1306(noop())
        return [cpu_seconds(partial(panel.display, each)) for each in pictures]
