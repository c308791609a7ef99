"""Replays a saved game turn by turn: each answer with its time, its scorings, and thinking times.

Everything is computed from the answers and their times; nothing else is stored.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from companion.core.conversation import CORRECTION_KEY, Answer, is_correction
from companion.core.events import (
    BEGUN,
    CORRECTION,
    STANDINGS,
    TURN,
    GameEvent,
    Named,
    list_seats,
    word,
)
from companion.core.game_history import Gain, GameHistory, Heights
from companion.core.game_table import Outcome
from companion.core.session import Session
from companion.games import load_plugin
from companion.games.plugin import GamePlugin
from companion.store import PAUSE


class HasTime(Protocol):
    """An answer with its time, as the journal stores it."""

    @property
    def key(self) -> str:
        """The record's key."""

    @property
    def word(self) -> str:
        """The record's word."""

    @property
    def at(self) -> datetime:
        """When it was given."""

    @property
    def since(self) -> datetime | None:
        """The time of the journal's line before it; None before the first."""


@dataclass(frozen=True, slots=True)
class PlayedAnswer:
    """One answer: who was asked, how long it took, which scorings it caused."""

    seat: int | None
    """The seat that was asked; None if nobody was: a question to the whole table, a correction."""
    answer: Answer
    omitted: bool
    """Whether a record leaves it out, because it is the default."""
    at: datetime
    thinking_time: timedelta
    """0 for an omitted answer, a correction, and after a pause or a scoring."""
    gains: tuple[Gain, ...] = ()
    """The scorings that it caused."""
    events: tuple[GameEvent, ...] = ()
    """What it caused, of what saved games tell."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn, or another stretch of the game: the setup, an auction, a draw."""

    number: int
    """Counted from 1 over all turns and stretches; 0 is the setup."""
    seat: int | None
    """Whose turn it is; None if it is nobody's own."""
    own: bool
    """Whether it is a player's turn, not the setup, an auction or a draw."""
    answers: tuple[PlayedAnswer, ...] = ()
    heights: Heights = field(default_factory=lambda: MappingProxyType({}))
    """What has grown how high at its end, as its `GameHistory` measures it."""
    points: tuple[int, ...] = ()
    """Each player's points at its end."""

    @property
    def thinking_time(self) -> timedelta:
        """How long its player thought; in a stretch that is nobody's own, all players."""
        counted = (each for each in self.answers if not self.own or each.seat == self.seat)
        return sum((each.thinking_time for each in counted), start=timedelta())

    @property
    def gains(self) -> list[Gain]:
        return [gain for each in self.answers for gain in each.gains]

    @property
    def events(self) -> list[GameEvent]:
        """What happened in it, of what saved games tell; the answers are an event of their own."""
        return [event for each in self.answers for event in each.events]


@dataclass(frozen=True, slots=True)
class Play:
    """A saved game turn by turn; times are in UTC."""

    number: int
    game: str
    begun: datetime
    last: datetime
    turns: Sequence[PlayedTurn]
    session: Session
    """The game at its end."""
    history: GameHistory

    @property
    def table(self) -> Any:
        """The game's table at its end."""
        return self.session.table

    @property
    def players(self) -> list[str]:
        """The players' names in seating order."""
        return [player.name for player in self.table.players]

    @property
    def outcome(self) -> Outcome | None:
        """Who has won; None if the game is unfinished."""
        outcome: Outcome | None = self.table.outcome
        return outcome

    @property
    def gains(self) -> list[Gain]:
        """All scorings of the game, in order."""
        return [gain for turn in self.turns for gain in turn.gains]

    def tell_actions(self, turn: PlayedTurn, *, corrected: bool = True) -> GameEvent:
        """What was done in a turn, with corrections or without them."""
        return _tell_actions(turn, self.players, corrected=corrected)

    def own_turns(self, seat: int) -> list[PlayedTurn]:
        """The turns of the player at ``seat``."""
        return _own_turns(self.turns, seat)

    def thinking_time(self, seat: int) -> timedelta:
        """How long the player thought in own turns; 0 if no times are known."""
        return _thinking_time(self.turns, seat)


def _tell_actions(turn: PlayedTurn, names: Sequence[str], *, corrected: bool) -> GameEvent:
    """What was done in a turn; corrections are left out where they may not tell points."""
    own = turn.seat if turn.own else None
    actions = (
        (
            "" if each.seat in (None, own) else names[each.seat],
            (each.answer.key, each.answer.word),
        )
        for each in turn.answers
        if not each.omitted and (corrected or not is_correction(each.answer))
    )
    return GameEvent(kind=TURN, actions=tuple(actions))


def _own_turns(turns: Iterable[PlayedTurn], seat: int) -> list[PlayedTurn]:
    return [turn for turn in turns if turn.own and turn.seat == seat]


def _thinking_time(turns: Iterable[PlayedTurn], seat: int) -> timedelta:
    return sum((turn.thinking_time for turn in _own_turns(turns, seat)), start=timedelta())


def active_time(since: datetime | None, at: datetime) -> timedelta:
    """The time between two presses; 0 for a pause, or if the clock was put back."""
    gap = at - since if since is not None else timedelta()
    return gap if timedelta() < gap <= PAUSE else timedelta()


def playing_time(times: Iterable[datetime]) -> timedelta:
    """How long a game was played without pauses, by the times of its presses in their order."""
    return sum((active_time(*pair) for pair in pairwise(times)), start=timedelta())


