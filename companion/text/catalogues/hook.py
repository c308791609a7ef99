"""What hatchling runs when it builds: the catalogues compiled go into the wheel.

Only an editable install has them in the checkout: a wheel may be built by root, who should leave
nothing there.
"""

from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = "companion/text/catalogues"


class Compiling(BuildHookInterface):  # type: ignore[type-arg]  # whichever builder it is
    """Compiles the catalogues before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile: for an editable install in its place, else beside, from where it is packed."""
        source = Path(self.root, CATALOGUES)
        compile_all = run_path(str(source / "compiling.py"))["compile_all"]
        if version == "editable":
            compile_all()
            return
        self.beside = TemporaryDirectory()
        folder = Path(self.beside.name)
        for made in compile_all(folder):
            packed = f"{CATALOGUES}/{made.relative_to(folder).as_posix()}"
            build_data["force_include"][str(made)] = packed

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # so it is called
        """Clear away what lay beside."""
        if version != "editable":
            self.beside.cleanup()
