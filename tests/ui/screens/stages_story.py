"""Stages of how a game went: the curves, its moments, everybody's best, how sure it is."""

from dataclasses import replace
from functools import cache

from companion.core.story import Story
from companion.store.story.telling import tell_story_of
from companion.text import Words
from companion.ui.input.story import StoryPages, StoryTopic
from companion.ui.screens import View
from companion.ui.screens.story import split_story
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES
from tests.ui.screens.stages_history import MENU, _play


def _tell(cast: Cast, record: str) -> Story:
    return _story(tuple(cast.names), record)


@cache
def _story(names: tuple[str, ...], record: str) -> Story:
    story = tell_story_of(_play(Cast(names), record))
    assert story is not None
    return story


def _tell_with_ends(cast: Cast, record: str) -> Story:
    """As if ends had been played out that differ from the model by a tenth, to either side."""
    story = _tell(cast, record)
    turns = tuple(
        each._replace(
            random=tuple(min(chance + 0.1, 1.0) for chance in each.model),
            greedy=tuple(max(chance - 0.1, 0.0) for chance in each.model),
        )
        for each in story.turns
    )
    moments = tuple(each._replace(before=0.31, after=0.56) for each in story.moments)
    told = {(each.turn, each.player): each for each in moments}
    best = tuple(
        each and told.get((each.turn, each.player), each._replace(before=0.02, after=1.0))
        for each in story.best
    )
    return story._replace(turns=turns, moments=moments, best=best, ends=400, pending=(12, 40))


def _open(story: Story, words: Words) -> StoryPages:
    return StoryPages(story=story, below=MENU, pages=split_story(words, story))


def _page(cast: Cast, story: Story, topic: StoryTopic, screen: int = 0) -> View:
    entry = _open(story, cast.words)
    at = next(at for at, each in enumerate(entry.pages) if each.page.topic is topic)
    return cast.host(replace(entry, at=at, screen=screen))


STAGES |= {
    "story-curves-two": lambda cast: _page(
        cast, _tell(cast, "1996-two-players"), StoryTopic.CURVES
    ),
    "story-curves-three": lambda cast: _page(
        cast, _tell(cast, "capitol-three-players"), StoryTopic.CURVES
    ),
    "story-curves-five": lambda cast: _page(cast, _tell(cast, "five-players"), StoryTopic.CURVES),
    "story-curves-bands": lambda cast: _page(
        cast, _tell_with_ends(cast, "four-players"), StoryTopic.CURVES
    ),
    "story-whole": lambda cast: _page(cast, _tell(cast, "three-players"), StoryTopic.WHOLE),
    "story-pending": lambda cast: _page(
        cast, _tell_with_ends(cast, "four-players"), StoryTopic.WHOLE
    ),
    "story-moment": lambda cast: _page(cast, _tell(cast, "four-players"), StoryTopic.MOMENT),
    "story-moment-chance": lambda cast: _page(
        cast, _tell_with_ends(cast, "four-players"), StoryTopic.MOMENT, 1
    ),
    "story-best": lambda cast: _page(
        cast, _tell(cast, "bologna-three-players-96-cards"), StoryTopic.BEST
    ),
    "story-why": lambda cast: _page(cast, _tell(cast, "five-players"), StoryTopic.WHY),
    "story-sure": lambda cast: _page(cast, _tell(cast, "five-players"), StoryTopic.SURE),
}

STORIES = (
    "four-players",
    "five-players",
    "1996-two-players",
    "bologna-three-players-96-cards",
    "capitol-three-players",
)


def list_stories(cast: Cast) -> dict[str, Story]:
    """Some stories by their names; the first has played-out ends."""
    return {
        record: (_tell_with_ends if record == STORIES[0] else _tell)(cast, record)
        for record in STORIES
    }


def list_screens(story: Story, words: Words) -> list[StoryPages]:
    """A story on each of its screens, as a box that speaks this language shows it."""
    entry = _open(story, words)
    return [
        replace(entry, at=at, screen=screen)
        for at, page in enumerate(entry.pages)
        for screen in range(len(page.starts))
    ]
