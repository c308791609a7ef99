"""A game under way: answers in, table and events out; undo by replay; the record's text."""

from companion.session.session import Session

__all__ = ["Session"]
