"""Likely answers as a table would tell of them, and at every question of random games."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pytest

from companion.core.conversation import Answer, Question
from companion.core.interfaces import Press
from companion.games import load_plugin, read_record
from companion.games.campanile.input.likely import weigh_cards_shown, weigh_towers
from companion.games.campanile.input.towers import BetPicker, NextPicker, TowerPicker
from companion.games.campanile.rules.table import CampanileTable
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.hints import Hints
from tests.entries import entry_for
from tests.games.random_tables import RANDOM_TABLES, random_questions

THREE = """
game campanile-2009
player Anna  colour red
player Bert  colour white
player Emma  colour blue
row beige,blue,brown,yellow,red
"""
OPEN = f"{THREE}open blue,red,brown\n"
LIGHT = f"{THREE}variant light\n"
OLD = THREE.replace("2009", "1996")


def cursor(record: str, axes: int = 2) -> object:
    """What the cursor stands on after so much has been told."""
    return pointed_at(entry_for(read_record(record), InputContext(axes)))


def pointed_at(entry: Entry) -> object:
    if isinstance(entry, NextPicker) and entry.card is not None:
        return entry.card.word
    if isinstance(entry, TowerPicker):
        return entry.choice.value, entry.number
    assert isinstance(entry, ChoicePicker)
    return entry.choice.word


# As a table would tell it --------------------------------------------------------------------


ROUND = "".join(
    f"tower {built}  floors 1  marker {marker}  take {taken}  show {taken}\n"
    for built, marker, taken in (
        ("blue", "none", "red"),  # Anna
        ("beige", "none", "brown"),  # Bert
        ("red", "none", "blue"),  # Emma
        ("brown", "none", "red"),
        ("yellow", "none", "brown"),
    )
)
"""Anna builds blue, Bert beige, Emma red, and again Anna and Bert; Emma is up."""


@pytest.mark.parametrize("axes", [1, 2])
def test_emma_took_blue_and_has_not_played_it(axes: int) -> None:
    assert cursor(OPEN + ROUND, axes) == ("blue", 2)


def test_a_tower_of_her_own_is_likelier_than_another() -> None:
    likely = weigh_towers(*asked(OPEN + ROUND))
    her_own = OPEN + ROUND.replace("red  floors 1  marker none", "red  floors 1  marker brown")
    likelier = weigh_towers(*asked(her_own))
    assert likelier[Answer("tower", "brown")] > likely[Answer("tower", "brown")]


def test_floors_start_in_the_middle_and_no_marker_comes_first() -> None:
    for record in (OPEN, f"{OLD}open blue,red,brown\n"):
        entry = entry_for(read_record(record), InputContext())
        assert isinstance(entry, TowerPicker)
        assert entry.number == 2
    for record in (OPEN, LIGHT, f"{OLD}open blue,red,brown\n"):
        assert cursor(f"{record}tower red  floors 3\n") == "none"


def test_up_and_down_lead_to_the_one_tower_that_may_be_bet_on() -> None:
    record = f"{OLD}variant extended-only\nopen blue,red,brown\ncorrect tracking light\n"
    entry = entry_for(read_record(f"{record}tower red  floors 3\n"), InputContext(2))
    other = entry.press(Press.UP)
    assert isinstance(other, Entry)
    assert {pointed_at(entry), pointed_at(other)} == {"none", "red"}


def test_the_card_turned_up_is_rather_of_a_style_not_seen_yet() -> None:
    record = f"{OPEN}tower red  floors 1  marker none  take red\n"
    chances = weigh_cards_shown(*asked(record))
    assert chances[Answer("show", "beige")] > chances[Answer("show", "red")]
    assert chances[Answer("show", "intermezzo")] == chances[Answer("show", "finito")] == 0


def test_finito_is_one_of_the_last_eleven_cards() -> None:
    record = f"{OPEN}{ROUND}tower red  floors 1  marker none  take red  show intermezzo\n"
    for left, chance in ((12, 0), (11, 1 / 11), (2, 1 / 2), (1, 1)):
        chances = weigh_cards_shown(*asked(f"{record}correct pile {left}\n"))
        assert chances[Answer("show", "finito")] == pytest.approx(chance)


@pytest.mark.parametrize("axes", [1, 2])
def test_on_finito_the_cursor_never_starts_but_near_it_where_only_finito_is_left(axes: int) -> None:
    record = f"{OPEN}{ROUND}tower red  floors 1  marker none  take red  show intermezzo\n"
    assert cursor(f"{record}correct pile 1\n", axes) in ("beige", "red")
    light = f"{LIGHT}tower red  floors 3  marker none  show intermezzo\n"
    assert cursor(f"{light}correct pile 9\n", axes) == ("brown", 2)
    assert cursor(f"{light}correct pile 1\n", axes) in (("beige", 2), ("red", 2))


def test_in_1996_the_floors_start_where_a_card_is_left_after_the_one_drawn() -> None:
    record = f"{OLD}open blue,red,brown\n"
    for piles, floors in (("5,5,5", 2), ("5,2,5", 2), ("5,1,5", 1), ("1,1,5", 3), ("1,1,1", 2)):
        entry = entry_for(read_record(f"{record}correct pile {piles}\n"), InputContext())
        assert isinstance(entry, TowerPicker)
        assert entry.number == floors


def test_what_was_said_here_before_goes_before_anything_likely() -> None:
    session = read_record(OPEN + ROUND)
    said = [Answer("tower", "yellow"), Answer("floors", 3)]
    assert pointed_at(entry_for(session, InputContext(), said)) == ("yellow", 3)


def test_without_hints_the_cursor_tells_nothing_of_hands() -> None:
    emma = read_record(OPEN + ROUND)
    assert pointed_at(entry_for(emma, InputContext(hints=Hints.DECK))) == ("blue", 2)
    assert pointed_at(entry_for(emma, InputContext(hints=Hints.NONE))) == ("brown", 2), (
        "the middle one"
    )


def asked(record: str) -> tuple[Question, CampanileTable]:
    """The question that stands, and the table."""
    session = read_record(record)
    assert session.question is not None
    return session.question, session.game.table


# At every question of random games -----------------------------------------------------------


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", [k for k, each in RANDOM_TABLES.items() if "camp" in each.game])
def test_no_answer_that_cannot_be_is_likely_in_campanile(kind: str, seed: int) -> None:
    for session in random_questions(kind, seed):
        question, table = session.question, session.game.table
        assert question is not None
        weigh = WEIGHED.get(question.key)
        if weigh is not None and not question.implicit:
            chances = weigh(question, table)
            assert chances == weigh(question, table)
            assert_can_be(question, chances)
        judge = load_plugin(session.name).input.ends_or_scores
        assert judge is not None
        ends = partial(judge, table)
        for axes in (1, 2):
            assert_cursor_can_be(entry_for(session, InputContext(axes)), ends)


WEIGHED = {"tower": weigh_towers, "show": weigh_cards_shown}


def assert_can_be(question: Question, chances: Mapping[Answer, float]) -> None:
    """Together one; none for what is objected to, unless everything is."""
    assert sum(chances.values()) == pytest.approx(1)
    assert min(chances.values()) >= 0
    legal = [option for option in question.options if question.judge(option) is None]
    for option, chance in chances.items():
        assert not chance or option in legal or not legal


def assert_cursor_can_be(entry: Entry, ends: Callable[[Sequence[Answer]], bool]) -> None:
    """What is pointed at can be said, unless nothing can that leaves the game going."""
    question = entry.question  # type: ignore[attr-defined]  # every entry of a turn has one
    legal = [each for each in question.legal_options() if not ends([each])]
    if isinstance(entry, NextPicker):
        said = entry.card or Answer("tower", entry.choice.value)
    elif isinstance(entry, TowerPicker):
        said = Answer("marker" if isinstance(entry, BetPicker) else "tower", entry.choice.value)
    elif isinstance(entry, ChoicePicker):
        said = entry.choice
    else:
        return
    assert said in legal or not legal
