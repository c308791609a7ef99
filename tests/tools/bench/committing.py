"""A process that commits answers to a journal one by one, between two marks in its trace."""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from companion.store.journal import Journal

BEGIN, END = "answers begin", "answers end"


def main(folder: Path, pairs: list[tuple[str, str]]) -> None:
    now = datetime.now(UTC)
    journal = Journal.open(folder, now)
    number = journal.begin("campanile-2009", None, now)
    os.write(2, BEGIN.encode())
    for pair in pairs:
        journal.append(number, [pair], now)
    os.write(2, END.encode())
    journal.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), [(key, word) for key, word in json.load(sys.stdin)])
