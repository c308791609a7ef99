"""How a game stands behind its lines: what lives, what can be done again, and what was amended."""

from __future__ import annotations

from typing import NamedTuple

AMENDED, PUT_BACK = "amended", "put back"
"""What the key of a line says that takes back amid an amendment, or to undo one; its word is how
many answers follow. Any other line that takes back is an undo."""


class StoredAnswer(NamedTuple):
    """An answer with its time, and the time of the game's line before it, in seconds."""

    key: str
    word: str
    at: int
    since: int | None

    @property
    def pair(self) -> tuple[str, str]:
        """The pair of the record."""
        return self.key, self.word


class Amendment(NamedTuple):
    """All of a game before and after an old answer was changed."""

    before: list[StoredAnswer]
    after: list[StoredAnswer]
    undone: list[tuple[str, str]]
    """What had been taken back behind it when it was undone itself."""


class _Amid(NamedTuple):
    """An amendment of which not all lines have been read: its mark, and what was before it."""

    mark: str
    before: list[StoredAnswer]
    undone: list[tuple[str, str]]
    length: int
    """How many answers will live after it."""


class UndoState:
    """Follows a game's lines one by one, as `read` is told them."""

    def __init__(self) -> None:
        self.live: list[StoredAnswer] = []
        self.undone: list[tuple[str, str]] = []
        """What was taken back and can be done again, in order."""
        self._amended: list[Amendment] = []
        self._put_back: list[Amendment] = []
        self._amending: _Amid | None = None
        self._taken_back: list[StoredAnswer] = []
        """What stood where the next answers will stand."""
        self._since: int | None = None

    @property
    def before_amendment(self) -> list[tuple[str, str]] | None:
        """What undo puts back: an amendment is the last that was done; else None."""
        last = self._amended[-1] if self._amended else None
        return _pairs(last.before) if last is not None and self._stands(last.after) else None

    @property
    def after_amendment(self) -> list[tuple[str, str]] | None:
        """What redo brings back: an amendment is the last that was undone; else None."""
        last = self._put_back[-1] if self._put_back else None
        return _pairs(last.after) if last is not None and self._stands(last.before) else None

    def read(self, key: str, word: str, back: int, at: int) -> None:
        """Take the next line: an answer, or that the last ``back`` answers are taken back."""
        if back and key in (AMENDED, PUT_BACK) and word.isdecimal():
            length = len(self.live) - back + int(word)
            self._amending = _Amid(key, list(self.live), list(self.undone), length)
        if back:
            self._take_back(back)
        else:
            self._say(key, word, at)
        self._since = at
        if self._amending is not None and len(self.live) == self._amending.length:
            self._amend(self._amending)

    def _take_back(self, count: int) -> None:
        self.undone[:0] = _pairs(self.live[-count:])
        self._taken_back[:0] = self.live[-count:]
        del self.live[-count:]

    def _say(self, key: str, word: str, at: int) -> None:
        if self.undone[:1] == [(key, word)]:
            del self.undone[0]
        else:
            self.undone.clear()
            if self._amending is None:
                self._put_back.clear()
        before = self._taken_back.pop(0) if self._taken_back else None
        if before is not None and before.pair == (key, word):
            self.live.append(before)
            return
        if at != self._since:  # else what follows is said again behind a mended answer
            self._taken_back.clear()
        self.live.append(StoredAnswer(key, word, at, self._since))

    def _amend(self, amid: _Amid) -> None:
        """An amendment is complete: it can be undone, or one that was undone can be done again."""
        self._amending = None
        self.undone.clear()
        if amid.mark == PUT_BACK and self._amended and self._stands(self._amended[-1].before):
            last = self._amended.pop()._replace(undone=amid.undone)
            self._put_back.append(last)
            self.live = list(last.before)
        elif self._put_back and self._stands(self._put_back[-1].after):
            self._amended.append(again := self._put_back.pop())
            self.live, self.undone = list(again.after), list(again.undone)
        else:
            self._put_back.clear()
            self._amended.append(Amendment(amid.before, list(self.live), []))

    def _stands(self, said: list[StoredAnswer]) -> bool:
        return _pairs(self.live) == _pairs(said)


def _pairs(said: list[StoredAnswer]) -> list[tuple[str, str]]:
    return [each.pair for each in said]
