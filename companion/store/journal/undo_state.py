"""Replays the journal lines of one game: the live answers, and what can be undone and redone."""

from __future__ import annotations

from typing import NamedTuple

AMENDED, AMENDMENT_UNDONE = "amended", "put back"
"""Keys of a line that takes answers back as part of an amendment, or of undoing one. Its word is
the number of answers that follow. Any other line that takes answers back is a plain undo."""


class StoredAnswer(NamedTuple):
    """An answer, its time, and the time of the game's line before it; in seconds since 1970."""

    key: str
    word: str
    at: int
    since: int | None

    @property
    def pair(self) -> tuple[str, str]:
        """Key and word, as in a record."""
        return self.key, self.word


class _StoredAmendment(NamedTuple):
    """The live answers before and after an amendment."""

    before: list[StoredAnswer]
    after: list[StoredAnswer]
    undone: list[tuple[str, str]]
    """What could be redone after it, at the time it was itself undone."""


class _OpenAmendment(NamedTuple):
    """An amendment whose lines have not all been applied yet."""

    mark: str
    before: list[StoredAnswer]
    undone: list[tuple[str, str]]
    length: int
    """The number of live answers when it is complete."""


class UndoState:
    """What one game can undo and redo; feed it the game's lines by `apply_line`."""

    def __init__(self) -> None:
        self.live: list[StoredAnswer] = []
        self.undone: list[tuple[str, str]] = []
        """The answers that redo brings back, in order."""
        self._amendments: list[_StoredAmendment] = []
        self._undone_amendments: list[_StoredAmendment] = []
        self._open: _OpenAmendment | None = None
        self._replaced: list[StoredAnswer] = []
        """The answers that stood where the next ones will stand."""
        self._last_time: int | None = None

    @property
    def before_amendment(self) -> list[tuple[str, str]] | None:
        """The answers that undo restores if the last action was an amendment; else None."""
        last = self._amendments[-1] if self._amendments else None
        return _pairs(last.before) if last is not None and self._is_live(last.after) else None

    @property
    def after_amendment(self) -> list[tuple[str, str]] | None:
        """The answers that redo restores if the last undo was of an amendment; else None."""
        last = self._undone_amendments[-1] if self._undone_amendments else None
        return _pairs(last.after) if last is not None and self._is_live(last.before) else None

    def apply_line(self, key: str, word: str, back: int, at: int) -> None:
        """Append the answer, or with ``back`` take back that many answers."""
        if back and key in (AMENDED, AMENDMENT_UNDONE) and word.isdecimal():
            length = len(self.live) - back + int(word)
            self._open = _OpenAmendment(key, list(self.live), list(self.undone), length)
        if back:
            self._take_back(back)
        else:
            self._append(key, word, at)
        self._last_time = at
        if self._open is not None and len(self.live) == self._open.length:
            self._complete_amendment(self._open)

    def _take_back(self, count: int) -> None:
        self.undone[:0] = _pairs(self.live[-count:])
        self._replaced[:0] = self.live[-count:]
        del self.live[-count:]

    def _append(self, key: str, word: str, at: int) -> None:
        if self.undone[:1] == [(key, word)]:
            del self.undone[0]
        else:
            self.undone.clear()
            if self._open is None:
                self._undone_amendments.clear()
        replaced = self._replaced.pop(0) if self._replaced else None
        if replaced is not None and replaced.pair == (key, word):
            self.live.append(replaced)
            return
        if at != self._last_time:  # at the same time: the rest is replayed after an amended answer
            self._replaced.clear()
        self.live.append(StoredAnswer(key, word, at, self._last_time))

    def _complete_amendment(self, done: _OpenAmendment) -> None:
        self._open = None
        self.undone.clear()
        amendments = self._amendments
        if done.mark == AMENDMENT_UNDONE and amendments and self._is_live(amendments[-1].before):
            last = amendments.pop()._replace(undone=done.undone)
            self._undone_amendments.append(last)
            self.live = list(last.before)
        elif self._undone_amendments and self._is_live(self._undone_amendments[-1].after):
            amendments.append(redone := self._undone_amendments.pop())
            self.live, self.undone = list(redone.after), list(redone.undone)
        else:
            self._undone_amendments.clear()
            amendments.append(_StoredAmendment(done.before, list(self.live), []))

    def _is_live(self, answers: list[StoredAnswer]) -> bool:
        return _pairs(self.live) == _pairs(answers)


def _pairs(answers: list[StoredAnswer]) -> list[tuple[str, str]]:
    return [each.pair for each in answers]
