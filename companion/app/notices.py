"""Notices: of a failing journal, stuck buttons and the tower panel, and the farewell."""

from collections.abc import Set

from companion.input.entry import Entry
from companion.input.layers import laid_over, without_notices
from companion.input.menu import Notice
from companion.interfaces import PanelStatus, Press
from companion.journal import JournalError, JournalUnreadable

TOWER_PANEL = "tower-panel-"
"""The prefix of the keys of notices about the tower panel."""


def journal_notice(error: JournalError, below: Entry) -> Notice:
    """That the journal can't keep or read something, over an entry."""
    key = "unread" if isinstance(error, JournalUnreadable) else "unsaved"
    return Notice(key=key, below=below)


def add_stuck_notices(buttons: Set[Press], entry: Entry) -> Entry:
    """Lay a notice over the entry for each button that is stuck, and so ignored."""
    for button in buttons:
        entry = laid_over(Notice(key="stuck", values={"button": button.value}), entry)
    return entry


def replace_panel_notice(news: PanelStatus, entry: Entry) -> Entry:
    """Lay the notice of a lost, silent or foreign panel over the entry; take it away once found."""
    entry = without_notices(entry, lambda each: each.key.startswith(TOWER_PANEL))
    if news is PanelStatus.FOUND:
        return entry
    return laid_over(Notice(key=f"{TOWER_PANEL}{news.value}"), entry)


def farewell_notice(entry: Entry) -> Entry:
    """That all is kept; or when to pull the plug, if that is shown already."""
    if isinstance(entry, Notice) and entry.key == "off":
        return entry
    return Notice(key="farewell")
