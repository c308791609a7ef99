"""Tables on the terminal: figures stand to the right, words to the left."""

import re
from dataclasses import replace

import pytest

from companion.cli.report.history import print_player, print_players
from companion.core.game_base import NAME_LENGTH
from companion.core.languages import LANGUAGES
from companion.games import words_in
from companion.store.history.statistics import player_games, totals
from tests.shipped import read_file
from tests.store.history import STORED, played


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_players_figures_have_room_in_80_columns(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the longest name, a hundred games of each kind, shared wins and three figures."""
    monkeypatch.setenv("COLUMNS", "80")
    words, name = words_in(language), "W" * NAME_LENGTH
    once = [each for path in STORED for each in player_games(played(read_file(path)))]
    found = totals(
        replace(each, name=name, points=100 + each.points, won=True, shared=True)
        for each in once * 10
    )
    print_players(found, words)
    print_player(found, words)
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line[:1] in ("│", "┃")]
    assert len(rows) > len(once) * 10
    assert any(f" {name} " in row for row in rows)
    for row in rows:
        assert "…" not in row
        assert all(cell.strip() for cell in re.split("[│┃]", row)[1:-1]), "a cell went on below"
