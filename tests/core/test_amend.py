"""Any answer of any game said anew: the rest fits, is asked anew, or is left out; all is legal."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.strokes import automatic_answer
from companion.core.conversation import CARDS_UNKNOWN, Answer, Grade, Question, is_correction
from companion.core.game_history import (
    PlayerChanged,
    PointsChanged,
    SeatedPlayer,
    compare_players,
    compare_points,
)
from companion.core.replay import Amendment, ReplayConflict
from companion.core.session import Session
from companion.games import load_plugin, read_record, replay_session
from companion.games.campanile.rules.flags import FlagChanged, compare_flags
from tests import depth
from tests.games.random_tables import RANDOM_TABLES, random_game
from tests.store.history import stored


def nothing(_session: Session) -> Answer | None:
    """Everything is asked."""
    return None


def lists(question: Question, rng: Random, begun: tuple[str, ...] = ()) -> Iterator[Answer]:
    """Legal list answers, in random order."""
    if len(begun) == question.items:
        yield Answer(question.key, begun)
        return
    for option in rng.sample(question.options, len(question.options)):
        longer = Answer(question.key, (*begun, option.word))
        if question.find_objection(longer) is None:
            yield from lists(question, rng, longer.value)  # type: ignore[arg-type]  # a tuple


def reply(session: Session, rng: Random) -> list[Answer]:
    """Something that may be said now, at random."""
    question = session.question
    assert question is not None
    if question.items:
        answer = next(lists(question, rng), None)
        return [answer] if answer is not None else [CARDS_UNKNOWN]
    judged = [(each, question.judge(each)) for each in question.options]
    fit = [each for each, objection in judged if objection is None]
    fit = fit or [each for each, o in judged if o is not None and o.grade is Grade.UNLIKELY]
    if not fit:
        return [question.default] if question.default is not None else [CARDS_UNKNOWN]
    return [rng.choice(fit)]


def say_all(amending: Amendment, first: Sequence[Answer], rng: Random) -> list[ReplayConflict]:
    """Say the first answers, then whatever is asked anew, at random."""
    asked = []
    conflict = amending.answer(first)
    while conflict is not None:
        asked.append(conflict)
        assert len(asked) < 2000
        conflict = amending.answer(reply(amending.session, rng))
    return asked


def in_turns(session: Session) -> list[int]:
    begins = session.game.turn_begins
    first = next((at for at, q in enumerate(session.asked) if q.key in begins), None)
    return [] if first is None else [*range(first, len(session.answers))]


@settings(max_examples=depth.examples(60))
@given(
    kind=st.sampled_from([*RANDOM_TABLES]),
    seed=st.integers(0, 10_000),
    steps=st.integers(30, 250),
    where=st.floats(0, 1),
)
def test_any_answer_said_anew_leads_to_a_game_that_replays(
    kind: str, seed: int, steps: int, where: float
) -> None:
    old = random_game(kind, seed, steps)
    places = [at for at in in_turns(old) if not is_correction(old.answers[at])]
    if not places:
        return
    at = places[int(where * (len(places) - 1))]
    before = list(old.answers)
    amending = Amendment(old, at, 1, nothing)
    rng = Random(seed)
    misfits = say_all(amending, reply(amending.session, rng), rng)
    new = amending.session
    assert old.answers == before
    assert new.answers[:at] == before[:at]
    assert replay_session(old.name, [(a.key, a.word) for a in new.answers]).result == new.result
    replaced = {conflict.at for conflict in misfits if conflict.at is not None}
    kept = [a for n, a in enumerate(before) if n > at and n not in {*replaced, *amending.left_out}]
    rest = iter(new.answers[at:])
    assert all(answer in rest for answer in kept), "what fits is said in its old order"


@settings(max_examples=depth.examples(40))
@given(kind=st.sampled_from([*RANDOM_TABLES]), seed=st.integers(0, 10_000), where=st.floats(0, 1))
def test_the_same_said_again_changes_nothing(kind: str, seed: int, where: float) -> None:
    old = random_game(kind, seed, 150)
    at = int(where * (len(old.answers) - 1))
    amending = Amendment(old, at, 1, nothing)
    assert amending.answer([old.answers[at]]) is None
    assert amending.session.answers == old.answers
    assert amending.left_out == []
    new = amending.session
    assert [*compare_players(old.table, new.table), *compare_points(old.table, new.table)] == []
    assert load_plugin(old.name).history.changes(old.table, new.table) == []


GAME = """
game campanile-2009
player Rosa  colour red
player Jakob  colour black
row blue,red,beige,yellow,brown
open red,red,yellow
tower beige  floors 2  marker yellow  take red  show blue
tower blue  floors 3  marker red  take yellow  show brown
tower red  floors 1  marker blue  take blue  show beige
"""


def place(session: Session, key: str, nth: int = 0) -> int:
    return [at for at, answer in enumerate(session.answers) if answer.key == key][nth]


def test_a_later_answer_that_no_longer_fits_is_asked_anew_and_no_other() -> None:
    old = read_record(GAME)
    amending = Amendment(old, place(old, "take"), 1, nothing)
    conflict = amending.answer([Answer("take", "yellow")])
    assert conflict is not None
    assert conflict.at == place(old, "take", 1)
    assert conflict.objection is not None
    assert conflict.objection.reason == "not-open"
    assert amending.session.question is not None
    assert amending.session.question.key == "take"
    assert amending.answer([Answer("take", "red")]) is None
    assert len(amending.session.answers) == len(old.answers)
    assert amending.left_out == []


def test_a_question_that_is_new_is_asked_and_one_that_is_gone_left_out() -> None:
    """Who has the one 3-marker placed already is not asked for it; now Jakob has it no longer."""
    more = "tower yellow  floors 3  take red  show blue\n"
    old = read_record(GAME + more)
    amending = Amendment(old, place(old, "marker", 1), 1, nothing)
    conflict = amending.answer([Answer("marker", "none")])
    assert conflict == ReplayConflict(None, None)
    assert amending.session.question is not None
    assert amending.session.question.key == "marker"
    assert amending.answer([Answer("marker", "red")]) is None
    again = Amendment(amending.session, place(old, "marker", 1), 1, nothing)
    assert again.answer([Answer("marker", "red")]) is None
    assert [amending.session.answers[at].key for at in again.left_out] == ["marker"]
    assert again.session.answers == old.answers


def test_a_scoring_card_that_was_a_tower_card_leaves_its_refill_out() -> None:
    old = read_record(
        GAME + "tower yellow  floors 1  marker none  take red  show intermezzo  show red\n"
    )
    amending = Amendment(old, place(old, "show", 3), 1, nothing)
    assert amending.answer([Answer("show", "red")]) is None
    assert [old.answers[at] for at in amending.left_out] == [("show", "red")]
    new = amending.session
    found = [
        *compare_points(old.table, new.table),
        *compare_flags(old.table.scorings, new.table.scorings),
    ]
    assert [each.seat for each in found if isinstance(each, PointsChanged)] == [0, 1]
    flags = [each for each in found if isinstance(each, FlagChanged)]
    assert flags
    assert all(each.after is None for each in flags)


@pytest.mark.parametrize("end", ["", "tower yellow  floors 1  marker none  take red  show beige\n"])
def test_a_game_that_is_over_earlier_leaves_the_rest_out(end: str) -> None:
    old = read_record(GAME + end)
    at = place(old, "show", 1)
    amending = Amendment(old, at, 1, nothing)
    assert amending.answer([Answer("show", "finito")]) is None
    assert amending.session.question is None
    assert amending.left_out == [*range(at + 1, len(old.answers))]


def test_players_who_change_seats_are_named() -> None:
    swapped = GAME.replace("Rosa", "Jo").replace("Jakob", "Rosa").replace("Jo ", "Jakob ")
    old, new = (read_record(each).table for each in (GAME, swapped))
    rosa, jakob = (SeatedPlayer(*each) for each in (("Rosa", "red"), ("Jakob", "red")))
    seats = compare_players(old, new)
    assert seats[0] == PlayerChanged(0, rosa, jakob)
    assert [each.seat for each in seats if isinstance(each, PlayerChanged)] == [0, 1]
    assert compare_points(old, new) == []


def test_more_floors_change_points() -> None:
    old = read_record(GAME + "tower yellow  floors 1  marker none  take red  show finito\n")
    amending = Amendment(old, place(old, "floors", 3), 1, nothing)
    assert amending.answer([Answer("floors", 3)]) is None
    found = compare_flags(old.table.scorings, amending.session.table.scorings)
    assert any(isinstance(each, FlagChanged) for each in found)


def test_piles_of_1996_no_longer_tracked_leave_the_cards_shown_out() -> None:
    old = random_game("1996", 3, 150)
    assert old.question is not None
    shows = [at for at, answer in enumerate(old.answers) if answer.key == "show"]
    amending = Amendment(old, shows[2], 1, nothing)
    assert amending.answer([Answer("correct tracking", "light")]) is None
    assert amending.left_out == shows[3:]
    new = amending.session
    assert new.result == {**old.result, "display": None}
    assert [answer.key for answer in new.answers].count("show") == 2


def test_who_passes_earlier_says_nothing_of_what_others_say() -> None:
    """In Capitol it is another's turn then: that is asked anew, each answer once."""
    old = random_game("crowded Capitol", 2, 120)
    at = place(old, "play")
    amending = Amendment(old, at, 1, nothing)
    conflict = amending.answer([Answer("play", "pass")])
    asked: list[ReplayConflict] = []
    while conflict is not None and len(asked) < 4:
        asked.append(conflict)
        question = amending.session.question
        assert question is not None
        if conflict.at is not None and conflict.objection is None:
            assert question.seat != old.asked[conflict.at].seat
        passing = Answer("play", "pass")
        fits = question.judge(passing) is None
        conflict = amending.answer([passing] if fits else reply(amending.session, Random(1)))
    others = [each.at for each in asked if each.at is not None and each.objection is None]
    assert len(others) > 1
    assert len(set(others)) == len(others)


