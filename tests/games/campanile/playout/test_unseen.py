"""Hidden cards are dealt anew under what is proved, or not at all."""

from collections import Counter
from random import Random

import pytest

from companion.core.conversation import Answer
from companion.games import start_session
from companion.games.campanile.playout.ends import HiddenCards, find_unseen
from companion.games.campanile.playout.lean_table import FINITO_CARD, INTERMEZZO_CARD
from tests import depth
from tests.games.campanile.playout.worlds import ToldGame, session_of

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(3)]
UNKNOWN = Answer("correct cards", "unknown")


def unseen_after(game: ToldGame, turns: int) -> HiddenCards | None:
    return find_unseen(session_of(game.tell(turns)).table)


@pytest.mark.sample(4)
@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_true_cards_could_be_dealt_after_every_turn(players: int, seed: int) -> None:
    game = ToldGame(players, seed)
    for turns in range(game.turns):
        unseen, left = unseen_after(game, turns), game.find_left(game.hidden, game.tell(turns))
        assert unseen is not None
        assert left is not None
        hands, pile = left
        dealt_hands, dealt_pile = unseen.deal(Random(turns).random)
        for known, missing, hand, dealt in zip(
            unseen.hands, unseen.missing, hands, dealt_hands, strict=True
        ):
            assert Counter(known) <= Counter(hand)
            assert Counter(known) <= Counter(dealt)
            assert len(known) + missing == len(hand) == len(dealt)
        assert Counter(sum(hands, pile)) == Counter(sum(dealt_hands, dealt_pile))
        for each in (pile, dealt_pile):
            assert each.index(FINITO_CARD) <= 10
            if INTERMEZZO_CARD in each and unseen.intermezzo:
                on_it = each[each.index(INTERMEZZO_CARD) + 1 :]
                assert len(on_it) - (FINITO_CARD in on_it) in unseen.intermezzo


def test_each_card_comes_as_often_as_the_outlook_says() -> None:
    game = ToldGame(4, 2)
    table = session_of(game.tell(40)).table
    unseen = find_unseen(table)
    assert unseen is not None
    rng, deals = Random(1), depth.at_depth(3000, 30000)
    tops = Counter(unseen.deal(rng.random)[1][-1] for _ in range(deals))
    finito = float(table.pile.forecast_finito().chance)
    chances = {place: table.cards.chance_of(style) for place, style in enumerate(table.row)}
    expected = {place: chance * (1 - finito) for place, chance in chances.items()}
    assert finito > 0
    for card, chance in {**expected, FINITO_CARD: finito}.items():
        off = 4 * (chance * (1 - chance) / deals) ** 0.5
        assert tops[card] / deals == pytest.approx(chance, abs=off)


def test_intermezzo_lies_wherever_the_pile_may_have_it_and_finito_among_the_last() -> None:
    unseen = unseen_after(ToldGame(4, 2), 5)
    assert unseen is not None
    rng, on_intermezzo, under_finito = Random(1), set(), set()
    for _ in range(600):
        _, pile = unseen.deal(rng.random)
        on_intermezzo.add(len(pile) - 1 - pile.index(INTERMEZZO_CARD))
        under_finito.add(pile.index(FINITO_CARD))
    gone = 3 + 5
    assert on_intermezzo == set(range(21 - gone, 27 - gone + 1)), "24, three more or less"
    assert under_finito == set(range(11))


def test_nothing_is_dealt_in_the_middle_of_a_turn() -> None:
    game, session = ToldGame(3, 0), start_session("campanile-2009")
    for answer in game.answers:
        assert session.question is not None
        between = session.table.started and session.question.key == "tower"
        assert (find_unseen(session.table) is not None) is between
        session.answer(answer)
    assert find_unseen(session.table) is None, "it is over"


def test_nothing_is_dealt_in_light_play() -> None:
    session = session_of(ToldGame(3, 0).tell(5))
    session.answer(Answer("correct tracking", "light"))
    assert find_unseen(session.table) is None


@pytest.mark.parametrize(
    "corrections",
    [
        [("cards", "unknown")],
        [("cards", "unknown"), ("pile", "40")],
        [("cards", "unknown"), ("pile", "47")],
        [("pile", "39")],
        [("player", "Anna")],
        [("open", "red,red,blue")],
    ],
    ids=str,
)
def test_nothing_is_dealt_where_the_count_was_broken(corrections: list[tuple[str, str]]) -> None:
    """Neither then nor later: cards played before are not known any more."""
    game = ToldGame(4, 3)
    for turns in (6, 7):
        session = session_of(game.tell(turns))
        for key, value in corrections:
            session.answer(Answer(f"correct {key}", value))
        assert find_unseen(session.table) is None
        for answer in game.answers[len(game.tell(turns)) : len(game.tell(turns + 3))]:
            try:
                session.answer(answer)
            except ValueError:
                break
        assert find_unseen(session.table) is None


def test_a_count_begun_again_within_the_first_turn_is_no_count() -> None:
    game = ToldGame(4, 3)
    first = game.tell(1)
    setup = len(game.tell(0))
    session = session_of([*first[: setup + 1], UNKNOWN])
    assert find_unseen(session.table) is None
    for answer in first[setup + 1 :]:
        session.answer(answer)
    session.answer(Answer("correct pile", "46"))
    assert session.table.pile.trusted
    assert find_unseen(session.table) is None


def test_towers_and_chips_put_right_leave_the_cards_known() -> None:
    game = ToldGame(4, 3)
    session = session_of(game.tell(6))
    style = session.table.row[0]
    session.answer(Answer("correct floors", f"{style}:9"))
    session.answer(Answer("correct influence", f"{style}:Dora:1"))
    assert find_unseen(session.table) is not None
