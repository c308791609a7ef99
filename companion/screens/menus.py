"""Lists and plain words: menus, confirming, doubts, notices, and why something is refused."""

from collections.abc import Sequence

from PIL import Image

from companion.entry.menu import Confirm, Menu, Notice
from companion.entry.step import Doubt
from companion.games.conversation import Answer, Objection
from companion.ports import HEIGHT, WIDTH
from companion.screens import drawing
from companion.screens.drawing import write
from companion.screens.lettering import LARGE, SMALL, TEXT, wrap
from companion.screens.view import View

SHOWN = 4
"""Lines of a list that are shown at once."""
INDENT = 7


def menu(image: Image.Image, view: View, entry: Menu) -> None:
    """A list, the item pointed at marked by a small sign and told in full; numbers in a row."""
    key = f"menu.{entry.title}"
    title = view.words.say(key) if view.words.has(key) else entry.title
    write(image, 0, 2, title, drawing.largest(title, WIDTH, TEXT, SMALL))
    if all(isinstance(item.value, int) for item in entry.items):
        _numbers(image, entry)
        return
    lines, at, end = _list(view, entry)
    first = max(min(at - 1, len(lines) - SHOWN), end - SHOWN, 0)
    for place, line in enumerate(lines[first : first + SHOWN], first):
        y = 16 + (place - first) * TEXT.height
        write(image, INDENT, y, line, TEXT, WIDTH - INDENT)
        if place == at:
            drawing.sign(image, 0, y, drawing.RIGHT)


def _list(view: View, entry: Menu) -> tuple[list[str], int, int]:
    """The list's lines, and where among them the item pointed at begins and ends."""
    lines: list[str] = []
    at = end = 0
    for place, item in enumerate(entry.items):
        label = label_of(view, item, entry)
        if place != entry.at:
            lines.append(label)
            continue
        at = len(lines)
        lines += wrap(label, TEXT, WIDTH - INDENT)[:SHOWN]
        end = len(lines)
    return lines, at, end


def _numbers(image: Image.Image, entry: Menu) -> None:
    pitch = WIDTH // len(entry.items)
    for place, item in enumerate(entry.items):
        x = place * pitch + pitch // 2
        write(image, x, 26, item.word, LARGE, anchor="m")
        if place == entry.at:
            drawing.sign(image, x - 3, 47, drawing.UP)


def label_of(view: View, item: Answer, entry: Menu) -> str:
    """An item in words; what has none says its value."""
    key = f"{item.key}.{item.word or 'none'}"
    return view.words.say(key, **entry.values) if view.words.has(key) else item.word


def confirm(image: Image.Image, view: View, entry: Confirm) -> None:
    """Asks once more before something is done."""
    key = entry.what.key
    _question(
        image, view, view.words.say(f"confirm.{key}", **entry.values), ("foot.yes", "foot.no")
    )


def doubt(image: Image.Image, view: View, entry: Doubt) -> None:
    """What speaks against what was said, and the two ways on."""
    answer = entry.answers[-1]
    words = view.words.why(entry.objection, answer.key)
    _question(image, view, words, ("doubt.ok", "doubt.back"))


def notice(image: Image.Image, view: View, entry: Notice) -> None:
    """Something the table must know."""
    _question(image, view, view.words.say(f"notice.{entry.key}", **entry.values), ("foot.on",))


def _question(image: Image.Image, view: View, words: str, feet: Sequence[str]) -> None:
    room = HEIGHT - 10 * len(feet) - 4
    lines = wrap(words, TEXT, WIDTH)
    face, pitch = (TEXT, 11) if len(lines) * 11 <= room else (SMALL, 9)
    lines = wrap(words, face, WIDTH)[: room // pitch]
    drawing.write_lines(image, 0, 2, lines, face, pitch)
    drawing.rule(image, room)
    drawing.write_lines(image, 0, room + 4, [view.words.say(foot) for foot in feet], SMALL, 10)


def refusal(image: Image.Image, view: View, objection: Objection) -> None:
    """Why the last press was not taken, in a band at the bottom."""
    question = getattr(view.entry, "question", None)
    words = view.words.why(objection, question.key if question else "")
    lines = wrap(words, SMALL, WIDTH - 12)[:3]
    top = HEIGHT - len(lines) * 9 - 4
    image.paste(0, (0, top - 3, WIDTH, HEIGHT))
    drawing.rule(image, top)
    write(image, 2, top + 3, "!", TEXT)
    drawing.write_lines(image, 10, top + 3, lines, SMALL, 9)
