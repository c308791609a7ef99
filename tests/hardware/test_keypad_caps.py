"""The printed caps of a number pad: sixteen closed tiles that print without support."""

import pytest

from companion.box.panel.panel_session import PANEL_KEYS
from hardware.enclosure import mesh
from hardware.keypad import HERE, NAME
from tests.hardware.enclosure import NAMED
from tests.hardware.measure import bounds, overhangs, thicknesses, ways_through

pytestmark = pytest.mark.soak
TILE, TILE_THICK, APART = 12.0, 2.0, 14.0


def test_each_key_has_a_tile_that_can_be_printed() -> None:
    caps = mesh.read(HERE / NAME)
    mesh.check_closed(caps)
    assert ways_through(caps, len(PANEL_KEYS)) == 0
    low, high = bounds(caps)
    size = 3 * APART + TILE
    assert [b - a for a, b in zip(low, high, strict=True)] == pytest.approx(
        [size, size, TILE_THICK], abs=0.01
    )
    assert sum(area for _, area in overhangs(caps, NAMED["bridge"])) < 0.1


def test_what_is_left_under_a_sign_holds() -> None:
    caps = mesh.read(HERE / NAME)
    below = [
        thick
        for (_, _, z), thick in thicknesses(caps)
        if NAMED["engrave"] + 0.01 < z < TILE_THICK + 0.01
    ]
    assert min(below) > TILE_THICK - NAMED["engrave"] - 0.01
