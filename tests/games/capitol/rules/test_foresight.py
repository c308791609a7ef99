"""What is foreseen of Capitol: against a real table, and against what a scoring then gives."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from companion.core.session import Session
from companion.games.capitol.outlook import forecast_game
from companion.ui.input.hints import Hints
from companion.ui.input.menu import Notice
from companion.ui.input.outlook import CountPage, FactPage, open_outlook
from tests.core.following import played
from tests.games.capitol.rules import staging
from tests.games.capitol.rules.dealer import KINDS, CapitolDealer
from tests.games.capitol.rules.test_playouts import SEEDS, every_table

ACTING = ("play", "blank", "bid", "draw", "discards")
"""Questions at which nothing of the answer before is still to be done."""


def moments(players: int, seed: int) -> Iterator[tuple[Session, CapitolDealer, str]]:
    """A game under way and the key of what the table says next."""
    dealer = CapitolDealer(players, Random(seed))
    for session, step in played("capitol", dealer):
        if dealer.laid_out and step is not None and step.pair[0] in ACTING:
            yield session, dealer, step.pair[0]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_stacks_rounds_and_auctions_are_those_on_the_table(players: int, seed: int) -> None:
    for session, dealer, key in moments(players, seed):
        ahead, stacks = forecast_game(session.table).pages
        assert isinstance(stacks, CountPage)
        on_stacks = [f"{len(dealer.stacks[kind])}+{len(dealer.discards[kind])}" for kind in KINDS]
        assert [column.figure for column in stacks.columns] == on_stacks
        assert isinstance(ahead, FactPage)
        assert ahead.figure == 4 - len(dealer.scorings)
        assert session.table.supply == dealer.blocks
        held = len(dealer.auctions) - 3 * (dealer.round - 1) - (key == "discards")
        lots = ["fountain", "fountain", "amphitheatre" if dealer.round <= 2 else "temple"]
        assert [*session.table.lots_left] == lots[held:]


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
    assert None not in forecast_game(session.table).pages
    session.answer_pair("correct hand", "Rosa:unknown")
    forecast, players = forecast_game(session.table), session.table.players
    below = Notice(key="farewell")
    assert len(open_outlook(forecast, players, Hints.DECK, below).pages) == 1
