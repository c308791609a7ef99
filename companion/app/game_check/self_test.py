"""What the self-test finds of the games of others: those that don't begin, and parts that fail.

Each is looked at in its own record, in the game of it that was saved last, and in a random one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.app.game_check.checking import faults_collected
from companion.app.game_check.findings import Findings
from companion.app.game_check.looking import Looks
from companion.app.game_check.random_player import RandomPlayer
from companion.app.game_check.sentences import words_of_every_language
from companion.core.conversation import Refused
from companion.core.guard import GameFault
from companion.core.languages import SOURCE
from companion.core.record import BadRecord, decode_record
from companion.core.session import Session
from companion.games import BUILT_IN, find_faulty_games, list_games, load_plugin, read_record
from companion.games.plugin import GamePlugin
from companion.store.journal import AnswerPair, JournalError, JournalReader

SHARES = (0.0, 0.4, 0.8, 1.0)
"""After these shares of a game's answers it is looked at."""
MOST_ANSWERS = 200
"""Answers of the game that is played at random."""


def find_faults(folder: Path | None) -> list[tuple[str, str]]:
    """The games that have a fault, each with its part and the reason.

    ``folder`` has the saved games; None where they can't be read.
    """
    found = find_faulty_games()
    broken = {name for name, _ in found}
    for name in list_games().games:
        if name not in BUILT_IN and name not in broken:
            found += [(name, each.problem) for each in _find_faults_of(name, folder)]
    return found


def _find_faults_of(name: str, folder: Path | None) -> Sequence[GameFault]:
    findings = Findings()
    with faults_collected():
        plugin = load_plugin(name)
        looks = Looks(plugin, {SOURCE: words_of_every_language()[SOURCE]}, findings)
        played = [*_list_played(plugin, folder)]
        with findings.noting("rules"):
            played.append(_play_at_random(plugin))
        for answers in played:
            with findings.noting("rules"), suppress(Refused):
                for end in sorted({round(share * len(answers)) for share in SHARES}):
                    looks.look(Session.from_pairs(plugin.rules, answers[:end]), Random(end))
    return findings.faults


def _play_at_random(plugin: GamePlugin) -> Sequence[AnswerPair]:
    """The answers of a game played at random."""
    session = Session(plugin.rules)
    player = RandomPlayer(1, session.game.seats, {}, plugin.input.ends_or_scores)
    while session.question is not None and len(session.answers) < MOST_ANSWERS:
        answer = player.choose(session, session.question)
        if answer is None:
            break
        session.answer(answer)
    return [(each.key, each.word) for each in session.answers]


def _list_played(plugin: GamePlugin, folder: Path | None) -> Iterator[Sequence[AnswerPair]]:
    """The answers of its own record, and those of the game that was saved last."""
    with suppress(BadRecord, OSError):
        if plugin.record is not None:
            played = read_record(decode_record(plugin.record.read_bytes()))
            yield [(each.key, each.word) for each in played.answers]
    with suppress(JournalError):
        if folder is not None:
            journal = JournalReader(folder)
            saved = [each for each in journal.games() if each.name == plugin.name]
            yield from (journal.answers(each.number) for each in saved[-1:])
