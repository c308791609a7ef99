"""Capitol: reasons in no small letters, all houses in sight, a picture for every entry."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.interfaces import Press
from companion.core.languages import SOURCE
from companion.games import start_session
from companion.games.capitol.input.sites import BoardViewer
from companion.games.capitol.screens.board import SITES_Y
from companion.games.capitol.screens.building import SMALL_HOUSES_Y
from companion.ui.input.context import InputContext
from companion.ui.screens.fonts import FIGURES, SMALL, TEXT
from tests import depth
from tests.games.capitol.rules.dealer import Dealer
from tests.ui.screens.every import STAGES
from tests.ui.screens.fitting import look_at, of_view, staged
from tests.ui.screens.test_any_press import PRESSES, walk

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
    y = SMALL_HOUSES_Y + FIGURES.capital - TEXT.capital
    heights = [line.text for line in seen.lines if line.y == y]
    assert heights == [*"1112235", "12", *"1122"]


@settings(max_examples=depth.examples(60))
@given(
    seed=st.integers(0, 10_000),
    players=st.integers(2, 4),
    steps=st.integers(0, 250),
    context=st.builds(InputContext, axes=st.sampled_from((1, 2))),
    presses=PRESSES,
)
def test_every_entry_has_its_picture(
    seed: int, players: int, steps: int, context: InputContext, presses: Sequence[Press]
) -> None:
    session = start_session("capitol")
    dealer = Dealer(players, Random(seed), large=seed % 3)
    for step in islice(dealer.play(), steps):
        session.answer_pair(*step.pair)
    walk(session, context, presses)
