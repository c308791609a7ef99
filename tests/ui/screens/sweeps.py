"""Every picture of words that there can be, or nearly: the stages, and families one by one."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from PIL import Image

from companion.games.bologna.screens.pages import ROOM_FOR_TOWERS
from companion.games.bologna.screens.turn import ASIDE_WIDTH
from companion.games.capitol.screens.building import WORD_WIDTH
from companion.games.capitol.screens.pages import TITLE_X
from companion.text import Words
from companion.ui.screens import drawing
from companion.ui.screens.drawing import LEFT, SAFE_WIDTH, TEXT_WIDTH
from companion.ui.screens.fonts import SMALL, wrap_text
from companion.ui.screens.menus import SCROLLBAR_WIDTH
from tests.text.every import Key, every_key
from tests.ui.screens import sweeps_entries as entries
from tests.ui.screens import sweeps_words as sentences
from tests.ui.screens.every import STAGES, staged
from tests.ui.screens.fitting import Picture, Pictures, of_view


@cache
def pictures() -> Mapping[str, Picture]:
    """All of them by name."""
    return {name: picture for sweep in SWEEPS for name, picture in sweep()}


CUT_ON_PURPOSE = ("told-at-length",)
"""Stages that show how words end for which there may never be room enough."""


def _stages() -> Pictures:
    return ((name, of_view(staged(name))) for name in STAGES if name not in CUT_ON_PURPOSE)


AT_12_PIXELS = TEXT_WIDTH * 3 // 4
"""Columns in which small letters may be as many as those of 12 pixels on a whole line."""
ROOMS: Mapping[str, tuple[int, int]] = {
    "note.finito": (TEXT_WIDTH, 1),
    "note.intermezzo": (TEXT_WIDTH, 1),
    "note.unlikely": (TEXT_WIDTH, 1),
    "note.variant.": (SAFE_WIDTH - SCROLLBAR_WIDTH - 2 - 2 * LEFT, 2),
    "auction.no-site": (TEXT_WIDTH, 2),
    "auction.bid": (TEXT_WIDTH, 2),
    "auction.score": (TEXT_WIDTH, 2),
    "auction.nobody-bid": (TEXT_WIDTH, 2),
    "auction.level": (TEXT_WIDTH, 2),
    "majority.nobody": (TEXT_WIDTH, 1),
    "majority.alone": (TEXT_WIDTH, 1),
    "majority.blocks": (AT_12_PIXELS, 1),
    "majority.tallest": (AT_12_PIXELS, 1),
    "majority.shared": (TEXT_WIDTH, 1),
    "build.": (WORD_WIDTH, 1),
    "building.": (SAFE_WIDTH - TITLE_X, 1),
    "hue.": (TEXT_WIDTH, 1),
    "stop.": (ASIDE_WIDTH, 2),
    "face.": (ASIDE_WIDTH, 1),
    "action.": (ASIDE_WIDTH - 4, 1),
    "kind.": (ASIDE_WIDTH, 1),
    "kinds.printed": (TEXT_WIDTH, 1),
    "ask.pile": (TEXT_WIDTH, 1),
    "ask.take": (ASIDE_WIDTH, 1),
    "roof.": (ASIDE_WIDTH, 2),
    "show.": (TEXT_WIDTH, 1),
    "pile.": (TEXT_WIDTH, 1),
    "news.": (ASIDE_WIDTH, 1),
    "story.": (TEXT_WIDTH, 5),
    "tally.none": (TEXT_WIDTH, 1),
    "tally.towers": (TEXT_WIDTH, 2),
    "tally.unbuilt": (ROOM_FOR_TOWERS - 16, 1),
    "tally.all-built": (ROOM_FOR_TOWERS - 16, 1),
}
"""What is told seldom, or where a longer sentence has no room: by how keys begin, the columns and
the lines of small letters that there are."""


def _seldom() -> Pictures:
    for beginning, room in ROOMS.items():
        for each in (each for each in every_key() if each.key.startswith(beginning)):
            yield f"{each.name}-seldom", Picture(_lines(each, *room))


def _lines(of: Key, room: int, most: int) -> Callable[[Words], Image.Image]:
    def draw(words: Words) -> Image.Image:
        image, words = drawing.blank_image(), words.of(of.game)
        lines = wrap_text(words.say(of.key, **_figures(words)), SMALL, room)
        lines = drawing.limit_lines(most, lines, SMALL, room)
        drawing.draw_lines(image, 0, 2, lines, SMALL, 9)
        return image

    return draw


def _figures(words: Words) -> Mapping[str, object]:
    """What these sentences are filled with."""
    return {
        "player": "Franziska",
        "card": words.named("build", "permit"),
        "number": 9,
        "blocks": 9,
        "chance": 10,
        "of": 11,
        "stones": 4,
        "towers": 13,
        "unbuilt": 30,
        "turn": 45,
        "turns": 45,
        "done": 12,
        "ends": 400,
        "percent": 55,
        "points": 12,
        "before": 10,
        "after": 12,
        "players": "Franziska",
        "first": "Franziska",
        "tower": "yellow",
        "chip": 6,
        "other": "Franziska",
        "was": 12,
        "others": "Franziska",
        "field": "5-3",
        "prefecture": "Tiber Island",
        "influence": 12,
        "scoring": words.say("scoring.round", number=9),
    }


SWEEPS: Sequence[Callable[[], Pictures]] = (
    _stages,
    _seldom,
    sentences.reasons,
    sentences.doubts,
    sentences.actions,
    entries.notices,
    entries.every_menu,
    entries.setting_up,
    entries.scoring,
    entries.scoring_of_capitol,
    entries.outlooks,
    entries.histories,
    entries.stories,
    entries.signs,
    entries.with_feet,
    entries.mending,
    entries.table_checks,
    entries.doctor,
    entries.first_boot,
)
