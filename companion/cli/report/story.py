"""The story of a finished game for a terminal: sentences, and the chances as a table."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.text import Text

from companion.cli.report import headline, tabulate
from companion.core.story import Story
from companion.store.history.play import Play
from companion.text import Words
from companion.text.event_text import as_sentence
from companion.text.story_text import (
    MomentText,
    list_bands,
    name_chances,
    tell_bests,
    tell_how,
    tell_moment,
    tell_pending,
    tell_said,
)


def print_story(play: Play, story: Story, words: Words) -> None:
    """Print what is said of the game, its moments, everybody's best, and the chances."""
    parts = [*_list_parts(story, words)]
    Console(highlight=False).print(Text(headline(play.session, words), style="bold"), Group(*parts))


def _list_parts(story: Story, words: Words) -> Iterator[RenderableType]:
    yield from map(Text, tell_said(words, story))
    told = [tell_moment(words, story, moment) for moment in story.moments]
    for text in (*told, *tell_bests(words, story)):
        yield from _list_moment(text)
    if story.turns:
        headings, *rows = list_bands(words, story)
        yield Text()
        yield tabulate(name_chances(words, story), headings, rows)
    yield from map(Text, tell_how(words, story))
    if pending := tell_pending(words, story):
        yield Text(as_sentence(pending))


def _list_moment(text: MomentText) -> Iterator[Text]:
    yield Text()
    yield Text(text.title, style="bold")
    yield from map(Text, text.sentences)
