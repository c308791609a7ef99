"""Draws lists and sentences: menus, confirmations, doubts, notices, and reasons for a refusal."""

from collections.abc import Sequence

from PIL import Image

from companion.core.conversation import Answer, Objection
from companion.input.entry import Doubt
from companion.input.free_text import FreeText
from companion.input.menu import Confirm, ListMenu, Menu, Notice, UndoConfirm
from companion.screens import drawing
from companion.screens.drawing import MIDDLE, SAFE_HEIGHT, SAFE_WIDTH, draw_text, draw_title
from companion.screens.fonts import LARGE, SMALL, TEXT, Font, text_width, wrap_text
from companion.screens.view import View

ROWS_SHOWN = 4
"""Rows of a list that are shown at once."""
INDENT = 7
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
BAND_LINES = 3
"""Lines of text that a band holds."""
SCROLL_WIDTH = 9
"""Columns at the right of a long list, for the arrows that show that there is more."""


def draw_menu(image: Image.Image, view: View, entry: Menu | FreeText) -> None:
    """Draw a list with the chosen item marked and in full; numbers stand side by side."""
    _draw_question_title(image, view, entry)
    if all(isinstance(item.value, int) for item in entry.items):
        _draw_numbers(image, entry)
        return
    room = SAFE_WIDTH - INDENT
    lines, at, end = _list_lines(view, entry, room)
    if len(lines) > ROWS_SHOWN:
        room -= SCROLL_WIDTH
        lines, at, end = _list_lines(view, entry, room)
    _draw_rows(image, lines, at, end, room)


def draw_list(
    image: Image.Image,
    title: str,
    labels: Sequence[str],
    chosen: int,
    fonts: Sequence[Font] = (TEXT,),
) -> None:
    """Draw labels, the chosen one marked and in full, each other in the first font that fits."""
    draw_title(image, title)
    room = SAFE_WIDTH - INDENT - SCROLL_WIDTH
    chosen_lines = drawing.limit_lines(
        ROWS_SHOWN, wrap_text(labels[chosen], TEXT, room), TEXT, room
    )
    lines = [*labels[:chosen], *chosen_lines, *labels[chosen + 1 :]]
    _draw_rows(image, lines, chosen, chosen + len(chosen_lines), room, fonts)


def _draw_rows(
    image: Image.Image,
    lines: Sequence[str],
    at: int,
    end: int,
    room: int,
    fonts: Sequence[Font] = (TEXT,),
) -> None:
    """Draw the rows around the chosen item, whose lines are those from ``at`` to ``end``."""
    first = max(min(at - 1, len(lines) - ROWS_SHOWN), end - ROWS_SHOWN, 0)
    for place, line in enumerate(lines[first : first + ROWS_SHOWN], first):
        smaller = (TEXT, SMALL) if at < place < end else fonts
        y = 16 + (place - first) * TEXT.height
        draw_text(image, INDENT, y, line, drawing.largest_font(line, room, *smaller), room)
        if place == at:
            drawing.draw_sign(image, 0, y, drawing.ARROW_RIGHT)
    if first > 0:
        drawing.draw_sign(image, SAFE_WIDTH - 7, 16, drawing.ARROW_UP)
    if first + ROWS_SHOWN < len(lines):
        drawing.draw_sign(image, SAFE_WIDTH - 7, 56, drawing.ARROW_DOWN)


def _draw_question_title(image: Image.Image, view: View, entry: Menu | FreeText) -> None:
    words, key = view.words, f"menu.{entry.title}"
    title = words.say(key) if words.has(key) else entry.title
    question = entry.question
    if question is not None and isinstance(entry, ListMenu):
        number = len(entry.chosen) + 1
        title = words.say("menu.of-a-list", title=title, number=number, items=question.items)
    seat = question.seat if question is not None else None
    players = view.table.players if view.session is not None else ()
    if seat is not None and seat < len(players):
        plain, name = title, players[seat].name
        title = words.say("menu.of-a-player", player=name, title=plain)
        while name and text_width(title, SMALL) > SAFE_WIDTH:
            name = name[:-1]
            title = words.say("menu.of-a-player", player=name, title=plain)
    draw_title(image, title)


