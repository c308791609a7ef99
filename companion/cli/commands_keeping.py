"""The commands that change what is kept: `import`, `backup`, `restore`, `prune`."""

from __future__ import annotations

import os
import shutil
import textwrap
from argparse import Namespace
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, date, datetime, time
from pathlib import Path

from companion.box.service.folders import state_folder
from companion.cli.complaints import complain
from companion.cli.report import describe_kept, how_it_stands
from companion.cli.shared import guarded, read_record
from companion.store.journal import (
    AnswerPair,
    Journal,
    JournalBusy,
    JournalFault,
    JournalReader,
    JournalUnreadable,
)
from companion.store.journal.errors import translate_errors
from companion.store.journal.file import NAME, find_fault, size
from companion.store.journal.maintenance import backup, prune, restore
from companion.store.journal.replacement import pending_restore_path
from companion.store.saved_games import CommandError, ReplayedGame, SavedGameState, replay_games
from companion.store.unnamed import UnnamedPlayers, show_names
from companion.text import Words

DEFAULT_PLAYED_AT = time(12)
"""The hour recorded for an imported game of which only the day is known."""


@guarded
def import_record(options: Namespace, words: Words) -> int | None:
    """Import the game of a record, and print its number."""
    path, on = options.file, options.on
    session, error = read_record(str(path), words)
    if session is None:
        return complain(error)
    place = _place(options)
    entries: list[AnswerPair] = [(answer.key, answer.word) for answer in session.answers]
    now = datetime.now(UTC)
    then = datetime.combine(on, DEFAULT_PLAYED_AT).astimezone() if on is not None else now
    finished = session.question is None
    with closing(_writer(place, now, importing=finished)) as journal:
        for game in journal.games():
            if game.name == session.name and journal.answers(game.number) == entries:
                raise CommandError("cli.kept-already", path=path, number=game.number)
        if finished:  # the game that the table may want to resume stays the last
            number = journal.import_game(session.name, entries, then)
        else:
            number = journal.begin(session.name, None, then)
            journal.append(number, entries, then)
    stands = how_it_stands(show_names(session, words), words.of(session.name))
    print(words.say("cli.imported", number=number, stands=stands))
    return None


def _place(options: Namespace) -> Path:
    folder: Path | None = options.folder
    return folder or state_folder(os.environ)


def _writer(place: Path, now: datetime, *, importing: bool) -> Journal:
    """Open the folder's journal; ``importing`` also while the companion plays."""
    try:
        return Journal.open(place, now)
    except JournalBusy:
        if importing:
            return Journal.open_for_import(place)
        raise


@guarded
def write_backup(options: Namespace, words: Words) -> None:
    """Copy the journal into a file, an existing one only by force, and print the size."""
    place, to = _place(options), options.file
    if not size(place / NAME):
        raise CommandError("cli.nothing-kept", folder=place)
    _refuse_same_file(place / NAME, to)
    if os.path.lexists(to) and not options.force:
        raise CommandError("cli.not-overwritten", path=to)
    backup(place, to)
    games = len(JournalReader(place).games())
    print(words.say("cli.backed-up", path=to, games=games, bytes=size(to)))


@guarded
def restore_backup(options: Namespace, words: Words) -> None:
    """Replace the journal by a backup, and print where the old journal is.

    While the companion plays, the backup is installed at its next start; that is printed instead.
    """
    place, source = _place(options), options.file
    _refuse_same_file(place / NAME, source)
    _refuse_no_backup(source)
    try:
        aside = restore(place, source, datetime.now(UTC))
    except JournalBusy:
        print(words.say("cli.restore-waits", path=pending_restore_path(place / NAME)))
        return
    games = len(JournalReader(place).games())
    key = "cli.restored" if aside is not None else "cli.restored-anew"
    print(words.say(key, games=games, path=aside))


def _refuse_same_file(journal: Path, path: Path) -> None:
    if path.exists() and journal.exists() and path.samefile(journal):
        raise CommandError("cli.itself", path=path)


def _refuse_no_backup(source: Path) -> None:
    with translate_errors(source, JournalUnreadable):
        source.stat()  # a file that is not there is another error
        if not size(source) or find_fault(source) in (JournalFault.DAMAGED, JournalFault.FOREIGN):
            raise CommandError("cli.no-backup", path=source)
        if find_fault(source, whole=True) is JournalFault.DAMAGED:
            raise CommandError("cli.damaged-backup", path=source)


@guarded
def prune_journal(options: Namespace, words: Words) -> None:
    """Rewrite the journal; list games before a day or unfinished ones, or delete them."""
    place, before, unfinished = _place(options), options.before, options.unfinished
    if not size(place / NAME):
        raise CommandError("cli.nothing-kept", folder=place)
    chosen = before is not None or unfinished
    journal = JournalReader(place, UnnamedPlayers(words))
    old = _games_to_delete(journal, before, unfinished=unfinished) if chosen else []
    if chosen and not old:
        print(words.say("cli.nothing-to-delete"))
        return
    if old and not options.yes:
        print(words.say("cli.would-delete", games=len(old)))
        _print_briefly(old, words)
        return
    held, holds = prune(place, frozenset(each.stored.number for each in old))
    if old:
        print(words.say("cli.deleted", games=len(old)))
        _print_briefly(old, words)
    print(words.say("cli.pruned", before=held, after=holds))


def _games_to_delete(
    journal: JournalReader, before: date | None, *, unfinished: bool
) -> list[ReplayedGame]:
    """The games last played before that day, or unfinished; never the last: it may be resumed."""
    return [
        each
        for each in [*replay_games(journal)][:-1]
        if (before is None or each.stored.last.astimezone().date() < before)
        and (not unfinished or each.state in (SavedGameState.SETUP, SavedGameState.PLAYING))
    ]


def _print_briefly(games: Iterable[ReplayedGame], words: Words) -> None:
    """For each game its number, title, players, the day it was played last, and how it stands."""
    width, indent = shutil.get_terminal_size().columns, " " * 7
    for each in sorted(games, key=lambda each: each.stored.number):
        stored, play = each.stored, each.play
        day = f"{stored.last.astimezone():%Y-%m-%d}"
        players = words.listed(play.players) if play else ""
        parts = (words.title_of(stored.name), players, day, describe_kept(each, words))
        line = f"{stored.number:>5}  {'; '.join(part for part in parts if part)}"
        print(textwrap.fill(line, width, subsequent_indent=indent))
