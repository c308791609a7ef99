"""A whole game by what a screen reader is told: two phones, and a keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.conversation import Answer, Question
from companion.core.session import Session
from companion.games import start_session, words_in
from companion.text import Words
from companion.text.question_text import ask_in_words, name_options
from tests.outlets.web.conftest import OpenPage
from tests.outlets.web.running import RunningTable
from tests.outlets.web.spoken import SpokenPage
from tests.outlets.web.stored import exported
from tests.shipped import read_shipped

GAME = "campanile-2009"
PHONES = {name: f"the-secret-of-{name}" for name in ("Rosa", "Jakob", "Emma")}
KEYS = {"Emma": ("Enter", "Space")}
"""Who plays by a keyboard; the others touch their phones."""
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "en"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    """A running companion with a phone of each player."""
    with RunningTable(tmp_path, phones=PHONES) as running:
        yield running


class HeardGame:
    """Three pages of one game; each question is heard on all, and pressed on one by its names."""

    def __init__(self, pages: dict[str, SpokenPage], record: Session) -> None:
        self._pages, self._answers = pages, list(record.answers)
        self._played = start_session(GAME)
        self._words = words_in("en").of(GAME)

    def play(self) -> None:
        """Begin the game, give every answer, and read all pages to the last."""
        for name in ("New game", self._words.title_of(GAME), str(len(PHONES))):
            self._press("Rosa", name)
        while self._answers or self._can_go_on():
            self._take_step()

    def _take_step(self) -> None:
        if self._can_go_on():
            self._hear()
            self._press("Emma", "Go on")
            return
        while self._asked() not in self._questions(self._answers[0]):  # the box has answered it
            self._played.answer(self._answers.pop(0))
        answer, question = self._answers.pop(0), self._question
        items = answer.value if isinstance(answer.value, tuple) else (answer.value,)
        for chosen, item in enumerate(items):
            if self._asked() in self._questions(answer, chosen):  # the last may go without saying
                self._hear()
                self._give(Answer(answer.key, item), question)
        self._played.answer(answer)

    def _give(self, answer: Answer, question: Question) -> None:
        seat = question.seat if self._played.table.started else len(self._played.answers)
        who = [*PHONES][(seat or 0) % len(PHONES)]
        page = self._pages[who]
        if self._played.table.started:
            self._check_whose(who)
        if answer.key == "player" and answer.word not in page.buttons():
            page.write(self._words.say("web.own-words"), answer.word)
            page.listen()
            self._press(who, self._words.say("web.send"))
            return
        names = _names_of(self._words, answer) & set(page.buttons())
        assert len(names) == 1, (answer, names, page.buttons())
        self._press(who, *names)

    def _check_whose(self, who: str) -> None:
        told = {name for name, page in self._pages.items() if "Your turn" in page.texts()}
        assert told == {who}

    def _press(self, who: str, name: str) -> None:
        before = self._pages[who].number
        self._pages[who].press(name)
        for page in self._pages.values():
            page.wait_for_other(before)
            page.listen()

    def _hear(self) -> None:
        """Each page names what is asked, and says it aloud."""
        for page in self._pages.values():
            heard, asked = page.heard, page.question
            assert asked in heard or asked == self._words.say("box.standings"), (asked, heard)
        assert len({(page.question, page.heard) for page in self._pages.values()}) == 1

    def _can_go_on(self) -> bool:
        return "Go on" in self._pages["Emma"].buttons()

    def _asked(self) -> str:
        return self._pages["Emma"].question

    @property
    def _question(self) -> Question:
        assert self._played.question is not None
        return self._played.question

    def _questions(self, answer: Answer, chosen: int = 0) -> set[str]:
        """What may ask for an answer, or for the next item of one, in words."""
        return {
            ask_in_words(self._words, title, self._question, chosen) for title in ("", answer.key)
        }


def _names_of(words: Words, answer: Answer) -> set[str]:
    return {name for title in ("", answer.key) for name in name_options(words, title, (answer,))}


def open_pages(open_page: OpenPage) -> Iterator[tuple[str, SpokenPage]]:
    for name, secret in PHONES.items():
        keys = KEYS.get(name, ())
        page = open_page(secret=secret, has_touch=not keys, **PHONE)
        page.wait_for_selector("#announcement:not(:empty)", state="attached")
        spoken = SpokenPage(page, keys)
        spoken.listen()
        yield name, spoken


def test_a_whole_game_is_heard_and_pressed_by_its_names(
    open_page: OpenPage, table: RunningTable
) -> None:
    record = read_shipped(GAME)
    game = HeardGame(dict(open_pages(open_page)), record)
    game.play()
    kept = exported(table)
    assert kept.answers == record.answers
    assert kept.result == record.result