def _list_lines(view: View, entry: Menu | FreeText, room: int) -> tuple[list[str], int, int]:
    """The list's lines, and where the chosen item, two lines at most, begins and ends."""
    lines: list[str] = []
    at = end = 0
    for place, item in enumerate(entry.items):
        label = label_of(view, item, entry)
        if place != entry.at:
            lines.append(label)
            continue
        at = len(lines)
        first, *rest = wrap_text(label, TEXT, room)
        lines += [first, " ".join(rest)] if rest else [first]
        end = len(lines)
    return lines, at, end


def _draw_numbers(image: Image.Image, entry: Menu | FreeText) -> None:
    pitch = SAFE_WIDTH // len(entry.items)
    for place, item in enumerate(entry.items):
        x = place * pitch + pitch // 2
        draw_text(image, x, 26, item.word, LARGE, anchor="m")
        if place == entry.at:
            drawing.draw_sign(image, x - 3, 47, drawing.ARROW_UP)


def label_of(view: View, item: Answer, entry: Menu | FreeText) -> str:
    """Return an item in words, or else its label, or else its value."""
    for kind in (entry.title, item.key):
        key = f"{kind}.{item.word or 'none'}"
        if view.words.has(key):
            return view.words.say(key, **entry.values)
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
    overruling = f"doubt.ok.{entry.answers[0].key}".replace(" ", "-")
    ok = overruling if view.words.has(overruling) else "doubt.ok"
    draw_page(image, view, words, (ok, "doubt.back"))


def draw_notice(image: Image.Image, view: View, entry: Notice) -> None:
    """Draw a notice; one of the ``FINAL_NOTICES`` stands under a moon."""
    words = view.words.say(f"notice.{entry.key}", **entry.values)
    if entry.key not in FINAL_NOTICES:
        draw_page(image, view, words, ("foot.on",))
        return
    drawing.draw_sign(image, MIDDLE - len(MOON[0]) // 2, 3, MOON)
    room = SAFE_HEIGHT - UNDER_MOON
    lines = drawing.balance_lines(words, TEXT, SAFE_WIDTH)
    font, pitch = (TEXT, TEXT.height) if len(lines) * TEXT.height <= room else (SMALL, 9)
    lines = drawing.limit_lines(
        room // pitch, drawing.balance_lines(words, font, SAFE_WIDTH), font, SAFE_WIDTH
    )
    top = UNDER_MOON + (room - pitch * len(lines)) // 2 + font.above
    drawing.draw_lines(image, MIDDLE, top, lines, font, pitch, anchor="m")


def draw_page(image: Image.Image, view: View, words: str, feet: Sequence[str]) -> None:
    """Draw a sentence as large as it fits, and below it what the presses do."""
    room = SAFE_HEIGHT - 10 * len(feet) - 4
    drawing.draw_paragraph(image, 2, words, room)
    drawing.draw_rule(image, room)
    drawing.draw_lines(image, 0, room + 4, [view.words.say(foot) for foot in feet], SMALL, 10)


def draw_refusal(image: Image.Image, view: View, objection: Objection) -> None:
    """Draw why the last press was refused, in a band at the bottom."""
    question = getattr(view.entry, "question", None)
    draw_band(image, view.words.why(objection, question.key if question else ""), "!")


def fits_band(words: str, mark: str = "") -> bool:
    """Whether a band has room for all of the words."""
    return len(wrap_text(words, SMALL, _band_text_room(mark)[1])) <= BAND_LINES


def _band_text_room(mark: str) -> tuple[int, int]:
    """Return the column where a band's text begins, and its width in pixels."""
    left = 10 if mark else 2
    return left, SAFE_WIDTH - left - 2


def draw_band(image: Image.Image, words: str, mark: str = "") -> None:
    """Draw a few words over the bottom of the picture, after a mark if there is one."""
    left, room = _band_text_room(mark)
    lines = drawing.limit_lines(BAND_LINES, wrap_text(words, SMALL, room), SMALL, room)
    top = SAFE_HEIGHT - len(lines) * 9 - 4
    image.paste(0, (0, top - 3, SAFE_WIDTH, SAFE_HEIGHT))
    drawing.draw_rule(image, top)
    draw_text(image, 2, top + 3, mark, TEXT)
    drawing.draw_lines(image, left, top + 3, lines, SMALL, 9)
