"""A majority game without pictures of its own: cards are taken, and cubes placed in provinces.

Each turn takes one of the open cards, lays another in its place, and puts a cube into a province.
After half of the turns and after the last each province gives its gold: all of it to the player
with the most cubes, half of it to the second; of as many cubes those that came first stand higher.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from companion.core.conversation import (
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    Reason,
    accept_any,
    ask,
    build_objection,
)
from companion.core.events import (
    AWARD,
    GameEvent,
    Named,
    Ranked,
    Seat,
    Wording,
    list_seats,
    tell_gain,
    tell_scoring,
    word,
)
from companion.core.fields import PLAYERS, number_field, seat_field
from companion.core.game_base import BasicGame, BasicPlayer, BasicTable
from companion.core.game_history import GameHistory, Heights
from companion.core.game_table import TieBreak
from companion.core.snapshot import Count, Place, Places, Standing, TableSnapshot, take_snapshot
from companion.games.plugin import GamePlugin
from companion.text.plural import Plural
from companion.text.words import GameWords
from companion.ui.input.choice import ChoicePicker, pick_list, pick_one, pick_place
from companion.ui.input.context import GameInput, InputContext
from companion.ui.screens.view import GameScreens

PROVINCES = ("aragon", "castile", "galicia", "granada", "leon", "navarre")
CARDS = ("red", "blue", "king")
OPEN = 3
MOST_CUBES = 2
SCORINGS = {6: "first", 12: "final"}
"""The scoring that is held after a turn."""
TURNS = max(SCORINGS)


class ProvincesReason(Reason):
    """Why an answer is refused."""

    FULL = "full"


class ProvinceDecision(StrEnum):
    """What decided who comes first in a province."""

    NOBODY = "nobody"
    ALONE = "alone"
    CUBES = "cubes"
    EARLIER = "earlier"


class ProvinceRanking(NamedTuple):
    """Who stands in a province, the first place first."""

    name: str
    places: tuple[tuple[int, int], ...]
    """(seat, cubes)."""

    @property
    def gold(self) -> int:
        """What the first place gives."""
        return len(self.name)

    @property
    def gains(self) -> list[Ranked]:
        """What each place gives."""
        gains = (self.gold, self.gold // 2, *[None] * len(self.places))
        return [Ranked(*place, gain) for place, gain in zip(self.places, gains, strict=False)]

    @property
    def level(self) -> tuple[int, ...]:
        """The seats of all with the most cubes."""
        return tuple(seat for seat, cubes in self.places if cubes == self.places[0][1])

    @property
    def decided_by(self) -> ProvinceDecision:
        """What decided who comes first."""
        if len(self.places) < 2:
            return ProvinceDecision.ALONE if self.places else ProvinceDecision.NOBODY
        return ProvinceDecision.CUBES if len(self.level) == 1 else ProvinceDecision.EARLIER


@dataclass(frozen=True, slots=True)
class ProvincesScored(Event):
    """A scoring that was held, and the ranking of each province."""

    name: str
    rankings: tuple[ProvinceRanking, ...]


@dataclass
class ProvincesPlayer(BasicPlayer):
    """A player, with the provinces won so far."""

    provinces: int = 0


@dataclass(eq=False)
class ProvincesTable(BasicTable[ProvincesPlayer]):
    """The open cards, and the seats of the cubes in each province."""

    display: list[str] = field(default_factory=list)
    cubes: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in PROVINCES})
    tie_breaks = (TieBreak("provinces", attrgetter("provinces")),)

    @property
    def rankings(self) -> tuple[ProvinceRanking, ...]:
        """Who stands where, in the order of the board."""
        counted = {name: Counter(seats).most_common() for name, seats in self.cubes.items()}
        return tuple(ProvinceRanking(name, tuple(places)) for name, places in counted.items())

    def object_to_cube(self, answer: Answer) -> Objection | None:
        """Refuse more than two of a player's cubes in a province."""
        if self.cubes[answer.word].count(self.seat) == MOST_CUBES:
            return build_objection(ProvincesReason.FULL, most=MOST_CUBES)
        return None

    def hold_scoring(self, name: str) -> None:
        """Give the gold of all provinces."""
        for ranking in self.rankings:
            for seat, _, gain in ranking.gains:
                self.players[seat].points += gain or 0
            for seat, _ in ranking.places[:1]:
                self.players[seat].provinces += 1
        self.events.append(ProvincesScored(name, self.rankings))


