"""The outlook: the pile with the turns and scorings to come, and the cards that nobody has seen."""

from collections.abc import Mapping

from PIL import Image

from companion.games.bologna.rules.cards import FIRE, PLAGUE
from companion.games.bologna.rules.foresight import BolognaForecast, UnseenCards
from companion.games.bologna.screens import signs
from companion.text.figures import format_range
from companion.ui.screens import drawing
from companion.ui.screens.drawing import Rect
from companion.ui.screens.fonts import TEXT
from companion.ui.screens.outlook import CountColumn, draw_columns, draw_fact, draw_title, enlarge
from companion.ui.screens.view import EntryScreen, View


def draw_pile(image: Image.Image, view: View, page: BolognaForecast) -> None:
    """The most turns to the end, and when the next scoring comes."""
    say = view.words.say
    draw_title(image, say("outlook.pile", cards=page.left))
    lines = [say("outlook.scorings", scorings=page.scorings)]
    if page.before_scoring is not None:
        key = "outlook.before-scoring" if page.before_scoring else "outlook.scoring-due"
        lines.append(say(key, cards=page.before_scoring))
    draw_fact(image, str(page.turns), say("outlook.turns-at-most", turns=page.turns), lines)


def draw_unseen(image: Image.Image, view: View, page: UnseenCards) -> None:
    """The cards that nobody has seen; how often each number occurs is unknown."""
    draw_title(image, view.words.say("outlook.unseen"))
    columns = [
        CountColumn(str(count), enlarge(signs.ACTIONS[key]), view.words.say(f"action.{key}"))
        for key, count in ((PLAGUE, page.plagues), (FIRE, page.fires))
    ]
    others = view.words.say("outlook.others")
    draw_columns(image, [*columns, CountColumn(str(page.numbers), _draw_number_card, others)])


def _draw_number_card(image: Image.Image, box: Rect) -> None:
    left, top, right, bottom = box
    wide = (left - 4, top, right + 4, bottom)
    drawing.draw_card(image, wide)
    drawing.draw_boxed_text(image, wide, format_range(2, 8), TEXT)


PAGES: Mapping[type, EntryScreen] = {BolognaForecast: draw_pile, UnseenCards: draw_unseen}
