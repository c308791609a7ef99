"""Capitol at the device from its setup to the winner, and its board."""

from collections.abc import Sequence

import pytest

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.core.game_base import object_to_name
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import read_record, replay_session, words_in
from companion.games.capitol.rules.board import PREFECTURES
from companion.text.words import list_usual_places
from companion.ui.input.choice import AGAIN, PRINTED, BoardSource
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Entry
from tests import depth
from tests.app.conftest import MakeRig
from tests.app.journeys import journey, new_game, to_the_winner
from tests.app.reading import answered, asked, kept, pointed_at, refusal
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP
from tests.entries import entry_for
from tests.games.capitol.journeys import GAME, begin
from tests.games.capitol.rules import staging
from tests.shipped import read_shipped


def example() -> Session:
    return read_shipped(GAME)


# From the setup to the winner ----------------------------------------------------------------


def test_from_the_setup_to_the_winner_on_the_stick(stick: Rig) -> None:
    journey(
        stick,
        ("home", OK),
        ("game", UP, OK),
        ("players", LEFT, OK),
        ("player 1", OK),
        ("player 2", LEFT, OK),
        ("prefecture name", RIGHT, DOWN, DOWN, OK),
        ("prefecture name", OK),
        ("prefecture name", RIGHT, RIGHT, UP, RIGHT, RIGHT, UP, UP, OK),
        ("prefecture name", RIGHT, DOWN, RIGHT, UP, RIGHT, RIGHT, UP, OK),
    )
    names = [each.name for each in stick.session.table.board]  # type: ignore[union-attr]  # begun
    assert names == ["Aventine", "Caelian", "Capitoline", "Esquiline"]
    if depth.is_soak():
        to_the_winner(stick, renamed(example()))


def test_from_the_setup_to_the_winner_on_four_buttons(four: Rig) -> None:
    plain = (OK, OK, OK, OK, OK)
    journey(
        four,
        ("home", OK),
        ("game", PREVIOUS, OK),
        ("players", PREVIOUS, OK),
        ("player 1", OK),
        ("player 1 name", OK),
        ("player 2", PREVIOUS, OK),
        ("player 2 name", OK),
        ("prefecture name", OK, NEXT, NEXT, OK, OK, OK, OK),
        ("prefecture name", *plain),
        ("prefecture name", OK, OK, NEXT, OK, OK, NEXT, NEXT),
        ("prefecture fountains", OK),
        ("prefecture name",),
    )
    to_the_winner(four, renamed(example()))


def renamed(record: Session) -> Session:
    """The example with players called by their seats, and the prefectures in English."""
    english = list_usual_places(words_in().of(record.name))
    names = {"Livia": "Player 1", "Marcus": "Player 2", **pair_places(english)}
    words = [each.word.partition(":") for each in record.answers]
    said = ["".join((names.get(name, name), *rest)) for name, *rest in words]
    keys = [each.key for each in record.answers]
    return replay_session(record.name, [*zip(keys, said, strict=True)])


