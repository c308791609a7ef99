"""One kept game told turn by turn: what was said, when, what it brought, and who thought how long.

It is the game played again, its answers beside their times; nothing is kept but what is told here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from companion.core.conversation import Answer, Question, is_correction
from companion.core.game_history import Gain, GameHistory, Heights
from companion.core.outcome import Outcome
from companion.core.session import Session
from companion.games import load_plugin

PAUSE = timedelta(minutes=5)
"""A gap longer than this is a pause of the table: nobody's thinking time."""


class HasTime(Protocol):
    """An entry of a game with its time, as the journal tells it."""

    @property
    def key(self) -> str:
        """The record's key."""

    @property
    def word(self) -> str:
        """The record's word."""

    @property
    def at(self) -> datetime:
        """When it was said."""

    @property
    def since(self) -> datetime | None:
        """When the line before it was written; None before the first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One answer: whom it was asked, how long that took, what it brought."""

    seat: int | None
    """The seat that was asked; None for a question to the whole table, or of what came by itself
    at a turn's end."""
    answer: Answer
    omits_default: bool
    """Whether it was said by silence: a record pages it out."""
    at: datetime
    thought: timedelta
    """Thinking time; 0 of silence, a correction, and behind a pause or a scoring."""
    gains: tuple[Gain, ...]
    """The scorings that it brought about."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or another stretch of the game: the setup, a correction's, an auction, a draw."""

    number: int
    """Counted from 1 over all turns and stretches; 0 is the setup."""
    seat: int | None
    """Whose turn it is; None where it is nobody's own."""
    own: bool
    """Whether it is a turn of the game's own, not the setup, an auction or a draw."""
    steps: list[Step] = field(default_factory=list)
    heights: Heights = field(default_factory=dict)
    """What has grown how high when it ends, as its `GameHistory` measures it."""
    points: tuple[int, ...] = ()
    """Each player's points when it ends."""

    @property
    def thought(self) -> timedelta:
        """How long its player has thought in it; in what is nobody's own, all together."""
        counted = (step for step in self.steps if not self.own or step.seat == self.seat)
        return sum((step.thought for step in counted), start=timedelta())

    @property
    def gains(self) -> list[Gain]:
        """The scorings held in it."""
        return [gain for step in self.steps for gain in step.gains]


@dataclass(frozen=True, slots=True)
class Play:
    """A kept game told turn by turn; times are in UTC."""

    number: int
    game: str
    begun: datetime
    last: datetime
    turns: Sequence[Turn]
    session: Session
    """The game as it stands at its end."""
    lasted: timedelta
    """How long it was played, pauses left out."""
    history: GameHistory
    """What the history knows of the game."""

    @property
    def table(self) -> Any:
        """The game's own table at its end."""
        return self.session.table

    @property
    def players(self) -> list[str]:
        """The players' names in seating order."""
        return [player.name for player in self.table.players]

    @property
    def outcome(self) -> Outcome | None:
        """Who has won; None while it is being played."""
        outcome: Outcome | None = self.table.outcome
        return outcome

    @property
    def gains(self) -> list[Gain]:
        """All scorings of the game, in the order in which they were held."""
        return [gain for turn in self.turns for gain in turn.gains]

    def said(self, turn: Turn) -> list[tuple[str, tuple[str, str]]]:
        """The pairs of a turn, each with who said it, "" for whose turn it is and for nobody.

        What was said by silence is left out.
        """
        own = turn.seat if turn.own else None
        return [
            (
                "" if step.seat in (None, own) else self.players[step.seat],
                (step.answer.key, step.answer.word),
            )
            for step in turn.steps
            if not step.omits_default
        ]

    def own_turns(self, seat: int) -> list[Turn]:
        """The turns of the player at ``seat``."""
        return _own(self.turns, seat)

    def thought(self, seat: int) -> timedelta:
        """How long the player has thought in turns; 0 where no times are known."""
        return _thought(self.turns, seat)


def _own(turns: Iterable[Turn], seat: int) -> list[Turn]:
    return [turn for turn in turns if turn.own and turn.seat == seat]


def _thought(turns: Iterable[Turn], seat: int) -> timedelta:
    return sum((turn.thought for turn in _own(turns, seat)), start=timedelta())


def between(since: datetime | None, at: datetime) -> timedelta:
    """The time from one press to the next, 0 for a pause or a clock that was put back."""
    gap = at - since if since is not None else timedelta()
    return gap if timedelta() < gap <= PAUSE else timedelta()


def replay(number: int, game: str, begun: datetime, told: Iterable[HasTime]) -> Play:
    """The game that these entries tell; raises `Refused` and `GameNotFoundError`."""
    teller = Teller(game)
    last, lasted = begun, timedelta()
    for entry in told:
        teller.say(entry)
        lasted += between(entry.since, entry.at)
        last = entry.at
    teller.close()
    return Play(number, game, begun, last, teller.turns, teller.session, lasted, teller.history)


class Teller:
    """Plays a game again, or along with the table, and notes what each answer brings."""

    def __init__(self, game: str) -> None:
        plugin = load_plugin(game)
        self.session = Session(plugin.rules)
        self.history = plugin.history
        self.turns: list[Turn] = []
        self._turn = Turn(0, None, own=False)
        self._carried = timedelta()
        """The time before what was said by silence: it belongs to the press that said it."""
        self._shown = False
        """Whether the table has been looking at what the last answer brought: a scoring."""

    def thought(self, seat: int) -> timedelta:
        """How long the player has thought so far, in the turn under way too."""
        return _thought([*self.turns, self._turn], seat)

    def say(self, entry: HasTime) -> None:
        """Take the game's next entry."""
        session, asked = self.session, self.session.question
        correction = is_correction(Answer(entry.key, entry.word))
        if asked is not None and not correction and self._begins(asked):
            self.close()
            own = asked.key in session.game.turn_begins
            self._turn = Turn(len(self.turns), asked.seat, own)
        held = len(_scorings(session))
        session.say(entry.key, entry.word)
        asked, answer = session.asked[-1], session.answers[-1]
        fresh = _scorings(session)[held:]
        gain = self.history.gain
        silent = asked.omits_default and answer == asked.default
        quiet = correction or self._shown
        thought = self._carried + (timedelta() if quiet else between(entry.since, entry.at))
        self._carried = thought if silent else timedelta()
        step = Step(
            None if correction or asked.implicit else asked.seat,
            answer,
            silent,
            entry.at,
            thought - self._carried,
            tuple(gain(scoring, session.table) for scoring in fresh) if gain is not None else (),
        )
        self._shown = bool(fresh)
        self._turn.steps.append(step)

    def close(self) -> None:
        """The turn is over: note how the table stands."""
        points = tuple(player.points for player in self.session.table.players)
        known = self.history.measure(self.session.table)
        self.turns.append(replace(self._turn, heights=known, points=points))

    def _begins(self, asked: Question) -> bool:
        return asked.begins or asked.key in self.session.game.turn_begins


def _scorings(session: Session) -> list[object]:
    """The scorings held so far, of a game that has such a list."""
    return list(getattr(session.table, "scorings", ()))
