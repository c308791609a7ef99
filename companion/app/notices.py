"""What the table is told without having asked: what fails, what is stuck or lost, and the end."""

from collections.abc import Set

from companion.input.entry import Entry
from companion.input.layers import laid_over, without_notices
from companion.input.menu import Notice
from companion.interfaces import PanelStatus, Press
from companion.journal import JournalError, JournalUnreadable

TOWER_PANEL = "tower-panel-"
"""What the notices about the tower panel begin with."""


def of_the_journal(trouble: JournalError, below: Entry) -> Notice:
    """What the journal can't keep or read, over the entry where the table stands."""
    key = "unread" if isinstance(trouble, JournalUnreadable) else "unsaved"
    return Notice(key=key, below=below)


def stuck(buttons: Set[Press], entry: Entry) -> Entry:
    """Buttons that do not let go and are ignored, over what the table looks at."""
    for button in buttons:
        entry = laid_over(Notice(key="stuck", values={"button": button.value}), entry)
    return entry


def of_the_tower_panel(news: PanelStatus, entry: Entry) -> Entry:
    """That the tower panel is lost or speaks otherwise; nothing of it once it is found."""
    entry = without_notices(entry, lambda each: each.key.startswith(TOWER_PANEL))
    if news is PanelStatus.FOUND:
        return entry
    return laid_over(Notice(key=f"{TOWER_PANEL}{news.value}"), entry)


def farewell(entry: Entry) -> Entry:
    """All is kept; or when to pull the plug, if that is being said."""
    if isinstance(entry, Notice) and entry.key == "off":
        return entry
    return Notice(key="farewell")
