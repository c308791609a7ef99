"""Every correction of docs/records.md, as a pair of a key and a value, and its `none`."""

import re
from collections.abc import Iterator
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "docs" / "records.md"
FORM = re.compile(r"`correct (\w+) ([^\s`]+)`")
OTHERWISE = re.compile(r"`(?:[\w-]+:)?(none|unknown)`")


def corrections() -> Iterator[tuple[str, str]]:
    """Each form once; where `none` or `unknown` may stand in place of a value, that too."""
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        for name, word in FORM.findall(line):
            yield f"correct {name}", word
            first, colon, _ = word.partition(":")
            for other in OTHERWISE.findall(line):
                yield f"correct {name}", f"{first}:{other}" if colon and name != "plague" else other