def replay(
    number: int, game: str, begun: datetime, answers: Iterable[HasTime], *, plainly: bool = False
) -> Play:
    """Replay these answers; raises `Refused` and `GameNotFoundError`.

    ``plainly`` by the rules alone: nothing else of the game sees the table.
    """
    log = TurnLog(game, plainly=plainly)
    last = begun
    for answer in answers:
        log.add(answer)
        last = answer.at
    log.end_turn()
    return Play(number, game, begun, last, log.turns, log.session, log.history)


class UntimedAnswer(NamedTuple):
    """An answer of which no time is known."""

    key: str
    word: str
    at: datetime = datetime.fromtimestamp(0, UTC)
    since: datetime | None = None


def tell_game(game: str, answers: Iterable[Answer]) -> Iterator[GameEvent]:
    """What has happened in a game with these answers; raises `Refused` and `GameNotFoundError`."""
    log = TurnLog(game)
    for answer in answers:
        log.add(UntimedAnswer(answer.key, answer.word))
        yield from log.tell()


class TurnLog:
    """Replays answers one by one and sorts them into turns; can follow a game being played."""

    def __init__(self, game: str, *, plainly: bool = False) -> None:
        plugin = load_plugin(game)
        if plainly:
            plugin = GamePlugin(rules=plugin.rules)
        self._plugin = plugin
        self.session = Session(plugin.rules)
        self.history = plugin.history
        self.turns: list[PlayedTurn] = []
        self._begins = self._ends = False
        """Whether the game has begun, and a turn has ended, with the last answer."""
        self._last_told = 0
        """The last turn of which was told that it is over."""
        self._told_by_rules: list[GameEvent] = []
        self._turn = PlayedTurn(0, None, own=False)
        """The turn under way, or the last one until the next one's first answer is given."""
        self._carried = timedelta()
        """The time before omitted answers: it belongs to the next answer given by a press."""
        self._after_scoring = False

    @property
    def is_at_end(self) -> bool:
        """Whether the current turn is over."""
        return self.session.is_between_turns

    def thinking_time(self, seat: int) -> timedelta:
        """How long the player has thought in own turns so far, the current one included."""
        return _thinking_time([*self.turns, self._turn], seat)

    def add(self, given: HasTime) -> None:
        """Add the game's next answer; raises `Refused`."""
        session, asked = self.session, self.session.question
        correction = is_correction(Answer(given.key, given.word))
        if asked is not None and not correction and self.is_at_end:
            self.end_turn()
            own = asked.key in session.game.turn_begins
            self._turn = PlayedTurn(len(self.turns), asked.seat, own)
        was_started = session.table.started
        session.answer_pair(given.key, given.word)
        asked, answer = session.asked[-1], session.answers[-1]
        omitted = asked.omits(answer)
        uncounted = correction or self._after_scoring
        gap = timedelta() if uncounted else active_time(given.since, given.at)
        thought = self._carried + gap
        self._carried = thought if omitted else timedelta()
        played = PlayedAnswer(
            None if correction or asked.implicit else asked.seat,
            answer,
            omitted,
            given.at,
            thought - self._carried,
        )
        self._turn = replace(self._turn, answers=(*self._turn.answers, played))
        self._begins = session.table.started and not was_started
        is_new = self._turn.number > self._last_told and self.is_at_end
        self._ends = is_new and not all(is_correction(each.answer) for each in self._turn.answers)
        if self._ends:
            self._last_told = self._turn.number
        self._told_by_rules = [self._place(each) for each in self._plugin.list_events(session)]
        gains = tuple(self._read_gains())
        self._after_scoring = bool(gains)
        if self._told_by_rules:
            *before, last = self._turn.answers
            lasting = tuple(each for each in self._told_by_rules if each.kind.lasts)
            last = replace(last, gains=gains, events=lasting)
            self._turn = replace(self._turn, answers=(*before, last))

    def _read_gains(self) -> Iterator[Gain]:
        """What the scorings of the last answer have given."""
        for event in self._told_by_rules:
            if event.kind is STANDINGS:
                markers = self.history.share_markers(event.source, self.session.table)
                yield Gain(event.name or "", event.number, tuple(event.gains), markers)

    def tell(self) -> list[GameEvent]:
        """What has happened with the last answer."""
        own = map(self._place, self._tell_answer(self.session.answers[-1]))
        return [*own, *self._told_by_rules]

    def _place(self, event: GameEvent) -> GameEvent:
        """The event with the answer that it followed, and its turn."""
        number = self._turn.number or None
        return replace(event, answer=len(self.session.answers), turn=number)

    def _tell_answer(self, answer: Answer) -> Iterator[GameEvent]:
        """What the last answer is itself: a beginning, a correction, the end of a turn."""
        table = self.session.table
        if self._begins:
            seats, game = list_seats(range(len(table.players))), Named("game", self.session.name)
            said = word("event.begun", game=game, players=seats)
            yield GameEvent(kind=BEGUN, said=(said,), name=self.session.name)
        if is_correction(answer) and table.started:
            yield _tell_correction(answer)
        if self._ends:
            names = [player.name for player in table.players]
            done = _tell_actions(self._turn, names, corrected=False)
            yield replace(done, seat=self._turn.seat if self._turn.own else None)

    def end_turn(self) -> None:
        """Log the current turn, with heights and points as they are now."""
        points = tuple(player.points for player in self.session.table.players)
        known = self.history.measure(self.session.table)
        self.turns.append(replace(self._turn, heights=MappingProxyType(dict(known)), points=points))


def _tell_correction(answer: Answer) -> GameEvent:
    """What was corrected, and not to what: that may tell points."""
    what = answer.key.removeprefix(CORRECTION_KEY)
    said = word("event.correction", what=Named("corrected", what))
    return GameEvent(kind=CORRECTION, said=(said,), name=what)
