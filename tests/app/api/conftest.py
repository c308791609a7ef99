"""Where sockets of tests lie."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder with a short name: a socket's path has at most 107 bytes."""
    with TemporaryDirectory() as folder:
        yield Path(folder)
