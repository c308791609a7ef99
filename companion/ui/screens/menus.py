"""Draws lists and sentences: menus, confirmations, doubts, notices, and reasons for a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from companion.core.conversation import Answer, Objection, Question
from companion.text.question_text import (
    name_item,
    name_list,
    name_menu,
    overruling_key,
    word_notice,
)
from companion.ui.input.entry import Doubt
from companion.ui.input.menu import (
    SIDE_BY_SIDE,
    BoxConfirm,
    Confirm,
    ListMenu,
    Menu,
    NewSign,
    Notice,
    UndoConfirm,
)
from companion.ui.screens import drawing
from companion.ui.screens.drawing import (
    BODY_TOP,
    HEADER_Y,
    LEFT,
    LINE_PITCH,
    MIDDLE,
    SAFE_HEIGHT,
    SAFE_WIDTH,
    TEXT_WIDTH,
    draw_text,
)
from companion.ui.screens.fonts import (
    LARGE,
    MEDIUM,
    SMALL,
    TEXT,
    THIN,
    Font,
    cut_text,
    double_size,
    text_width,
)
from companion.ui.screens.panels import draw_panel
from companion.ui.screens.view import EntryScreen, View

if TYPE_CHECKING:
    from companion.text import Words
    from companion.ui.input.people import FreeText

ROW_HEIGHT = 16
LIST_ROOM = 3 * ROW_HEIGHT
"""Rows of pixels for a list, from `BODY_TOP`."""
SMALLER_FONTS = ((TEXT, LINE_PITCH * 3 // 4), (SMALL, 9))
"""For a chosen row that does not fit in MEDIUM, and the rows from one line to the next."""
NOTE_PITCH = 9
"""Rows from one line of a note to the next."""
SCROLLBAR_WIDTH = 3
PENCIL = [".....##", "....###", "...###.", "..###..", ".###...", "###....", "##....."]
"""Stands for the change of an old answer."""
TICK = ["......##", ".....##.", "##..##..", ".####...", "..##...."]
TICK_WIDTH = len(TICK[0]) + LEFT
"""Columns of the tick behind what is chosen already, and of the edge beside it."""
NUMBER_BAR = (24, 28)
"""Width and height of the bar behind a chosen number."""
WIDE_SIGN, SIGN_GAP = 12, 5
"""Columns of a sign that is not doubled beside what it means, and between the two."""
FINAL_NOTICES = ("off", "farewell")
"""Notices after which the box is off; nothing can be pressed."""
MOON = [
    "...####....",
    ".####......",
    ".###.......",
    "####.......",
    "####.......",
    "####.......",
    "####.......",
    "#####.....#",
    ".#####..##.",
    ".#########.",
    "...#####...",
]
UNDER_MOON = 16
FOOT_GAP = 6
"""Columns between what OK and what BACK does, where both stand in one row."""


def draw_menu(image: Image.Image, view: View, entry: Menu | FreeText) -> None:
    """Draw a question over the list of its answers; a few numbers stand side by side."""
    count = len(entry.chosen) if isinstance(entry, ListMenu) else None
    title, verb = title_question(view, entry.question, entry.title, count)
    is_short = len(entry.items) <= SIDE_BY_SIDE
    if is_short and all(isinstance(item.value, int) for item in entry.items):
        drawing.draw_header(image, title, verb=verb, end=tell_running(view, entry.question))
        _draw_numbers(image, entry)
        return
    chosen = entry.chosen if isinstance(entry, Menu) else ()
    rows = [
        ListRow(label, tuple(shorter), item.word in chosen, note_of(view.words, item))
        for item in entry.items
        for label, *shorter in [labels_of(view, item, entry)]
    ]
    draw_list(image, title, rows, entry.at, verb=verb, running=tell_running(view, entry.question))


def tell_running(view: View, question: Question | None) -> str:
    """Return what the game has run up to, for the right of a question's title; "" for nothing."""
    tell = view.screens.running.get(question.key) if question is not None else None
    return "" if tell is None else cut_text(tell(view.table), TEXT, TEXT_WIDTH // 2)


class ListRow(NamedTuple):
    """A row of a list."""

    label: str
    shorter: tuple[str, ...] = ()
    """Stand for a label that does not fit, the first that does or else the last."""
    is_ticked: bool = False
    note: str = ""
    """What it means, in two lines under it while it is chosen."""


def draw_list(
    image: Image.Image,
    title: str,
    rows: Sequence[ListRow],
    chosen: int,
    *,
    verb: str = "",
    running: str = "",
) -> None:
    """Draw rows under a title: the chosen one in a filled bar, on several lines if need be.

    With a ``verb`` the title is a player's name; what is ``running`` stands at its right.
    """
    drawing.draw_header(image, title, verb=verb, end=running)
    for end in (SAFE_WIDTH, SAFE_WIDTH - SCROLLBAR_WIDTH - 2):
        room = end - 2 * LEFT
        lines, font, pitch = _fit_chosen(rows[chosen], room - TICK_WIDTH * rows[chosen].is_ticked)
        note = drawing.wrap_evenly(rows[chosen].note, SMALL, room)
        height = max(len(lines) * pitch + 1, ROW_HEIGHT)
        height += len(note) * NOTE_PITCH - bool(note)
        others = (SAFE_HEIGHT - BODY_TOP - height) // ROW_HEIGHT
        first, shown = _rows_in_sight(len(rows), chosen, others)
        if shown == len(rows):
            break
    else:
        bar = (end + 2, BODY_TOP, SAFE_WIDTH, BODY_TOP + LIST_ROOM)
        drawing.draw_scrollbar(image, bar, first, shown, len(rows))
    y = BODY_TOP
    for at in range(first, first + shown):
        below = y + (height if at == chosen else ROW_HEIGHT)
        if at == chosen:
            drawing.draw_bar(image, (0, y, end, below))
            top = y + (1 if note else 2)
            end_of_label = drawing.draw_lines(image, LEFT, top, lines, font, pitch, lit=False)
            drawing.draw_lines(image, LEFT, end_of_label - 1, note, SMALL, NOTE_PITCH, lit=False)
        else:
            row_room = room - TICK_WIDTH * rows[at].is_ticked
            draw_text(image, LEFT, y + 2, _fit_label(rows[at], row_room), MEDIUM, row_room)
        if rows[at].is_ticked:
            tick_y = (y + below - len(TICK)) // 2
            drawing.draw_sign(image, end - TICK_WIDTH, tick_y, TICK, lit=at != chosen)
        y = below


def _fit_chosen(row: ListRow, room: int) -> tuple[list[str], Font, int]:
    """Return the lines of the chosen row, their font and their distance.

    It gives way to a shorter label before it is drawn smaller.
    """
    labels = (row.label, *row.shorter)
    large = [(label, MEDIUM, LINE_PITCH) for label in labels]
    for label, font, pitch in (*large, *((labels[-1], *each) for each in SMALLER_FONTS)):
        lines = drawing.wrap_evenly(label, font, room)
        if len(lines) * pitch <= LIST_ROOM:
            break
    return drawing.limit_lines(LIST_ROOM // pitch, lines, font, room), font, pitch


def _fit_label(row: ListRow, room: int) -> str:
    """Return the first of a row's labels that fits, or else its shortest."""
    labels = (row.label, *row.shorter)
    return next((each for each in labels if text_width(each, MEDIUM) <= room), labels[-1])


def _rows_in_sight(length: int, chosen: int, others: int) -> tuple[int, int]:
    """Return the first row that is shown of a list, and how many are: the chosen one and others."""
    shown = min(others + 1, length)
    return max(min(chosen - 1, length - shown), chosen - shown + 1, 0), shown


def title_question(
    view: View, question: Question | None, title: str, chosen: int | None = None
) -> tuple[str, str]:
    """Return what a question is titled and "", or the player who is asked and the title.

    Of a list the next item is asked for, after so many ``chosen``.
    """
    if question is not None and chosen is not None:
        named = name_list(view.words, title, question, chosen)
    else:
        named = name_menu(view.words, title)
    seat = question.seat if question is not None else None
    players = view.table.players if view.session is not None else ()
    if seat is not None and seat < len(players):
        return players[seat].name, named
    return named, ""


def _draw_numbers(image: Image.Image, entry: Menu | FreeText) -> None:
    pitch = SAFE_WIDTH // len(entry.items)
    width, height = min(pitch, NUMBER_BAR[0]), NUMBER_BAR[1]
    for place, item in enumerate(entry.items):
        left = place * pitch + (pitch - width) // 2
        box = (left, 24, left + width, 24 + height)
        drawing.draw_boxed_text(image, box, item.word, LARGE, chosen=place == entry.at)


def labels_of(view: View, item: Answer, entry: Menu | FreeText) -> list[str]:
    """Return an item in words, and shorter: with fewer of its names, without, and as briefly."""
    label = label_of(view, item, entry)
    phrase = entry.phrases.get(item.word) if isinstance(entry, Menu) else None
    if phrase is None:
        return [label]
    every = ", ".join(phrase.names)
    fewer = [", ".join((*phrase.names[:end], "…")) for end in range(len(phrase.names) - 1, 0, -1)]
    named = [every, *fewer] if every else []
    longer = [view.words.say("list.of", what=label, said=names) for names in named]
    return [*longer, label, *filter(None, [phrase.short])]


def note_of(words: Words, item: Answer) -> str:
    """Return what an item means, such as a variant; "" where nothing says it."""
    key = f"note.{item.key}.{item.word}"
    return words.say(key) if words.has(key) else ""


def label_of(view: View, item: Answer, entry: Menu | FreeText) -> str:
    """Return an item in words, or else its label, or else its value."""
    phrase = entry.phrases.get(item.word) if isinstance(entry, Menu) else None
    if phrase is not None:
        return view.words.say(phrase.key, **phrase.values)
    own = name_item(view.words, entry.title, item, entry.values)
    if own is not None:
        return own
    labels = entry.labels if isinstance(entry, Menu) else {}
    return labels.get(item.word, item.word) or view.words.say("menu.nothing")


def draw_confirm(image: Image.Image, view: View, entry: Confirm) -> None:
    """Draw a question that asks for confirmation."""
    words = view.words.say(f"confirm.{entry.key}", **entry.values)
    no = "foot.arrow-no" if isinstance(entry, UndoConfirm) else "foot.no"
    draw_page(image, view, words, ("foot.yes", no))


def draw_doubt(image: Image.Image, view: View, entry: Doubt) -> None:
    """Draw why an answer is unlikely, and what OK and BACK do."""
    answer = entry.answers[-1]
    words = view.words.why(entry.objection, answer.key)
    ok = overruling_key(view.words, entry.answers[0].key)
    draw_page(image, view, words, (ok, "doubt.back"))


def draw_notice(image: Image.Image, view: View, entry: Notice) -> None:
    """Draw a notice; one of the ``FINAL_NOTICES`` stands under a moon."""
    words = word_notice(view.words, entry.key, entry.values, entry.because)
    if entry.key not in FINAL_NOTICES:
        draw_page(image, view, words, (entry.foot,))
        return
    drawing.draw_sign(image, MIDDLE - len(MOON[0]) // 2, 3, MOON)
    room = SAFE_HEIGHT - UNDER_MOON
    lines, font, pitch = drawing.fit_paragraph(words, room, SAFE_WIDTH, drawing.balance_lines)
    top = UNDER_MOON + (room - pitch * len(lines)) // 2 + font.above
    drawing.draw_lines(image, MIDDLE, top, lines, font, pitch, anchor="m")


def draw_page(image: Image.Image, view: View, words: str, feet: Sequence[str]) -> None:
    """Draw a sentence as large as it fits, and below it what the presses do."""
    top = drawing.MARK_HEIGHT + 2 if drawing.mark_width(image) else HEADER_Y
    bottom = draw_feet(image, view, feet)
    drawing.draw_paragraph(image, top, words, bottom - top)


def mark_amendment(image: Image.Image, words: Words, turn: int) -> None:
    """Mark the picture as one of an amendment, of which turn."""
    key = "amend.of-turn" if turn else "amend.of-setup"
    drawing.set_mark(image, PENCIL, words.say(key, number=turn))


def draw_feet(image: Image.Image, view: View, feet: Sequence[str]) -> int:
    """Draw what the presses do, side by side if they fit; return the first row that is used."""
    lines = [view.words.say(foot) for foot in feet]
    width = sum(text_width(line, TEXT) for line in lines) + FOOT_GAP * (len(lines) - 1)
    font, pitch = (TEXT, 10) if width <= TEXT_WIDTH else (SMALL, 9)
    width = sum(text_width(line, font) for line in lines) + FOOT_GAP * (len(lines) - 1)
    if len(lines) > 1 and width > TEXT_WIDTH:
        top = SAFE_HEIGHT - pitch * len(lines)
        drawing.draw_lines(image, LEFT, top, lines, font, pitch)
        return top
    top = SAFE_HEIGHT - font.capital - font.below
    draw_text(image, LEFT, top, lines[0], font, TEXT_WIDTH)
    for line in lines[1:]:
        draw_text(image, SAFE_WIDTH, top, line, font, anchor="r")
    return top


def draw_refusal(image: Image.Image, view: View, objection: Objection) -> None:
    """Draw why the last press was refused, over the lower part of the picture."""
    question = getattr(view.entry, "question", None)
    draw_panel(image, view.words.why(objection, question.key if question else ""), refused=True)


def draw_new_sign(image: Image.Image, view: View, new: NewSign) -> None:
    """Draw what a sign means over the lower part of the picture, behind the sign itself."""
    sign = view.screens.legend[new.key]
    rows = [] if isinstance(sign, str) else sign
    rows = double_size(rows) if rows and len(rows[0]) <= WIDE_SIGN else rows
    text = view.words.say(sign) if isinstance(sign, str) else ""
    width = text_width(text, THIN) if text else len(rows[0])
    words = view.words.say(f"sign.{new.key}")
    top = draw_panel(image, words, indent=width + SIGN_GAP)
    if text:
        draw_text(image, LEFT, (top + SAFE_HEIGHT - THIN.capital) // 2, text, THIN)
    else:
        drawing.draw_sign(image, LEFT, (top + SAFE_HEIGHT - len(rows)) // 2, rows)


SCREENS: Mapping[type, EntryScreen] = {
    Menu: draw_menu,
    ListMenu: draw_menu,
    BoxConfirm: draw_confirm,
    Confirm: draw_confirm,
    UndoConfirm: draw_confirm,
    Doubt: draw_doubt,
    Notice: draw_notice,
}
