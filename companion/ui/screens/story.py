"""Draws the story of a finished game, and says its pages in sentences for the voice."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PIL import Image

from companion.core.story import Story, round_chance
from companion.text import Words
from companion.text.event_text import as_sentence, describe_event
from companion.text.story_text import (
    MomentText,
    tell_best,
    tell_how,
    tell_moment,
    tell_pending,
    tell_said,
)
from companion.ui.input.story import (
    CurvesPage,
    MomentPage,
    MomentReasonPage,
    PendingPage,
    SentencePage,
    StoryPages,
    SurePage,
)
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    LINE_PITCH,
    LIT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    draw_header,
    draw_text,
)
from companion.ui.screens.fonts import MEDIUM, TEXT, cut_text, text_width
from companion.ui.screens.view import EntryScreen, View

NAME_WIDTH = 40
"""Columns for the names beside the curves."""
CURVES_LEFT = LEFT + NAME_WIDTH + 2
ROW_GAP = 2
"""Rows between one player's curve and the next."""
TOP = BODY_TOP + 2
FIGURE_ROOM = 18
"""Rows for the chance before and after, at the foot of a moment."""


def draw_story(image: Image.Image, view: View, entry: StoryPages) -> None:
    """Draw the page shown, in the words of the story's game."""
    words = view.words.of(entry.story.game)
    PAGES[type(entry.page)](image, words, entry.story, entry.page)


# The curves -------------------------------------------------------------------------------------


def _draw_curves(image: Image.Image, _words: Words, story: Story, _page: CurvesPage) -> None:
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


# Sentences --------------------------------------------------------------------------------------


def _draw_said(image: Image.Image, words: Words, story: Story, page: SentencePage) -> None:
    _draw_page(image, words.say("story.title"), tell_said(words, story)[page.number])


def _draw_pending(image: Image.Image, words: Words, story: Story, _page: PendingPage) -> None:
    _draw_page(image, words.say("story.title"), tell_pending(words, story))


def _draw_sure(image: Image.Image, words: Words, story: Story, _page: SurePage) -> None:
    _draw_page(image, words.say("story.how-sure"), _say_sure(words, story))


def _draw_moment_reason(
    image: Image.Image, words: Words, story: Story, page: MomentReasonPage
) -> None:
    told = tell_moment(words, story, page.moment)
    _draw_page(image, told.title, as_sentence(told.reasons[page.number]))


def _draw_moment(image: Image.Image, words: Words, story: Story, page: MomentPage) -> None:
    """Draw what was done, and large the chance before and after."""
    moment = page.moment
    if page.best_of is None:
        draw_header(image, tell_moment(words, story, moment).title)
    else:
        verb = words.say("story.best-turn", turn=moment.turn)
        draw_header(image, story.names[page.best_of], verb=verb)
    chances = ""
    if moment.before is not None and moment.after is not None:
        before, after = map(round_chance, (moment.before, moment.after))
        chances = words.say("story.from-to", before=before, after=after)
    done = ", ".join(describe_event(words, replace(moment.done, seat=None), story.names))
    drawing.draw_paragraph(image, TOP, done, SAFE_HEIGHT - TOP - FIGURE_ROOM * bool(chances))
    if chances:
        name = story.names[moment.player] if page.best_of is None else ""
        draw_text(image, SAFE_WIDTH, SAFE_HEIGHT - 15, chances, MEDIUM, anchor="r")
        room = SAFE_WIDTH - text_width(chances, MEDIUM) - LEFT - 4
        draw_text(image, LEFT, SAFE_HEIGHT - 11, cut_text(name, TEXT, room), TEXT)


def _tell(words: Words, story: Story, page: MomentPage) -> MomentText:
    best = tell_best(words, story, page.best_of) if page.best_of is not None else None
    return best or tell_moment(words, story, page.moment)


def _draw_page(image: Image.Image, title: str, text: str) -> None:
    draw_header(image, title)
    drawing.draw_paragraph(image, TOP, text, SAFE_HEIGHT - TOP)


def _say_sure(words: Words, story: Story) -> str:
    return words.say(f"story.sure.{'ends' if story.ends else 'points'}", ends=story.ends)


# For the voice ----------------------------------------------------------------------------------


def describe_story_page(words: Words, entry: StoryPages) -> list[str]:
    """The page shown in sentences; the curves' are what is said of the whole game."""
    story, page = entry.story, entry.page
    words = words.of(story.game)
    match page:
        case SentencePage(number):
            return tell_said(words, story)[number : number + 1]
        case MomentPage():
            told = _tell(words, story, page)
            if page.best_of is None:  # the reasons have pages of their own
                told = told._replace(reasons=())
            return [as_sentence(told.title), *told.sentences]
        case MomentReasonPage(moment, number):
            return [as_sentence(tell_moment(words, story, moment).reasons[number])]
        case PendingPage():
            return [as_sentence(tell_pending(words, story))]
        case SurePage():
            return tell_how(words, story)
    return [as_sentence(words.say("story.title")), *tell_said(words, story)]


PAGES: Mapping[type, Callable[[Image.Image, Words, Story, Any], None]] = {
    CurvesPage: _draw_curves,
    SentencePage: _draw_said,
    PendingPage: _draw_pending,
    MomentPage: _draw_moment,
    MomentReasonPage: _draw_moment_reason,
    SurePage: _draw_sure,
}
SCREENS: Mapping[type, EntryScreen] = {StoryPages: draw_story}
SENTENCES = {StoryPages: describe_story_page}
