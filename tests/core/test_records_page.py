"""docs/records.md holds what it shows: its records score, its corrections are taken."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.conversation import CORRECT, Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import BUILT_IN, read_record, replay_session
from tests.app.journeys import PLAYTHROUGHS, stored

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
RECORDS = [
    block.replace("\n    ", "\n").strip() + "\n"
    for block in re.findall(r"(?:^(?:    .*)?\n)+", PAGE, re.MULTILINE)
    if block.strip().startswith("game ")
]
NAMES = {
    "campanile-2009": ("Albert", "Birgit"),
    "campanile-1996": ("Albert", "Birgit"),
    "bologna-towers": ("Lucia", "Irma"),
    "capitol": ("Livia", "Marcus"),
}
"""Who is named in the page's corrections of each game."""
BOTH_CAMPANILES = ("campanile-2009", "campanile-1996")


def corrections() -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """The games of each correction shown, its key, and its value, in all ways to understand it."""
    games: tuple[str, ...] = BOTH_CAMPANILES
    for line in PAGE.splitlines():
        if line.startswith("## "):
            named = re.search(r"`game (\S+)`", line)
            games = (named[1],) if named else BOTH_CAMPANILES
        row = re.match(rf"\| `{CORRECT} (\S+) (\S+)` \|(.*)", line)
        if row is None:
            continue
        key, word, meaning = f"{CORRECT} {row[1]}", row[2], row[3]
        yield games, key, (word,)
        for other in re.findall(r"`([^`]*)`", meaning):
            if ":" in other or re.fullmatch(r"\d+(,\d+)+", other):
                yield games, key, (other,)
            elif other in ("none", "unknown"):
                yield games, key, (other, f"{word.partition(':')[0]}:{other}")


SHOWN = [*corrections()]


def beginnings(game: str) -> Iterator[Session]:
    """The stored games of a kind, each up to some answers from its end back."""
    for path in sorted(PLAYTHROUGHS.glob("*.game")):
        text = path.read_text("utf-8")
        if not re.search(rf"^\s*game {game}\b", text, re.MULTILINE) or "correct" in text:
            continue
        whole = stored(path.stem, *NAMES[game])
        pairs = [(answer.key, answer.word) for answer in whole.answers]
        name = next((word.partition(":")[0] for key, word in pairs if key == "prefecture"), "")
        if name:
            pairs = [(key, re.sub(rf"^{name}\b", "Aventin", word)) for key, word in pairs]
        for sixth in range(5, 1, -1):
            yield replay_session(game, pairs[: len(pairs) * sixth // 6])


def is_taken(games: tuple[str, ...], key: str, words: tuple[str, ...]) -> bool:
    """Whether it is taken at some place of some stored game, in one of the ways."""
    for game in games:
        for session in beginnings(game):
            for word in words:
                try:
                    session.answer_pair(key, word)
                except Refused:
                    continue
                return True
    return False


def test_every_game_has_a_record_on_the_page() -> None:
    assert [record.split()[1] for record in RECORDS] == [*BUILT_IN]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.split()[1])
def test_a_record_on_the_page_scores_and_is_written_as_it_stands(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.game"
    file.write_text(record)
    assert main(["score", str(file)]) == 0, capsys.readouterr().err
    assert write_record(read_record(record)) == record


@pytest.mark.sample(13)
@pytest.mark.parametrize(("games", "key", "words"), SHOWN, ids=str)
def test_a_correction_on_the_page_is_taken(
    games: tuple[str, ...], key: str, words: tuple[str, ...]
) -> None:
    assert is_taken(games, key, words)
