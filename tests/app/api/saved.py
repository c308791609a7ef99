"""What the table's socket replies about stored games."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.app.api.history import GamesSource
from companion.app.demo.rig import DEMO_STARTED_AT
from companion.games import BUILT_IN, words_in
from companion.outlets.protocol import Topic
from companion.store.journal import Journal, JournalReader
from companion.store.saved_games import GameSummaries
from tests.app.api.described import BOX
from tests.shipped import read_file, shipped
from tests.store.history import STORED

OF_THE_GAMES = [shipped(game) for game in BUILT_IN]
RECORDS = [*sorted(STORED, key=lambda path: path.stat().st_size), *OF_THE_GAMES]
"""Stored games, the shorter ones first, and those that come with the games."""
FEWER = RECORDS[:25]
"""For `make test`."""


def import_records(folder: Path, records: Sequence[Path] = RECORDS) -> None:
    """Save stored games, each under its place in ``records``, from 1."""
    with closing(Journal.open(folder, DEMO_STARTED_AT)) as journal:
        for path in records:
            session = read_file(path)
            pairs = [(answer.key, answer.word) for answer in session.answers]
            journal.import_game(session.name, pairs, DEMO_STARTED_AT)


def steps(
    journal: JournalReader,
    what: str,
    number: int | None = None,
    language: str = "en",
    summaries: GameSummaries | None = None,
) -> Iterator[dict[str, Any] | None]:
    """What `GamesSource.answer` yields."""
    counted = summaries or GameSummaries(journal)
    source = GamesSource(journal, words_in(language), counted, box=BOX)
    return source.answer(Topic(what), number)


@lru_cache(maxsize=2)
def _summaries(folder: Path) -> GameSummaries:
    return GameSummaries(JournalReader(folder))


def reply(
    folder: Path, what: str, number: int | None = None, language: str = "en"
) -> dict[str, Any]:
    """The reply, after all that comes before it; what was counted before is known."""
    journal = JournalReader(folder)
    *before, last = steps(journal, what, number, language, _summaries(folder))
    assert set(before) <= {None}
    assert last is not None
    return last
