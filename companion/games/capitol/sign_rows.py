"""Small pictures of Capitol by name, for the box's screen and for the phone page."""

from pathlib import Path

from companion.ui.sheet import read_sheet

SIGNS = dict(read_sheet(Path(__file__).with_name("signs.txt")))
