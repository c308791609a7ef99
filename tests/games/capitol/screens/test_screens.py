"""Capitol: reasons in no small letters, all houses in sight."""

import pytest

from companion.core.languages import SOURCE
from companion.games.capitol.input.building import BoardViewer
from companion.games.capitol.screens.board import SITES_Y
from companion.games.capitol.screens.building import SMALL_HOUSES_Y
from companion.text.figures import TIMES
from companion.ui.screens.fonts import SMALL
from tests.ui.screens.every import STAGES, staged
from tests.ui.screens.fitting import look_at, of_view

WHY = [
    stage
    for stage in STAGES
    if stage.startswith(("capitol-scored-", "capitol-auction-")) and "four" not in stage
]


@pytest.mark.parametrize("stage", WHY)
def test_a_reason_is_not_in_small_letters_unless_beside_four(stage: str) -> None:
    fonts = {line.font for line in look_at(of_view(staged(stage)), SOURCE).lines}
    assert fonts
    assert SMALL not in fonts


def test_the_fountains_of_a_prefecture_are_counted() -> None:
    """On the board too, where houses go: a majority is worth a point more for each."""
    view = staged("capitol-look")
    assert isinstance(view.entry, BoardViewer)
    counts = [line.text for line in look_at(of_view(view), SOURCE).lines if line.y == SITES_Y]
    assert counts[-1] == str(view.table.board[view.entry.at].fountains)


def test_all_houses_are_in_sight_where_they_are_many() -> None:
    seen = look_at(of_view(staged("capitol-turn-crowded")), SOURCE)
    heights = [line.text for line in seen.lines if line.y == SMALL_HOUSES_Y]
    assert heights == [*"1235", "12", *"1122"]
    assert [line.text for line in seen.lines if line.text.startswith(TIMES)] == ["×3", "×2"]
