"""Gives the journeys of each game the rigs that the journeys of the app start from."""

from tests.app.conftest import _buttons_close_at_once, four, make_rig, rig, stick

__all__ = ["_buttons_close_at_once", "four", "make_rig", "rig", "stick"]
