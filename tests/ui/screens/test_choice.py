"""The pictures and presses of a game that says only what lies on its table."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image

from companion.core.conversation import Answer, Question
from companion.core.interfaces import HEIGHT, WIDTH, Press
from companion.core.session import Session
from companion.core.snapshot import Place, Places, Standing
from companion.games import words_in
from companion.games.guard import guard_facet
from companion.ui.input.choice import ChoicePicker, ListPicker, pick_place
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Entry
from companion.ui.input.numbers import open_number
from companion.ui.input.open_entry import open_plain
from companion.ui.screens import View, choice, drawing, owners, render
from tests.buttons import BACK, DOWN, LEFT, NEXT, OK, PREVIOUS, RIGHT, UP
from tests.entries import entry_for, install, view_of
from tests.fakes.provinces import PLUGIN, Provinces, ProvincesReason, list_provinces
from tests.pictures import assert_picture

SEATED = "Anna red Bert blue Franziska green"
OPENED = ("open", "red,blue,red")
CUBES = ("castile", "castile", "castile", "leon", "castile", "galicia", "castile")


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, PLUGIN)


def begin(*pairs: tuple[str, str]) -> Session:
    session = Session(Provinces)
    people = iter(SEATED.split())
    for name, colour in zip(people, people, strict=True):
        session.answer_pair("player", name)
        session.answer_pair("colour", colour)
    for key, word in pairs:
        session.answer_pair(key, word)
    return session


def play(*provinces: str) -> list[tuple[str, str]]:
    turns = [[("take", "red"), ("show", "red"), ("province", each)] for each in provinces]
    return [OPENED, *(pair for turn in turns for pair in turn)]


def look(session: Session, *presses: Press, axes: int = 2) -> View:
    entry = entry_for(session, InputContext(axes))
    for press in presses:
        step = entry.press(press)
        assert isinstance(step, Entry)
        entry = step
    return view_of(entry, session, words_in())


def picker_of(view: View) -> ChoicePicker:
    assert isinstance(view.entry, ChoicePicker)
    return view.entry


PLACING = [*play(*CUBES), ("take", "red"), ("show", "king")]
PICTURES = {
    "choice-cards": ([OPENED], (RIGHT,)),
    "choice-sign": ([OPENED, ("take", "red")], (LEFT,)),
    "choice-laid": ([], (RIGHT, OK, RIGHT)),
    "choice-grid": (PLACING, (RIGHT,)),
    "choice-grid-empty": (PLACING, (UP,)),
    "choice-grid-refused": (PLACING, (RIGHT, OK)),
}
"""What has been answered, and the presses after it."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_game_without_pictures_has_cards_and_a_grid(name: str) -> None:
    answers, presses = PICTURES[name]
    assert_picture(render(look(begin(*answers), *presses)), name)


def test_a_place_is_pointed_at_row_by_row_and_what_is_forbidden_says_why() -> None:
    view = look(begin(*PLACING))
    assert picker_of(view).choice.word == "aragon"
    words = []
    for press in (RIGHT, RIGHT, RIGHT, DOWN, LEFT, UP, UP):
        view = look(begin(*PLACING), press)
        words.append(picker_of(view).choice.word)
    assert words == ["castile", "castile", "castile", "granada", "galicia", "granada", "granada"]
    full = look(begin(*PLACING), RIGHT, OK)
    assert full.entry.refused is not None
    assert full.entry.refused.reason is ProvincesReason.FULL
    below = full.entry.press(DOWN)
    assert isinstance(below, ChoicePicker)
    assert (below.choice.word, below.refused) == ("leon", None)


@pytest.mark.parametrize(
    ("stand", "verb", "lines"),
    [
        (3, "places a cube", ["Anna", "places a cube"]),
        (5, "places a cube", ["Anna"]),
        (3, "Where is the wolf?", ["Anna", "Where is the", "wolf?"]),
        (4, "Where is the wolf?", ["Anna", "Where is the…"]),
        (5, "puts", ["Anna: puts"]),
        (5, "", ["Anna"]),
    ],
)
def test_beside_a_grid_stands_who_is_asked_and_what_if_there_is_room(
    stand: int, verb: str, lines: list[str]
) -> None:
    view = look(begin(*PLACING))
    standing = tuple(Standing(0, 1) for _ in range(stand))
    entry = replace(
        picker_of(view), board=Places("province", (Place("aragon", standing=standing),))
    )
    assert choice._fit_title(view, entry, "Anna", verb, 63) == lines


