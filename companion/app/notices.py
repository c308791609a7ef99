"""Notices: of a failing journal, a rollback, stuck buttons and the tower panel; the farewell."""

import logging
import os
from collections.abc import Set
from dataclasses import replace
from pathlib import Path

from companion import __version__
from companion.box.panel.keypad import KeypadNews, KeypadStatus
from companion.box.service.folders import read_rollback
from companion.core.interfaces import DIRECT_KEYS, PanelStatus, Press
from companion.core.keypad import KEY_OF
from companion.store.journal import (
    JournalError,
    JournalFileError,
    JournalUnreadable,
    JournalUnwritable,
)
from companion.ui.input.commands import DismissRollback
from companion.ui.input.entry import Entry
from companion.ui.input.keypad_page import KeypadPage
from companion.ui.input.menu import Notice, laid_over, without_layers

log = logging.getLogger(__name__)

TOWER_PANEL, KEYPAD = "tower-panel-", "keypad-"
"""The prefixes of the keys of notices about the tower panel, and about a keypad."""


def journal_notice(error: JournalError, below: Entry) -> Notice:
    """Log the error; returns the notice that the journal can't keep or read something."""
    log_journal_error(error)
    what = "unread" if isinstance(error, JournalUnreadable) else "unsaved"
    if not isinstance(error, JournalUnwritable) or error.disk_fault is None:
        return Notice(key=what, below=below)
    return replace(_disk_notice(what, error), below=below)


def waiting_notice(error: JournalFileError) -> Notice:
    """Why the companion waits for its disk; a press tries again. For errors of the disk."""
    return replace(_disk_notice("waiting", error), foot="foot.again")


def _disk_notice(what: str, error: JournalFileError) -> Notice:
    assert error.disk_fault is not None, "it is an error of the disk"
    return Notice(
        key=f"{what}-{error.disk_fault.value}", values={"megabytes": free_megabytes(error.path)}
    )


def log_journal_error(error: JournalError) -> None:
    """Log what failed, with the disk's errno and the room that is left."""
    if isinstance(error, JournalFileError):
        action = "written" if isinstance(error, JournalUnwritable) else "read"
        text = "%s can't be %s: %s (errno %d, %d MB free): %r"
        values = error.path, action, error.strerror, error.errno, free_megabytes(error.path)
        log.error(text, *values, error.__cause__)
    else:
        log.error("the journal: %r", error)


def free_megabytes(path: Path) -> int:
    """Return the free space on the disk of a file, in MB; 0 if that is not known."""
    try:
        disk = os.statvfs(path.parent)
        return disk.f_bavail * disk.f_frsize // 1_000_000
    except OSError:
        return 0


def add_rollback_notice(folder: Path, entry: Entry) -> Entry:
    """Lay a notice over the entry if a release was rolled back or refused, until OK on it.

    ``folder`` has the saved games, and the note of it.
    """
    note = read_rollback(folder)
    if note is None:
        return entry
    values = {"failed": note.release, "running": __version__}
    key = "rolled-back" if note.refusal is None else f"refused-{note.refusal}"
    return laid_over(Notice(key=key, values=values, on_ok=DismissRollback(folder)), entry)


def add_stuck_notices(buttons: Set[Press], entry: Entry) -> Entry:
    """Lay a notice over the entry for each button that is stuck, and so ignored."""
    for button in buttons:
        name = KEY_OF[button].label if button in DIRECT_KEYS else button.value
        entry = laid_over(Notice(key="stuck", values={"button": name}), entry)
    return entry


def replace_panel_notice(news: PanelStatus, entry: Entry) -> Entry:
    """Lay the notice of a lost, silent or foreign panel over the entry; take it away once found."""
    entry = without_layers(entry, _is_about_tower_panel)
    if news is PanelStatus.FOUND:
        return entry
    return laid_over(Notice(key=f"{TOWER_PANEL}{news.value}"), entry)


def replace_keypad_notice(news: KeypadNews, entry: Entry) -> Entry:
    """Lay over the entry how a keypad that was found is used, or a notice of one that is not."""
    entry = without_layers(entry, _is_about_keypad)
    kind = KeypadPage if news.status is KeypadStatus.FOUND else Notice
    return laid_over(kind(key=f"{KEYPAD}{news.status.value}", values={"device": news.name}), entry)


def _is_about_keypad(layer: Entry) -> bool:
    return isinstance(layer, Notice) and layer.key.startswith(KEYPAD)


def _is_about_tower_panel(layer: Entry) -> bool:
    return isinstance(layer, Notice) and layer.key.startswith(TOWER_PANEL)


def farewell_notice(entry: Entry) -> Entry:
    """That all is kept; or when to pull the plug, if that is shown already."""
    if isinstance(entry, Notice) and entry.key == "off":
        return entry
    return Notice(key="farewell")