class Provinces(BasicGame[ProvincesTable]):
    """The rules."""

    name = "provinces"
    seats = range(2, 4)
    turn_begins = frozenset({"take"})
    setup_ends = frozenset({"open"})
    corrections = (seat_field("player"), number_field("points", range(200), PLAYERS))
    player_class = ProvincesPlayer
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
        if table.turn in SCORINGS:
            table.hold_scoring(SCORINGS[table.turn])
        if table.turn == TURNS:
            table.finish()
        else:
            table.end_turn()


def _list_open(table: ProvincesTable) -> tuple[Answer, ...]:
    return tuple(dict.fromkeys(Answer("take", card) for card in table.display))


# What is told ----------------------------------------------------------------------------------


def tell_event(event: Event, table: ProvincesTable) -> Sequence[GameEvent]:
    """A scoring, province by province."""
    if not isinstance(event, ProvincesScored):
        return ()
    awards = (_tell_province(each) for each in event.rankings if each.places)
    return tell_scoring(event.name, awards, table.players)


def _tell_province(ranking: ProvinceRanking) -> GameEvent:
    gains = tuple(tell_gain(seat, gain) for seat, _, gain in ranking.gains if gain)
    return GameEvent(
        kind=AWARD,
        title=Named("province", ranking.name),
        said=(word("say.province", province=Named("province", ranking.name), gains=gains),),
        reasons=(_tell_reason(ranking),),
        name=ranking.name,
        ranking=tuple(ranking.gains),
    )


def _tell_reason(ranking: ProvinceRanking) -> Wording:
    first, cubes = ranking.places[0]
    level = list_seats(ranking.level)
    return word(f"why.{ranking.decided_by}", player=Seat(first), level=level, cubes=cubes)


def list_provinces(table: ProvincesTable) -> Places:
    """Who stands where, the most cubes first."""
    return Places("province", tuple(map(_describe_province, table.rankings)), columns=3)


def _describe_province(ranking: ProvinceRanking) -> Place:
    ranked = enumerate(ranking.places, 1)
    return Place(
        ranking.name,
        standing=tuple(Standing(seat, cubes, rank) for rank, (seat, cubes) in ranked),
        leader=ranking.places[0][0] if ranking.places else None,
        decided_by=ranking.decided_by,
        holds=(Count("gold", ranking.gold),),
    )


def take_provinces_snapshot(table: ProvincesTable) -> TableSnapshot:
    """The provinces, and how many each player has won."""
    return take_snapshot(table, [list_provinces(table)], _list_won)


def _list_won(player: ProvincesPlayer) -> tuple[Count, ...]:
    return (Count("provinces", player.provinces),)


def _count_cubes(table: ProvincesTable) -> Heights:
    placed = Counter(seat for seats in table.cubes.values() for seat in seats)
    return {player.name: placed[seat] for seat, player in enumerate(table.players)}


# The plugin ------------------------------------------------------------------------------------


def ask_province(
    question: Question, table: ProvincesTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask where the cube is placed."""
    return pick_place(question, previous, list_provinces(table))


WORDS = GameWords(
    sentences={
        "menu.open": "Open card",
        "ask.province": "places a cube",
        **{f"province.{name}": name.title() for name in PROVINCES},
        "short.aragon": "Ar",
        "short.granada": "Gr",
        "take.king": "The king",
        "reason.full": "{most} cubes are the most",
        "scoring.first": "First scoring",
        "say.province": "{province}: {gains}",
        "why.alone": "nobody else is there",
        "why.cubes": Plural(
            "cubes", "{player} has 1 cube, the most", "{player} has {cubes} cubes, the most"
        ),
        "why.earlier": "{level} are level with {cubes}; {player} came first",
        "score.won.provinces": "{players} wins the tie by {best} provinces, others have {other}",
        "winner.provinces": "provinces won: {best}, others {other}",
        "table.gold": "gold",
        "table.province": "Provinces",
        "table.province.standing": "Cubes",
        "table.provinces": "Provinces won",
        "decided_by.nobody": "nobody",
        "decided_by.alone": "alone",
        "decided_by.cubes": "most cubes",
        "decided_by.earlier": "came first",
        "chart.cubes": "Cubes",
    }
)
KING = ["#...#...#", "##.###.##", "#########", "#########", ".........", "#########"]
PLUGIN = GamePlugin(
    rules=Provinces,
    title="Provinces",
    words=WORDS,
    tell=tell_event,
    input=GameInput(
        entries={
            "open": pick_list,
            "take": pick_one,
            "show": pick_one,
            "province": ask_province,
        }
    ),
    screens=GameScreens(signs={"king": KING}),
    history=GameHistory(grows="cubes", measure=_count_cubes),
    snapshot=take_provinces_snapshot,
)
