"""The state as a table publishes it, and what Home Assistant is told of it."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from companion.core.languages import LANGUAGES
from companion.core.snapshot import Count, Piece, Pieces, Pile, Place, Places, Seats
from companion.outlets.mqtt.discovery import describe_device
from companion.outlets.mqtt.messages import (
    LONGEST_LABEL,
    LONGEST_TEXT,
    MOST_PARTS,
    count_cards,
    describe_parts,
    describe_state,
    encode_json,
    find_leader,
)
from companion.outlets.mqtt.picture import describe_picture
from companion.text import Words
from tests.app.api.described import state_of
from tests.fakes.table import BOX, opened, state
from tests.outlets.mqtt.following import check_schema
from tests.ui.screens.every import STAGES, staged

PARTS = {"pile": "Cards left in the pile", "towers": "Towers"}


def test_the_state_has_no_options_no_picture_and_no_answers() -> None:
    described = describe_state(state(), "Table 3", 17, Words())
    assert described == {
        "version": 1,
        "table": BOX,
        "name": "Table 3",
        "event": 17,
        "game": {
            "id": f"{BOX}-7",
            "name": "nim",
            "title": "Nim",
            "started": True,
            "finished": False,
            "progress": "Turn 12",
        },
        "players": [
            {"name": "Anna", "colour": "red", "turn": False},
            {"name": "Ben", "colour": "blue", "turn": True},
        ],
        "doing": "Which tower grows?",
        "waiting": False,
        "standings": None,
        "leader": None,
        "left": None,
        "turn": None,
        "light": "blue",
        "parts": [],
    }
    check_schema({**described, "number": 1})


def test_the_state_without_a_game() -> None:
    described = describe_state(state(game=None, players=[], table=None), "Table 3", None, Words())
    assert (described["game"], described["light"], described["left"]) == (None, None, None)
    check_schema({**described, "number": 1})


def test_a_page_means_that_all_wait() -> None:
    shown = [{"seat": 1, "points": 9, "gained": 4}, {"seat": 0, "points": 7, "gained": 0}]
    described = describe_state(
        state(open=opened(kind="page", text="Scoring"), standings=shown), "T", None, Words()
    )
    assert described["waiting"]
    assert described["standings"] == [{"seat": 1, "points": 9}, {"seat": 0, "points": 7}]
    assert described["leader"] == 1
    check_schema({**described, "number": 1})


@pytest.mark.parametrize(
    ("points", "leader"), [([3, 5], 1), ([5, 5], None), ([0], 0), ([], None), (None, None)]
)
def test_a_tie_has_no_leader(points: list[int] | None, leader: int | None) -> None:
    standings = [{"seat": seat, "points": each} for seat, each in enumerate(points or ())]
    assert find_leader(None if points is None else standings) == leader


@pytest.mark.parametrize(
    ("left", "cards"),
    [([34], 34), ([0], 0), ([12, None, 3], 15), ([None], None), ([], None)],
)
def test_the_cards_left_are_all_piles_together(left: list[int | None], cards: int | None) -> None:
    assert count_cards([Count("turn", 3), *(Pile("pile", each) for each in left)]) == cards


def test_what_one_sees_of_a_table_at_a_glance_is_told_numbers_first() -> None:
    led = Places("towers", (Place("red", leader=1),), label="Towers", text="Ben 1")
    parts = (
        Count("turn", 12, label="Turn", text="12"),
        led,
        Pieces("open", (Piece("blue"),), label="Open cards", text="blue"),
        Places("flags", (Place("1"),), label="Flags"),
        Seats("consul", (0,), label="Consul", text="Anna"),
        Count("hue", "red", label="Colour", text="Red"),
        Pile("pile", 34, number=2, label="Pile 2", text="34"),
        Pile("stacks", None, label="Cards to draw", text="not known"),
        Count("Last Stones!", 4, label="on\n" + "x" * 70, text="4" * 300),
    )
    told = describe_parts(parts, Words())
    assert [(each["key"], each["text"][:4], each["value"]) for each in told] == [
        ("pile-2", "34", 34),
        ("last-stones", "4444", 4),
        ("towers", "Ben 1"[:4], None),
        ("consul", "Anna", None),
        ("hue", "Red", None),
    ]
    assert told[1]["label"].startswith("on x")
    assert [len(told[1][key]) for key in ("label", "text")] == [LONGEST_LABEL, LONGEST_TEXT]
    many = [Count(f"c{number}", number, text=str(number)) for number in range(99)]
    assert len(describe_parts(many, Words())) == MOST_PARTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_device_has_each_entity_with_an_id_of_its_own(language: str) -> None:
    device = json.loads(encode_json(describe_device(BOX, "Table 3", Words(language), PARTS)))
    entities = [each for each in device["cmps"].values() if each["p"] != "device_automation"]
    assert len({each["unique_id"] for each in entities}) == len(entities) == 10
    assert len({each["name"] for each in entities}) == 10
    assert {each["p"] for each in entities} == {"sensor", "binary_sensor", "image", "event"}
    measured = {key for key, each in device["cmps"].items() if "unit_of_measurement" in each}
    assert measured == {key for key, each in device["cmps"].items() if "state_class" in each}
    ids = {each["object_id"] for each in entities}
    assert {"table_3_whose_turn", "table_3_cards_left", "table_3_event"} < ids
    assert not [key for each in entities for key in each if "command" in key]
    assert device["availability"][0]["topic"] == f"campanile/{BOX}/status"


@pytest.mark.sample(12)
@pytest.mark.parametrize("stage", STAGES)
def test_every_state_of_the_box_becomes_one_of_the_table(stage: str) -> None:
    told = state_of(staged(stage))
    described = describe_state(told, "Table 3", None, Words())
    check_schema({**described, "number": told["number"]})
    parts = (told["table"] or {}).get("parts", ())
    assert {each["text"] for each in described["parts"]} <= {part.get("text") for part in parts}
    counted = any(part["part"] == "pile" and part["left"] is not None for part in parts)
    assert (described["left"] is not None) == counted


@pytest.mark.parametrize("stage", ["tower-late", "piles-tower-late", "bologna-board-late"])
def test_a_table_is_a_picture_of_its_own(stage: str) -> None:
    """A whole SVG, which needs no sheet."""
    picture = describe_picture(state_of(staged(stage)))
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def test_places_that_are_drawn_one_by_one_stand_beside_each_other() -> None:
    told = state_of(staged("capitol-turn-crowded"))
    places = next(each["places"] for each in told["table"]["parts"] if each["part"] == "places")
    root = ElementTree.fromstring(describe_picture(told))
    assert len(root.findall("{http://www.w3.org/2000/svg}svg")) == len(places)


def test_a_game_without_a_drawing_has_no_picture() -> None:
    told = state_of(staged("tower-late"))
    assert describe_picture({**told, "game": {**told["game"], "name": "nim"}}) == b""
    assert describe_picture({**told, "game": None}) == b""
