"""Whatever is pressed in a game of Capitol: there is a picture."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import start_session
from companion.input.context import InputContext
from companion.interfaces import Press
from tests import depth
from tests.games.capitol.rules.dealer import Dealer
from tests.screens.test_any_press import PRESSES, walk


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
