"""Killed again and again amid a game: what was drawn is never lost, and the game ends the same."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import replay_session
from companion.journal import JournalReader
from tests import depth
from tests.app.journeys import stored

LONGEST_STROKE = 3
"""Answers that one press can commit: a name, a colour, and that nobody else plays."""
MOST_BYTES, LEAST_KILLS = depth.at_depth(1200, 200), depth.at_depth(1, 8)
"""What is said before a kill at most, and how many kills a game sees at least."""
ROOT = Path(__file__).parent.parent.parent


def killed_after(moment: int, *arguments: object) -> bytes:
    """Let the child play until it has said ``moment`` bytes; kill it; returns all it said."""
    command = [sys.executable, "-m", "tests.app.child", *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdout is not None
        said = b""
        while len(said) < moment and (more := process.stdout.read(moment - len(said))):
            said += more
        process.kill()
        while more := process.stdout.read(65536):
            said += more
    return said


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("board", "name", "seed"),
    [("bonnet", "three-players", 1), ("four-buttons", "two-players-moving", 2)],
)
def test_a_game_killed_at_many_moments_ends_as_if_it_had_not_been(
    tmp_path: Path, board: str, name: str, seed: int
) -> None:
    record, chance = stored(name), random.Random(seed)
    kills, said, live = 0, b"", 0
    while not said.endswith(b"won\n"):
        said = killed_after(chance.randrange(1, MOST_BYTES), tmp_path, board, name)
        kills += 1
        whole = said[: said.rfind(b"\n") + 1].removesuffix(b"won\n").split()
        drawn = int(whole[-1]) if whole else live
        games = JournalReader(tmp_path).games()
        assert len(games) <= 1  # a game without an answer is none
        if not games:
            assert drawn == 0
            continue
        kept = replay_session(record.name, JournalReader(tmp_path).answers(games[0].number))
        live = len(kept.answers)
        assert kept.answers == record.answers[:live]
        # What was answered last may be kept and not drawn yet, but never the other way round.
        assert drawn <= live <= drawn + LONGEST_STROKE
    assert kept.result == record.result
    assert kills > LEAST_KILLS
