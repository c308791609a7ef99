"""Gives the journeys of each game the rigs that the journeys of the app start from."""

from tests.app.conftest import _journal_without_sync, four, make_rig, rig, stick, undrawn

__all__ = ["_journal_without_sync", "four", "make_rig", "rig", "stick", "undrawn"]
