"""A whole evening by real processes, in which anything dies at any time; every result is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import words_in
from tests.outlets.board.evenings import EveningBoard, EveningTable, HostileTable, Witness
from tests.outlets.mqtt.mosquitto import Mosquitto, find_free_ports
from tests.outlets.web.conftest import browser as browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = ("Ada", "Bo", "Cleo", "Dan", "Eli", "Flo", "Gil", "Hal", "Ida", "Jo", "Kim", "Lou")
FIRST = (
    *("two-players", "four-players-odd-pile", "capitol-two-players", "1996-two-players"),
    *("bologna-three-players-ended-by-towers-of-six", "three-players-finito-at-once"),
    *("two-players-moving", "1996-three-players-higher-chips"),
)
SECOND = (
    *("two-players-light-moving", "bologna-four-players-light-to-the-empty-pile", "two-players"),
    *("capitol-two-players-no-large-sites", "four-players-odd-pile", "two-players-moving"),
    *("1996-two-players", "capitol-three-players-hoarding"),
)
THIRD = (*SECOND[5:], *SECOND[:5])
MOST_MOVES = 16
"""Moves of a table between two kills."""
SETTLED = 150
"""Seconds within which everybody has found everybody again: the longest wait of a back-off."""
FILES = ("evening.csv", "standings.csv", "evening.bgsplay")
GAMES = """() => new Promise(requestAnimationFrame).then(
  () => [...document.querySelectorAll(".games > li")].map(
    each => [...each.querySelectorAll("p")].map(one => one.innerText)))"""
TITLE = re.compile(r"(.*?)\s+(Table \d+), \d\d:\d\d")


class HallEvening:
    """All processes of an evening with so many ``tables``, of so many ``games`` each."""

    def __init__(self, folder: Path, runtime: Path, tables: int, games: int, seed: int) -> None:
        self.chance = Random(seed)
        (folder / "broker").mkdir()
        self.broker = Mosquitto(folder / "broker")
        self.tables = []
        for number in range(tables):
            people = PEOPLE[number:] + PEOPLE[:number]
            records = [[names[number], *people] for names in (FIRST, SECOND, THIRD)[:games]]
            short = runtime / str(number)
            short.mkdir()
            where = folder / f"table-{number}"
            name = f"Table {number + 1}"
            self.tables.append(EveningTable(where, short, self.broker, name, records))
        self.boards = [
            EveningBoard(folder / f"board-{port}", self.broker, port) for port in find_free_ports(2)
        ]
        self.board = self.boards[0]
        self._hostile: HostileTable | None = None
        self.killed: list[str] = []
        """Who was killed, in order."""
        self._next: list[str] = []

    def __enter__(self) -> HallEvening:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:
            stack.callback(self.broker.kill)
            if self._hostile is not None:
                stack.callback(self._hostile.close)
            for board in self.boards:
                stack.callback(board.kill)
            for table in self.tables:
                stack.callback(table.kill_box)
                stack.callback(table.kill_mqtt)

    def start(self) -> None:
        """Start whatever does not run; the second board is for the end."""
        if not self.broker.is_running:
            self.broker.start()
        self.board.start()
        for table in self.tables:
            table.start_mqtt()
            table.start_box()
        if self._hostile is None:
            self._hostile = HostileTable(self.broker)

    def play(self) -> None:
        """Let all tables play to the end of their records, and kill what chance says."""
        while playing := [each for each in self.tables if not each.is_over]:
            for table in playing:
                moves = self.chance.randrange(1, MOST_MOVES)
                table.ask(moves, back=self.chance.random() < 0.2)
            assert self._hostile is not None
            self._hostile.say_the_worst()
            self._kill(playing)
            for table in playing:
                table.wait()
            self.start()

    def _kill(self, playing: Sequence[EveningTable]) -> None:
        """Kill nobody, one or two; nobody a second time before all the others."""
        kills = {
            "box": self.chance.choice(playing).kill_box,
            "mqtt": self.chance.choice(self.tables).kill_mqtt,
            "broker": self.broker.kill,
            "board": self.board.kill,
        }
        for _ in range(self.chance.randrange(3)):
            self._next = self._next or self.chance.sample(sorted(kills), len(kills))
            self.killed.append(self._next.pop())
            kills[self.killed[-1]]()


@pytest.fixture
def runtime() -> Iterator[Path]:
    """A folder with a short path: that of a socket has at most 107 bytes."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


def told(title: str, winners: str, players: str) -> tuple[Any, ...]:
    """A game on the page: (table, game, winners, players with their points)."""
    found = TITLE.fullmatch(title)
    assert found, title
    game, table = found.groups()
    scores = [tuple(each) for each in re.findall(r"(\w+) (-?\d+)", players)]
    return table, game, winners, tuple(sorted(scores))


def expected(table: EveningTable) -> list[tuple[Any, ...]]:
    """The games of a table as `companion score` has them."""
    words, games = words_in("en"), []
    for score in table.scores():
        assert score["state"] == "finished"
        names = score["winners"]
        winners = words.say("board.won", winners=len(names), players=words.listed(names))
        scores = sorted((each["name"], str(each["points"])) for each in score["players"])
        games.append((table.name, words.title_of(score["game"]), winners, tuple(scores)))
    return games


def wait_for_games(page: Page, scored: Sequence[tuple[Any, ...]]) -> None:
    """Go on when the page has these games, each once."""
    end = monotonic() + SETTLED
    while (shown := games_on(page)) != scored:
        assert monotonic() < end, (shown, scored)


def games_on(page: Page) -> list[tuple[Any, ...]]:
    """The games that the page has."""
    return sorted(told(*each) for each in page.evaluate(GAMES))


def check_events(witness: Witness) -> None:
    """Of each table the numbers go on without a gap; whatever came twice is the same."""
    for table, events in witness.heard.items():
        numbers = list(dict.fromkeys(each["number"] for each in events))
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), table
        for number in numbers:
            same = [each for each in events if each["number"] == number]
            assert all(each == same[0] for each in same)
        gone = {each for event in events for each in event.get("numbers") or []}
        kept = {each["number"]: each for each in events if each["number"] not in gone}
        winners = [each["game"] for each in kept.values() if each["kind"] == "winner"]
        assert len(winners) == len(set(winners)), table


@pytest.mark.soak
@pytest.mark.parametrize(("tables", "games", "seed"), [(2, 1, 0), (8, 3, 0)])
def test_every_result_is_on_the_board(
    tmp_path: Path, runtime: Path, browser: Browser, tables: int, games: int, seed: int
) -> None:
    with HallEvening(tmp_path, runtime, tables, games, seed) as evening:
        witness = Witness(evening.broker)
        context = browser.new_context(locale="en-GB")
        context.set_default_timeout(SETTLED * 1000)
        with closing(witness), closing(context):
            hall, page = context.new_page(), context.new_page()
            hall.goto(evening.board.address)
            page.goto(evening.board.address + "evening")
            evening.play()
            assert {*evening.killed} == {"box", "mqtt", "broker", "board"}
            scored = sorted(one for table in evening.tables for one in expected(table))
            assert len(scored) == tables * games
            wait_for_games(page, scored)
            hall.locator(".hall-table:not(.gone)").nth(tables - 1).wait_for()
            late = evening.boards[1]
            late.start()
            late_page = context.new_page()
            late_page.goto(late.address + "evening")
            wait_for_games(late_page, scored)
            assert page.inner_text("main") == late_page.inner_text("main")
            for file in FILES:
                assert evening.board.get(file) == late.get(file)
            check_events(witness)
