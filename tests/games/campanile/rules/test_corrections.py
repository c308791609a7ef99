"""The table is right: what it corrects is so, in both Campaniles, at any question of a game."""

from collections import Counter

import pytest

from companion.core.conversation import Grade, Refused
from companion.core.record import write_record
from companion.core.session import Session
from companion.games import read_record
from companion.games.campanile.rules.flags import CampanileScoring
from tests.games.campanile.rules.staging import say
from tests.games.questions import allowed, asked, refusal

OLD, NEW = "campanile-1996", "campanile-2009"
both = pytest.mark.parametrize("game", [OLD, NEW])


def seated(
    game: str, players: str = "ABC", *variants: str, open_: str = "red,red,brown"
) -> Session:
    """A game that has just been set up, a letter a player."""
    text = f"game {game}\n"
    for name, colour in zip(players, ("blue", "yellow", "red", "black", "white"), strict=False):
        text += f"player {name} colour {colour}\n"
    text += "row red,blue,brown,yellow,beige\n"
    text += "".join(f"variant {variant}\n" for variant in variants)
    return read_record(f"{text}open {open_}\n")


def tower(session: Session, style: str) -> tuple[int, list[tuple[str, list[int]]]]:
    """A tower's floors and rows, as the result tells them."""
    (found,) = (each for each in session.result["towers"] if each["style"] == style)
    return found["floors"], [(row["player"], row["markers"]) for row in found["influence"]]


def known(session: Session) -> list[dict[str, int]]:
    """By seat, the cards that are proved to have been dealt."""
    return [{str(s): n for s, n in own.items() if n} for own in session.table.cards.dealt]


# What is corrected is so ----------------------------------------------------------------------


@both
def test_a_towers_floors(game: str) -> None:
    session = seated(game)
    say(session, "tower brown floors 2")
    session.answer_pair("correct floors", "brown:7")
    session.answer_pair("correct floors", "red:0")
    say(session, "marker none")
    assert (tower(session, "brown")[0], tower(session, "red")[0]) == (7, 0)


