"""Draws what one points at on the table: cards in a strip, places on a grid with who stands there.

A game gives signs, patterns and short names as data, or draws the whole picture in its own way.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from PIL import Image

from companion.core.conversation import Answer, Question
from companion.core.interfaces import WIDTH
from companion.core.snapshot import Places
from companion.text.figures import format_count
from companion.text.question_text import name_options
from companion.text.snapshot_text import list_parts, word_part
from companion.ui.input.choice import BoardSource, ChoicePicker, ListPicker
from companion.ui.input.grid import Pad
from companion.ui.screens import drawing, menus, table_pieces
from companion.ui.screens.drawing import (
    BODY_TOP,
    LEFT,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    Rect,
    draw_text,
)
from companion.ui.screens.fonts import (
    FIGURES,
    LARGE,
    MEDIUM,
    SMALL,
    TEXT,
    THIN,
    Font,
    cut_text,
    double_size,
    text_width,
    wrap_text,
)
from companion.ui.screens.view import EntryScreen, View

MAIN_Y = BODY_TOP
"""The row of the large word."""
UNDER_MAIN = 35
"""The first row under the large word."""
CARDS_TOP = UNDER_MAIN + 1
CARD_WIDTH = 33
"""The most columns of a card."""
PATTERN_CARD = 24
"""The least rows of a card with both its pattern and its name."""
FRAMED_WIDTH = 19
"""The least columns of a name with a frame around it."""
COLUMN_GAP = 2
MANY_COLUMNS = 7
"""From so many columns on they stand only one apart."""
FEWEST, MOST = 3, 9
"""Cards in a strip: so many fill it, and of more only so many show, about the chosen one."""
ARROWS_WIDTH = 16
"""Columns of the two arrows beside the large word, and of the gap before them."""
GRID_WIDTH, CELL_SIZE, CELL_HEIGHT = 60, 20, 31
"""Columns that a grid may take, and the most columns and rows of a cell."""
CELL_FONTS, LETTERS = (MEDIUM, TEXT), 2
"""The fonts of a cell, and how many letters of every name fit at least."""
PAD_CELL, WIDE_CELL, PAD_HEIGHT = 15, 18, 16
"""Columns of a cell of a pad of four columns and of three, and its rows."""
ASIDE_GAP = 4
TITLE_Y, SMALL_PITCH = 14, 8
"""The row beside a grid of who is asked what, and the rows from one such line to the next."""
MOST_UNDER_TWO = 4
"""So many who stand at a place have room under two such lines."""
STANDING_FONTS = ((MEDIUM, 14), (TEXT, 10), (SMALL, 8))
"""The fonts of those who stand at a place, and the rows from one to the next."""
NAME_GAP = 4
"""Columns between a player's name and how much is theirs, at least."""


