"""What most games have in common: BasicGame, the rules; BasicTable, their state; BasicPlayer.

A game derives its own from them, and adds what is its own. The parts of a setup that games share
are here, too: players, colours, variants.
"""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar, Generic, TypeVar

from companion.core.conversation import (
    CARDS_UNKNOWN,
    Answer,
    CommonReason,
    Conversation,
    Event,
    Objection,
    ObjectTo,
    Question,
    Reason,
    accept_any,
    build_objection,
)
from companion.core.fields import LIGHT, TableField, apply_correction
from companion.core.game_table import GamePlayer, Outcome, TieBreak, build_result, decide_by_points
from companion.core.palette import PALETTE

NAME_LENGTH = 12
UNFIT_SIGNS = re.compile(r"[,:+\"\\\x00-\x1f\x7f-\x9f]")
"""What has a meaning in a record, and control characters."""
NOBODY_ELSE = Answer("player", "")
NO_VARIANT = Answer("variant", "")


class SeatingReason(Reason):
    """Reasons of the shared setup."""

    VARIANT_TWICE = "variant-twice"


P = TypeVar("P", bound=GamePlayer)


def object_to_name(name: str, taken: Sequence[str]) -> Objection | None:
    """Object to a name not 1 to 12 characters long, taken, or unfit for a record."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return build_objection(CommonReason.NAME_LENGTH, most=NAME_LENGTH)
    if UNFIT_SIGNS.search(name):
        return build_objection(CommonReason.NAME_SIGNS)
    if name in taken:
        return build_objection(CommonReason.NAME_TAKEN, name=name)
    return None


def ask_players(
    players: list[P],
    new_player: Callable[[str], P],
    colours: Sequence[str],
    seats: range,
) -> Conversation:
    """Ask for each player's name and colour, clockwise from the starter, and add to ``players``.

    2009 rulebook, Preparation.
    """

    def find_objection(answer: Answer) -> Objection | None:
        return object_to_name(answer.word, [player.name for player in players])

    options = tuple(Answer("colour", colour) for colour in colours)
    while len(players) < seats[-1]:
        default = NOBODY_ELSE if len(players) in seats else None
        seat = len(players)
        question = Question("player", seat, (), find_objection, default, omits_default=True)
        answer = yield question
        if answer == NOBODY_ELSE:
            return
        players.append(new_player(answer.word))
        answer = yield Question("colour", seat, options, _object_to_colour(players))
        players[-1].colour = answer.word


def _object_to_colour(players: Sequence[GamePlayer]) -> ObjectTo:
    def find_objection(answer: Answer) -> Objection | None:
        if any(player.colour == answer.value for player in players):
            return build_objection(CommonReason.COLOUR_TAKEN, colour=answer.word)
        return None

    return find_objection


def ask_variants(
    variants: list[str], choices: Sequence[str], object_to: ObjectTo
) -> Generator[Question, Answer, None]:
    """Ask for the variants played until no more is named, and add them to ``variants``."""
    options = tuple(Answer("variant", choice) for choice in choices)

    def find_objection(answer: Answer) -> Objection | None:
        if answer.value in variants:
            return build_objection(SeatingReason.VARIANT_TWICE, variant=answer.word)
        return object_to(answer)

    question = Question("variant", None, options, find_objection, NO_VARIANT, omits_default=True)
    while (answer := (yield question)) != NO_VARIANT:
        variants.append(answer.word)


@dataclass(slots=True)
class BasicPlayer:
    """A player; a game adds what else a player has."""

    name: str
    colour: str | None = None
    points: int = 0

    @property
    def held(self) -> Mapping[str, object]:
        """What the result tells of the player: all that the game has added."""
        return _list_added(self, BasicPlayer)


ItsPlayer = TypeVar("ItsPlayer", bound=GamePlayer)


@dataclass(eq=False)
class BasicTable(Generic[ItsPlayer]):
    """The state of a game, empty until the setup fills it; a game adds what lies on its table."""

    players: list[ItsPlayer] = field(default_factory=list)
    """All players, clockwise from the starting player."""
    variants: list[str] = field(default_factory=list)
    """The variants that are played."""
    started: bool = False
    """Whether the setup is done."""
    seat: int = 0
    """Whose turn it is."""
    turn: int = 1
    """The number of the turn under way."""
    outcome: Outcome | None = None
    """Who has won; None while it is being played."""
    notes: list[Objection] = field(default_factory=list)
    """Objections to unlikely answers that were accepted."""
    events: list[Event] = field(default_factory=list)
    """Events since the last answer; the session empties the list."""
    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ()
    """What decides among players with equal points, in turn; without any they share the win."""

    @property
    def player(self) -> ItsPlayer:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def progress(self) -> tuple[str, int]:
        """How far the game has come: its turn."""
        return "turn", self.turn

    @property
    def light(self) -> bool:
        """Whether cards are not tracked."""
        return LIGHT in self.variants

    @property
    def facts(self) -> Mapping[str, object]:
        """What the result tells of the table: all that the game has added."""
        return _list_added(self, BasicTable)

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, from this one on."""
        seats = len(self.players)
        return [(seat + step) % seats for step in range(seats)]

    def end_turn(self) -> None:
        """Pass the turn to the next player clockwise."""
        self.turn += 1
        self.seat = self.clockwise_from(self.seat + 1)[0]

    def note_doubt(self, doubt: Objection | None) -> None:
        """Note the objection to an unlikely answer that is accepted; None is no objection."""
        if doubt is not None:
            self.notes.append(doubt)

    def finish(self, outcome: Outcome | None = None) -> None:
        """End the game: by this outcome, or else by points and then by the tie-breaks."""
        self.outcome = outcome or decide_by_points(self.players, *self.tie_breaks)
        self.events.append(self.outcome)

    @property
    def knows_hands(self) -> bool:
        """Whether there is anything of hands that `forget_cards` would forget."""
        return True

    def forget_cards(self) -> None:
        """Forget what counted cards have proved, in a game that counts them."""

    def track_fully(self) -> None:
        """Track cards from now on, in a game that has light play."""
        if self.light:
            self.variants.remove(LIGHT)

    def track_lightly(self) -> None:
        """Stop tracking cards."""
        if not self.light:
            self.variants.append(LIGHT)


