"""The commands that change what is kept: `import`, `backup`, `restore`, `tidy`.

Each prints, or raises `Declined` or JournalError, of which `arguments_history.py` makes a line and
an exit status.
"""

from __future__ import annotations

import os
from contextlib import closing
from datetime import UTC, date, datetime, time
from pathlib import Path

from companion.archive import Declined, State, shelved
from companion.core.session import Session
from companion.journal import Entry, Journal, JournalBusy, reader, state_folder
from companion.journal.file import NAME, fault, size
from companion.journal.keeping import backup, restore, tidy
from companion.journal.placing import waiting
from companion.report import how_it_stands
from companion.text import Words

EVENING = time(12)
"""The hour that an imported game is said to be of, where only its day is known."""


def keep_record(
    folder: Path | None, path: Path, session: Session, on: date | None, words: Words
) -> None:
    """Keep the game that the record at ``path`` has told, and print its number."""
    place = folder or state_folder(os.environ)
    entries: list[Entry] = [(answer.key, answer.word) for answer in session.answers]
    now = datetime.now(UTC)
    then = datetime.combine(on, EVENING).astimezone() if on is not None else now
    finished = session.question is None
    with closing(_writer(place, now, beside=finished)) as journal:
        for game in journal.games():
            if game.name == session.name and journal.entries(game.number) == entries:
                raise Declined("cli.kept-already", path=path, number=game.number)
        if finished:  # the game that the table may want to resume stays the last
            number = journal.shelve(session.name, entries, then)
        else:
            number = journal.begin(session.name, None, then)
            journal.append(number, entries, then)
    stands = how_it_stands(session, words.of(session.name))
    print(words.say("cli.imported", number=number, stands=stands))


def _writer(place: Path, now: datetime, *, beside: bool) -> Journal:
    """The folder's journal to write to; ``beside`` the companion where that is playing."""
    try:
        return Journal.open(place, now)
    except JournalBusy:
        if beside:
            return Journal.beside(place)
        raise


def back_up(folder: Path | None, to: Path, words: Words) -> None:
    """Copy the journal into a file, and print how much it is."""
    place = folder or state_folder(os.environ)
    if not size(place / NAME):
        raise Declined("cli.nothing-kept", folder=place)
    _demand_another(place / NAME, to)
    try:
        foreign = size(to) and fault(to) is not None
    except OSError:
        foreign = True
    if foreign:
        raise Declined("cli.not-overwritten", path=to)
    backup(place, to)
    games = len(reader(place).games())
    print(words.say("cli.backed-up", path=to, games=games, bytes=size(to)))


def put_back(folder: Path | None, source: Path, words: Words) -> None:
    """Put a backup in the journal's place, and print where the journal before it is.

    While the companion plays the backup waits until it starts the next time, and that is printed.
    """
    place = folder or state_folder(os.environ)
    _demand_another(place / NAME, source)
    try:
        aside = restore(place, source, datetime.now(UTC))
    except JournalBusy:
        print(words.say("cli.restore-waits", path=waiting(place / NAME)))
        return
    games = len(reader(place).games())
    key = "cli.restored" if aside is not None else "cli.restored-anew"
    print(words.say(key, games=games, path=aside))


def _demand_another(journal: Path, path: Path) -> None:
    if path.exists() and journal.exists() and path.samefile(journal):
        raise Declined("cli.itself", path=path)


def tidy_up(
    folder: Path | None, before: date | None, words: Words, *, unfinished: bool, yes: bool
) -> None:
    """Write the journal anew; with ``before`` or ``unfinished`` tell or forget such games."""
    place = folder or state_folder(os.environ)
    if not size(place / NAME):
        raise Declined("cli.nothing-kept", folder=place)
    chosen = before is not None or unfinished
    old = _old(place, before, unfinished=unfinished) if chosen else []
    if chosen and not old:
        print(words.say("cli.nothing-to-forget"))
        return
    if old and not yes:
        numbers = ", ".join(map(str, old))
        print(words.say("cli.would-forget", numbers=numbers))
        return
    held, holds = tidy(place, frozenset(old))
    if old:
        print(words.say("cli.forgot", games=len(old)))
    print(words.say("cli.tidied", before=held, after=holds))


def _old(place: Path, before: date | None, *, unfinished: bool) -> list[int]:
    """The games last played before that day, or of those the ones that never came to an end.

    The game played last is never among them: the table may want to resume it.
    """
    return [
        each.kept.number
        for each in [*shelved(reader(place))][:-1]
        if (before is None or each.kept.last.astimezone().date() < before)
        and (not unfinished or each.state in (State.SETUP, State.PLAYING))
    ]