def amended(
    old: Session, at: int, said: Answer, count: int = 1
) -> tuple[Amendment, ReplayConflict | None]:
    """An answer said anew at the device, where what needs no asking is not asked."""
    seats = len(old.table.players)
    amending = Amendment(old, at, count, lambda session: automatic_answer(session, seats))
    return amending, amending.answer([said])


def test_a_round_that_ends_earlier_leaves_its_turns_out_up_to_the_auction() -> None:
    old = stored("capitol-four-players")
    amending, conflict = amended(old, 61, Answer("play", "pass"), count=2)
    assert [old.asked[at].key for at in amending.left_out] == ["play", "roof"]
    question = amending.session.question
    assert conflict == ReplayConflict(None, None), "who has kept cards bids first"
    assert question is not None
    assert question.key == "bid"


def test_an_auction_that_was_not_held_before_is_asked_now_and_no_turn_left_out() -> None:
    old = stored("capitol-three-players-before-the-bid")
    amending, conflict = amended(old, 98, Answer("play", "pass"), count=2)
    assert amending.session.question is not None
    assert amending.session.question.key not in old.game.turn_begins
    assert conflict is None or conflict == ReplayConflict(None, None)
    assert amending.left_out == []


def test_a_full_game_amended_to_light_play_asks_for_no_card() -> None:
    old = stored("two-players-between-move-and-to")
    amending, conflict = amended(old, place(old, "variant"), Answer("variant", "light"))
    assert conflict is None
    assert {old.answers[at].key for at in amending.left_out} == {"open", "take", "show", "move"}
    floors = [tower.floors for tower in old.table.towers.values()]
    assert [tower.floors for tower in amending.session.table.towers.values()] == floors


