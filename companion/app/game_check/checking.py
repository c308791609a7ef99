"""Checks a game whole: its words, its record, and some hundred games played at random."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from companion.app.game_check import GAMES
from companion.app.game_check.elsewhere import HASH_SEEDS, OtherRuns
from companion.app.game_check.findings import CheckFinding, Findings
from companion.app.game_check.looking import Looks
from companion.app.game_check.playing import Playthroughs
from companion.app.game_check.sentences import check_sentences, words_of_every_language
from companion.core import guard
from companion.core.game_base import BasicGame
from companion.core.game_output import games_print_apart
from companion.core.languages import SOURCE
from companion.core.record import BadRecord, decode_record
from companion.core.session import Session
from companion.games import GameNotFoundError, find_folder, load_plugin, read_record
from companion.games.plugin import GamePlugin

ENOUGH_GAMES = 30
"""After so many, a question that was not asked is asked in no game."""
PLAYED_CLOSELY = 10
"""Of these, so many are compared at every answer."""


class CheckReport(NamedTuple):
    """What was found, and what was checked."""

    findings: Sequence[CheckFinding]
    summary: str
    traces: Sequence[str]
    """Python's report of each error."""

    @property
    def lines(self) -> list[str]:
        """Each finding as a line."""
        return [each.line for each in self.findings]


def check_game(
    name: str,
    games: int = GAMES,
    first_seed: int = 1,
    hash_seeds: Sequence[int] = HASH_SEEDS,
) -> CheckReport:
    """Check the installed or built-in game of that name; raises GameNotFoundError if it is none.

    ``hash_seeds`` are those of the processes that play some of the games, too, to compare them.
    """
    with faults_collected():
        return _check(name, games, first_seed, hash_seeds)


@contextmanager
def faults_collected() -> Iterator[None]:
    """Collect the faults of each part, and log none."""
    was_strict, guard.strict = guard.strict, False
    logged, guard.log.disabled = guard.log.disabled, True
    guard.forget_faults()
    try:
        with games_print_apart():
            yield
    finally:
        guard.strict, guard.log.disabled = was_strict, logged
        guard.forget_faults()


def _check(name: str, games: int, first_seed: int, hash_seeds: Sequence[int]) -> CheckReport:
    findings = Findings()
    try:
        findings.folder = find_folder(name)
        plugin = load_plugin(name)
    except GameNotFoundError as error:
        if not error.problem:
            raise
        findings.add_load_error(error)
        return CheckReport(findings.list_all(), f"{name}: can't be loaded", findings.traces)
    findings.plugin = plugin
    others = OtherRuns(name, first_seed, hash_seeds)
    words = words_of_every_language()
    findings.words, findings.has_words = words[SOURCE].of(name), bool(plugin.words.sentences)
    with findings.noting("words"):
        check_sentences(plugin.words, findings)
    texts = _check_own_record(plugin, findings)
    looks = Looks(plugin, words, findings)
    with findings.noting("rules"):
        begun = Session(plugin.rules)
        looks.look_at_begun(begun)
        for each in getattr(begun.table, "tie_breaks", ()):
            findings.require_word(f"score.won.{each.decided_by}")
    played = Playthroughs(plugin, words, findings, texts, looks.look)
    for number in range(games):
        if not findings.is_stuck:
            played.play(first_seed + number, closely=number < PLAYED_CLOSELY)
    with findings.noting("rules"):
        _check_keys(plugin, played, findings)
    others.compare(findings)
    last_seed = first_seed + games - 1
    found = findings.list_all()
    summary = (
        f"{name}: {len(found) or 'nothing'} found; {played.games} of {games} random games played"
        f" to their end (seeds {first_seed} to {last_seed}), {played.answers} answers,"
        f" {looks.count} tables drawn and described in {len(words)} languages,"
        f" {len(plugin.words.sentences)} sentences; at most {_ms(played.slowest_answer)} an answer,"
        f" {_ms(played.slowest_replay)} a replay, {_ms(looks.slowest)} a description"
    )
    return CheckReport(found, summary, findings.traces)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def _check_own_record(plugin: GamePlugin, findings: Findings) -> Mapping[str, Sequence[str]]:
    """Check the record for `companion demo`; gives its answers to questions without options."""
    if plugin.record is None:
        return {}
    session: Session | None = None
    with findings.noting("record"):
        try:
            session = read_record(decode_record(plugin.record.read_bytes()))
        except BadRecord as bad:
            findings.add_bad_record(bad, plugin.record)
    if session is None:
        return {}
    if session.name != plugin.name:
        findings.add("record", f"is of the game {session.name}", str(plugin.record))
    if session.question is not None:
        findings.add("record", "ends before the game is over", str(plugin.record))
    texts: dict[str, list[str]] = {}
    for question, answer in zip(session.asked, session.answers, strict=True):
        if not question.options:
            texts.setdefault(question.key, []).append(answer.word)
    return texts


def _check_keys(plugin: GamePlugin, played: Playthroughs, findings: Findings) -> None:
    """Find keys of questions that are named and never asked."""
    if not played.asked:
        return
    rules = plugin.rules
    expected = {
        "turn_begins": rules.turn_begins,
        "setup_ends": rules.setup_ends,
        "printed": rules.printed,
    }
    place = findings.place_of_code(rules)
    for where, keys in expected.items():
        begins_no_turn = where == "turn_begins" and played.games and not keys & played.asked
        is_sure = played.games >= ENOUGH_GAMES or begins_no_turn
        for key in sorted(keys - played.asked) if is_sure else ():
            findings.add("rules", f"{where} names {key}, which was never asked", place)
    if rules.variants and "variant" not in played.asked and played.games >= len(rules.seats):
        problem = "variants are never asked: is `yield from super().set_up()` missing in set_up?"
        findings.add("rules", problem, place)
    text = _read_rules(rules)
    named = {"input.strokes": [*plugin.input.strokes], "input.entries": [*plugin.input.entries]}
    for where, names in named.items():
        for key in sorted(set(names) - played.asked):
            if f'"{key}"' not in text:  # else it is asked in another setup
                findings.add(where, f"names {key}, which the rules never ask")


def _read_rules(rules: type[BasicGame[Any]]) -> str:
    """The text of the rules, and of the files beside them where they have their own folder."""
    file = Path(inspect.getfile(rules))
    is_package = rules.__module__.rpartition(".")[0].endswith("rules")
    files = sorted(file.parent.glob("*.py")) if is_package else [file]
    return "".join(each.read_text("utf-8") for each in files)
