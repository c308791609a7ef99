"""Draws the story of a finished game, and says its pages in sentences for the voice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from companion.core.story import Moment, Story
from companion.text import Words
from companion.text.event_text import as_sentence
from companion.text.story_text import (
    MomentText,
    name_gain,
    tell_best,
    tell_how,
    tell_moment,
    tell_pending,
    tell_said,
)
from companion.ui.input.story import (
    PageScreens,
    StoryPage,
    StoryPages,
    StoryTopic,
    list_own_bests,
    list_pages,
)
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    LINE_PITCH,
    LIT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT, Font, cut_text, text_width, wrap_text
from companion.ui.screens.menus import SCROLLBAR_WIDTH
from companion.ui.screens.view import EntryScreen, View

NAME_WIDTH = 40
"""Columns for the names beside the curves."""
CURVES_LEFT = LEFT + NAME_WIDTH + 2
COLUMN_GAP = 4
"""Columns between a name, its best turn, and what that gained."""
ROW_GAP = 2
"""Rows between one player's curve and the next."""
TOP = BODY_TOP + 2
ROWS_TOP = BODY_TOP - 1
LARGE_SCREENS = 2
"""A page of more screens in large letters has smaller ones."""
LINE_ROOM = TEXT_WIDTH - SCROLLBAR_WIDTH - 2
"""Columns for a page's lines, beside the scrollbar."""


class PageLine(NamedTuple):
    """A sentence of a page, and under which title it stands."""

    title: str
    verb: str
    """Behind a player's name as the title; "" behind any other."""
    heard: str
    """The title in a sentence; "" where it says nothing."""
    text: str


def draw_story(image: Image.Image, view: View, entry: StoryPages) -> None:
    """Draw what is shown of the page, in the words of the story's game."""
    words, story = view.words.of(entry.story.game), entry.story
    match entry.page.topic:
        case StoryTopic.CURVES:
            _draw_curves(image, story)
        case StoryTopic.BEST:
            _draw_bests(image, words, story)
        case _:
            _draw_lines(image, entry, list_lines(words, story, entry.page))


def split_story(words: Words, story: Story) -> tuple[PageScreens, ...]:
    """The pages of a story with their screens: as many whole sentences on each as fit."""
    own = words.of(story.game)
    return tuple(
        PageScreens(page)
        if page.topic is StoryTopic.BEST
        else PageScreens(page, _split_lines(list_lines(own, story, page)))
        for page in list_pages(story)
    )


def _split_lines(lines: Sequence[PageLine]) -> tuple[int, ...]:
    """The line that each screen begins with."""
    large, small = (tuple(_fill_screens(lines, *each)) for each in drawing.PARAGRAPH_FONTS[1:3])
    return large if len(large) <= LARGE_SCREENS else small


def _fill_screens(lines: Sequence[PageLine], font: Font, pitch: int) -> Iterator[int]:
    start = 0
    yield start
    for at in range(1, len(lines)):
        wrapped = _wrap(_join(lines, start, at + 1), font, LINE_ROOM)
        height = (len(wrapped) - 1) * pitch + font.capital + font.below
        if _is_titled(lines, at) or height > SAFE_HEIGHT - _find_top(lines, start):
            start = at
            yield start


def _join(lines: Sequence[PageLine], start: int, end: int | None) -> str:
    return "\n".join(each.text for each in lines[start:end])


def _wrap(text: str, font: Font, room: int) -> list[str]:
    """Wrap sentences, each from a new line on."""
    return [line for each in text.split("\n") for line in wrap_text(each, font, room)]


def _find_top(lines: Sequence[PageLine], start: int) -> int:
    """The first row of the lines on a screen: under the title where that is new."""
    return TOP if _is_titled(lines, start) else HEADER_Y


def _is_titled(lines: Sequence[PageLine], start: int) -> bool:
    return start == 0 or lines[start - 1].title != lines[start].title


def _draw_lines(image: Image.Image, entry: StoryPages, lines: Sequence[PageLine]) -> None:
    screens = len(entry.pages[entry.at].starts)
    start, end = entry.lines
    if _is_titled(lines, start):
        drawing.draw_header(image, lines[start].title, verb=lines[start].verb)
    top, text = _find_top(lines, start), _join(lines, start, end)
    told = drawing.fit_paragraph(text, SAFE_HEIGHT - top, LINE_ROOM, _wrap)
    drawing.draw_lines(image, LEFT, top, *told)
    if screens > 1:
        bar = (SAFE_WIDTH - SCROLLBAR_WIDTH, BODY_TOP, SAFE_WIDTH, SAFE_HEIGHT)
        drawing.draw_scrollbar(image, bar, entry.screen, 1, screens)


def _draw_bests(image: Image.Image, words: Words, story: Story) -> None:
    """Draw everybody's best turn, and what it gained."""
    drawing.draw_header(image, words.say("story.bests"))
    pitch = (SAFE_HEIGHT - ROWS_TOP) // len(story.names)
    font = MEDIUM if pitch >= LINE_PITCH else TEXT
    bests = [best for best in story.best if best is not None]
    gains = [name_gain(words, best) for best in bests]
    end = SAFE_WIDTH - max(text_width(gain, font) for gain in gains) - COLUMN_GAP
    for row, (best, gain) in enumerate(zip(bests, gains, strict=True)):
        y = ROWS_TOP + row * pitch + (pitch - font.capital - font.below) // 2
        turn = words.say("story.turn", turn=best.turn)
        draw_text(image, SAFE_WIDTH, y, gain, font, anchor="r")
        draw_text(image, end, y + font.capital - SMALL.capital, turn, SMALL, anchor="r")
        room = end - text_width(turn, SMALL) - COLUMN_GAP - LEFT
        drawing.draw_on_line(image, LEFT, y, story.names[best.player], room, font, TEXT)