ItsTable = TypeVar("ItsTable", bound=BasicTable[Any])


class BasicGame(Generic[ItsTable]):
    """The rules of a game: a setup, then turns until the table has an outcome."""

    name: str
    """The game's name in a record."""
    seats: range
    """The possible numbers of players."""
    colours: tuple[str, ...] = tuple(PALETTE)
    """The colours that players choose from."""
    variants: tuple[str, ...] = ()
    """The variants that a setup asks for."""
    turn_begins: frozenset[str] = frozenset()
    """The keys of questions with which a turn begins."""
    setup_ends: frozenset[str] = frozenset()
    """The keys of setup questions whose answers differ each time: *as last time* stops there."""
    printed: frozenset[str] = frozenset()
    """The keys of setup questions about what is printed on the board."""
    corrections: tuple[TableField, ...] = ()
    """The fields of the table that can be corrected, in the order of the table check."""
    player_class: ClassVar[type[Any]] = BasicPlayer
    """Called with a name, it makes a player."""
    table_class: ClassVar[type[Any]] = BasicTable
    """Called without arguments, it makes the empty table."""

    def __init__(self) -> None:
        self.table: ItsTable = self.table_class()
        """The whole state of the game."""

    @property
    def events(self) -> list[Event]:
        """Events since the last answer."""
        return self.table.events

    def play(self) -> Conversation:
        """Ask for the players, set up the game, and play turns until there is an outcome."""
        table = self.table
        yield from ask_players(table.players, self.player_class, self.colours, self.seats)
        yield from self.set_up()
        table.started = True
        while table.outcome is None:
            yield from self.play_turn()

    def set_up(self) -> Conversation:
        """Set up the game after the players are known: ask which variants are played."""
        if self.variants:
            yield from ask_variants(self.table.variants, self.variants, self.object_to_variant)

    def object_to_variant(self, answer: Answer) -> Objection | None:
        """Object to a variant that can't be played with these players or other variants."""
        return accept_any(answer)

    def play_turn(self) -> Conversation:
        """Play one turn, or one round; ``table.finish()`` ends the game."""
        raise NotImplementedError

    def correct(self, answer: Answer) -> Objection | None:
        """Apply a correction; the next question follows from it."""
        table = self.table
        if answer != CARDS_UNKNOWN:
            return apply_correction(table, self.corrections, answer, started=table.started)
        if table.started:
            table.forget_cards()
        return None

    def result(self) -> dict[str, Any]:
        """The result as plain data, ready for JSON."""
        table = self.table
        held = [player.held for player in table.players]
        return build_result(self.name, table, held, **table.facts)


def _list_added(state: Any, basic: type) -> dict[str, object]:
    """The fields that a dataclass has added to its basic class, as plain data."""
    common = {each.name for each in fields(basic)}
    return {name: value for name, value in asdict(state).items() if name not in common}
