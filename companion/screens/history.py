"""The history: lists of kept games and of players, a game turn by turn, a player's figures."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from PIL import Image

from companion.input.history import (
    Counting,
    Figure,
    FiguresPage,
    GainPage,
    GamePicker,
    GameStatus,
    Pages,
    PersonPicker,
    PlayerPoints,
    ResultPage,
    SavedGame,
    TurnPage,
)
from companion.screens import drawing
from companion.screens.drawing import HIGH, THIN, WIDE, write
from companion.screens.fonts import FIGURES, LARGE, SMALL, TEXT, width, wrap
from companion.screens.menus import listing
from companion.screens.view import View
from companion.text import Words
from companion.text.action_text import describe_actions
from companion.text.history_text import format_duration, scoring_name

TOP = 13
"""The row under a page's first line."""
STAR = ["...#...", "..###..", "#######", ".#####.", ".##.##.", ".#...#."]
"""Before whoever has won."""
ASIDE = 10
"""Columns for it."""
UNIT = 22
"""The row of a figure's top; under it stands what it is, in two lines at most."""
GAP, APART = 5, 2
"""Columns between two figures, and between the words under them."""
PERCENT = 100


# Lists ------------------------------------------------------------------------------------------


def game_picker(image: Image.Image, view: View, entry: GamePicker) -> None:
    """The kept games by day and title, the one pointed at with how it stands."""
    words = view.words
    labels = [_kept(words, each) for each in entry.games]
    here = entry.games[entry.at]
    how = _stands(words.of(here.game), entry.stands)
    labels[entry.at] = words.say("history.stands", game=labels[entry.at], stands=how)
    listing(image, words.say("history.games"), labels, entry.at, (TEXT, SMALL))


def _kept(words: Words, kept: SavedGame) -> str:
    title = words.title_of(kept.game)
    return words.say("history.kept", day=_day(words, kept.day), game=title)


def _day(words: Words, day: date) -> str:
    """A day in figures, so short that a title has room beside it."""
    values = {"day": f"{day:%d}", "month": f"{day:%m}", "year": f"{day:%y}"}
    return words.say("history.day", **values)


def _stands(words: Words, stands: GameStatus) -> str:
    values = {"players": words.listed(stands.players), "number": stands.number}
    return words.say(f"stands.{stands.what}", **values)


def person_picker(image: Image.Image, view: View, entry: PersonPicker) -> None:
    """Who has played, the one pointed at with how many games."""
    labels = [person.name for person in entry.people]
    person = entry.people[entry.at]
    values = {"player": person.name, "games": person.games}
    labels[entry.at] = view.words.say("history.person", **values)
    listing(image, view.words.say("history.players"), labels, entry.at)


