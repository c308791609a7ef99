"""What hatchling runs when it builds: the compiled catalogues go into the wheel.

Only an editable install has them in the checkout: a wheel may be built by root, who should leave
nothing there.
"""

from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILING = "companion/text/catalogues/compiling.py"


class Compiling(BuildHookInterface):  # type: ignore[type-arg]  # whichever builder it is
    """Compiles the catalogues before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile: for an editable install in place, else into a folder to be packed from."""
        compile_all = run_path(str(Path(self.root, COMPILING)))["compile_all"]
        if version == "editable":
            list(compile_all())
            return
        self.packed_from = TemporaryDirectory()
        folder = Path(self.packed_from.name)
        for compiled in compile_all(folder):
            packed = Path("companion", compiled.relative_to(folder))
            build_data["force_include"][str(compiled)] = packed.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # so it is called
        """Remove the folder."""
        if version != "editable":
            self.packed_from.cleanup()
