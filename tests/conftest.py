"""What all tests share: catalogues compiled, the pin factory put back after each of them."""

from collections.abc import Iterator

import pytest

from companion.devices.virtual_buttons import MockPins, use_mock_pins
from companion.text.catalogues.compiling import compile_all


def pytest_sessionstart() -> None:
    """Compile the catalogues that have changed since: a checkout need not be installed."""
    list(compile_all())


@pytest.fixture(autouse=True)
def _pin_factory_restored() -> Iterator[None]:
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs

    found = Device.pin_factory
    yield
    if Device.pin_factory is not found:
        Device.pin_factory.close()
        Device.pin_factory = found


@pytest.fixture
def pins() -> MockPins:
    """Mock pins, in force until the test ends."""
    return use_mock_pins()
