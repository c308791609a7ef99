"""Machines for the tests of this folder, which only `make machine` runs: they take minutes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import images
from tests.machine.machine import VirtualMachine

collect_ignore_glob = [] if os.environ.get("MACHINE") else ["test_*.py"]


@pytest.fixture(params=["trixie"])
def suite(request: pytest.FixtureRequest) -> str:
    """Debian's release; a test for others too names them: parametrize("suite", images.SUITES)."""
    return str(request.param)


@pytest.fixture
def virtual_machine(tmp_path: Path, suite: str) -> Iterator[VirtualMachine]:
    """A machine of its own for one test, switched off.

    Where none can be built the test is skipped, and fails with CI set.
    """
    try:
        images.image(suite)
    except images.NoImage as why:
        if os.environ.get("CI"):
            pytest.fail(f"no virtual machine: {why}", pytrace=False)
        pytest.skip(f"no virtual machine: {why}")
    with VirtualMachine(tmp_path, suite) as made:
        yield made
