"""Compiles the catalogues for gettext.

The build runs this file where the package can't be imported: it knows nothing but Babel.
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
"""Where the catalogues are."""


def compile_all(into: Path = FOLDER) -> list[Path]:
    """Compile each catalogue newer than what was made of it; returns what it is, made or not."""
    compiled = []
    for catalogue in sorted(FOLDER.glob("*.po")):
        made = into / catalogue.stem / "LC_MESSAGES" / "companion.mo"
        if not made.exists() or made.stat().st_mtime < catalogue.stat().st_mtime:
            made.parent.mkdir(parents=True, exist_ok=True)
            with catalogue.open("rb") as po, made.open("wb") as mo:
                write_mo(mo, read_po(po))
        compiled.append(made)
    return compiled
