"""A pin that a library below gpiozero refuses is named like any other."""

import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from companion.box.devices.boards import BOARDS
from companion.box.devices.buttons import Buttons
from companion.box.devices.chime import GpiozeroChime
from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.light import GpiozeroLight
from companion.box.devices.pins import claim_pin

BUSY = 22


class LibraryError(Exception):
    """As lgpio's and pigpio's: no kin of gpiozero's errors, nor of OSError."""


class OurMistakeError(Exception):
    """What no pin factory raises."""


@pytest.fixture(params=["lgpio", "pigpio"])
def busy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pin factory with one pin in use by another program, as this library reports it."""
    from gpiozero import Device  # type: ignore[import-untyped]  # gpiozero has no stubs
    from gpiozero.pins.mock import (  # type: ignore[import-untyped]  # gpiozero has no stubs
        MockFactory,
        MockPWMPin,
    )

    class BusyPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no stubs
        """Refuses to be opened."""

        def __init__(self, *_: object) -> None:
            raise LibraryError("GPIO busy")

    class Pins(MockFactory):  # type: ignore[misc]  # gpiozero has no stubs
        """Has one pin that is taken."""

        def pin(self, name: int) -> object:
            return super().pin(name, pin_class=BusyPin if name == BUSY else MockPWMPin)

    library = ModuleType(request.param)
    library.error = LibraryError  # type: ignore[attr-defined]  # a stub
    monkeypatch.setitem(sys.modules, request.param, library)
    Device.pin_factory = Pins()


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize(
    "claim",
    [
        lambda: Buttons(BOARDS["bonnet"], lambda _: None, lambda: 0.0),
        lambda: GpiozeroChime(BUSY),
        lambda: GpiozeroLight((BUSY,)),
        lambda: GpiozeroLight((17, 27, BUSY)),
    ],
    ids=["buttons", "chime", "light", "rgb light"],
)
def test_a_busy_pin_is_named_and_the_others_are_given_back(claim: Callable[[], object]) -> None:
    with pytest.raises(DeviceMissingError) as caught:
        claim()
    assert (caught.value.missing, caught.value.where) == (MissingDevice.GPIO, "GPIO22")
    assert isinstance(caught.value.__cause__, LibraryError)
    GpiozeroLight((17, 27, 4)).close()


@pytest.mark.parametrize("error", [OSError, RuntimeError])
def test_what_the_other_factories_raise_is_a_pin_that_cannot_be_had(error: type[Exception]) -> None:
    with pytest.raises(DeviceMissingError, match="GPIO5"), claim_pin(5):
        raise error


def test_a_mistake_of_ours_is_not_taken_for_a_busy_pin() -> None:
    with pytest.raises(OurMistakeError), claim_pin(5):
        raise OurMistakeError
