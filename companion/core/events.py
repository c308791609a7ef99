"""What has happened in a game, as data: told once, and shown by every reader in its own way.

A game's `tell` makes a `GameEvent` of each of its rules' events, before any page exists. The kinds
are declared in `KINDS`, with what a reader needs to know of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from companion.core.conversation import Event
from companion.core.game_table import GamePlayer, Outcome, winning_figures
from companion.core.interfaces import Effect, Tune


class EventKind(NamedTuple):
    """A kind of event, and how readers tell it."""

    name: str
    has_pages: bool = True
    """Whether pages tell it: nobody else learns of it before its page is shown."""
    is_public: bool = True
    """Whether other programs learn of it; the others tell what such an event has told."""
    lasts: bool = True
    """Whether saved games tell it; what others have told is in the answers, gains and result."""
    gives: bool = False
    """Whether it gives points: then it is told in whole sentences, else in a phrase."""
    tune: Tune = Tune.CLICK
    """What the chime plays when its pages open."""
    light: Effect | None = None
    """How the lamps shine of those who get something, while its page is shown."""


BEGUN = EventKind("begun", has_pages=False, lasts=False)
TURN = EventKind("turn", has_pages=False)
SCORING = EventKind("scoring", lasts=False, tune=Tune.SCORING)
AWARD = EventKind("award", lasts=False, gives=True, tune=Tune.SCORING, light=Effect.STEADY)
AUCTION = EventKind("auction", is_public=False, lasts=False)
CARDS_DUE = EventKind("cards-due", is_public=False, lasts=False)
STANDINGS = EventKind("standings", is_public=False, tune=Tune.SCORING)
CORRECTION = EventKind("correction", has_pages=False, lasts=False)
WINNER = EventKind("winner", lasts=False, tune=Tune.GAME_OVER, light=Effect.BLINKING)

KINDS = {
    kind.name: kind
    for kind in (BEGUN, TURN, SCORING, AWARD, AUCTION, CARDS_DUE, STANDINGS, CORRECTION, WINNER)
}
"""All kinds by name: a new one is declared here, and nowhere else."""
TAKEN_BACK = "taken-back"
"""What a broker is told of public events that have not happened after all."""


def find_kind(name: str) -> EventKind:
    """The kind of that name; one that is not known here, from another version, is told as any."""
    return KINDS.get(name, EventKind(name))


class Seat(NamedTuple):
    """A player in a `Wording`, who is called by name."""

    seat: int


class Named(NamedTuple):
    """A word for a value in a `Wording`: of the kind "style" the value "red" is "style.red"."""

    kind: str
    value: str


class Wording(NamedTuple):
    """A key of the game's words, and the values of its sentence; a tuple of them is listed."""

    key: str
    values: tuple[tuple[str, Worded], ...] = ()


Worded = str | int | Fraction | Seat | Named | Wording | tuple[Any, ...]
"""What a reader words in its own language."""


def word(key: str, /, **values: Worded) -> Wording:
    """A key of the game's words with the values of its sentence."""
    return Wording(key, tuple(values.items()))


def list_seats(seats: Iterable[int]) -> tuple[Seat, ...]:
    """The players of these seats in a `Wording`."""
    return tuple(map(Seat, seats))


class Ranked(NamedTuple):
    """A player's rank in an event: by which value, and what it gives; None for nothing."""

    seat: int
    value: int
    gain: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent:
    """Something that has happened; all but its kind may be left out."""

    kind: EventKind
    said: tuple[Worded, ...] = ()
    """What has happened, sentence by sentence."""
    reasons: tuple[Worded, ...] = ()
    """Why, sentence by sentence."""
    details: tuple[Worded, ...] = ()
    """What a table has in figures, line by line; without it what is said."""
    title: Worded = ""
    """What it is about, as the title of its page."""
    name: str | None = None
    """What it is about, as a record has it."""
    number: int | None = None
    """The round of a scoring that has no other name."""
    seat: int | None = None
    """Whose turn it was."""
    ranking: tuple[Ranked, ...] = ()
    """Who stands where, the first place first."""
    seats: tuple[int, ...] = ()
    """The winners."""
    actions: tuple[tuple[str, tuple[str, str]], ...] = ()
    """The answers of a turn, each with who gave it, "" for whose turn it was."""
    source: Any = None
    """What the game's own pages are drawn from."""
    answer: int = 0
    """How many answers had been given."""
    turn: int | None = None
    """The number of the turn; None before the first."""

    @property
    def points(self) -> list[tuple[int, int]]:
        """(seat, points): what it gives, or else everybody's points by seat."""
        if self.kind.gives:
            return [(seat, gain) for seat, _, gain in self.ranking if gain is not None]
        return sorted((seat, value) for seat, value, _ in self.ranking)

    @property
    def gains(self) -> list[int]:
        """What everybody has gained, by seat."""
        return [gain or 0 for _, _, gain in sorted(self.ranking)]

    @property
    def lit(self) -> list[int]:
        """The seats of those who get something."""
        return [*self.seats] or [seat for seat, _, gain in self.ranking if (gain or 0) > 0]