def counting(image: Image.Image, view: View, entry: Counting) -> None:
    """How many games have been counted so far."""
    title = view.words.say("history.counting")
    write(image, 0, 2, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)
    figures = view.words.say("history.of", number=entry.done, of=entry.games)
    write(image, WIDE // 2, 30, figures, LARGE, WIDE, anchor="m")


# Pages ------------------------------------------------------------------------------------------


def pages(image: Image.Image, view: View, entry: Pages) -> None:
    """The page that lies open."""
    PAGES[type(entry.page)](image, view, entry.page)


def _first(image: Image.Image, left: str, right: str = "") -> None:
    """A page's first line; what stands at the right is never cut."""
    room = write(image, WIDE, 2, right, TEXT, anchor="r") - width(right, TEXT) if right else WIDE
    room -= 4 if right else 0
    write(image, 0, 2, left, drawing.largest(left, room, TEXT, SMALL), room)


def _result(image: Image.Image, view: View, page: ResultPage) -> None:
    """Everybody's points, the winners with a star; of a game not ended how it stands."""
    words = view.words.of(page.game)
    ended = page.stands.what == "won"
    _first(image, words.title_of(page.game) if ended else _stands(words, page.stands))
    _lines(image, page.lines, [str(line.points) for line in page.lines])


def _gain(image: Image.Image, view: View, page: GainPage) -> None:
    """What a scoring gave to each."""
    _first(image, scoring_name(view.words.of(page.game), page.name, page.number))
    _lines(image, page.lines, [f"{line.points:+}" for line in page.lines])


def _lines(image: Image.Image, lines: Sequence[PlayerPoints], figures: Sequence[str]) -> None:
    """Names and figures, as large as there is room for."""
    pitch = min((HIGH - TOP) // max(len(lines), 1), 16)
    face = FIGURES if pitch > FIGURES.capital else TEXT
    for place, (line, figure) in enumerate(zip(lines, figures, strict=True)):
        middle = TOP + place * pitch + pitch // 2 - 1
        if line.won:
            drawing.sign(image, 0, middle - len(STAR) // 2, STAR)
        y = middle - TEXT.capital // 2
        write(image, ASIDE, y, line.name, TEXT, WIDE - ASIDE - width(figure, face) - 4)
        write(image, WIDE, middle - face.capital // 2, figure, face, anchor="r")


def _turn(image: Image.Image, view: View, page: TurnPage) -> None:
    """What was said in a turn, in words as large as they fit."""
    words = view.words.of(page.game)
    time = format_duration(words, page.thought) if page.who and page.thought else ""
    key = "history.turn" if page.who else "history.of-all"
    _first(image, words.say(key, number=page.number, player=page.who), time)
    drawing.paragraph(image, TOP + 3, describe_actions(words, page.said), HIGH - TOP - 3)


def _figures(image: Image.Image, view: View, page: FiguresPage) -> None:
    """A few figures side by side, as large as all of them fit, over what they are."""
    words = view.words.of(page.game)
    title = words.title_of(page.game)
    _first(image, page.name)
    write(image, 0, TOP, title, SMALL, WIDE)
    room = WIDE // len(page.figures)
    shown = [_value(words, each) for each in page.figures]
    parts = [words.say("players.part") if _is_part(each) else "" for each in page.figures]
    wide = room - GAP - max(width(part, SMALL) for part in parts)
    longest = max(shown, key=lambda each: width(each, TEXT))
    face = drawing.largest(longest, wide, LARGE, THIN, FIGURES, TEXT, SMALL)
    for place, (figure, value, part) in enumerate(zip(page.figures, shown, parts, strict=True)):
        middle = place * room + room // 2
        y = UNIT + 3 + (LARGE.capital - face.capital) // 2
        left = middle - (width(value, face) + width(part, SMALL)) // 2
        end = write(image, left, y, value, face)
        write(image, end + 1, y, part, SMALL)
        apart = room - APART
        lines = wrap(what_it_is(words, figure), SMALL, apart)
        lines = drawing.at_most(2, lines, SMALL, apart)
        drawing.write_lines(image, middle, UNIT + 23, lines, SMALL, 9, anchor="m")


def _value(words: Words, figure: Figure) -> str:
    if isinstance(figure.value, timedelta):
        return format_duration(words, figure.value)
    if figure.what in COUNTED:
        return str(figure.value)
    return str(round(figure.value * PERCENT)) if _is_part(figure) else words.tenths(figure.value)


def _is_part(figure: Figure) -> bool:
    """Whether it is the part of all points that a scoring gave."""
    return figure.what not in (*COUNTED, *AVERAGES, "turn-time")


COUNTED = ("games", "won", "best")
AVERAGES = ("average", "marker")
"""Figures with a decimal."""


def what_it_is(words: Words, figure: Figure) -> str:
    """What a figure is, in a few words."""
    if figure.what == "won" and figure.number:
        return words.say("figure.won-shared", shared=figure.number)
    key = f"figure.{figure.what}"
    if words.has(key):
        return words.say(key, number=figure.number)
    return scoring_name(words, figure.what, figure.number)


PAGES: Mapping[type, Callable[[Image.Image, View, Any], None]] = {
    ResultPage: _result,
    TurnPage: _turn,
    GainPage: _gain,
    FiguresPage: _figures,
}
