"""What is foreseen of Bologna: against a real table's cards, and against what then happened."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games.bologna.outlook import forecast_game
from companion.games.bologna.rules.foresight import UnseenCards, count_unseen, forecast_pile
from tests import depth
from tests.core.following import played
from tests.games.bologna.rules import second
from tests.games.bologna.rules.custom import BolognaCustom
from tests.games.bologna.rules.dealer import BolognaDealer
from tests.games.bologna.rules.staging import MAP, say, seated
from tests.games.bologna.rules.test_playouts import GAME, SEEDS, every_table

SCORING = "scoring"
SLACK = 4
"""How far the dealer's scoring cards lie from an exact third, at most."""


class CardsShown:
    """All cards that have been shown, counted from the real hands and the real pile."""

    def __init__(self, dealer: BolognaDealer) -> None:
        self.dealer = dealer
        self.open = Counter(dealer.display)
        self.pile = list(dealer.pile)
        self.hands = [Counter(hand) for hand in dealer.hands]
        self.all = Counter(self.pile) + self.open + sum(self.hands, Counter())
        del self.all[SCORING]
        self.balance: list[Counter[str]] = [Counter() for _ in self.hands]
        self.dealt: list[Counter[str]] = [Counter() for _ in self.hands]
        """By seat: cards that were played and can't be ones taken before."""

    def look(self) -> None:
        """See what has been turned up, played and taken since the last look."""
        gone = len(self.pile) - len(self.dealer.pile)
        self.open.update(card for card in self.pile[:gone] if card != SCORING)
        self.pile = list(self.dealer.pile)
        for seat, before in enumerate(self.hands):
            now = Counter(self.dealer.hands[seat])
            self.balance[seat].update(before - now)
            self.dealt[seat] |= self.balance[seat]
            self.balance[seat].subtract(now - before)
            self.hands[seat] = now

    def unseen(self) -> UnseenCards:
        """All cards, without those that were ever shown."""
        hidden = self.all - self.open - sum(self.dealt, Counter())
        kinds = Counter[str]()
        for card, count in hidden.items():
            kinds[card[:-2]] += count
        return UnseenCards(kinds["plague"], kinds["fire"], kinds[""])


def moments(dealer: BolognaDealer) -> Iterator[tuple[Session, CardsShown]]:
    """Every question of a game under way."""
    shown = CardsShown(dealer)
    for session, _ in played(GAME, dealer):
        shown.look()
        if dealer.laid_out and not dealer.over:
            yield session, shown


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_what_is_unseen_is_all_cards_but_those_ever_shown(custom: BolognaCustom, seed: int) -> None:
    dealer = BolognaDealer(custom, Random(seed))
    for session, shown in moments(dealer):
        unseen = count_unseen(session.table)
        assert unseen == (None if dealer.light else shown.unseen())
        forecast = forecast_pile(session.table)
        assert forecast.left == len(dealer.pile)
        assert forecast.scorings == 3 - len(dealer.scorings)
        if SCORING in dealer.pile:
            assert forecast.before_scoring is not None
            assert abs(forecast.before_scoring - dealer.pile.index(SCORING)) <= SLACK
        else:
            assert forecast.before_scoring is None


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_the_turns_to_the_end_were_foreseen(custom: BolognaCustom, seed: int) -> None:
    dealer, ends = BolognaDealer(custom, Random(seed)), set()
    for session, _shown in moments(dealer):
        ends.add(session.table.turn + forecast_pile(session.table).turns - 1)
    towers = second.sixes(dealer.standing, dealer.plagued) > custom.players
    assert max(ends) == min(ends) >= session.table.turn
    assert max(ends) == session.table.turn or towers


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
@every_table
def test_the_points_now_are_those_of_the_scoring_on_a_copy(
    custom: BolognaCustom, seed: int
) -> None:
    dealer = BolognaDealer(custom, Random(seed))
    for number, (session, _shown) in enumerate(moments(dealer)):
        if number % depth.at_depth(4, 1):
            continue
        table, before = session.table, session.result
        forecast = forecast_game(table)
        copied = deepcopy(table)
        last = len(dealer.scorings) == 2
        copied.finish() if last else copied.turn_up(Answer("show", SCORING))
        for seat, gained in enumerate(forecast.gained):
            assert gained == copied.players[seat].points - table.players[seat].points
            towers = second.towers(seat, dealer.standing, dealer.plagued)
            owed = dealer.stock(seat) - second.extra(dealer.kinds[seat])
            assert gained == sum(height for _, height in towers) - owed * last
        assert forecast.scoring == copied.scorings[-1].name
        assert (session.result, table.events) == (before, [])


# Said only where it is true -----------------------------------------------------------------------

SPECIAL = "plague 2-2 to 3-3"


def opened(*variants: str) -> Session:
    """The first turn begins with the plague, and so with a card that was dealt."""
    session = seated(variants=variants, kinds=MAP)
    say(session, SPECIAL)
    if not variants:
        say(session, "with plague-2+2")
    return session


def test_a_special_card_that_is_played_was_dealt_and_is_seen() -> None:
    assert count_unseen(seated(kinds=MAP).table) == (4, 4, 80)
    assert count_unseen(opened().table) == (3, 4, 79)


@pytest.mark.parametrize("correction", ["cards unknown", "pile 60", "player Emma"])
def test_a_count_that_a_correction_interrupts_says_nothing(correction: str) -> None:
    session = opened()
    key, word = correction.split()
    session.answer_pair(f"correct {key}", word)
    assert count_unseen(session.table) is None


def test_cards_tracked_from_amid_a_game_say_nothing() -> None:
    session = opened("light")
    assert count_unseen(session.table) is None
    session.answer_pair("correct open", "2,3,4,5")
    assert count_unseen(session.table) is None
