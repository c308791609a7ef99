"""A game under way: answers in, table and events out; undo by replay; the record's text."""

from companion.core.session import Session

__all__ = ["Session"]
