"""What all tests share: the global pin factory is put back after each of them."""

from collections.abc import Iterator

import pytest

from companion.devices.virtual import MockPins, virtual_pins


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
    return virtual_pins()
