"""Writes the signs of the scoring cards' keys for OpenSCAD, as the screen draws them."""

from pathlib import Path

from companion.games.campanile.screens import card_signs

NAME = "card_signs.scad"
SOURCE = Path(card_signs.__file__)


def write(folder: Path) -> None:
    """Write the file into ``folder``: for each card the rows of its sign, # for a lit pixel."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"// Made by `make hardware` of {SOURCE.name}: the signs as the screen draws them."]
    for card, rows in card_signs.SCORING_CARD_SIGNS.items():
        written = ", ".join(f'"{row}"' for row in rows)
        lines.append(f"{card}_rows = [{written}];")
    (folder / NAME).write_text("\n".join(lines) + "\n", "utf-8")
