"""A hall for each test of the board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.outlets.board.messages import HallRig


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallRig]:
    """A hall before a store in the folder of the test."""
    with closing(HallRig(tmp_path)) as hall:
        yield hall