# The curves -------------------------------------------------------------------------------------


def _draw_curves(image: Image.Image, story: Story) -> None:
    """Draw a row for each player, under it the chance after each turn, lit from the ground.

    What the estimates disagree by is grey. A dotted column is a scoring.
    """
    pitch = SAFE_HEIGHT // len(story.names)
    font = MEDIUM if pitch >= LINE_PITCH else TEXT
    for seat, name in enumerate(story.names):
        top = seat * pitch + 1
        y = top + (pitch - ROW_GAP - font.capital) // 2
        draw_text(image, LEFT, y, cut_text(name, font, NAME_WIDTH), font)
        _draw_curve(image, story, seat, (top, top + pitch - ROW_GAP))


def _draw_curve(image: Image.Image, story: Story, seat: int, rows: tuple[int, int]) -> None:
    top, bottom = rows
    last = max(len(story.turns) - 1, 1)
    scored = {_find_column(_place_of(story, mark.turn), last) for mark in story.marks}
    for x in range(CURVES_LEFT, SAFE_WIDTH):
        turn = story.turns[round((x - CURVES_LEFT) * last / (SAFE_WIDTH - 1 - CURVES_LEFT))]
        low, high = (bottom - 1 - round(each * (bottom - 1 - top)) for each in turn.find_band(seat))
        for y in range(top, bottom):
            is_lit = y >= low or (y >= high and (x + y) % 2 == 0)
            if x in scored:
                is_lit = y % 2 == (y >= low)
            image.putpixel((x, y), LIT * (is_lit or y == bottom - 1))


def _find_column(place: int, last: int) -> int:
    return CURVES_LEFT + round(place * (SAFE_WIDTH - 1 - CURVES_LEFT) / last)


def _place_of(story: Story, turn: int) -> int:
    """The place of a turn among the story's; the last one where it is not there."""
    places = [at for at, each in enumerate(story.turns) if each.turn <= turn]
    return places[-1] if places else 0


# What stands on the pages -----------------------------------------------------------------------


def list_lines(words: Words, story: Story, page: StoryPage) -> list[PageLine]:
    """The sentences of a page, in the words of the story's game."""
    match page.topic:
        case StoryTopic.WHOLE:
            pending = [as_sentence(tell_pending(words, story))] if story.pending else []
            return _put_under(words.say("story.title"), [*pending, *tell_said(words, story)])
        case StoryTopic.MOMENT:
            moment = story.moments[page.which]
            told = tell_moment(words, story, _leave_out_name(moment, moment.seat))
            title = as_sentence(told.title)
            return [PageLine(told.title, "", title, each) for each in told.sentences]
        case StoryTopic.BEST:
            bests = [tell_best(words, story, seat) for seat in range(len(story.names))]
            sentences = [" ".join(_shorten_best(each)) for each in bests if each is not None]
            return _put_under(words.say("story.bests"), sentences)
        case StoryTopic.WHY:
            return [*_list_whys(words, story)]
        case StoryTopic.SURE:
            return _put_under(words.say("story.how-sure"), tell_how(words, story))
    return []


def _leave_out_name(moment: Moment, seat: int | None) -> Moment:
    """The moment without the name of whose turn it was, where that is the one in the title."""
    if moment.seat != seat:
        return moment
    return moment._replace(done=replace(moment.done, seat=None))


def _put_under(title: str, sentences: Sequence[str]) -> list[PageLine]:
    return [PageLine(title, "", "", each) for each in sentences]


def _shorten_best(told: MomentText) -> list[str]:
    return [as_sentence(told.title), as_sentence(told.change or told.reasons[0])]


def _list_whys(words: Words, story: Story) -> Iterator[PageLine]:
    """What was done in everybody's best turn, and why it was the best."""
    bests = [best and _leave_out_name(best, seat) for seat, best in enumerate(story.best)]
    story = story._replace(best=tuple(bests))
    for seat, moment in enumerate(list_own_bests(story)):
        told = tell_best(words, story, seat)
        if moment is not None and told is not None:
            verb = words.say("story.best-turn", turn=moment.turn)
            for each in told.sentences:
                yield PageLine(story.names[seat], verb, as_sentence(told.title), each)


# For the voice ----------------------------------------------------------------------------------


def describe_story_page(words: Words, entry: StoryPages) -> list[str]:
    """What is shown of the page in sentences; the curves' are what is said of the whole game."""
    story = entry.story
    words = words.of(story.game)
    if entry.page.topic is StoryTopic.CURVES:
        return [as_sentence(words.say("story.title")), *tell_said(words, story)]
    lines = list_lines(words, story, entry.page)
    if entry.page.topic is StoryTopic.BEST:
        return [each.text for each in lines]
    start, end = entry.lines
    heard = [lines[start].heard] if _is_titled(lines, start) and lines[start].heard else []
    return [*heard, *(each.text for each in lines[start:end])]


SCREENS: Mapping[type, EntryScreen] = {StoryPages: draw_story}
SENTENCES = {StoryPages: describe_story_page}
