"""Compiles the catalogues for gettext.

The build runs this file where the package can't be imported: it knows nothing but Babel.
"""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parents[2]


def find_catalogues(package: Path = PACKAGE) -> list[Path]:
    """List the catalogues of a package: the files `catalogues/de.po` and so on."""
    return sorted(package.rglob("catalogues/*.po"))


def compile_all(into: Path = PACKAGE, package: Path = PACKAGE) -> Iterator[Path]:
    """Compile each catalogue of a package that is newer than its compiled file.

    Yields where each compiled file lies, below ``into`` as its catalogue lies in the package.
    """
    for catalogue in find_catalogues(package):
        folder = into / catalogue.parent.relative_to(package)
        compiled = folder / catalogue.stem / "LC_MESSAGES" / "companion.mo"
        if not compiled.exists() or compiled.stat().st_mtime < catalogue.stat().st_mtime:
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with catalogue.open("rb") as po, compiled.open("wb") as mo:
                write_mo(mo, read_po(po))
        yield compiled
