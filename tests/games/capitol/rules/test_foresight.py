"""What is foreseen of Capitol: against a real table, and against what a scoring then gives."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from companion.core.session import Session
from companion.games.capitol.input import forecast_game
from companion.games.capitol.rules.foresight import forecast_round, forecast_stacks
from companion.ui.input.hints import Hints
from companion.ui.input.menu import Notice
from companion.ui.input.outlook import open_outlook
from tests.core.following import played
from tests.games.capitol.rules import staging
from tests.games.capitol.rules.dealer import KINDS, Dealer
from tests.games.capitol.rules.test_playouts import SEEDS, every_table

ACTING = ("play", "blank", "bid", "draw", "discards")
"""Questions at which nothing of the answer before is still to be done."""


def moments(players: int, seed: int) -> Iterator[tuple[Session, Dealer, str]]:
    """A game under way and the key of what the table says next."""
    dealer = Dealer(players, Random(seed))
    for session, step in played("capitol", dealer):
        if dealer.laid_out and step is not None and step.pair[0] in ACTING:
            yield session, dealer, step.pair[0]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_stacks_rounds_and_auctions_are_those_on_the_table(players: int, seed: int) -> None:
    for session, dealer, key in moments(players, seed):
        forecast = forecast_stacks(session.table)
        assert forecast is not None
        assert forecast.stacks == {kind: len(dealer.stacks[kind]) for kind in KINDS}
        assert forecast.discards == {kind: len(dealer.discards[kind]) for kind in KINDS}
        ahead = forecast_round(session.table)
        assert ahead.scorings == 4 - len(dealer.scorings)
        assert ahead.blocks == dealer.blocks
        held = len(dealer.auctions) - 3 * (dealer.round - 1) - (key == "discards")
        lots = ["fountain", "fountain", "amphitheatre" if dealer.round <= 2 else "temple"]
        assert [*ahead.auctions] == lots[held:]


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_the_points_now_are_those_of_the_scoring_on_a_copy(players: int, seed: int) -> None:
    for session, dealer, _key in moments(players, seed):
        table, before = session.table, session.result
        forecast = forecast_game(table)
        copied, scored = deepcopy(table), deepcopy(dealer)
        copied.hold_scoring()
        scored._score()
        for seat, gained in enumerate(forecast.gained):
            assert gained == copied.players[seat].points - table.players[seat].points
            assert gained == scored.points[seat] - dealer.points[seat]
        assert (session.result, table.events) == (before, [])


def test_with_a_hand_unknown_no_stack_is_counted() -> None:
    session = staging.begun("Rosa", "Emma")
    assert forecast_stacks(session.table) is not None
    session.answer_pair("correct hand", "Rosa:unknown")
    assert forecast_stacks(session.table) is None
    forecast, players = forecast_game(session.table), session.table.players
    below = Notice(key="farewell")
    assert len(open_outlook(forecast, players, Hints.DECK, below).pages) == 1
