"""Draws the history: saved games, players, a game turn by turn, a player's statistics."""

from collections.abc import Mapping
from datetime import date, timedelta

from PIL import Image

from companion.text import Words
from companion.text.event_text import describe_event
from companion.text.figures import format_duration, scoring_name
from companion.ui.input.history import (
    Counting,
    Figure,
    FiguresPage,
    GainPage,
    GamePicker,
    GameStatus,
    Pages,
    PersonPicker,
    ResultPage,
    TurnPage,
)
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_header,
    draw_text,
)
from companion.ui.screens.fonts import (
    FIGURES,
    LARGE,
    MEDIUM,
    SMALL,
    TEXT,
    THIN,
    text_width,
    wrap_text,
)
from companion.ui.screens.guide import ScoreRow, draw_score_rows
from companion.ui.screens.menus import ListRow, draw_list
from companion.ui.screens.view import EntryScreen, View

FIGURES_TOP = 25
"""The top row of a figure; its caption stands below it, in two lines at most."""
GAP, CAPTION_GAP = 5, 2
"""Columns between two figures, and between their captions."""


# Lists ------------------------------------------------------------------------------------------


def draw_game_picker(image: Image.Image, view: View, entry: GamePicker) -> None:
    """Draw the list of saved games by day and title, the chosen one with its status."""
    words = view.words
    labels = [
        words.say("history.kept", day=_format_day(words, each.day), game=words.title_of(each.game))
        for each in entry.games
    ]
    here = entry.games[entry.at]
    how = _status_in_words(words.of(here.game), entry.stands)
    labels[entry.at] = words.say("history.status", game=labels[entry.at], stands=how)
    draw_list(image, words.say("history.games"), [ListRow(each) for each in labels], entry.at)


def _format_day(words: Words, day: date) -> str:
    values = {"day": f"{day:%d}", "month": f"{day:%m}", "year": f"{day:%y}"}
    return words.say("history.day", **values)


def _status_in_words(words: Words, stands: GameStatus) -> str:
    values = {"players": words.listed(stands.players), "number": stands.number}
    return words.say(f"status.{stands.what}", **values)


def draw_person_picker(image: Image.Image, view: View, entry: PersonPicker) -> None:
    """Draw the list of players, the chosen one with the number of games."""
    labels = [person.name for person in entry.people]
    person = entry.people[entry.at]
    values = {"player": person.name, "games": person.games}
    labels[entry.at] = view.words.say("history.person", **values)
    draw_list(
        image, view.words.say("history.players"), [ListRow(each) for each in labels], entry.at
    )


def draw_counting(image: Image.Image, view: View, entry: Counting) -> None:
    """Draw how many games have been counted so far."""
    title = view.words.say("history.counting")
    draw_header(image, title)
    figures = view.words.say("history.of", number=entry.done, of=entry.games)
    draw_text(image, SAFE_WIDTH // 2, 30, figures, LARGE, SAFE_WIDTH, anchor="m")


# Pages ------------------------------------------------------------------------------------------


def draw_pages(image: Image.Image, view: View, entry: Pages) -> None:
    PAGES[type(entry.page)](image, view, entry.page)


def _draw_result(image: Image.Image, view: View, page: ResultPage) -> None:
    words = view.words.of(page.game)
    ended = page.stands.what == "won"
    title = words.title_of(page.game) if ended else _status_in_words(words, page.stands)
    draw_header(image, title[:1].upper() + title[1:])
    rows = [ScoreRow(line.name, str(line.points), has_won=line.won) for line in page.lines]
    draw_score_rows(image, BODY_TOP - 1, rows)


def _draw_gain(image: Image.Image, view: View, page: GainPage) -> None:
    draw_header(image, scoring_name(view.words.of(page.game), page.name, page.number))
    rows = [ScoreRow(line.name, f"{line.points:+}", has_won=line.won) for line in page.lines]
    draw_score_rows(image, BODY_TOP - 1, rows)


def _draw_turn(image: Image.Image, view: View, page: TurnPage) -> None:
    words = view.words.of(page.game)
    time = format_duration(words, page.thought) if page.who and page.thought else ""
    key = "history.turn" if page.who else "history.of-all"
    room = drawing.draw_header_end(image, time)
    draw_header(image, words.say(key, number=page.number, player=page.who), room=room)
    top = BODY_TOP + 2
    text = ", ".join(describe_event(words, page.event, page.names))
    drawing.draw_paragraph(image, top, text, SAFE_HEIGHT - top)


def _draw_figures(image: Image.Image, view: View, page: FiguresPage) -> None:
    words = view.words.of(page.game)
    title = words.title_of(page.game)
    draw_header(image, page.name)
    drawing.draw_on_line(image, LEFT, BODY_TOP, title, TEXT_WIDTH, TEXT, SMALL)
    room = SAFE_WIDTH // len(page.figures)
    shown = [_format_figure(words, each) for each in page.figures]
    parts = [words.say("players.part") if _is_part(each) else "" for each in page.figures]
    wide = room - GAP - max(text_width(part, SMALL) for part in parts)
    longest = max(shown, key=lambda each: text_width(each, TEXT))
    font = drawing.largest_font(longest, wide, LARGE, THIN, FIGURES, MEDIUM, TEXT)
    apart = room - CAPTION_GAP
    captions = (describe_figure(words, each) for each in page.figures)
    longest = max(captions, key=lambda each: text_width(each, TEXT))
    caption = drawing.largest_font(longest, apart, TEXT, SMALL)
    for place, (figure, value, part) in enumerate(zip(page.figures, shown, parts, strict=True)):
        middle = place * room + room // 2
        y = FIGURES_TOP + (LARGE.capital - font.capital) // 2
        left = middle - (text_width(value, font) + text_width(part, SMALL)) // 2
        end = draw_text(image, left, y, value, font)
        draw_text(image, end + 2, y, part, SMALL)
        lines = wrap_text(describe_figure(words, figure), caption, apart)
        lines = drawing.limit_lines(2, lines, caption, apart)
        drawing.draw_lines(image, middle, FIGURES_TOP + 20, lines, caption, 9, anchor="m")


def _format_figure(words: Words, figure: Figure) -> str:
    if isinstance(figure.value, timedelta):
        return format_duration(words, figure.value)
    if figure.what in COUNTED:
        return str(figure.value)
    return str(round(figure.value * 100)) if _is_part(figure) else words.tenths(figure.value)


def _is_part(figure: Figure) -> bool:
    """Whether a figure is the share of all points that a scoring gave."""
    return figure.what not in (*COUNTED, *AVERAGES, "turn-time")


COUNTED = ("games", "won", "best")
AVERAGES = ("average", "marker")
"""Figures that are shown with one decimal."""


def describe_figure(words: Words, figure: Figure) -> str:
    """Return the caption of a figure."""
    if figure.what == "won" and figure.number:
        return words.say("figure.won-shared", shared=figure.number)
    key = f"figure.{figure.what}"
    if words.has(key):
        return words.say(key, number=figure.number)
    return scoring_name(words, figure.what, figure.number)


PAGES: Mapping[type, EntryScreen] = {
    ResultPage: _draw_result,
    TurnPage: _draw_turn,
    GainPage: _draw_gain,
    FiguresPage: _draw_figures,
}


SCREENS: Mapping[type, EntryScreen] = {
    GamePicker: draw_game_picker,
    PersonPicker: draw_person_picker,
    Counting: draw_counting,
    Pages: draw_pages,
}
