"""The story of a finished game as pages: curves, the whole, moments, everybody's best, how sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple

from companion.core.interfaces import Press
from companion.core.story import Moment, Story
from companion.ui.input.entry import Step, upward
from companion.ui.input.history import Pages

RENEWED_EVERY = 5.0
"""Seconds after which a story is told anew while ends are still being played out."""


class StoryTopic(StrEnum):
    """What a page of a story is about."""

    CURVES = "curves"
    """Everybody's chances over the turns."""
    WHOLE = "whole"
    """Sentences about the whole game, and how many turns have been played out so far."""
    MOMENT = "moment"
    """What was done in a turn that mattered, and why it mattered."""
    BEST = "best"
    """Everybody's best turn, a row each."""
    WHY = "why"
    """What made these the best, but for those that are moments of the game as well."""
    SURE = "sure"
    """How the chances are known, and how far they can be trusted."""


class StoryPage(NamedTuple):
    """A page: all its lines, which may take more than one screen."""

    topic: StoryTopic
    which: int = 0
    """Of a moment: its place among the story's."""


class PageScreens(NamedTuple):
    """A page, divided into screens in the language of the box."""

    page: StoryPage
    starts: tuple[int, ...] = (0,)
    """The line that each of its screens begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPages(Pages):
    """The pages of a story in a ring: OK and DOWN read on, UP back; LEFT and RIGHT turn a page."""

    is_story: ClassVar[bool] = True
    story: Story
    pages: tuple[PageScreens, ...]
    screen: int = 0
    """Which screen of the page is shown."""

    @property
    def renewed_every(self) -> float | None:
        return RENEWED_EVERY if self.story.pending is not None else None

    @property
    def page(self) -> StoryPage:
        return self.pages[self.at].page

    @property
    def place(self) -> int:
        """Which of all screens is shown."""
        return sum(len(each.starts) for each in self.pages[: self.at]) + self.screen

    @property
    def lines(self) -> tuple[int, int | None]:
        """The first line of the page that is shown, and the one behind the last; None: all."""
        starts = self.pages[self.at].starts
        return starts[self.screen], (*starts, None)[self.screen + 1]

    def by_button(self, press: Press) -> Step:
        step = 1 if press is Press.OK else -upward(press)  # a board without a stick has OK alone
        if step and 0 <= self.screen + step < len(self.pages[self.at].starts):
            return replace(self, screen=self.screen + step)
        turned = Pages.by_button(self, press)
        if not isinstance(turned, StoryPages) or turned.below is not self.below:
            return turned
        last = len(turned.pages[turned.at].starts) - 1
        return replace(turned, screen=last if press is Press.UP else 0)

    def retold(self, story: Story, pages: tuple[PageScreens, ...]) -> StoryPages:
        """The story as it is known by now, on the same page as far as it is still there."""
        same = (at for at, each in enumerate(pages) if each.page == self.page)
        at = next(same, min(self.at, len(pages) - 1))
        screen = min(self.screen, len(pages[at].starts) - 1)
        return replace(self, story=story, pages=pages, at=at, screen=screen)


def list_pages(story: Story) -> Iterator[StoryPage]:
    """The pages of a story, the curves first."""
    if story.turns:
        yield StoryPage(StoryTopic.CURVES)
    if story.said or story.pending is not None:
        yield StoryPage(StoryTopic.WHOLE)
    yield from (StoryPage(StoryTopic.MOMENT, which) for which in range(len(story.moments)))
    if any(story.best):
        yield StoryPage(StoryTopic.BEST)
    if any(list_own_bests(story)):
        yield StoryPage(StoryTopic.WHY)
    yield StoryPage(StoryTopic.SURE)


def list_own_bests(story: Story) -> list[Moment | None]:
    """By seat: the best moment; None where there is none, or it is a moment of the game as well."""
    above = {(each.turn, each.player) for each in story.moments}
    return [
        best if best is not None and (best.turn, best.player) not in above else None
        for best in story.best
    ]