def test_a_running_number_stands_at_the_right_of_a_question() -> None:
    view = look(begin(OPENED))
    assert view.session is not None
    question = view.session.question
    assert question is not None
    tell = {question.key: lambda table: f"= {table.turn + 16}"}
    number = Image.new("1", (WIDTH, HEIGHT))
    box = (drawing.LEFT + drawing.draw_header_end(number, "= 17"), 0, WIDTH, drawing.BODY_TOP)
    for entry in (
        view.entry,
        open_plain(question, view.table, InputContext(), ()),
        open_number(question_of_numbers(question), 2, ()),
    ):
        told = view._replace(entry=entry, screens=view.screens._replace(running=tell))
        assert render(told).crop(box).tobytes() == number.crop(box).tobytes()


def test_where_nobody_has_anything_no_owner_is_drawn() -> None:
    image = Image.new("1", (WIDTH, HEIGHT))
    owners.draw_owners(image, 0, 0, [], (50, 50))
    assert image.getbbox() is None


def question_of_numbers(question: Question) -> Question:
    return replace(question, options=tuple(Answer(question.key, each) for each in range(30)))


def test_one_axis_goes_past_what_is_forbidden() -> None:
    assert picker_of(look(begin(*PLACING), NEXT, axes=1)).choice.word == "galicia"
    assert picker_of(look(begin(*PLACING), PREVIOUS, axes=1)).choice.word == "navarre"


def ask_among(asked: Question | None, *words: str) -> Question:
    """The question with these options alone."""
    assert asked is not None
    options = tuple(each for each in asked.options if each.word in words)
    return Question(asked.key, asked.seat, options, asked.find_objection)


def test_a_word_in_several_cells_is_an_area() -> None:
    session = begin(*PLACING)
    places = list_provinces(session.table)
    pad = (("aragon", "aragon", "castile"), ("leon", None, "castile"))
    question = ask_among(session.question, "aragon", "castile", "leon")
    picker = pick_place(question, (), places, pad)
    seen = []
    for press in (RIGHT, DOWN, RIGHT, LEFT, DOWN):
        step = picker.press(press)
        assert isinstance(step, ChoicePicker)
        picker = step
        seen.append(picker.choice.word)
    assert seen == ["castile", "castile", "aragon", "castile", "castile"]


def test_a_last_row_may_be_short() -> None:
    session = begin(*PLACING)
    places = list_provinces(session.table)
    places = places._replace(places=places.places[:5], columns=3)
    question = ask_among(session.question, *(each.key for each in places.places))
    picker = pick_place(question, (), places)
    seen = []
    for press in (RIGHT, RIGHT, DOWN, UP, LEFT, DOWN, RIGHT, RIGHT):
        step = picker.press(press)
        assert isinstance(step, ChoicePicker)
        picker = step
        seen.append(picker.choice.word)
    assert seen == [
        "castile",
        "galicia",
        "galicia",
        "galicia",
        "castile",
        "leon",
        "granada",
        "leon",
    ]


def test_open_cards_are_laid_one_by_one_and_taken_back() -> None:
    laid = look(begin(), OK, RIGHT, OK).entry
    assert isinstance(laid, ListPicker)
    assert laid.chosen == ("red", "blue")
    back = laid.press(BACK)
    assert isinstance(back, ListPicker)
    assert (back.chosen, back.item.word) == (("red",), "blue")
    assert laid.press(OK) == Answered((Answer("open", ("red", "blue", "blue")),))


def test_the_last_answer_is_where_the_cursor_starts_again() -> None:
    session = begin(*PLACING)
    previous = [Answer("province", "leon")]
    entry = entry_for(session, InputContext(), previous)
    assert isinstance(entry, ChoicePicker)
    assert entry.choice.word == "leon"
    assert isinstance(entry.board, Places)


def test_a_cursor_starts_where_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(_table: object, stroke: Sequence[Answer]) -> bool:
        return stroke[0].word in ("aragon", "castile", "galicia")

    install(monkeypatch, replace(PLUGIN, input=replace(PLUGIN.input, ends_or_scores=ends)))
    assert picker_of(look(begin(*PLACING))).choice.word == "granada"


@pytest.mark.usefixtures("unstrict")
def test_where_a_games_own_picture_fails_the_strip_shows_what_is_pointed_at() -> None:
    def fail(*_: object) -> None:
        raise ValueError

    view = look(begin(OPENED), RIGHT)
    failing = guard_facet("provinces", "screens.choices", fail, "[take]")
    own = view._replace(screens=view.screens._replace(choices={"take": failing}))
    assert render(own).tobytes() == render(view).tobytes()
