"""Every stage measured: letters' heights, distances between texts, the left margin, the header.

At 60 cm on a 1.3″ panel 12 rows are 16 minutes of arc, what ISO 9241-3 asks for; 8 rows are 10.5.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from companion.core.interfaces import HEIGHT, WIDTH
from companion.core.languages import LANGUAGES, SOURCE
from companion.ui.input.guide import Guide
from companion.ui.screens import fonts, guide
from companion.ui.screens.drawing import HEADER_Y, LEFT, SAFE_WIDTH
from companion.ui.screens.fonts import MEDIUM, SMALL, TEXT, text_width
from companion.ui.screens.guide import ScoreRow
from tests.ui.screens import sweeps_words
from tests.ui.screens.cast import NAMES
from tests.ui.screens.every import STAGES, staged
from tests.ui.screens.fitting import Line, look_at, of_view, overheard

SMALLEST, MAIN = 7, 12
"""Rows of a capital: of any letter, and of what a screen is about."""
MOST_SMALL, LEAST_LARGE = 0.3, 0.92
"""The share of screens that may have letters of the smallest size, and that have one of `MAIN`."""
APART = 2
"""Pixels between two texts."""
MARGIN = range(LEFT + 2)
"""Columns in which text at the left begins; all begins at the same one."""
HEADER_ROWS = 6
"""A small text that begins above this row is in the header."""
DISK_FAULTS = ("full", "read-only", "failing")
WITHOUT_MAIN_LINE = {
    "about": "a list of facts about the box",
    "about-alone": "a list of facts about the box",
    "amend-changes": "a list of changes",
    "amend-changes-scrolled": "a list of changes",
    "amend-changes-players": "a list of changes",
    "amend-changes-nothing": "a list of changes, here empty",
    "amend-asked-now": "a sentence under the mark of an amendment",
    "amend-no-longer": "an answer, and why it no longer fits",
    **dict.fromkeys(
        [f"{what}-{why}" for what in ("notice", "waiting") for why in DISK_FAULTS],
        "the card's fault, what became of the answer, and what helps",
    ),
    "notice-off-refused": "as long as the system's answer",
    "notice-refused": "as long as the reason for a refusal",
    "history-games-level": "a game with all that is known of it",
    "history-result-five": "five players under a title",
    "history-gain": "five players under a title",
    "outlook-everybody-five": "five players under a title",
    "story-curves-bands": "four players' curves",
    "story-curves-five": "five players' curves",
    **dict.fromkeys(
        [
            f"story-{each}"
            for each in ("whole", "pending", "moment", "moment-chance", "why", "sure")
        ],
        "one of many sentences that belong together",
    ),
    "history-turn": "all answers of a turn",
    "history-turn-of-bologna": "all answers of a turn",
    "history-auction-of-capitol": "all answers of an auction",
    "table-check-tower-rows": "the markers of five players under one tower",
    "bologna-check-collected": "all kinds of fields that a player has",
    "capitol-check-houses": "all houses in a prefecture",
}
"""Screens outside play, scoring and refusal on which nothing stands out, each with the reason."""
in_each_language = pytest.mark.parametrize(
    "language",
    [each if each == SOURCE else pytest.param(each, marks=pytest.mark.soak) for each in LANGUAGES],
)


@cache
def seen_on(stage: str, language: str) -> tuple[Line, ...]:
    """The texts that can be seen in the end; what a panel covers is none of them."""
    picture = of_view(staged(stage))
    seen, image = look_at(picture, language), picture.draw(overheard(language))
    return tuple(
        line
        for line in seen.lines
        if line.text.strip() and is_seen(line, image, is_covered=picture.is_covered)
    )


def all_lines(language: str) -> Iterator[tuple[str, Line]]:
    """Yield every text of every stage."""
    return ((stage, line) for stage in STAGES for line in seen_on(stage, language))


def ink(line: Line) -> tuple[int, int, int, int] | None:
    return drawn(line).getbbox()


def drawn(line: Line) -> Image.Image:
    own = Image.new("1", (WIDTH, HEIGHT))
    fonts.draw_glyphs(own, line.x, line.y, line.text, line.font)
    return own


def is_seen(line: Line, image: Image.Image, *, is_covered: bool) -> bool:
    """Whether most of a line's ink is there; under a panel, whether nothing else is there too."""
    own = drawn(line)
    shown = image if line.lit else ImageChops.invert(image)
    left = ImageChops.logical_and(own, shown)
    other = ImageChops.logical_xor(own, shown).crop(line.box)
    if is_covered and 4 * lit_pixels(other) > lit_pixels(own):
        return False
    return 10 * lit_pixels(left) > 9 * lit_pixels(own)


def lit_pixels(image: Image.Image) -> int:
    return image.convert("L").histogram()[255]


