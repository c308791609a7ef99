"""Every correction of docs/records.md: its game, its key, its value, and its `none`."""

import re
from collections.abc import Iterator
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "docs" / "records.md"
HEADING = re.compile(r"^## .*`game ([\w-]+)`|^## (Corrections)$")
FORM = re.compile(r"`correct (\w+) ([^\s`]+)`")
BOTH = "campanile-2009"
"""Stands for both Campaniles, whose corrections are the same."""
OTHERWISE = re.compile(r"`(?:[\w-]+:)?(none|unknown)`")


def corrections() -> Iterator[tuple[str, str, str]]:
    """Each form once; where `none` or `unknown` may stand in place of a value, that too."""
    game = ""
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            game = heading[1] or BOTH
            game = BOTH if game.startswith("campanile") else game
        for name, word in FORM.findall(line):
            yield game, f"correct {name}", word
            first, colon, _ = word.partition(":")
            for other in OTHERWISE.findall(line):
                value = f"{first}:{other}" if colon and name != "plague" else other
                yield game, f"correct {name}", value
