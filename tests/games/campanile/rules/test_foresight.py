"""What is foretold of a game: against every deck there can be, and against what then happened."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.session import Session
from companion.games import start_session
from companion.games.campanile.rules.cards import CampanilePile
from companion.games.campanile.rules.foresight import (
    PlayerTurns,
    count_turns_of_piles,
    forecast_turns,
)
from companion.games.campanile.rules.table1996 import Campanile1996Table as Table1996
from companion.games.campanile.rules.towers import STYLES
from tests import depth
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996
from tests.games.campanile.rules.staging import say
from tests.games.campanile.rules.test_corrections import NEW, OLD, seated
from tests.shipped import read_file

STORED = sorted((Path(__file__).parents[3] / "playthroughs").glob("*.game"))
FINITO, INTERMEZZO, TOWER = "finito", "intermezzo", "tower"
AFTER_DEAL = {2: 24, 3: 51, 4: 48, 5: 45}
"""Tower cards left after the deal, by players."""
MIDDLE = {2: range(10, 15), 3: range(22, 30), 4: range(21, 28), 5: range(19, 27)}
"""How many tower cards may lie above Intermezzo before the display is dealt."""


# The pile of 2009 against every deck ----------------------------------------------------------


def decks(players: int) -> Iterator[list[str]]:
    """Every pile there can be once the display lies open, each as likely as the others."""
    left = AFTER_DEAL[players] - 3
    for above, finito in product(MIDDLE[players], range(11)):
        pile = [TOWER] * left
        pile.insert(left - 10 + finito, FINITO)
        pile.insert(above - 3, INTERMEZZO)
        yield pile


def turns_of(cards: Sequence[str]) -> int:
    """In which turn Finito is turned up; Intermezzo has another card behind it in its turn."""
    turn, cards = 1, [*cards]
    while (card := cards.pop(0)) != FINITO:
        turn += card != INTERMEZZO
    return turn


def foretold(pile: CampanilePile) -> dict[int, Fraction]:
    """The turns that there are to go with their chances."""
    return {turns: Fraction(1, len(pile.turns)) for turns in pile.turns}


def alike(found: Sequence[int]) -> dict[int, Fraction]:
    return {each: Fraction(count, len(found)) for each, count in Counter(found).items()}


@pytest.mark.parametrize("players", AFTER_DEAL)
def test_the_turns_to_finito_are_as_likely_as_among_all_decks(players: int) -> None:
    """At every moment of all decks, by what has been seen of them till then."""
    true: dict[tuple[int, bool], list[int]] = {}
    for deck in decks(players):
        for drawn in range(deck.index(FINITO) + 1):
            seen = INTERMEZZO in deck[:drawn]
            true.setdefault((drawn, seen), []).append(turns_of(deck[drawn:]))
    assert len(true) > AFTER_DEAL[players] - 4
    for (drawn, seen), found in true.items():
        pile = CampanilePile(players)
        pile.turned_up, pile.intermezzo_seen = drawn, seen
        assert foretold(pile) == alike(found)


@pytest.mark.parametrize("left", range(2, 12))
def test_so_they_are_where_intermezzo_lies_among_the_last_cards(left: int) -> None:
    pile = CampanilePile(4)
    pile.turned_up = pile.size - left
    orders = permutations(range(left), 2)
    found = []
    for finito, intermezzo in orders:
        cards = [TOWER] * left
        cards[finito], cards[intermezzo] = FINITO, INTERMEZZO
        found.append(turns_of(cards))
    assert foretold(pile) == alike(found)


@pytest.mark.parametrize("above", range(9))
def test_wherever_an_overdue_intermezzo_lies_above_them_it_costs_no_turn(above: int) -> None:
    pile = CampanilePile(4)
    pile.turned_up = pile.size - 20
    assert pile.forecast_intermezzo().overdue
    found = []
    for finito in range(11):
        cards = [TOWER] * 18
        cards.insert(8 + finito, FINITO)
        cards.insert(above, INTERMEZZO)
        found.append(turns_of(cards))
    assert foretold(pile) == alike(found)


@pytest.mark.parametrize(
    ("players", "turns"),
    [(2, range(12, 23)), (3, range(39, 50)), (4, range(36, 47)), (5, range(33, 44))],
)
def test_finitos_turn_when_the_game_begins(players: int, turns: range) -> None:
    assert CampanilePile(players).turns == turns
    assert sum(foretold(CampanilePile(players)).values()) == 1


@given(players=st.sampled_from([2, 3, 4, 5]), turned_up=st.integers(0, 60), seen=st.booleans())
def test_there_is_always_a_turn_to_go_and_finito_keeps_to_its_count(
    players: int, turned_up: int, seen: bool
) -> None:
    """However often the table has pressed on."""
    pile = CampanilePile(players)
    pile.turned_up, pile.intermezzo_seen = turned_up, seen
    assert pile.turns[0] >= 1
    assert sum(foretold(pile).values()) == 1
    assert (pile.before_finito == 0) == pile.forecast_finito().possible
    if seen and pile.forecast_finito().chance is not None:
        assert pile.turns[0] == pile.before_finito + 1
        assert foretold(pile).get(1, 0) == pile.forecast_finito().chance


# The three piles of 1996 against every way to draw -----------------------------------------------


def lasts(piles: tuple[int, ...]) -> set[int]:
    """Every number of turns in which a pile can run out."""
    if 0 in piles:
        return {0}
    found: set[int] = set()
    for drawn in range(3):
        after = tuple(count - (place == drawn) for place, count in enumerate(piles))
        found |= {1 + each for each in lasts(after)}
    return found


@pytest.mark.parametrize("piles", [*product((1, 2, 4), repeat=3)])
def test_the_piles_last_as_long_as_the_players_let_them(piles: tuple[int, int, int]) -> None:
    table = Table1996()
    table.piles, table.display = [*piles], [STYLES[0]] * 3
    expected = lasts(piles)
    assert count_turns_of_piles(table) == range(min(expected), max(expected) + 1)
    for floors in (1, 2, 3):
        table.played = (STYLES[0], floors)
        after = tuple(count - (place == floors - 1) for place, count in enumerate(piles))
        settled = {1 + each for each in lasts(after)}
        assert count_turns_of_piles(table) == range(min(settled), max(settled) + 1)
        table.piles[floors - 1] -= 1  # it has been drawn, and its next card not been turned up
        table.display[floors - 1] = None
        assert count_turns_of_piles(table) == range(min(settled), max(settled) + 1)
        table.piles, table.display = [*piles], [STYLES[0]] * 3


@pytest.mark.parametrize(
    ("players", "fewest", "most"), [(2, 13, 37), (3, 15, 43), (4, 17, 49), (5, 18, 52)]
)
def test_a_whole_game_of_1996(players: int, fewest: int, most: int) -> None:
    foresight = forecast_turns(seated(OLD, "ABCDE"[:players]).table)
    assert foresight.turns == range(fewest, most + 1)
    assert [own.average for own in foresight.own] == [None] * players


# Against what then happened --------------------------------------------------------------------


def moments(whole: Session) -> Iterator[tuple[Session, int]]:
    """A game at every question behind its setup, with the turns that there really were to go."""
    begun = [asked.key == "tower" for asked in whole.asked]
    session = start_session(whole.name)
    for at, answer in enumerate(whole.answers):
        question = session.question
        if question is not None and session.table.started:
            within = question.key != "tower" and not question.implicit
            yield session, within + sum(begun[at:])
        session.answer(answer)


def assert_foretold(session: Session, to_go: int) -> None:
    """So many turns were possible, for the game and for everybody."""
    table = session.table
    foresight = forecast_turns(table)
    assert to_go in foresight.turns
    players = len(table.players)
    turns = Counter((table.seat + turn) % players for turn in range(to_go))
    for seat, own in enumerate(foresight.own):
        assert own.fewest <= turns[seat] <= own.most
        if own.average is not None:
            assert own.fewest <= own.average <= own.most
    assert sum(own.fewest for own in foresight.own) == foresight.turns[0]
    assert sum(own.most for own in foresight.own) == foresight.turns[-1]


def whole_games() -> Iterator[Session]:
    for path in STORED:
        if path.stem.startswith(("bologna", "capitol")):
            continue
        session = read_file(path)
        in_order = not session.result["notes"] and "taken-over" not in path.stem
        if session.name in (NEW, OLD) and session.question is None and in_order:
            yield session


WHOLE = [*whole_games()]


@pytest.mark.sample(8)
@pytest.mark.parametrize("whole", WHOLE, ids=lambda whole: f"{whole.name}, {len(whole.answers)}")
def test_at_every_moment_of_a_stored_game_the_turns_to_go_were_foretold(whole: Session) -> None:
    for session, to_go in moments(whole):
        if to_go > 0:  # light play: Finito lies there, and is told of next
            assert_foretold(session, to_go)


def test_there_are_stored_games_of_every_size() -> None:
    sizes = {(whole.name, len(whole.table.players)) for whole in WHOLE}
    assert sizes >= {*product([NEW], (2, 3, 4, 5)), (OLD, 2), (OLD, 3), (OLD, 4)}


TABLES = [
    *(Custom(players) for players in (2, 3, 4, 5)),
    Custom(2, moving=True),
    *(Custom1996(players) for players in (2, 3, 5)),
]
any_table = st.sampled_from(TABLES)


def played(custom: Custom, seed: int) -> Iterator[tuple[Session, Dealer]]:
    """A random game at a real table: the session before each of its answers."""
    later = isinstance(custom, Custom1996)
    dealer = (Dealer1996 if later else Dealer)(custom, Random(seed))
    session = start_session(OLD if later else NEW)
    for step in dealer.play():
        if session.table.started and dealer.laid_out:
            yield session, dealer
        session.answer_pair(*step.pair)


@settings(max_examples=depth.examples(30))
@given(custom=any_table, seed=st.integers(0, 10_000))
def test_the_turns_to_go_of_a_random_game_were_foretold(custom: Custom, seed: int) -> None:
    *_, (whole, _dealer) = played(custom, seed)
    for session, to_go in moments(whole):
        assert_foretold(session, to_go)
    assert whole.table.outcome is not None


@settings(max_examples=depth.examples(30))
@given(custom=any_table, seed=st.integers(0, 10_000))
def test_what_is_unseen_lies_in_the_piles_or_was_dealt(custom: Custom, seed: int) -> None:
    for session, dealer in played(custom, seed):
        unseen, cards = forecast_turns(session.table).unseen, session.table.cards
        assert unseen is not None
        for style in STYLES:
            dealt = sum(hand[style] for hand in dealer.secret)
            proved = sum(cards.dealt[seat][style] for seat in dealer.seats)
            assert unseen[style] == hidden(dealer, style) + dealt - proved


def hidden(dealer: Dealer, style: str) -> int:
    """Cards of the style that nobody has seen, but for the hands."""
    if not isinstance(dealer, Dealer1996):
        return dealer.pile.count(style)
    covered = [
        card
        for place, pile in enumerate(dealer.piles)
        for card in pile[0 if place == dealer.covered else 1 :]
    ]
    return covered.count(style) + dealer.surplus.count(style)


@settings(max_examples=depth.examples(30))
@given(custom=any_table, seed=st.integers(0, 10_000))
def test_the_flags_now_are_those_that_are_awarded_when_it_comes_to_it(
    custom: Custom, seed: int
) -> None:
    """And to look at them changes nothing."""
    session, foreseen = None, None
    for session, _dealer in played(custom, seed):
        table = session.table
        if foreseen is not None and len(table.scorings) > foreseen[0]:
            assert table.scorings[-1] == foreseen[1]
        before = session.result
        foreseen = len(table.scorings), table.scoring_now(table.next_scoring)
        assert (session.result, table.events) == (before, [])
    assert session is not None
    assert foreseen is not None
    last = session.table.scorings[-1]
    if isinstance(custom, Custom1996):  # there the last stroke itself may change the flags
        foreseen = 0, session.table.scoring_now(last.name)
    assert last == foreseen[1]


# Said only where it is true -----------------------------------------------------------------------


def test_own_turns_by_hand() -> None:
    """Three players, the second to move, eleven cards with Finito among them: 1 to 11 turns."""
    session = seated(NEW)
    table = session.table
    table.pile.turned_up, table.pile.intermezzo_seen, table.seat = table.pile.size - 11, True, 1
    assert forecast_turns(table).own == (
        PlayerTurns(0, 3, Fraction(0 + 0 + 1 + 1 + 1 + 2 + 2 + 2 + 3 + 3 + 3, 11)),
        PlayerTurns(1, 4, Fraction(1 + 1 + 1 + 2 + 2 + 2 + 3 + 3 + 3 + 4 + 4, 11)),
        PlayerTurns(0, 4, Fraction(0 + 1 + 1 + 1 + 2 + 2 + 2 + 3 + 3 + 3 + 4, 11)),
    )


@pytest.mark.parametrize("name", [NEW, OLD])
def test_styles_are_told_only_while_all_cards_are_counted(name: str) -> None:
    session = seated(name)
    assert forecast_turns(session.table).unseen is not None
    session.answer_pair("correct cards", "unknown")
    assert forecast_turns(session.table).unseen is not None  # nothing has been counted yet
    say(session, "tower red floors 1 marker none")
    if name == NEW:
        say(session, f"take {session.table.display[0]}")
    say(session, "show yellow")
    assert forecast_turns(session.table).unseen is not None
    session.answer_pair("correct cards", "unknown")
    assert forecast_turns(session.table).unseen is None


def test_a_pile_of_another_count_tells_no_styles_but_the_turns() -> None:
    session = seated(NEW)
    session.answer_pair("correct pile", "12")
    foresight = forecast_turns(session.table)
    assert foresight.unseen is None
    assert foresight.turns == range(1, 12)
    assert foresight.deck is not None
    assert (foresight.deck.left, foresight.deck.before_finito) == (12, 1)


def test_in_1996_light_play_tells_the_turns_alone() -> None:
    full, light = seated(OLD), seated(OLD)
    light.answer_pair("correct tracking", "light")
    for each in (full, light):
        say(each, "tower red floors 2")
    assert forecast_turns(light.table) == forecast_turns(full.table)._replace(unseen=None)


def test_light_play_tells_the_pile_as_if_the_last_card_was_a_towers() -> None:
    session = seated(NEW)
    session.answer_pair("correct tracking", "light")
    before = forecast_turns(session.table)
    say(session, "tower red floors 1 marker none")
    after = forecast_turns(session.table)
    assert before.unseen is after.unseen is None
    assert before.deck is not None
    assert after.deck is not None
    assert (before.deck.left, after.deck.left) == (50, 49)
    assert [*after.turns] == [turns - 1 for turns in before.turns]
