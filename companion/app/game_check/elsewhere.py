"""Plays the same games in other processes, in which sets have another order, and compares them.

``python -m companion.app.game_check.elsewhere NAME SEED GAMES`` prints what it has seen.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b

from companion.app.game_check.findings import CHANCE, Findings
from companion.app.game_check.random_player import RandomPlayer, tell_answers
from companion.core.freezing import freeze
from companion.core.game_output import games_print_apart
from companion.core.session import Session
from companion.core.snapshot import encode_snapshot
from companion.games import load_plugin, words_in
from companion.games.plugin import GamePlugin
from companion.text.event_text import describe_event

HASH_SEEDS = (1, 2, 3)
"""Each gives sets of words another order."""
GAMES = 5
"""Games that each process plays."""
MOST_STEPS = 1_000

Seen = Mapping[str, str]
"""By what is compared: its digest."""


class OtherRuns:
    """The same games in other processes, which run beside this one until they are compared."""

    def __init__(self, name: str, first_seed: int, hash_seeds: Sequence[int] = HASH_SEEDS) -> None:
        command = [sys.executable, "-m", __spec__.name, name, str(first_seed), str(GAMES)]
        path = os.pathsep.join(filter(None, map(os.path.abspath, sys.path)))
        self._runs = [
            subprocess.Popen(
                command,
                env={**os.environ, "PYTHONHASHSEED": str(each), "PYTHONPATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            for each in hash_seeds
        ]

    def compare(self, findings: Findings) -> None:
        """Note where two runs differ first."""
        printed = [run.communicate()[0].splitlines() for run in self._runs]
        for first, *others in zip(*printed, strict=False):
            step = json.loads(first)
            for other in map(json.loads, others):
                differing = [key for key in step["seen"] if step["seen"][key] != other["seen"][key]]
                if differing:
                    findings.seen = step["at"]
                    findings.add(
                        "rules",
                        f"two runs differ in {', '.join(differing)}: does the order of a set, or"
                        " something random, decide?",
                        mistake=CHANCE,
                    )
                    findings.seen = ""
                    return


def _run(name: str, first_seed: int, games: int) -> None:
    plugin = load_plugin(name)
    for seed in range(first_seed, first_seed + games):
        with suppress(Exception):  # what it raises is found by another check
            for at, seen in _play(plugin, seed):
                print(json.dumps({"at": at, "seen": seen}))


def _play(plugin: GamePlugin, seed: int) -> Iterator[tuple[str, Seen]]:
    session = Session(plugin.rules)
    player = RandomPlayer(seed, session.game.seats, {}, plugin.input.ends_or_scores)
    for _ in range(MOST_STEPS):
        yield tell_answers(seed, session.answers), _look(plugin, session)
        if session.question is None:
            return
        answer = player.choose(session, session.question)
        if answer is None:
            return
        session.answer(answer)


def _look(plugin: GamePlugin, session: Session) -> Seen:
    question, words = session.question, words_in().of(plugin.name)
    names = [player.name for player in session.table.players]
    seen: dict[str, object] = {
        "what is asked": question and (question.key, question.seat, question.options),
        "the table": freeze(session.table),
        "the result": session.result,
    }
    with suppress(Exception):  # as above
        seen["the snapshot"] = encode_snapshot(plugin.snapshot(session.table))
    with suppress(Exception):
        events = plugin.list_events(session)
        seen["what is told"] = [describe_event(words, each, names) for each in events]
    return {
        key: blake2b(repr(each).encode(), digest_size=8).hexdigest() for key, each in seen.items()
    }


if __name__ == "__main__":
    logging.disable()  # what fails is found by the other process
    with games_print_apart():
        _run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