@in_each_language
def test_every_letter_is_legible_and_the_main_line_large(language: str) -> None:
    heights = {stage: [line.font.capital for line in seen_on(stage, language)] for stage in STAGES}
    assert [stage for stage, each in heights.items() if min(each, default=0) < SMALLEST] == []
    without = [stage for stage, each in heights.items() if max(each, default=0) < MAIN]
    assert [stage for stage in without if stage not in WITHOUT_MAIN_LINE] == []


@in_each_language
def test_few_screens_have_small_letters_and_most_have_large_ones(language: str) -> None:
    rows = {stage: {*map(rows_of, seen_on(stage, language))} for stage in STAGES}
    small = [stage for stage, each in rows.items() if SMALLEST in each]
    assert len(small) / len(STAGES) <= MOST_SMALL
    large = [stage for stage, each in rows.items() if max(each) >= MAIN]
    assert len(large) / len(STAGES) >= LEAST_LARGE


def rows_of(line: Line) -> int:
    return line.font.capital


WITHOUT_FOOT = {
    "capitol-auction-score": "a winner over three other bids and what decided",
    "capitol-cards-due": "four players over an amphitheatre's place",
    "capitol-scored-four-level": "four players over what decided",
    "award-five": "three chips over those who take none",
    "tie-five": "five players who are level",
}
"""Pages that need all rows, with what stands there."""


@in_each_language
def test_every_page_that_waits_says_what_ok_and_back_do(language: str) -> None:
    words = overheard(language)
    feet = {words.say(key) for key in ("foot.on", "foot.on-sign")}
    without = set()
    for stage in STAGES:
        view = staged(stage)
        if isinstance(view.entry, Guide):
            lines = look_at(of_view(view._replace(shows_feet=True)), language).lines
            without |= {stage} if feet.isdisjoint(line.text for line in lines) else set()
    assert without == set(WITHOUT_FOOT)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_doubt_is_large(language: str) -> None:
    """Each sentence there is, with the longest words that it may be filled with."""
    small = {}
    for name, picture in sweeps_words.reasons():
        lines = look_at(picture, language).lines
        if max(line.font.capital for line in lines) < MAIN:
            small[name] = " ".join(line.text for line in lines)
    assert small == {}


@in_each_language
def test_separate_texts_stand_apart(language: str) -> None:
    assert [
        (stage, *pair) for stage in STAGES for pair in close_pairs(seen_on(stage, language))
    ] == []


def close_pairs(lines: tuple[Line, ...]) -> Iterator[tuple[str, str]]:
    """Texts that nearly touch: by their ink in a row, by their capitals from row to row.

    Tails and accents reach into the space between two rows.
    """
    for one, other in combinations(lines, 2):
        a, b = ink(one), ink(other)
        if a and b and max(gap(a[0], a[2], b[0], b[2]), row_gap(one, other)) < APART:
            yield one.text, other.text


def row_gap(one: Line, other: Line) -> int:
    return gap(one.box[1], one.box[3], other.box[1], other.box[3])


def gap(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(other_start - end, start - other_end)


@in_each_language
def test_text_at_the_left_begins_at_one_column(language: str) -> None:
    at_left = [
        (stage, line.text, line.x)
        for stage, line in all_lines(language)
        if line.anchor == "l" and line.lit and line.x in MARGIN
    ]
    assert [each for each in at_left if each[2] != LEFT] == []


@in_each_language
def test_the_header_stands_in_one_row(language: str) -> None:
    """Small letters stand on the baseline of the larger ones."""
    rows = {SMALL: HEADER_Y + TEXT.capital - SMALL.capital, TEXT: HEADER_Y}
    assert [
        (stage, line.text, line.y)
        for stage, line in all_lines(language)
        if line.font in rows and line.y < HEADER_ROWS and line.y != rows[line.font]
    ] == []


@in_each_language
def test_no_name_is_small(language: str) -> None:
    """Nor what is left of one, with or without figures beside it."""
    assert [
        (stage, line.text)
        for stage, line in all_lines(language)
        if line.font is SMALL and names_in(line.text)
    ] == []


def names_in(text: str) -> list[str]:
    """The players' names in a text, however short they are cut."""
    words = re.findall(r"\w+", text)
    return [word for word in words if len(word) > 2 and any(n.startswith(word) for n in NAMES)]


@pytest.mark.parametrize("gain", ["+5", "+100", "+1034"])
def test_points_of_four_digits_stand_apart_from_the_gains(gain: str) -> None:
    image = Image.new("1", (WIDTH, HEIGHT))
    rows = [ScoreRow("Anna", "1234", gain=gain), ScoreRow("Bert", "8", gain="+1")]
    guide.draw_score_rows(image, 0, rows)
    begins = SAFE_WIDTH - text_width(gain, MEDIUM)
    assert image.crop((begins - APART, 0, begins, HEIGHT)).getbbox() is None
    assert image.crop((begins, 0, begins + 1, HEIGHT)).getbbox() is not None
