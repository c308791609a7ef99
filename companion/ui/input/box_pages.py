"""Pages of the box's menu: points shown only while OK is held, and facts about the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.core.events import Ranked
from companion.core.interfaces import Press
from companion.ui.input.entry import Entry, Layer, Step, along


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek(Layer):
    """The points so far, hidden until OK is held, so that nobody sees them by accident."""

    standings: tuple[Ranked, ...]
    below: Entry
    open: bool = False

    def hide(self) -> Peek:
        return replace(self, open=False) if self.open else self

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        if press in (Press.OK, Press.RELEASED):
            return replace(self, open=press is Press.OK)
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend(Layer):
    """What the signs on the screens mean, one on a page; the screens know how many there are."""

    below: Entry
    at: int = 0
    """How many pages were turned, forward or backward."""

    def by_button(self, press: Press) -> Step:
        if press is Press.BACK:
            return self.below
        return replace(self, at=self.at + (1 if press is Press.OK else along(press)))


@dataclass(frozen=True, slots=True, kw_only=True)
class About(Layer):
    """Facts about the box: version, address, uptime in minutes, number of saved games."""

    values: Mapping[str, str | int] = field(hash=False)
    below: Entry

    def press(self, _press: Press) -> Step:
        return self.below
