"""Stages of how a game went: the curves, its moments, everybody's best, how sure it is."""

from dataclasses import replace

from companion.core.story import Story
from companion.store.story.telling import tell_story_of
from companion.ui.input.story import (
    CurvesPage,
    MomentPage,
    MomentReasonPage,
    PendingPage,
    SentencePage,
    StoryPages,
    SurePage,
    open_story,
)
from companion.ui.screens import View
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES
from tests.ui.screens.stages_history import MENU, _play


def _tell(cast: Cast, record: str) -> Story:
    story = tell_story_of(_play(cast, record))
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
    best = tuple(each and each._replace(before=0.02, after=1.0) for each in story.best)
    return story._replace(turns=turns, moments=moments, best=best, ends=400, pending=(12, 40))


def _page(cast: Cast, story: Story, kind: type, which: int = 0) -> View:
    entry = open_story(story, MENU)
    places = [at for at, page in enumerate(entry.pages) if isinstance(page, kind)]
    return cast.host(replace(entry, at=places[which]))


STAGES |= {
    "story-curves-two": lambda cast: _page(cast, _tell(cast, "1996-two-players"), CurvesPage),
    "story-curves-three": lambda cast: _page(
        cast, _tell(cast, "capitol-three-players"), CurvesPage
    ),
    "story-curves-five": lambda cast: _page(cast, _tell(cast, "five-players"), CurvesPage),
    "story-curves-bands": lambda cast: _page(
        cast, _tell_with_ends(cast, "four-players"), CurvesPage
    ),
    "story-said": lambda cast: _page(cast, _tell(cast, "three-players"), SentencePage),
    "story-moment": lambda cast: _page(cast, _tell_with_ends(cast, "four-players"), MomentPage),
    "story-moment-of-facts": lambda cast: _page(cast, _tell(cast, "four-players"), MomentPage),
    "story-reason": lambda cast: _page(cast, _tell(cast, "four-players"), MomentReasonPage, -1),
    "story-best": lambda cast: _page(cast, _tell_with_ends(cast, "four-players"), MomentPage, -1),
    "story-best-of-bologna": lambda cast: _page(
        cast, _tell(cast, "bologna-three-players-96-cards"), MomentPage, -1
    ),
    "story-pending": lambda cast: _page(cast, _tell_with_ends(cast, "four-players"), PendingPage),
    "story-sure": lambda cast: _page(cast, _tell_with_ends(cast, "four-players"), SurePage),
    "story-sure-of-points": lambda cast: _page(cast, _tell(cast, "five-players"), SurePage),
}

STORIES = (
    "four-players",
    "five-players",
    "1996-two-players",
    "bologna-three-players-96-cards",
    "capitol-three-players",
)


def every_page(cast: Cast) -> dict[str, StoryPages]:
    """Each page of some stories by its name; the first has played-out ends."""
    found: dict[str, StoryPages] = {}
    for record in STORIES:
        tell = _tell_with_ends if record == STORIES[0] else _tell
        entry = open_story(tell(cast, record), MENU)
        for at in range(len(entry.pages)):
            found[f"story-of-{record}-{at}"] = replace(entry, at=at)
    return found
