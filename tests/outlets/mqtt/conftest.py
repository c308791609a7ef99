"""A table at a broker for each test that asks for one."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.outlets.mqtt.following import Scene, open_scene


@pytest.fixture
def scene(tmp_path: Path) -> AbstractAsyncContextManager[Scene]:
    return open_scene(tmp_path)
