"""What a terminal shows of a game of Bologna."""

import pytest
from rich.table import Table as Grid

from companion.cli import main
from companion.cli.report import tabulate_table
from companion.games import words_in
from companion.games.bologna.rules.snapshot import take_bologna_snapshot
from companion.text.snapshot_text import word_snapshot
from tests.games.bologna.journeys import GAME
from tests.games.bologna.rules.staging import light, say
from tests.shipped import shipped


def test_figures_stand_to_the_right() -> None:
    session = light({"3-3": "RRRR", "4-4": "BB"}, roofs={"3-3": "R"})
    session.answer_pair("correct pile", "0")
    say(session, "pass yes show none")
    words = words_in().of("bologna-towers")
    snapshot = word_snapshot(take_bologna_snapshot(session.table), words)
    grids = [part for part in tabulate_table(snapshot, words) if isinstance(part, Grid)]
    columns = [column for grid in grids for column in grid.columns]
    right = {str(column.header) for column in columns if column.justify == "right"}
    assert right == {"Stones left", "Roofs left", "Height", "Points"}
    left = {str(column.header) for column in columns if column.justify == "left"}
    assert left >= {"Fields", "Types"}


def test_the_score_lists_towers_and_what_each_scoring_gave(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["score", str(shipped(GAME))]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for line in (
        "Matteo wins with 65 points",
        "5-7 │ 5 │ Irma, Matteo, Lucia, Matteo, Matteo │ Merchant │ Matteo",
        "Lucia │ Lucia gets 18 points: 4 towers │",
        "6 (8-4), 5 (8-3), 4 (8-5), 3 (8-2) │",
        "Matteo gets 32 points: 23 for towers, 10 for the collection",
    ):
        assert line in printed