NO_GAINS: Mapping[int, int | None] = {}
"""By seat: nobody has gained anything."""
TellEvent = Callable[[Event, Any], Iterable[GameEvent]]
"""(an event of the rules, table) → what is told of it, in the order in which it is shown."""


def tell_nothing(_event: Event, _table: Any) -> Iterable[GameEvent]:
    """For a game that tells only who wins."""
    return ()


def tell_events(events: Iterable[Event], table: Any, tell: TellEvent) -> list[GameEvent]:
    """What is told of what the last answer has caused; the winner is the same in any game."""
    told: list[GameEvent] = []
    for event in events:
        if isinstance(event, Outcome):
            gained = next((each.ranking for each in reversed(told) if each.kind is STANDINGS), ())
            told.append(tell_winner(event, table.players, {seat: gain for seat, _, gain in gained}))
        else:
            told += tell(event, table)
    return told


def tell_winner(
    outcome: Outcome, players: Sequence[GamePlayer], gained: Mapping[int, int | None] = NO_GAINS
) -> GameEvent:
    """Who has won, and what decided among those with as many points."""
    told = word(
        f"score.won.{outcome.decided_by}",
        players=list_seats(outcome.winners),
        rivals=list_seats(outcome.level_on_points),
        **winning_figures(outcome, players),
    )
    return GameEvent(
        kind=WINNER,
        said=(told,),
        name=str(outcome.decided_by),
        ranking=rank_points(players, gained),
        seats=outcome.winners,
        source=outcome,
    )


def tell_scoring(
    name: str,
    awards: Iterable[GameEvent],
    players: Sequence[GamePlayer],
    *,
    number: int | None = None,
    details: tuple[Worded, ...] = (),
    source: object = None,
) -> list[GameEvent]:
    """A scoring of that name: it begins, gives awards, and then everybody has so many points.

    ``number`` is the round of one that has no other name; ``details`` say what gets no award.
    """
    title = word(f"scoring.{name}", **({} if number is None else {"number": number}))
    begins = GameEvent(
        kind=SCORING,
        said=(title,),
        details=details,
        title=title,
        name=name,
        number=number,
        source=source,
    )
    given = list(awards)
    gained = dict.fromkeys(range(len(players)), 0)
    for award in given:
        for seat, points in award.points:
            gained[seat] += points
    ranking = rank_points(players, gained)
    end = GameEvent(
        kind=STANDINGS,
        said=(tell_points(ranking),),
        details=tuple(
            word("gain.standing", player=Seat(seat), points=gain) for seat, gain in gained.items()
        ),
        title=word("column.points"),
        name=name,
        number=number,
        ranking=ranking,
        source=source,
    )
    return [begins, *given, end]


def tell_gain(seat: int, points: int) -> Wording:
    """What a player gains, loses below zero."""
    if points < 0:
        return word("say.loses", player=Seat(seat), points=-points)
    return word("say.gets" if points else "say.gets-nothing", player=Seat(seat), points=points)


def rank_points(
    players: Sequence[GamePlayer], gained: Mapping[int, int | None] = NO_GAINS
) -> tuple[Ranked, ...]:
    """Everybody's points, the leader first, in seating order if level; and what was gained."""
    found = [
        Ranked(seat, player.points, gained.get(seat) or 0) for seat, player in enumerate(players)
    ]
    return tuple(sorted(found, key=lambda each: -each.value))


def tell_points(ranking: Iterable[Ranked]) -> Wording:
    """Everybody's points, in one sentence."""
    each = tuple(
        word(
            "say.standing" if points >= 0 else "say.standing.below-zero",
            player=Seat(seat),
            points=abs(points),
        )
        for seat, points, _ in ranking
    )
    return word("say.standings", standings=each)


def count_same(before: Sequence[object], after: Sequence[object]) -> int:
    """How many items at the start of two lists are the same: what follows is undone, or is new."""
    pairs = enumerate(zip(before, after, strict=False))
    differing = (at for at, (one, other) in pairs if one != other)
    return next(differing, min(len(before), len(after)))
