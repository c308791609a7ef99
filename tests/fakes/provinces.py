"""A majority game without pictures of its own: cards are taken, and cubes placed in provinces.

Each turn takes one of the open cards, lays another in its place, and puts a cube into a province.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.core.conversation import (
    Answer,
    Conversation,
    Objection,
    Question,
    Reason,
    accept_any,
    ask,
    build_objection,
)
from companion.core.game_base import BasicGame, BasicPlayer, BasicTable
from companion.core.snapshot import Count, Place, Places, Standing, TableSnapshot, take_snapshot
from companion.games.plugin import GamePlugin
from companion.text.words import GameWords
from companion.ui.input.choice import ChoicePicker, pick_list, pick_one, pick_place
from companion.ui.input.context import GameInput, InputContext
from companion.ui.screens.view import GameScreens

PROVINCES = ("aragon", "castile", "galicia", "granada", "leon", "navarre")
CARDS = ("red", "blue", "king")
OPEN = 3
MOST_CUBES = 2
TURNS = 12


class ProvincesReason(Reason):
    """Why an answer is refused."""

    FULL = "full"


@dataclass(eq=False)
class ProvincesTable(BasicTable[BasicPlayer]):
    """The open cards, and the seats of the cubes in each province."""

    display: list[str] = field(default_factory=list)
    cubes: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in PROVINCES})

    def object_to_cube(self, answer: Answer) -> Objection | None:
        """Refuse more than two of a player's cubes in a province."""
        if self.cubes[answer.word].count(self.seat) == MOST_CUBES:
            return build_objection(ProvincesReason.FULL, most=MOST_CUBES)
        return None


class Provinces(BasicGame[ProvincesTable]):
    """The rules."""

    name = "provinces"
    seats = range(2, 4)
    turn_begins = frozenset({"take"})
    setup_ends = frozenset({"open"})
    table_class = ProvincesTable

    def set_up(self) -> Conversation:
        """Lay the open cards."""
        options = tuple(Answer("open", card) for card in CARDS)
        answer = yield Question("open", None, options, accept_any, items=OPEN)
        self.table.display = list(answer.words)

    def play_turn(self) -> Conversation:
        """Take a card, refill the display, place a cube."""
        table = self.table
        taken = yield from ask(lambda: Question("take", table.seat, _list_open(table), accept_any))
        table.display.remove(taken.word)
        every = tuple(Answer("show", card) for card in CARDS)
        shown = yield from ask(lambda: Question("show", table.seat, every, accept_any))
        table.display.append(shown.word)
        where = tuple(Answer("province", name) for name in PROVINCES)
        place = yield from ask(
            lambda: Question("province", table.seat, where, table.object_to_cube)
        )
        table.cubes[place.word].append(table.seat)
        if table.turn == TURNS:
            table.finish()
        else:
            table.end_turn()


def _list_open(table: ProvincesTable) -> tuple[Answer, ...]:
    return tuple(dict.fromkeys(Answer("take", card) for card in table.display))


def list_provinces(table: ProvincesTable) -> Places:
    """Who stands where, the most cubes first."""
    places = []
    for name, cubes in table.cubes.items():
        standing = tuple(Standing(seat, count) for seat, count in Counter(cubes).most_common())
        places.append(Place(name, standing=standing, holds=(Count("gold", len(name)),)))
    return Places("province", tuple(places), columns=3)


def take_provinces_snapshot(table: ProvincesTable) -> TableSnapshot:
    """The provinces alone."""
    return take_snapshot(table, [list_provinces(table)])


def ask_province(
    question: Question, table: ProvincesTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask where the cube is placed."""
    return pick_place(question, previous, list_provinces(table))


WORDS = GameWords(
    sentences={
        "menu.open": "Open card",
        "ask.province": "places a cube",
        "short.aragon": "Ar",
        "short.granada": "Gr",
        "take.king": "The king",
        "reason.full": "{most} cubes are the most",
        "table.gold": "gold",
    }
)
KING = ["#...#...#", "##.###.##", "#########", "#########", ".........", "#########"]
PLUGIN = GamePlugin(
    rules=Provinces,
    title="Provinces",
    words=WORDS,
    input=GameInput(
        entries={
            "open": pick_list,
            "take": pick_one,
            "show": pick_one,
            "province": ask_province,
        }
    ),
    screens=GameScreens(signs={"king": KING}),
    snapshot=take_provinces_snapshot,
)