def draw_choice_picker(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw one of a few answers as its game does, or else on a grid or in a strip."""
    own = view.screens.choices.get(entry.choice.key)
    if own is not None:
        own(image, view, entry)
    elif entry.pad:
        _draw_grid(image, view, entry)
    else:
        _draw_title(image, view, entry.question, entry.choice.key)
        draw_main_word(image, _name(view, entry, entry.choice))
        _draw_strip(image, view, entry)


def draw_list_picker(
    image: Image.Image,
    view: View,
    entry: ListPicker,
    columns: Sequence[tuple[int, int]] | None = None,
) -> None:
    """Draw the items chosen so far in their columns, the one pointed at where it would go."""
    room = draw_list_header(image, view, entry)
    draw_main_word(image, _name(view, entry, entry.item), room)
    items = [*entry.chosen, entry.item.word]
    for place, (start, end) in enumerate(columns or divide_row(_asked(entry).items)):
        box = fit_card(start, end, CARDS_TOP)
        if place < len(items):
            draw_named_card(image, box, view, items[place], chosen=place == len(entry.chosen))
        else:
            table_pieces.draw_card(image, box, dotted=True)


def draw_list_header(image: Image.Image, view: View, entry: ListPicker) -> int:
    """Draw which item is asked for, and arrows; return the columns of the large word."""
    question = _asked(entry)
    _draw_title(image, view, question, question.key, len(entry.chosen))
    drawing.draw_sign(image, SAFE_WIDTH - ARROWS_WIDTH, MAIN_Y + 5, drawing.ARROW_LEFT)
    drawing.draw_sign(image, SAFE_WIDTH - 5, MAIN_Y + 5, drawing.ARROW_RIGHT)
    return SAFE_WIDTH - LEFT - ARROWS_WIDTH - 4


def _asked(entry: ChoicePicker | ListPicker) -> Question:
    assert entry.question is not None, "a picker answers a question"
    return entry.question


def _draw_title(
    image: Image.Image, view: View, question: Question, key: str, chosen: int | None = None
) -> None:
    title, verb = _ask(view, question, key, chosen)
    drawing.draw_header(image, title, verb=verb, end=menus.tell_running(view, question))


def _ask(view: View, question: Question, key: str, chosen: int | None = None) -> tuple[str, str]:
    """What is asked, as `ask.KEY` has it for a picture, or else as a list is titled."""
    title, verb = menus.title_question(view, question, key, chosen)
    if not view.words.has(f"ask.{key}"):
        return title, verb
    asked = view.words.say(f"ask.{key}", number=(chosen or 0) + 1, items=question.items)
    return (title, asked) if verb else (asked, "")


def _name(view: View, entry: ChoicePicker | ListPicker, choice: Answer) -> str:
    return name_options(view.words, _asked(entry).key, (choice,))[0]


def draw_board_source(image: Image.Image, view: View, entry: BoardSource) -> None:
    """Draw the list of where what is printed may come from."""
    key = entry.question.key
    rows = [menus.ListRow(view.words.say(f"{key}.{word}")) for word, _ in entry.choices]
    menus.draw_list(image, view.words.say(f"ask.{key}"), rows, entry.at)


# Cards -----------------------------------------------------------------------------------------


def divide_row(count: int, left: int = 0, right: int = SAFE_WIDTH) -> list[tuple[int, int]]:
    """The columns from left to right of equal parts."""
    gap = COLUMN_GAP if count < MANY_COLUMNS else 1
    room = right - left + gap
    edges = [left + room * at // count for at in range(count + 1)]
    return [(start, end - gap) for start, end in pairwise(edges)]


def draw_main_word(image: Image.Image, word: str, room: int = TEXT_WIDTH) -> None:
    """Draw the word that a screen is about, as large as it fits in ``room`` columns."""
    drawing.draw_in_middle(image, LEFT, MAIN_Y, word, room, LARGE, THIN, MEDIUM)


def fit_card(left: int, right: int, top: int) -> Rect:
    """A card in the middle of its columns, down to the last row."""
    margin = max(right - left - CARD_WIDTH, 0) // 2
    return left + margin, top, right - margin, SAFE_HEIGHT


def draw_named_card(
    image: Image.Image,
    box: Rect,
    view: View,
    name: str,
    *,
    chosen: bool = False,
    dotted: bool = False,
    copies: int = 1,
    font: Font = TEXT,
) -> None:
    """Draw a card with its sign; or with its short name, and its pattern where it is high enough.

    The chosen one is filled; of ``copies`` that lie on the table one is drawn.
    """
    left, top, right, bottom = box
    high = bottom - top >= PATTERN_CARD
    if chosen:
        drawing.draw_bar(image, box)
    elif high or right - left >= FRAMED_WIDTH:
        table_pieces.draw_card(image, box, dotted=dotted)
    sign = view.screens.signs.get(name)
    if sign is not None:
        drawing.draw_boxed_sign(image, box, sign, chosen=chosen)
        return
    text = _shorten(view, name, right - left - 2 * LEFT, font)
    text += f" {format_count(copies)}" if copies > 1 else ""
    y = (top + bottom - font.capital) // 2
    colour = view.screens.palette.get(name)
    if high and colour is not None:
        y = bottom - font.capital - 3
        window = (left + 3, top + 3, right - 3, y - 3)
        image.paste(0, window)
        table_pieces.fill_pattern(image, window, colour.pattern)
    draw_text(image, (left + right) // 2, y, text, font, anchor="m", lit=not chosen)


def _shorten(view: View, name: str, room: int, font: Font) -> str:
    """The short name `short.NAME` of a card or a place, else as much of it as fits."""
    if view.words.has(f"short.{name}"):
        return view.words.say(f"short.{name}")
    return cut_text(name[:1].upper() + name[1:], font, room)


def draw_cards(
    image: Image.Image,
    view: View,
    cards: Sequence[str],
    chosen: int,
    top: int = CARDS_TOP,
    copies: Mapping[str, int] = {},
    dotted: Sequence[str] = (),
) -> None:
    """Draw cards in a strip down to the last row, the chosen one in a bar."""
    first = max(min(chosen - MOST // 2, len(cards) - MOST), 0)
    shown = cards[first : first + MOST]
    columns = divide_row(max(len(shown), FEWEST))
    for place, (name, (start, end)) in enumerate(zip(shown, columns, strict=False), first):
        box = fit_card(start, end, top)
        draw_named_card(
            image,
            box,
            view,
            name,
            chosen=place == chosen,
            dotted=name in dotted,
            copies=copies.get(name, 1),
        )


def _draw_strip(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    cards = [each.word for each in entry.choices]
    dotted = [each.word for each in entry.choices if entry.find_objection(each) is not None]
    draw_cards(image, view, cards, entry.at, dotted=dotted)


# A grid ----------------------------------------------------------------------------------------


def tell_names_apart(names: Sequence[str]) -> list[str]:
    """Return two letters of each name: the first two, or else one in which those like it differ."""
    like: dict[str, list[str]] = {}
    for name in names:
        like.setdefault(name[:2], []).append(name)
    return [name[:1] + _letter_apart(name, like[name[:2]]) for name in names]


def _letter_apart(name: str, like: Sequence[str]) -> str:
    """Return the first letter behind the first in which a name differs from all those like it."""
    for at in range(1, len(name)):
        if len({each[at : at + 1] for each in like}) == len(like):
            return name[at]
    return name[1:2]


def _draw_grid(image: Image.Image, view: View, entry: ChoicePicker) -> None:
    """Draw the places by their short names; beside them who stands at the one pointed at."""
    columns = len(entry.pad[0])
    width = min(GRID_WIDTH // columns, CELL_SIZE)
    height = min(SAFE_HEIGHT // len(entry.pad), CELL_HEIGHT)
    names = [_shorten(view, each.word, WIDTH, TEXT)[:LETTERS] for each in entry.choices]
    widths = ((font, max(text_width(name, font) for name in names)) for font in CELL_FONTS)
    font = next((font for font, widest in widths if widest <= width - 2 * LEFT - 1), SMALL)
    barred = {each.word for each in entry.choices if entry.find_objection(each) is not None}
    for row, words in enumerate(entry.pad):
        for column, word in enumerate(words):
            if word is not None:
                left, top = column * width, row * height
                box = (left, top, left + width - 1, top + height - 1)
                chosen, dotted = word == entry.choice.word, word in barred
                table_pieces.draw_card(image, box, dotted=dotted and not chosen)
                draw_named_card(image, box, view, word, chosen=chosen, dotted=dotted, font=font)
    left = columns * width + ASIDE_GAP
    name = _name(view, entry, entry.choice)
    drawing.draw_on_line(image, left, 1, name, SAFE_WIDTH - left, MEDIUM, TEXT, SMALL)
    title, verb = _ask(view, entry.question, entry.choice.key)
    room = SAFE_WIDTH - left
    lines = _fit_title(view, entry, title, verb, room)
    drawing.draw_lines(image, left, TITLE_Y, lines, SMALL, SMALL_PITCH)
    if entry.board is not None:
        below = TITLE_Y + SMALL_PITCH * len(lines) + len(lines) - 1
        _draw_details(image, view, entry.board, entry, left, below)


def _fit_title(view: View, entry: ChoicePicker, title: str, verb: str, room: int) -> list[str]:
    """Who is asked what, in one line or else in up to three; where many stand at a place, fewer."""
    asked = view.words.say("did.of", who=title, action=verb) if verb else title
    if text_width(asked, SMALL) <= room:
        return [asked]
    crowd = (
        max((len(each.standing) for each in entry.board.places), default=0) if entry.board else 0
    )
    most = min(max(MOST_UNDER_TWO + 2 - crowd, 1), 3)
    who = [cut_text(title, SMALL, room)] if verb else []
    asked = verb or title
    if len(who) == most:
        return who
    return who + drawing.limit_lines(most - len(who), wrap_text(asked, SMALL, room), SMALL, room)


def _draw_details(
    image: Image.Image, view: View, places: Places, entry: ChoicePicker, left: int, top: int
) -> None:
    """Draw who stands at the place pointed at, and what else belongs to it, from row ``top`` on."""
    part = word_part(places, view.names, view.words)
    place = next((each for each in part.places if each.key == entry.choice.word), None)
    if place is None:
        return
    rows = [
        (view.names[each.seat], str(each.value), each.seat == entry.question.seat)
        for each in place.standing
    ]
    below = draw_standing(image, left, top, rows)
    lines = [*filter(None, [place.sized]), *list_parts(place.holds, view.words)]
    if lines and below < SAFE_HEIGHT - TEXT.capital:
        text = ", ".join(lines)
        fitted = drawing.fit_paragraph(text, SAFE_HEIGHT - below, SAFE_WIDTH - left)
        drawing.draw_lines(image, left, below, *fitted)


def draw_pad(
    image: Image.Image,
    left: int,
    pad: Pad,
    chosen: str,
    sign_of: Mapping[str, Sequence[str]],
    barred: Collection[str] = (),
) -> int:
    """Draw the words of a pad as their signs, or as numbers; return the column behind it.

    Those that are barred stand over a dotted line.
    """
    width = PAD_CELL if any(words[-1] for words in pad) else WIDE_CELL
    right = left
    for row, words in enumerate(pad):
        for column, word in enumerate(words):
            if word is None:
                continue
            x, y = left + column * width, BODY_TOP + row * PAD_HEIGHT
            right = max(right, x + width)
            box = (x, y, x + width, y + PAD_HEIGHT)
            is_chosen = word == chosen
            if is_chosen:
                drawing.draw_bar(image, box)
            rows = sign_of.get(word)
            if rows is not None:
                large = double_size(rows)
                left_of_sign = x + (width - len(large[0]) + 1) // 2
                drawing.draw_sign(image, left_of_sign, y + 1, large, lit=not is_chosen)
            else:
                drawing.draw_boxed_text(image, box, word[-1], FIGURES, chosen=is_chosen)
            if word in barred and not is_chosen:
                line = (x + 2, y + PAD_HEIGHT - 1, x + width - 1, y + PAD_HEIGHT)
                drawing.draw_outline(image, line, dotted=True)
    return right


def draw_standing(
    image: Image.Image,
    left: int,
    y: int,
    rows: Sequence[tuple[str, str, bool]],
    bottom: int = SAFE_HEIGHT,
) -> int:
    """Draw names with how much is theirs, as large as all fit; those of a True in a bar.

    Return the row under the last one.
    """
    room, gaps = bottom - y, len(rows) - 1
    fitting = (each for each in STANDING_FONTS if gaps * each[1] + each[0].capital < room)
    font, pitch = next(fitting, STANDING_FONTS[-1])
    for name, number, own in rows:
        if own:
            drawing.draw_bar(image, (left - 2, y - 1, SAFE_WIDTH, y + font.capital + 1))
        right = SAFE_WIDTH - 2
        draw_text(image, right, y, number, font, anchor="r", lit=not own)
        name_room = right - text_width(number, font) - NAME_GAP - left
        smaller = TEXT if font is MEDIUM else font
        drawing.draw_on_line(image, left, y, name, name_room, font, smaller, lit=not own)
        y += pitch
    return y


SCREENS: Mapping[type, EntryScreen] = {
    ChoicePicker: draw_choice_picker,
    ListPicker: draw_list_picker,
    BoardSource: draw_board_source,
}
