"""A toy game, added as docs/architecture.md says: ten stones, and who takes the last has won."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from PIL import Image
from rich.console import RenderableType

from companion.core import corrections as correcting
from companion.core.conversation import (
    CARDS_UNKNOWN,
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    Reason,
    ask,
    build_objection,
)
from companion.core.outcome import Outcome, decide_by_points
from companion.core.seating import seat_everybody
from companion.games.plugin import GamePlugin
from companion.input.context import GameInput, InputContext
from companion.input.entry import Entry, Exit, Step, along, attempt
from companion.input.guide import Page, Winner, standings_of
from companion.interfaces import Press
from companion.screens import View, drawing
from companion.screens.fonts import LARGE
from companion.screens.view import GameScreens
from companion.text import Words
from companion.text.words import GameWords

COLOURS = tuple(Answer("colour", colour) for colour in ("red", "blue", "green"))
TAKES = tuple(Answer("stones", count) for count in (1, 2, 3))


class Stones(Reason):
    """Why stones can't be taken."""

    TOO_FEW = "too-few-stones"


@dataclass
class Player:
    """A player, with a point for the last stone."""

    name: str
    colour: str | None = None
    points: int = 0


class Table:
    """The stones that are left, and whose turn it is."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.seat = 0
        self.started = False
        self.outcome: Outcome | None = None
        self.notes: list[Objection] = []
        self.events: list[Event] = []
        self.left = 10
        self.turn = 1

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def progress(self) -> tuple[str, int]:
        """The turn, from 1."""
        return "turn", self.turn

    def object_to_stones(self, answer: Answer) -> Objection | None:
        """As many must be left."""
        return (
            None
            if int(answer.word) <= self.left
            else build_objection(Stones.TOO_FEW, left=self.left)
        )

    def take(self, count: int) -> None:
        """So many are taken; the last one wins."""
        self.left -= count
        if self.left:
            self.seat = (self.seat + 1) % len(self.players)
            self.turn += 1
            return
        self.player.points = 1
        self.outcome = decide_by_points(self.players)
        self.events.append(self.outcome)


def _left(table: Table, word: str) -> None:
    count = correcting.parse_number(word, "STONES")
    correcting.require_choice(word, [str(each) for each in range(1, 11)])
    table.left = count


class Nim:
    """A game for two or three."""

    name = "nim"
    seats = range(2, 4)
    colours: tuple[str, ...] = tuple(answer.word for answer in COLOURS)
    turn_begins = frozenset({"stones"})
    setup_ends: frozenset[str] = frozenset()
    printed: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.table = Table()

    @property
    def events(self) -> list[Event]:
        """What has happened and not been told yet."""
        return self.table.events

    def play(self) -> Conversation:
        """Setup, then turns until no stone is left."""
        table = self.table
        yield from seat_everybody(table.players, Player, COLOURS, self.seats[0], self.seats[-1])
        table.started = True
        while table.outcome is None:
            answer = yield from ask(
                lambda: Question("stones", table.seat, TAKES, table.object_to_stones)
            )
            table.take(int(answer.word))

    def correct(self, answer: Answer) -> Objection | None:
        """Take a correction: how many stones are left."""
        if answer == CARDS_UNKNOWN:
            return None
        started = self.table.started
        return correcting.apply_correction(self.table, {"left": _left}, answer, started=started)

    def result(self) -> dict[str, Any]:
        """The result as plain data."""
        table = self.table
        return {
            "game": self.name,
            "state": "playing" if table.outcome is None else "finished",
            "players": [vars(player).copy() for player in table.players],
            "left": table.left,
            "scorings": [],
            "winners": table.outcome and [table.players[at].name for at in table.outcome.winners],
            "notes": [note.reason for note in table.notes],
        }


# Its own picture, page and table: what a game may have besides ------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Pebbles(Entry):
    """How many stones are taken: those that are meant are hollow."""

    question: Question
    left: int
    count: int = 1

    def by_button(self, press: Press) -> Step:
        """More or fewer, OK takes them."""
        if press is Press.BACK:
            return Exit.BACK
        if press is Press.OK:
            return attempt(self, self.question, Answer("stones", self.count))
        return replace(self, count=min(max(self.count + along(press), 1), 3), refused=None)


class LastStone(NamedTuple):
    """Who has taken it."""

    seat: int


def _pebbles(
    question: Question, table: Table, _context: InputContext, _: Sequence[Answer]
) -> Entry:
    return Pebbles(question=question, left=table.left)


def _pages(events: Sequence[Event], table: Table) -> list[Page]:
    pages: list[Page] = []
    for event in events:
        if isinstance(event, Outcome):
            pages += [LastStone(table.seat), Winner(event, standings_of(table.players))]
    return pages


INPUT = GameInput(entries={"stones": _pebbles}, pages=_pages)


def pebbles(image: Image.Image, _view: View, entry: Pebbles) -> None:
    """All stones in a row, those hollow that would be taken."""
    for place in range(entry.left):
        meant = place >= entry.left - entry.count
        drawing.draw_disc(image, 2 + 12 * place, 26, 10, "", full=not meant)


def last_stone(image: Image.Image, view: View, page: LastStone) -> None:
    """The name alone."""
    drawing.draw_text(image, 0, 20, view.table.players[page.seat].name, LARGE, drawing.SAFE_WIDTH)


def parts(table: Table, _words: Words) -> Iterator[RenderableType]:
    """What is left."""
    yield f"{table.left} stones left"


WORDS = GameWords(
    sentences={
        "menu.stones": "How many stones?",
        "reason.too-few-stones": "there are only {left} left",
    }
)
RECORD = """
game nim
player Red  colour red
player Blue  colour blue
stones 3  stones 2  stones 3  stones 1  stones 1
"""

PLAIN = GamePlugin(rules=Nim, title="Nim", words=WORDS)
"""The rules and their words alone."""
PLUGIN = replace(
    PLAIN,
    input=INPUT,
    screens=GameScreens(entries={Pebbles: pebbles}, pages={LastStone: last_stone}),
    report=parts,
)