def test_a_name_said_anew_is_the_name_in_every_correction() -> None:
    """Or a game taken over would lose all that was laid down of the one whose name was wrong."""
    told = [("influence", "brown:Rosa:3+2,Jakob:1"), ("chips", "Rosa:4+2"), ("player", "Jakob")]
    old = read_record(GAME + "".join(f"correct {key} {word}\n" for key, word in told))
    amending, conflict = amended(old, 0, Answer("player", "Jakob"))
    assert conflict is not None
    assert conflict.at == place(old, "player", 1)
    assert amending.answer([Answer("player", "Ida")]) is None
    assert amending.left_out == []
    corrected = [answer for answer in amending.session.answers if is_correction(answer)]
    assert [answer.word for answer in corrected] == [
        "brown:Jakob:3+2,Ida:1",
        "Jakob:4+2",
        "Ida",
    ]
    chips = [player.chips for player in old.table.players]
    assert [player.chips for player in amending.session.table.players] == chips


def light(*cards: int) -> str:
    """Six light turns; Intermezzo came behind these."""
    styles = ("red", "blue", "beige", "yellow", "brown", "red")
    turns = [
        f"tower {style}  floors {1 + number % 3}  marker none"
        + "  show intermezzo" * (number in cards)
        for number, style in enumerate(styles)
    ]
    head = GAME[: GAME.index("open")] + "variant light\n"
    return "\n".join([head, *turns])


ORDINARY, CAME = Answer("show", "ordinary"), Answer("show", "intermezzo")
NEXT_TURN = (Answer("tower", "yellow"), Answer("floors", 1))


def test_intermezzo_in_light_play_that_did_not_come_leaves_all_turns_as_they_were() -> None:
    """The table can only say so by the next turn, which is not said twice thereby."""
    old = read_record(light(2))
    at = old.answers.index(CAME)
    amending = Amendment(old, at, 1, lambda session: automatic_answer(session, 2))
    assert amending.answer([ORDINARY, *NEXT_TURN]) is None
    assert amending.left_out == []
    assert amending.session.answers == read_record(light()).answers


def test_intermezzo_forgotten_in_light_play_keeps_the_turn_that_was_said_in_its_place() -> None:
    old = read_record(light())
    at = place(old, "show", 2)
    amending = Amendment(old, at, 3, lambda session: automatic_answer(session, 2))
    assert amending.answer([CAME]) is None
    assert amending.left_out == []
    assert amending.session.answers == read_record(light(2)).answers


def test_intermezzo_earlier_than_it_was_said_asks_for_the_later_one_alone() -> None:
    old = read_record(light(2))
    at = place(old, "show", 1)
    amending = Amendment(old, at, 3, lambda session: automatic_answer(session, 2))
    conflict = amending.answer([CAME])
    assert conflict is not None
    assert conflict.at == old.answers.index(CAME)
    assert amending.answer([ORDINARY, *NEXT_TURN]) is None
    assert amending.left_out == []
    assert amending.session.answers == read_record(light(1)).answers


def test_another_turn_may_be_said_with_what_came_before_it() -> None:
    old = read_record(light(2))
    at = old.answers.index(CAME)
    amending = Amendment(old, at, 1, lambda session: automatic_answer(session, 2))
    assert amending.answer([ORDINARY, Answer("tower", "brown"), Answer("floors", 3)]) is None
    assert amending.left_out == []
    assert [amending.session.table.towers[style].floors for style in ("yellow", "brown")] == [0, 5]
    assert amending.session.table.seat == old.table.seat
