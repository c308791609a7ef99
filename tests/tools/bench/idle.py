"""What an idle companion draws: nothing, however often the breathing light wakes its loop."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from companion.app.demo.rig import Rig, play_record
from companion.box.devices.boards import BOARDS
from companion.box.devices.light import STEP
from companion.ui.screens import render
from tests.tools.bench.rows import Row, Trial

NAME = "pictures drawn in an idle minute, the light breathing"
TURN_BEGUN = 20
"""Answers after which somebody's turn waits."""
WAKES = round(60 / STEP)


def rows(trial: Trial) -> Iterator[Row]:
    """Pictures rendered in a simulated minute without a press, amid a game."""
    with TemporaryDirectory() as folder, Rig(BOARDS["four-buttons"], Path(folder)) as rig:
        for _ in islice(play_record(rig, trial.game), TURN_BEGUN):
            pass
        with (
            patch("companion.app.loop.render", wraps=render) as drawn,
            patch.object(rig.light, "tick", lambda now: now + STEP),
        ):
            for _ in range(WAKES):
                rig.seconds += STEP
                rig.app.pump()
        yield Row(NAME, drawn.call_count, 0, note=f"{WAKES} wakes of the loop")
