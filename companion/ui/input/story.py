"""The story of a finished game as pages: curves, moments, everybody's best, how sure it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from companion.core.story import Moment, Story
from companion.ui.input.entry import Entry
from companion.ui.input.history import Pages

RENEWED_EVERY = 5.0
"""Seconds after which a story is told anew while ends are still being played out."""


class CurvesPage(NamedTuple):
    """Everybody's chances over the turns."""


class SentencePage(NamedTuple):
    """A sentence about the whole game."""

    number: int
    """Its place in the story's `said`."""


class MomentPage(NamedTuple):
    """What was done in a turn that mattered, and the chance before and after."""

    moment: Moment
    best_of: int | None = None
    """Whose best moment it is; None for a moment of the game."""


class MomentReasonPage(NamedTuple):
    """One of the reasons of a moment."""

    moment: Moment
    number: int
    """Its place in the moment's `reasons`."""


class SurePage(NamedTuple):
    """How the chances are known, and how far they can be trusted."""


class PendingPage(NamedTuple):
    """How many turns' ends have been played out so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPages(Pages):
    """The pages of a story in a ring."""

    is_story: ClassVar[bool] = True
    story: Story
    pages: tuple[Hashable, ...] = field(default=())

    @property
    def renewed_every(self) -> float | None:
        return RENEWED_EVERY if self.story.pending is not None else None

    def retold(self, story: Story) -> StoryPages:
        """The story as it is known by now, on the same page as far as it is still there."""
        pages = tuple(_list_pages(story))
        kind = type(self.page)  # pages of two kinds may be equal
        same = (n for n, each in enumerate(pages) if type(each) is kind and each == self.page)
        at = next(same, min(self.at, len(pages) - 1))
        return replace(self, story=story, pages=pages, at=at)


def open_story(story: Story, below: Entry) -> StoryPages:
    """The pages of a story, the curves first."""
    return StoryPages(story=story, below=below, pages=tuple(_list_pages(story)))


def _list_pages(story: Story) -> Iterator[Hashable]:
    if story.turns:
        yield CurvesPage()
    if story.pending is not None:
        yield PendingPage()
    yield from map(SentencePage, range(len(story.said)))
    for moment in story.moments:
        yield MomentPage(moment)
        yield from (MomentReasonPage(moment, number) for number in range(len(moment.reasons)))
    for seat, best in enumerate(story.best):
        if best is not None:
            yield MomentPage(best, seat)
    yield SurePage()
