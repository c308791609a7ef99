"""Lists and plain words: menus, confirming, doubts, notices, and why something is refused."""

from collections.abc import Sequence

from PIL import Image

from companion.core.conversation import Answer, Objection
from companion.input.entry import Doubt
from companion.input.free_text import FreeText
from companion.input.menu import Confirm, ListMenu, Menu, Notice
from companion.screens import drawing
from companion.screens.drawing import HIGH, MIDDLE, WIDE, write
from companion.screens.fonts import LARGE, SMALL, TEXT, Font, text_width, wrap_text
from companion.screens.view import View

SHOWN = 4
"""Lines of a list that are shown at once."""
INDENT = 7
LAST_WORDS = ("off", "farewell")
"""Notices that nothing follows."""
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
IN_BAND = 3
"""Lines of a band."""
SCROLLS = 9
"""Columns at the right of a long list, for the signs that there is more."""


def menu(image: Image.Image, view: View, entry: Menu | FreeText) -> None:
    """A list, the item pointed at marked by a small sign and told in full; numbers in a row."""
    _title(image, view, entry)
    if all(isinstance(item.value, int) for item in entry.items):
        _numbers(image, entry)
        return
    room = WIDE - INDENT
    lines, at, end = _list(view, entry, room)
    if len(lines) > SHOWN:
        room -= SCROLLS
        lines, at, end = _list(view, entry, room)
    _scrolled(image, lines, at, end, room)


def listing(
    image: Image.Image,
    title: str,
    labels: Sequence[str],
    chosen: int,
    faces: Sequence[Font] = (TEXT,),
) -> None:
    """A list in words under a title, the one chosen marked by a small sign and told in full.

    Of the ``faces`` each of the others has the first in which it fits.
    """
    write(image, 0, 2, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)
    room = WIDE - INDENT - SCROLLS
    told = drawing.at_most(SHOWN, wrap_text(labels[chosen], TEXT, room), TEXT, room)
    lines = [*labels[:chosen], *told, *labels[chosen + 1 :]]
    _scrolled(image, lines, chosen, chosen + len(told), room, faces)


def _scrolled(
    image: Image.Image,
    lines: Sequence[str],
    at: int,
    end: int,
    room: int,
    faces: Sequence[Font] = (TEXT,),
) -> None:
    """So much of a list as there is room for, around what is pointed at."""
    first = max(min(at - 1, len(lines) - SHOWN), end - SHOWN, 0)
    for place, line in enumerate(lines[first : first + SHOWN], first):
        smaller = (TEXT, SMALL) if at < place < end else faces
        y = 16 + (place - first) * TEXT.height
        write(image, INDENT, y, line, drawing.largest(line, room, *smaller), room)
        if place == at:
            drawing.sign(image, 0, y, drawing.RIGHT)
    if first > 0:
        drawing.sign(image, WIDE - 7, 16, drawing.UP)
    if first + SHOWN < len(lines):
        drawing.sign(image, WIDE - 7, 56, drawing.DOWN)


def _title(image: Image.Image, view: View, entry: Menu | FreeText) -> None:
    """What is asked, of whom, and the how manieth item of a list it is."""
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
        while name and text_width(title, SMALL) > WIDE:
            name = name[:-1]
            title = words.say("menu.of-a-player", player=name, title=plain)
    write(image, 0, 2, title, drawing.largest(title, WIDE, TEXT, SMALL), WIDE)


def _list(view: View, entry: Menu | FreeText, room: int) -> tuple[list[str], int, int]:
    """The list's lines, and where among them the item pointed at begins and ends.

    It has two at most, the second in small letters where it must, so that a menu of three is in
    sight as a whole.
    """
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


def _numbers(image: Image.Image, entry: Menu | FreeText) -> None:
    pitch = WIDE // len(entry.items)
    for place, item in enumerate(entry.items):
        x = place * pitch + pitch // 2
        write(image, x, 26, item.word, LARGE, anchor="m")
        if place == entry.at:
            drawing.sign(image, x - 3, 47, drawing.UP)


def label_of(view: View, item: Answer, entry: Menu | FreeText) -> str:
    """An item in words; what has none says its value."""
    for kind in (entry.title, item.key):
        key = f"{kind}.{item.word or 'none'}"
        if view.words.has(key):
            return view.words.say(key, **entry.values)
    return item.word or view.words.say("menu.nothing")


def confirm(image: Image.Image, view: View, entry: Confirm) -> None:
    """Asks once more before something is done."""
    words = view.words.say(f"confirm.{entry.what.key}", **entry.values)
    page(image, view, words, ("foot.yes", "foot.no"))


def doubt(image: Image.Image, view: View, entry: Doubt) -> None:
    """What speaks against what was said, and the two ways on."""
    answer = entry.answers[-1]
    words = view.words.why(entry.objection, answer.key)
    overruling = f"doubt.ok.{entry.answers[0].key}".replace(" ", "-")
    ok = overruling if view.words.has(overruling) else "doubt.ok"
    page(image, view, words, (ok, "doubt.back"))


def notice(image: Image.Image, view: View, entry: Notice) -> None:
    """Something the table must know."""
    words = view.words.say(f"notice.{entry.key}", **entry.values)
    if entry.key not in LAST_WORDS:
        page(image, view, words, ("foot.on",))
        return
    drawing.sign(image, MIDDLE - len(MOON[0]) // 2, 3, MOON)
    room = HIGH - UNDER_MOON
    lines = drawing.balanced(words, TEXT, WIDE)
    face, pitch = (TEXT, TEXT.height) if len(lines) * TEXT.height <= room else (SMALL, 9)
    lines = drawing.at_most(room // pitch, drawing.balanced(words, face, WIDE), face, WIDE)
    top = UNDER_MOON + (room - pitch * len(lines)) // 2 + face.above
    drawing.write_lines(image, MIDDLE, top, lines, face, pitch, anchor="m")


def page(image: Image.Image, view: View, words: str, feet: Sequence[str]) -> None:
    """A sentence as large as it fits, and below it what the presses do."""
    room = HIGH - 10 * len(feet) - 4
    drawing.paragraph(image, 2, words, room)
    drawing.rule(image, room)
    drawing.write_lines(image, 0, room + 4, [view.words.say(foot) for foot in feet], SMALL, 10)


def refusal(image: Image.Image, view: View, objection: Objection) -> None:
    """Why the last press was not taken, in a band at the bottom."""
    question = getattr(view.entry, "question", None)
    band(image, view.words.why(objection, question.key if question else ""), "!")


def has_room(words: str, mark: str = "") -> bool:
    """Whether a band has room for all of the words."""
    return len(wrap_text(words, SMALL, _beside(mark)[1])) <= IN_BAND


def _beside(mark: str) -> tuple[int, int]:
    """The column behind a band's mark, and the room there."""
    left = 10 if mark else 2
    return left, WIDE - left - 2


def band(image: Image.Image, words: str, mark: str = "") -> None:
    """A few words, perhaps behind a mark, laid over the bottom of the picture."""
    left, room = _beside(mark)
    lines = drawing.at_most(IN_BAND, wrap_text(words, SMALL, room), SMALL, room)
    top = HIGH - len(lines) * 9 - 4
    image.paste(0, (0, top - 3, WIDE, HIGH))
    drawing.rule(image, top)
    write(image, 2, top + 3, mark, TEXT)
    drawing.write_lines(image, left, top + 3, lines, SMALL, 9)
