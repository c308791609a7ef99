"""A turn's screens share their ground: what is not asked stays as it was, pixel for pixel."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from companion.games.campanile.screens.edge import EDGE_WIDTH
from companion.games.campanile.screens.turn import GROUND_Y, NAME_Y, TOWER_PITCH
from companion.input.box_pages import Peek
from companion.input.guide import PlayerScore
from companion.interfaces import WIDTH, Press
from companion.screens import render
from tests.games.campanile.rules import staging
from tests.screens.cast import Cast
from tests.screens.stage import STAGES
from tests.screens.stages import ROW
from tests.screens.test_legible import changed

A_THIRD = 1024 // 3


def towers(image: Image.Image, but: int = 0) -> bytes:
    """The towers, with their figures, without the signs between their names or the first few."""
    return image.crop((EDGE_WIDTH + but * TOWER_PITCH, 12, image.width, GROUND_Y + 1)).tobytes()


def turn(highest: int) -> list[Image.Image]:
    """The highest tower grows by three: the tower, the marker, the card taken, and turned up.

    At last the next player's turn.
    """
    cast = Cast()
    floors = {"red": highest, "blue": 4, "brown": 2, "yellow": 0, "beige": 1}
    session = staging.stage(cast.names[:2], ROW, floors, {})
    session.answer_pair(
        "correct cards", "unknown"
    )  # or a tower might be drawn as one that can't grow
    card = session.table.display[0]
    picker = replace(cast.before(session).entry, at=0, floors=3)  # type: ignore[call-arg]  # a TowerPicker
    pictures = [render(replace(cast.before(session), entry=picker))]
    for answer in ("tower red floors 3", "marker none", f"take {card}", "show blue"):
        staging.say(session, answer)
        pictures.append(render(cast.before(session)))
    return pictures


@pytest.mark.parametrize("highest", [3, 6, 15, 24, 33])
def test_the_towers_stand_still_through_a_turn(highest: int) -> None:
    """Even where the tower that grew needs another scale from the next turn on."""
    tower, marker, take, show, _ = turn(highest)
    assert towers(tower, but=1) == towers(marker, but=1)
    assert towers(marker) == towers(take) == towers(show)


def test_no_screen_of_a_turn_changes_more_than_a_third_of_the_one_before() -> None:
    for before, after in pairwise(turn(9)):
        assert 0 < changed(before, after) <= A_THIRD


def test_the_card_turned_up_is_pointed_at_where_its_tower_is() -> None:
    """The sign stands beside the tower's name, as where a tower is chosen."""
    view = STAGES["show"](Cast())
    moved = replace(view.entry, at=0)  # type: ignore[call-arg]  # a CardPicker it is
    image = render(replace(view, entry=moved))
    assert image.crop((EDGE_WIDTH, NAME_Y, EDGE_WIDTH + 1, NAME_Y + 7)).tobytes() == b"\x80" * 7


@pytest.mark.parametrize("stage", ["tower-one-axis", "bet", "bet-none", "bet-one-axis"])
def test_a_name_ends_before_the_signs_of_the_first_line(stage: str) -> None:
    view = STAGES[f"piles-{stage}"](Cast())
    player = view.table.player
    player.name = ""
    nobody = render(view).crop((0, 0, WIDTH, 12))
    signs = nobody.getbbox()
    assert signs is not None
    for wide in range(1, 13):
        player.name = "W" * wide + "l" * (12 - wide)
        written = ImageChops.difference(nobody, render(view).crop((0, 0, WIDTH, 12))).getbbox()
        assert written is not None
        assert written[2] < signs[0]


def test_points_are_hidden_until_ok_is_held() -> None:
    view = STAGES["tower-late"](Cast())
    few, many = (
        Peek(standings=tuple(PlayerScore(seat, points, 0) for seat in range(3)), below=view.entry)
        for points in (1, 20)
    )
    assert render(replace(view, entry=few)).tobytes() == render(replace(view, entry=many)).tobytes()
    held = many.press(Press.OK)
    assert isinstance(held, Peek)
    assert changed(render(replace(view, entry=many)), render(replace(view, entry=held))) > 0
