"""The panel's own end of the wire, `firmware/wire.py`, under this interpreter.

The firmware's folder is no package, so the file is loaded by its path.
"""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

FILE = Path(__file__).parents[2] / "firmware" / "wire.py"


class PanelEnd(Protocol):
    """What the firmware's loop uses of its `End`; times are milliseconds."""

    lamps: bytearray

    def key(self, key: int, down: bool) -> None: ...
    def receive(self, data: bytes, now: int) -> None: ...
    def send(self, now: int) -> bytes: ...


def _load() -> ModuleType:
    spec = spec_from_file_location("firmware_wire", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_WIRE = _load()


def panel_end(boot: int, first: int) -> PanelEnd:
    """Return the end of a panel with sixteen keys and ten lamps, just started."""
    return cast(PanelEnd, _WIRE.End(boot, first, 16, 10, b"campanile 1"))