def pair_places(names: Sequence[str]) -> dict[str, str]:
    """By the names of the example, which is in German."""
    return dict(zip(list_usual_places(words_in("de").of(GAME)), names, strict=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_nine_names_that_a_record_may_hold(language: str) -> None:
    names = list_usual_places(words_in(language).of(GAME))
    assert len({*pair_places(names).values()}) == PREFECTURES
    assert [name for name in names if object_to_name(name, ()) is not None] == []


# The board -----------------------------------------------------------------------------------


def test_the_board_is_offered_again_in_one_press(rig: Rig, make_rig: MakeRig) -> None:
    begin(rig, "play pass\n")
    rig = make_rig(rig.board.name)
    rig.choose("home", "new")
    rig.press(OK, OK)
    rig.say([Answer("player", "Player 1"), Answer("colour", "red")])
    rig.say([Answer("player", "Player 2"), Answer("colour", "blue")])
    assert asked(rig.entry) == "prefecture"
    rig.press(OK)
    assert asked(rig.entry) == "play"
    assert kept(rig, 2).answers == kept(rig, 1).answers[:-1]


def test_another_board_is_a_press_away_and_back_leads_to_the_offer() -> None:
    board = tuple(Answer("prefecture", word) for word in staging.BOARD)
    entry: Entry = entry_for(staging.seated("A", "B"), InputContext(board=board))
    for press, question in ((RIGHT, "prefecture"), (OK, "prefecture name"), (BACK, "prefecture")):
        step = entry.press(press)
        assert isinstance(step, Entry)
        entry = step
        assert asked(entry) == question
    step = entry.press(LEFT)
    assert isinstance(step, Entry)
    assert step.press(OK) == Answered(board)


def test_of_another_board_a_known_prefecture_comes_as_a_whole() -> None:
    board = tuple(Answer("prefecture", word) for word in staging.BOARD)
    session = staging.seated("A", "B")
    offer = entry_for(session, InputContext(board=board))
    assert isinstance(offer, BoardSource)
    step: object = offer.editor
    for known in (staging.BOARD[0], staging.BOARD[1], staging.BOARD[2]):
        assert isinstance(step, Entry)
        assert pointed_at(step) == known
        step = step.press(DOWN)
    for word in staging.BOARD[:3]:
        session.answer_pair("prefecture", word)
    form = entry_for(session, InputContext(board=board))
    assert pointed_at(form) == staging.BOARD[3]


def test_a_board_is_as_before_only_where_it_was_played() -> None:
    board = tuple(Answer("prefecture", word) for word in staging.BOARD)
    for played, context in (
        (True, InputContext(board=board)),
        (True, InputContext(board=board, printed=board)),
        (False, InputContext(printed=board)),
        (False, InputContext(board=board[::-1], printed=board)),
    ):
        offer = entry_for(staging.seated("A", "B"), context)
        assert isinstance(offer, BoardSource)
        assert offer.choices[0] == (AGAIN if played else PRINTED, board)


def test_a_name_may_have_a_full_stop_and_a_space(rig: Rig) -> None:
    begin_board(rig)
    rig.say([Answer("prefecture", "St. Paul:pink:5:1:2")])
    assert answered(rig, -1) == ["prefecture St. Paul:pink:5:1:2"]


def test_after_a_spelt_name_comes_its_colour(stick: Rig) -> None:
    begin_board(stick)
    journey(
        stick, ("prefecture name", UP, OK), ("letters", *letters("Ara")), ("prefecture colour",)
    )
    assert pointed_at(stick.entry) == "Ara:light-blue:6:1:0"


def begin_board(rig: Rig) -> None:
    record = read_record(
        f'game {GAME}\nplayer "Player 1"  colour red\nplayer "Player 2"  colour blue'
    )
    new_game(rig, record)
    rig.say(record.answers)
    rig.say(record.answers[2:])


def test_back_goes_from_field_to_field_and_then_to_the_prefecture_before(four: Rig) -> None:
    begin_board(four)
    four.say([Answer("prefecture", "Aventin:purple:5:1:0")])
    journey(
        four,
        ("prefecture name", OK),
        ("prefecture colour", NEXT, OK),
        ("prefecture small", BACK),
        ("prefecture colour", BACK),
        ("prefecture name", BACK),
        ("prefecture name",),
    )
    assert pointed_at(four.entry) == "Aventin:purple:5:1:0"


def test_unusual_sites_are_doubted_and_a_name_twice_is_refused(stick: Rig) -> None:
    begin_board(stick)
    stick.say([Answer("prefecture", "Aventin:pink:6:1:0")])
    journey(stick, ("prefecture name", RIGHT, RIGHT, DOWN, DOWN, OK))
    assert asked(stick.entry) == "doubt board-unusual"
    stick.press(BACK, UP, UP, LEFT, LEFT, UP, OK)
    assert asked(stick.entry) == "letters"
    stick.press(*letters("Aventin"))
    assert refusal(stick) == "Aventin is already on the board"
    stick.press(*[BACK] * 8)
    assert asked(stick.entry) == "prefecture name"


def letters(name: str) -> list[Press]:
    """Presses that spell a name, beginning at A."""
    presses: list[Press] = []
    at = 0
    grid = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for letter in name.upper():
        to = grid.index(letter)
        presses += [RIGHT if to > at else LEFT] * abs(to - at) + [OK]
        at = to
    return [*presses, *[LEFT] * (at + 1), OK]
