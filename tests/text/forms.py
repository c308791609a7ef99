"""Every correction of docs/records.md: its game, its key, its value, and its `none`."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "docs" / "records.md"
HEADING = re.compile(r"^## .*`game ([\w-]+)`|^## (Corrections)$")
FORM = re.compile(r"`correct (\w+) ([^\s`]+)`")
BOTH = ("campanile-2009", "campanile-1996")
"""Both Campaniles, whose corrections are the same, but not all of their words."""
OTHERWISE = re.compile(r"`(?:[\w-]+:)?(none|unknown)`")


def corrections() -> Iterator[tuple[str, str, str]]:
    """Each form once; where `none` or `unknown` may stand in place of a value, that too."""
    games: tuple[str, ...] = ()
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            games = (heading[1],) if heading[1] else BOTH
            games = BOTH if games[0] in BOTH else games
        for game, (name, word) in product(games, FORM.findall(line)):
            yield game, f"correct {name}", word
            first, colon, _ = word.partition(":")
            for other in OTHERWISE.findall(line):
                value = f"{first}:{other}" if colon and name != "plague" else other
                yield game, f"correct {name}", value