@both
def test_a_towers_rows_and_with_them_what_is_in_stock(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct influence", "brown:C:3+2,A:1,B:1+1")
    session.answer_pair("correct influence", "red:A:1+2")
    assert tower(session, "brown")[1] == [("C", [3, 2]), ("A", [1]), ("B", [1, 1])]
    stocks = [player.stock for player in session.table.players]
    assert stocks == [{1: 3, 2: 2, 3: 1}, {1: 3, 2: 3, 3: 1}, {1: 5, 2: 2, 3: 0}]
    session.answer_pair("correct influence", "brown:none")
    assert tower(session, "brown")[1] == []
    assert session.table.players[2].stock == {1: 5, 2: 3, 3: 1}
    assert session.table.players[0].stock == {1: 4, 2: 2, 3: 1}


@both
def test_the_rows_stand_as_they_were_told_nearest_the_base_first(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct influence", "brown:B:1,A:1")
    say(session, "tower brown floors 1 marker brown")
    assert tower(session, "brown")[1] == [("B", [1]), ("A", [1, 1])]


@both
def test_the_open_cards(game: str) -> None:
    session = seated(game)
    say(session, "tower brown floors 1")
    assert refusal(session, "marker", "beige") == "not-open"
    session.answer_pair("correct open", "beige,blue,blue")
    assert session.result["display"] == ["beige", "blue", "blue"]
    assert refusal(session, "marker", "beige") is None
    assert refusal(session, "marker", "red") == "not-open"


def test_while_a_card_is_to_be_turned_up_two_lie_open() -> None:
    old, new = seated(OLD), seated(NEW)
    say(old, "tower brown floors 2 marker none")
    say(new, "tower brown floors 2 marker none take red")
    for session in (old, new):
        assert asked(session) == "show"
        with pytest.raises(Refused) as refused:
            session.answer_pair("correct open", "beige,blue,blue")
        assert refused.value.objection.values == {"items": 2}
        session.answer_pair("correct open", "beige,blue")
        say(session, "show yellow")
    assert old.result["display"] == ["beige", "yellow", "blue"]
    assert new.result["display"] == ["beige", "blue", "yellow"]


def test_the_cards_left() -> None:
    new, old = seated(NEW), seated(OLD)
    new.answer_pair("correct pile", "20")
    assert (new.result["pile"], new.table.pile.left) == (20, 20)
    say(new, "tower brown floors 2 marker none take red show red")
    assert new.result["pile"] == 19
    old.answer_pair("correct pile", "12,11,13")
    assert old.result["pile"] == [12, 11, 13]
    say(old, "tower brown floors 2 marker none show red")
    assert old.result["pile"] == [12, 10, 13]


@both
def test_points_already_won_count(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct chips", "B:2+4")
    session.answer_pair("correct chips", "A:3")
    assert [player["chips"] for player in session.result["players"]] == [[3], [4, 2], []]
    assert [player["points"] for player in session.result["players"]] == [3, 6, 0]
    session.answer_pair("correct chips", "B:none")
    assert session.result["players"][1]["points"] == 0


@both
def test_whose_turn_it_is(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct player", "C")
    assert session.question is not None
    assert (asked(session), session.question.seat) == ("tower", 2)
    say(session, "tower brown floors 1 marker red")
    assert tower(session, "red")[1] == [("C", [1])]
    say(session, "show red" if game == OLD else "take red show red")
    assert session.table.player.name == "A"


@both
def test_a_correction_is_part_of_the_record_and_can_be_undone(game: str) -> None:
    session = seated(game)
    before = session.result
    for key, word in [("floors", "red:3"), ("influence", "red:A:3+2,B:1"), ("player", "B")]:
        session.answer_pair(f"correct {key}", word)
    assert "correct influence red:A:3+2,B:1\ncorrect player B\n" in write_record(session)
    assert read_record(write_record(session)).result == session.result
    session.undo(3)
    assert session.result == before


def test_names_with_spaces_are_quoted() -> None:
    session = read_record(write_record(seated(OLD)).replace("player B", 'player "Anna Maria"'))
    session.answer_pair("correct player", "Anna Maria")
    session.answer_pair("correct influence", "red:Anna Maria:1")
    assert 'correct player "Anna Maria"\ncorrect influence "red:Anna Maria:1"' in write_record(
        session
    )
    assert read_record(write_record(session)).result == session.result


# What makes no sense --------------------------------------------------------------------------

SENSELESS = [
    ("floors", "brown", "correction-form"),
    ("floors", "brown:", "correction-form"),
    ("floors", "brown:-1", "correction-form"),
    ("floors", "brown:07", "leading-zero"),
    ("floors", "brown:7:1", "correction-form"),
    ("floors", "brown:²", "correction-form"),
    ("floors", "pink:7", "not-a-choice"),
    ("floors", "brown:43", "too-high"),
    ("floors", "brown:" + "9" * 5000, "too-high"),
    ("influence", "brown", "correction-form"),
    ("influence", "brown:A", "correction-form"),
    ("influence", "brown:A:", "not-a-choice"),
    ("influence", "pink:none", "not-a-choice"),
    ("influence", "brown:D:1", "no-such-player"),
    ("influence", "brown:a:1", "no-such-player"),
    ("influence", "brown:A:4", "not-a-choice"),
    ("influence", "brown:A:1,none", "correction-form"),
    ("influence", "brown:A:3+3", "too-many-markers"),
    ("influence", "brown:A:2+2+2+2", "too-many-markers"),
    ("influence", "brown:A:1+1+1+1+1+1", "too-many-markers"),
    ("influence", "brown:A:1,B:1,A:1", "player-twice"),
    ("open", "red,red", "list-length"),
    ("open", "red,red,red,red", "list-length"),
    ("open", "red,red,finito", "not-a-choice"),
    ("pile", "x", "correction-form"),
    ("pile", "", "correction-form"),
    ("chips", "A", "correction-form"),
    ("chips", "D:1", "no-such-player"),
    ("chips", "A:7", "not-a-choice"),
    ("chips", "A:6+6", "too-many-chips"),
    ("player", "D", "no-such-player"),
    ("player", "", "no-such-player"),
    ("cards", "known", "unknown-correction"),
    ("weather", "fine", "unknown-correction"),
]


@both
@pytest.mark.parametrize(("key", "word", "reason"), SENSELESS)
def test_what_makes_no_sense_is_refused_and_nothing_has_changed(
    game: str, key: str, word: str, reason: str
) -> None:
    session = seated(game)
    say(session, "tower red floors 2")
    before, told = session.result, list(session.answers)
    with pytest.raises(Refused) as refused:
        session.answer_pair(f"correct {key}", word)
    assert refused.value.objection.reason == reason
    assert refused.value.objection.grade is Grade.RULE
    assert (session.result, session.answers) == (before, told)


@pytest.mark.parametrize(
    ("game", "players", "most"), [(NEW, "AB", 18), (NEW, "ABC", 36), (OLD, "ABC", 33)]
)
def test_a_tower_is_as_high_as_its_cards_can_build_it(game: str, players: str, most: int) -> None:
    session = seated(game, players)
    session.answer_pair("correct floors", f"brown:{most}")
    with pytest.raises(Refused) as refused:
        session.answer_pair("correct floors", f"brown:{most + 1}")
    assert refused.value.objection.values == {"style": "brown", "most": most}


@pytest.mark.parametrize(
    ("game", "word", "reason"),
    [
        (NEW, "0", "pile-count"),
        (NEW, "51", "pile-count"),
        (NEW, "12,11,13", "list-length"),
        (OLD, "12", "list-length"),
        (OLD, "12,0,13", "pile-count"),
        (OLD, "12,11,16", "pile-count"),
    ],
)
def test_a_pile_holds_what_it_can(game: str, word: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        seated(game).answer_pair("correct pile", word)
    assert refused.value.objection.reason == reason


@both
def test_the_markers_under_the_other_towers_count(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct influence", "red:A:2+2")
    with pytest.raises(Refused) as refused:
        session.answer_pair("correct influence", "brown:A:2+2")
    assert refused.value.objection.values == {"player": "A", "marker": 2, "most": 3}
    session.answer_pair("correct influence", "red:A:2")
    session.answer_pair("correct influence", "brown:A:2+2")
    assert session.table.players[0].stock[2] == 0


@both
def test_the_others_chips_count(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct chips", "A:6")
    with pytest.raises(Refused) as refused:
        session.answer_pair("correct chips", "B:6")
    assert refused.value.objection.reason == "too-many-chips"
    session.answer_pair("correct chips", "A:6+4")


@both
def test_before_the_first_cards_lie_open_there_is_nothing_to_correct(game: str) -> None:
    session = seated(game)
    session.undo()
    for key, word in [("floors", "red:1"), ("player", "A"), ("open", "red,red,red")]:
        with pytest.raises(Refused) as refused:
            session.answer_pair(f"correct {key}", word)
        assert refused.value.objection.reason == "setup-first"
    session.answer_pair("correct cards", "unknown")


# What is asked then ---------------------------------------------------------------------------


@both
def test_in_mid_turn_it_is_the_other_players_turn(game: str) -> None:
    session = seated(game)
    session.answer_pair("correct influence", "red:B:3")
    say(session, "tower brown floors 3")
    assert asked(session) == "marker"
    session.answer_pair("correct player", "B")
    assert asked(session) == ("show" if game == OLD else "take")
    assert session.question is not None
    assert session.question.seat == 1


@both
def test_without_the_marker_that_was_to_be_placed_nothing_is_placed(game: str) -> None:
    session = seated(game)
    say(session, "tower brown floors 3")
    session.answer_pair("correct influence", "blue:A:3")
    assert asked(session) == ("show" if game == OLD else "take")
    session.undo()
    assert asked(session) == "marker"


def test_a_marker_that_can_not_move_any_more_is_asked_for_anew() -> None:
    session = seated(NEW, "AB", "move-markers")
    session.answer_pair("correct influence", "red:A:2")
    say(session, "tower brown floors 2 move red")
    assert asked(session) == "to"
    session.answer_pair("correct influence", "red:none")
    assert asked(session) == "marker"
    say(session, "marker red")
    assert tower(session, "red")[1] == [("A", [2])]
    assert read_record(write_record(session)).result == session.result


def test_a_bet_on_a_tower_that_is_not_visible_is_asked_for_anew() -> None:
    session = seated(OLD, "AB", "higher-chips")
    say(session, "tower blue floors 1 marker brown")
    assert asked(session) == "value"
    session.answer_pair("correct open", "red,red,red")
    assert asked(session) == "marker"
    assert session.table.betting is None
    say(session, "marker red value 2")
    assert tower(session, "red")[1] == [("A", [2])]
    assert read_record(write_record(session)).result == session.result


def test_a_value_that_is_the_only_one_left_is_not_asked_any_more() -> None:
    session = seated(OLD, "AB", "higher-chips")
    say(session, "tower blue floors 2 marker brown")
    assert allowed(session) == {("value", "2"), ("value", "3")}
    session.answer_pair("correct influence", "red:A:3")
    assert asked(session) == "show"
    assert tower(session, "brown")[1] == [("A", [2])]


def test_a_bet_without_any_chip_left_is_no_bet() -> None:
    session = seated(OLD, "AB", "higher-chips")
    say(session, "tower blue floors 2 marker brown")
    session.answer_pair("correct influence", "red:A:3+2+2+2")
    assert asked(session) == "show"
    assert tower(session, "brown")[1] == []


def test_a_pile_found_empty_ends_the_game() -> None:
    session = seated(OLD)
    say(session, "tower brown floors 2 marker red")
    assert asked(session) == "show"
    session.answer_pair("correct pile", "9,0,9")
    assert session.question is None
    assert session.result["state"] == "finished"
    assert [type(event) for event in session.events] == [
        CampanileScoring,
        type(session.table.outcome),
    ]
    assert read_record(write_record(session)).result == session.result


# What was proved ------------------------------------------------------------------------------


def counted(game: str) -> Session:
    """A was dealt a yellow card; it is B's turn."""
    session = seated(game, "AB")
    say(session, "tower yellow floors 1")
    say(session, "marker none show beige" if game == OLD else "marker none take red show beige")
    assert known(session) == [{"yellow": 1}, {}]
    return session


@both
@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("floors", "yellow:2"),
        ("influence", "yellow:A:1"),
        ("chips", "A:4"),
        ("player", "B"),
        ("open", None),
        ("pile", None),
    ],
)
def test_what_does_not_rest_on_it_stays_proved(game: str, key: str, word: str | None) -> None:
    session = counted(game)
    same = {"open": ",".join(session.result["display"]), "pile": "9,9,9" if game == OLD else "20"}
    session.answer_pair(f"correct {key}", word or same[key])
    assert known(session) == [{"yellow": 1}, {}]


@both
@pytest.mark.parametrize(("key", "word"), [("player", "A"), ("open", "blue,blue,blue")])
def test_what_rests_on_it_is_forgotten_and_counted_anew(game: str, key: str, word: str) -> None:
    session = counted(game)
    session.answer_pair(f"correct {key}", word)
    assert known(session) == [{}, {}]
    seen = Counter(session.result["display"])
    cards = session.table.cards
    assert Counter({style: cards.count_seen(style) for style in cards.turned_up}) == seen
