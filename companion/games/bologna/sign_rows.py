"""Small pictures of Bologna by name, for the box's screen and for the phone page."""

from pathlib import Path

from companion.ui.sheet import read_sheet

SIGNS = dict(read_sheet(Path(__file__).with_name("signs.txt")))
ACTIONS = {name: SIGNS[name] for name in ("plague", "fire", "pass")}
KINDS = ("merchant", "citizen", "craftsman", "noble", "farmer", "shepherd")
KIND_ROWS = {name: SIGNS[name] for name in KINDS}
KIND_SIGNS = {**KIND_ROWS, "none": SIGNS["no-kind"]}
CATHEDRAL, ROOF = SIGNS["cathedral"], SIGNS["roof"]
