"""The chips, the piles and the rulings of Campanile 1996, each seen in a real conversation."""

import pytest

from companion.core.record import BadRecord, write_record
from companion.core.session import Session
from companion.games import read_record
from companion.games.campanile.rules.table1996 import CARDS_PER_STYLE
from companion.games.campanile.rules.towers import Style
from tests.games.campanile.rules.staging import say
from tests.games.questions import allowed, asked, refusal

ROW = ("red", "blue", "brown", "yellow", "beige")
COLOURS = ("blue", "yellow", "red", "black", "white")
"""By a tower's place in the row, 1 the nearest the piles: its rows as a correction says them."""


def seated(players: str, *variants: str, open_: str = "red,red,brown") -> Session:
    """A game that has just been set up, a letter a player, the towers in `ROW`."""
    text = "game campanile-1996\n"
    for name, colour in zip(players, COLOURS, strict=False):
        text += f"player {name} colour {colour}\n"
    text += f"row {','.join(ROW)}\n"
    text += "".join(f"variant {variant}\n" for variant in variants)
    return read_record(f"{text}open {open_}\n")


def awards(session: Session) -> list[tuple[str, dict[str, int]]]:
    """From the highest tower down: who took which points."""
    (scoring,) = session.result["scorings"]
    return [(each["tower"], dict(each["chips"])) for each in reversed(scoring["awards"])]


def points(session: Session) -> dict[str, int]:
    return {player["name"]: player["points"] for player in session.result["players"]}


# Chips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "chips"),
    [((), ([1], [2], [3])), (("higher-chips",), ([1, 2, 3], [2, 3], [3]))],
)
def test_k10_the_chips_that_may_be_bet(variant: tuple[str, ...], chips: tuple[list[int]]) -> None:
    for floors, values in enumerate(chips, start=1):
        session = seated("AB", *variant)
        say(session, f"tower blue floors {floors} marker red")
        if len(values) > 1:
            assert allowed(session) == {("value", str(value)) for value in values}
            say(session, f"value {values[-1]}")
        assert asked(session) == "show"
        (red,) = (each for each in session.result["towers"] if each["style"] == "red")
        assert red["influence"][0]["markers"] == [values[-1]]


# Setup ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "in_play", "pile", "surplus"),
    [(2, 45, 13, 0), (3, 55, 15, 1), (4, 65, 17, 2), (5, 70, 18, 1)],
)
def test_the_piles_by_number_of_players(
    players: int, in_play: int, pile: int, surplus: int
) -> None:
    session = seated("ABCDE"[:players])
    assert session.result["pile"] == [pile] * 3
    assert CARDS_PER_STYLE[players] * 5 == in_play
    assert in_play - 3 * players - 3 * pile == surplus


def test_the_surplus_and_the_hands_are_among_the_unseen_cards() -> None:
    cards = seated("ABC", open_="red,red,brown").table.cards
    assert [cards.unseen(Style(style)) for style in ROW] == [9, 11, 10, 11, 11]
    assert cards.chance_of(Style.RED) == 9 / 52


def test_the_variants_are_off_unless_they_are_named() -> None:
    session = seated("AB")
    assert session.table.variants == []
    assert "variant" not in write_record(session)
    named = seated("AB", "extended-tower", "higher-chips")
    assert named.table.variants == ["extended-tower", "higher-chips"]
    assert "variant extended-tower\nvariant higher-chips\nopen" in write_record(named)


@pytest.mark.parametrize(
    ("variants", "reason"),
    [
        (("extended-tower", "extended-only"), "variants-exclude"),
        (("extended-only", "extended-tower"), "variants-exclude"),
        (("higher-chips", "higher-chips"), "variant-twice"),
        (("move-markers",), "not-a-choice"),
        (("light",), "not-a-choice"),
    ],
)
def test_variants_that_do_not_fit_are_refused(variants: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadRecord) as bad:
        seated("AB", *variants)
    assert bad.value.objection.reason == reason


# A turn ---------------------------------------------------------------------------------------


def test_a_bet_needs_a_visible_style() -> None:
    session = seated("AB")
    say(session, "tower beige floors 1")
    assert refusal(session, "marker", "beige") == "not-open"
    only = seated("AB", "extended-only")
    say(only, "tower beige floors 1")
    assert refusal(only, "marker", "red") == "not-extended"


def test_a_value_is_asked_only_where_there_are_several() -> None:
    session = seated("AB", "higher-chips")
    say(session, "tower beige floors 2 marker red")
    assert refusal(session, "value", "1") == "value-does-not-fit"
    say(session, "value 3 show red")
    say(session, "tower beige floors 3 marker red")
    assert asked(session) == "show"
    say(session, "show red tower beige floors 2 marker red")
    assert asked(session) == "show"
    assert session.table.players[0].stock == {1: 5, 2: 2, 3: 0}


def test_a_value_that_is_spent_is_refused() -> None:
    session = seated("AB", "higher-chips")
    session.answer_pair("correct influence", "red:A:2+2+2")
    say(session, "tower beige floors 1 marker red")
    assert refusal(session, "value", "2") == "marker-spent"
    assert allowed(session) == {("value", "1"), ("value", "3")}


def test_a_fourth_card_from_the_deal_is_impossible() -> None:
    session = seated("AB", open_="blue,blue,blue")
    for style in ("red", "brown", "yellow"):
        say(session, f"tower {style} floors 1 marker none show beige")
        say(session, "tower blue floors 2 marker none show beige")
    assert refusal(session, "tower", "red") == "hand-known"
    assert refusal(session, "tower", "beige") is None


def test_what_was_drawn_is_known_to_be_held_and_the_styles_are_counted() -> None:
    session = seated("AB", open_="red,red,red")
    for shown in ("red", "red", "red", "red", "red", "red"):
        say(session, f"tower blue floors 1 marker none show {shown}")
    assert refusal(session, "tower", "red") is None
    say(session, "tower red floors 1 marker none")
    assert refusal(session, "show", "red") == "style-used-up"
