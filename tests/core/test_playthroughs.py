"""Stored games: records with the result they had at the table; any change of the rules shows here.

The records and results were told by `tests.games.campanile.rules.dealer`, which knows nothing of
the companion's rules (one was typed and scored by hand); where one differs, a rule has changed or
is broken.
"""

import json
from pathlib import Path

import pytest

from companion.core.record import decode_record, write_record
from companion.games import read_record
from tests.depth import is_soak
from tests.shipped import read_file

STORED = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.game"))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_game_ends_as_it_did_at_the_table(path: Path) -> None:
    session = read_file(path)
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert {key: session.result[key] for key in expected} == expected
    if is_soak():
        again = read_record(write_record(session))
        assert again.result == session.result
        assert again.answers == session.answers


def test_the_stored_games_cover_every_table() -> None:
    results = [json.loads(path.with_suffix(".json").read_text("utf-8")) for path in STORED]
    seen = {(len(result["players"]), result["state"]) for result in results}
    assert seen >= {(n, state) for n in (2, 3, 4, 5) for state in ("playing", "finished")}
    texts = [decode_record(path.read_bytes()) for path in STORED]
    assert any("move-markers" in text and " to " in text for text in texts)
    assert any("correct cards unknown" in text for text in texts)
    assert any(result["notes"] for result in results)
