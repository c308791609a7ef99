"""A game that draws no table gets headings and lists of whatever data it describes."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.games import words_in
from companion.games.plugin import describe_result
from companion.outlets.web.plain_table import DEEPEST, LEFT_OUT, MOST_ITEMS, draw_plain_table
from companion.text.plural import Sentence
from companion.text.words import GameWords, Words
from companion.ui.input.hints import ViewSettings
from tests.fakes.nim.nim_game.rules import Nim
from tests.fakes.nim.nim_game.words import WORDS

WORD = "<i>&\"'"
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(WORD)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just(WORD), inner)
)


class ElementCheck(HTMLParser):
    """Fails at an element that is not closed in turn, and at any other than these."""

    known = frozenset({"ul", "li", "section", "h3"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.deepest = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.known
        assert not attrs
        self.open.append(tag)
        self.deepest = max(self.deepest, self.open.count("ul"))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(markup: str) -> ElementCheck:
    checker = ElementCheck()
    checker.feed(markup)
    checker.close()
    assert not checker.open
    return checker


def words(sentences: dict[str, Sentence]) -> Words:
    return Words("en", lambda _name: GameWords(sentences=sentences)).of("toy")


@given(st.dictionaries(st.text(), JSON))
def test_any_data_becomes_lists_that_end_and_are_no_markup(table: dict[str, object]) -> None:
    checked = check(draw_plain_table(table, words_in()))
    assert checked.deepest <= DEEPEST


def test_names_are_escaped() -> None:
    drawn = draw_plain_table({"<b>&": ["<b>&"], "name": "<b>&"}, words_in())
    assert "<b>" not in drawn
    assert drawn.count("&lt;b&gt;&amp;") == 3


def test_nim_is_told_with_its_players() -> None:
    session = Session(Nim)
    for key, value in (("player", "Ann"), ("colour", "red"), ("player", "Bob"), ("colour", "blue")):
        session.answer(Answer(key, value))
    session.answer(Answer("player", ""))
    session.answer(Answer("stones", 3))
    drawn = draw_plain_table(
        describe_result(session.game, ViewSettings()), words({**WORDS.sentences})
    )
    assert "<li>Left: 7</li>" in drawn
    assert "<h3>Players</h3>" in drawn
    assert "<li>Name: Ann</li><li>Colour: Red</li><li>Taken: 3</li>" in drawn
    assert "oints" not in drawn
    check(drawn)


def test_a_word_of_the_game_stands_for_its_key() -> None:
    drawn = draw_plain_table({"left": 7, "in_hand": True}, words({"table.left": "Stones left"}))
    assert drawn == "<ul><li>Stones left: 7</li><li>In hand: yes</li></ul>"


def test_long_lists_and_deep_ones_are_cut() -> None:
    deep: list[object] = []
    for _ in range(DEEPEST + 2):
        deep = [deep, 1]
    drawn = draw_plain_table({"deep": deep, "long": [1] * (MOST_ITEMS + 1)}, words_in())
    assert drawn.count(LEFT_OUT) == 2
    assert drawn.count("<li>1</li>") == MOST_ITEMS + DEEPEST
