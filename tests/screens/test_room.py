"""Nothing is drawn outside the screen, whatever the names and the language."""

from string import Formatter

import pytest
from PIL import Image

from companion.entry.menu import Menu
from companion.games.conversation import General, Grade, Objection, Reason, Value
from companion.games.seating import Seating
from companion.games.table2009 import Campanile
from companion.ports import HEIGHT, WIDTH
from companion.screens import drawing, lettering, menus, render, splash
from companion.screens.doctor import doctor_page
from companion.screens.lettering import Anchor, Face
from companion.text import Words
from tests.screens.cast import NAMES, Cast
from tests.screens.every import STAGES

WIDE = ("WWWWWWWWWWWW", "Maximiliane", "Ångstrøm-Ñgj", "MMMMMMMMMMMM", "Éjyçpqgjyçpq")
COUNTED = (Campanile.HAND_KNOWN, Campanile.STYLE_USED_UP, Campanile.ONLY_SCORING_CARDS)
ANNOUNCEMENTS = ("intermezzo", "finito", "piles-final")
"""Pictures on a lit ground, which may lose its edge."""
UNLIKELY = (Campanile.FINITO_EARLY, Campanile.FINITO_FIRST, Campanile.INTERMEZZO_EARLY)
AT_THE_DEVICE = (General.NAME_LENGTH, General.NAME_SIGNS, General.NAME_TAKEN)
LONGEST: dict[str, Value] = {
    "player": "Maximiliane",
    "name": "Maximiliane",
    "style": "yellow",
    "known_styles": ("yellow", "yellow", "yellow"),
    "colour": "yellow",
    "card": "intermezzo",
    "marker": 3,
    "most": 12,
}


class LongWords(Words):
    """A language whose words are about 40 % longer than English ones."""

    def __init__(self) -> None:
        super().__init__()
        self._words = {key: longer(text, key) for key, text in self._words.items()}


def longer(text: str, key: str) -> str:
    """A sentence with longer words, its ``{values}`` left alone."""
    if key.startswith("short."):
        return text + "w"
    return "".join(
        " ".join(map(longer_word, words.split(" "))) + (f"{{{field}}}" if field else "")
        for words, field, _, _ in Formatter().parse(text)
    )


def longer_word(word: str) -> str:
    return word + word[-(len(word) * 2 // 5) :].lower() if len(word) > 2 else word


def outside(image: Image.Image, left: int, top: int) -> bool:
    """Whether something is lit outside the screen that lies at (left, top) in a larger picture."""
    image.paste(0, (left, top, left + WIDTH, top + HEIGHT))
    return image.getbbox() is not None


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that reach outside, of all that is drawn during the test."""
    found: list[str] = []
    draw = lettering.draw

    def watch(
        image: Image.Image,
        x: int,
        y: int,
        text: str,
        face: Face,
        *,
        lit: bool = True,
        anchor: Anchor = "l",
    ) -> int:
        larger = Image.new("1", (5 * WIDTH, 3 * HEIGHT))
        draw(larger, x + 2 * WIDTH, y + HEIGHT, text, face, anchor=anchor)
        if outside(larger, 2 * WIDTH, HEIGHT):
            found.append(text)
        return draw(image, x, y, text, face, lit=lit, anchor=anchor)

    monkeypatch.setattr(lettering, "draw", watch)
    return found


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("words", [Words(), LongWords()], ids=["english", "long"])
@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["usual", "wide"])
def test_no_text_reaches_outside(
    stage: str, words: Words, names: tuple[str, ...], watched: list[str]
) -> None:
    render(STAGES[stage](Cast(names, words)))
    assert watched == []


@pytest.mark.parametrize("stage", [each for each in STAGES if each not in ANNOUNCEMENTS])
@pytest.mark.parametrize("words", [Words(), LongWords()], ids=["english", "long"])
@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["usual", "wide"])
def test_the_last_column_and_row_stay_dark(
    stage: str, words: Words, names: tuple[str, ...]
) -> None:
    """The panel moves the picture by a pixel right and down now and then: they would be lost."""
    image = render(STAGES[stage](Cast(names, words)))
    assert image.crop((WIDTH - 1, 0, WIDTH, HEIGHT)).getbbox() is None
    assert image.crop((0, HEIGHT - 1, WIDTH, HEIGHT)).getbbox() is None


@pytest.mark.parametrize("words", [Words(), LongWords()], ids=["english", "long"])
@pytest.mark.parametrize("asked", ["picture", "press", "chime", "towers", "seats", "key"])
@pytest.mark.parametrize("found", [0, 1, 30])
def test_the_doctor_keeps_to_the_screen(
    asked: str, words: Words, found: int, watched: list[str]
) -> None:
    request = words.say(f"doctor.ask.{asked}", button="PREVIOUS", pin=22)
    lines = [("not-ok", "a finding with rather a long explanation")] * found
    for image in (doctor_page(lines, request, words), doctor_page(lines, None, words)):
        assert image.getbbox() == image.crop((0, 0, WIDTH - 1, HEIGHT - 1)).getbbox()
    assert watched == []


def test_the_splash_leaves_the_last_column_and_row_dark() -> None:
    assert splash().getbbox() == splash().crop((0, 0, WIDTH - 1, HEIGHT - 1)).getbbox()


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize(
    ("stage", "seat"), [("seat", 0), ("name", 2), ("name-finish", 1), ("winner-by-a-chip", 0)]
)
def test_a_name_of_twelve_letters_is_written_whole(
    name: str, stage: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is given and where it wins; elsewhere it may end in an ellipsis."""
    drawn: list[str] = []

    def watch(_image: Image.Image, x: int, _y: int, text: str, face: Face, **_: object) -> int:
        drawn.append(text)
        return x + lettering.width(text, face)

    monkeypatch.setattr(lettering, "draw", watch)
    render(STAGES[stage](Cast((*NAMES[:seat], name, *NAMES[seat + 1 :]))))
    assert name in drawn


@pytest.mark.parametrize("reason", [*Campanile, *Seating, *AT_THE_DEVICE])
def test_every_reason_fits_in_full(reason: Reason) -> None:
    """Three lines in the band of a refusal, four over the two ways on of a doubt."""
    sentence = Words().why(Objection(reason, LONGEST, Grade.RULE))
    room, lines = (WIDTH - 12, 3) if reason not in COUNTED + UNLIKELY else (WIDTH, 4)
    assert len(lettering.wrap(sentence, lettering.SMALL, room)) <= lines


def test_balanced_lines_break_no_word() -> None:
    lines = drawing.balanced("WWWWWWWWWWWW and Maximiliane", lettering.TEXT, WIDTH)
    assert lines == ["WWWWWWWWWWWW", "and Maximiliane"]


def test_balanced_lines_are_as_few_and_more_alike() -> None:
    text = "Turn up a card to refill the row"
    lines = drawing.balanced(text, lettering.TEXT, WIDTH)
    assert len(lines) == len(lettering.wrap(text, lettering.TEXT, WIDTH)) == 2
    assert abs(len(lines[0]) - len(lines[1])) <= 3


def test_a_name_cut_for_a_table_keeps_to_its_room() -> None:
    assert drawing.cut("Maximiliane", lettering.SMALL, 16) == "Max"
    assert drawing.cut("Maximiliane", lettering.SMALL, 1) == ""


def test_an_item_without_words_says_its_value() -> None:
    view = STAGES["players"](Cast())
    assert isinstance(view.entry, Menu)
    assert menus.label_of(view, view.entry.items[0], view.entry) == "2"
