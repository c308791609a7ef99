"""The game's part of the box's menu: standings, outlook, table check, and amending its turns.

An amended game is built beside the saved one; OK writes it to the journal in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise

from companion.app.box import Box
from companion.app.current_game import CurrentGame
from companion.app.strokes import (
    action_of_stroke,
    automatic_answer,
    is_at_stroke_start,
    stroke_bounds,
)
from companion.core.conversation import Answer, Refused, is_correction
from companion.core.events import rank_points
from companion.core.game_history import compare_players, compare_points
from companion.core.replay import Amendment, ReplayConflict
from companion.core.session import Session
from companion.games import load_plugin
from companion.store.unnamed import rename_players
from companion.ui.input.amendment import (
    Action,
    AmendableTurn,
    AmendmentPreview,
    ConflictNotice,
    Stroke,
    TurnPicker,
    action_of,
)
from companion.ui.input.box_pages import Peek
from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Command, Entry
from companion.ui.input.field_pages import begin_table_check
from companion.ui.input.hints import Hints
from companion.ui.input.menu import under_the_box
from companion.ui.input.outlook import open_outlook

EntryOpener = Callable[[Session, Sequence[Answer]], Entry]
"""(session, previous answers) → the entry of its question."""
AMENDMENT_ITEMS: Mapping[str, Command] = {
    "amending": HostCommand.CLOSE_BOX_MENU,
    "cancel": HostCommand.DROP_AMENDMENT,
}
"""What the menu offers of a game while one of its answers is changed."""
GAME_ITEMS: Mapping[str, Command] = {
    "resume": HostCommand.CLOSE_BOX_MENU,
    "undo": HostCommand.UNDO,
    "redo": HostCommand.REDO,
    "standings": HostCommand.SHOW_STANDINGS,
    "outlook": HostCommand.SHOW_OUTLOOK,
    "table_check": HostCommand.CHECK_TABLE,
    "amend": HostCommand.LIST_TURNS,
}


class GameMenu:
    """What the menu offers of the game being played."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def list_items(self, game: CurrentGame | None) -> Mapping[str, Command]:
        """The items for this game, with what each does; None during an amendment."""
        if game is None:
            return AMENDMENT_ITEMS
        return _game_items(game, self._box.preferences.hints)

    def open_page(self, command: HostCommand, entry: Entry, game: CurrentGame) -> Entry:
        """The page that a command opens over an entry."""
        session = game.session
        table, input_of_game = session.table, load_plugin(session.name).input
        if command is HostCommand.SHOW_OUTLOOK:
            assert input_of_game.forecast is not None, "the menu offers it only where there is one"
            forecast = input_of_game.forecast(table)
            if not forecast.gained:  # it has failed, which is told
                return entry
            return open_outlook(forecast, table.players, self._box.preferences.hints, entry)
        if command is HostCommand.CHECK_TABLE:
            return begin_table_check(session.game, under_the_box(entry), self._box.board.axes)
        if command is HostCommand.LIST_TURNS:
            turns = _turns(session)
            return TurnPicker(turns=turns, at=len(turns) - 1, below=under_the_box(entry))
        assert command is HostCommand.SHOW_STANDINGS, "the menu has no other page of a game"
        return Peek(standings=rank_points(table.players), below=entry)

    def amend(self, game: CurrentGame, at: int, open_entry: EntryOpener) -> AmendmentDialog:
        """Begin to change the stroke that begins at that answer."""
        return AmendmentDialog(game, at, open_entry)


def _game_items(game: CurrentGame, hints: Hints) -> dict[str, Command]:
    session, input_of_game = game.session, load_plugin(game.session.name).input
    started, being_played = session.table.started, session.question is not None
    has_outlook = input_of_game.forecast is not None and hints is not Hints.NONE
    offered = {
        "resume": True,
        "undo": bool(session.answers),
        "redo": game.can_redo,
        "standings": started,
        "outlook": started and session.table.outcome is None and has_outlook,
        "table_check": started and being_played and bool(session.game.corrections),
        "amend": bool(session.answers),
    }
    return {item: GAME_ITEMS[item] for item, is_offered in offered.items() if is_offered}


def _turns(session: Session) -> tuple[AmendableTurn, ...]:
    """All strokes of the game, turn by turn, without corrections: these can be made again."""
    begins, players = session.game.turn_begins, session.table.players
    turns: list[list[Stroke]] = [[]]
    for at, end in pairwise(stroke_bounds(session)):
        asked, answers = session.asked[at:end], session.answers[at:end]
        places = [place for place, answer in enumerate(answers) if not is_correction(answer)]
        if not places:
            continue
        if any(asked[place].key in begins for place in places):
            turns.append([])
        turns[-1].append(Stroke(at, end - at, action_of(asked, answers, players)))
    return tuple(AmendableTurn(number, tuple(each)) for number, each in enumerate(turns) if each)


class AmendmentDialog:
    """Asks a stroke again, then replays the answers after it; ``entry`` is where it begins."""

    def __init__(self, game: CurrentGame, at: int, open_entry: EntryOpener) -> None:
        self._game = game
        self._open_entry = open_entry
        self._old = game.session
        self._at = at
        strokes = ((each, turn.number) for turn in _turns(self._old) for each in turn.strokes)
        self._count, self.turn = next((it.length, turn) for it, turn in strokes if it.at == at)
        """How many answers are given anew, and in which turn; 0 is the setup."""
        self._amendment = self._begin()
        self._answered: list[Sequence[Answer]] = []
        """The new answers, stroke by stroke."""
        previous = [each for each in self._amendment.said_before if not is_correction(each)]
        self.entry: Entry = open_entry(self.session, previous)

    def _begin(self) -> Amendment:
        automatic = partial(automatic_answer, seats=self._game.seats)
        return Amendment(self._old, self._at, self._count, automatic)

    @property
    def session(self) -> Session:
        """The amended game, as far as it has come."""
        return self._amendment.session

    def answer(self, answers: Sequence[Answer]) -> Entry:
        """Take new answers; returns the next question, a conflict, or the preview of the change."""
        conflict = self._amendment.answer(answers)
        self._answered.append(answers)
        if (conflict is None or conflict.at is None) and self._is_within_stroke:
            return self._open_entry(self.session, self._previous())
        if conflict is not None:
            return self._conflict_notice(conflict)
        left_out = tuple(self._action(at, at + 1) for at in self._amendment.left_out)
        old, new = self._old.table, self.session.table
        more = load_plugin(self.session.name).history.changes
        changes = (*compare_players(old, new), *compare_points(old, new), *more(old, new))
        return AmendmentPreview(
            replaced=self._action(self._at, self._at + self._count),
            replacement=action_of_stroke(self.session, self._at),
            changes=changes,
            left_out=left_out,
        )

    def reworded(self, names: Mapping[str, str]) -> AmendmentDialog:
        """The same change of the game as its players are called now, begun where this one stands.

        ``names`` are the new names by the old ones.
        """
        anew = AmendmentDialog(self._game, self._at, self._open_entry)
        for answers in self._answered:
            words = [rename_players(each.key, each.word, names) for each in answers]
            pairs = zip(answers, words, strict=True)
            given = [each if each.word == word else Answer(each.key, word) for each, word in pairs]
            with suppress(Refused):  # a name that only now is another player's is asked again
                anew.entry = anew.answer(given)
        return anew

    def undo(self) -> Entry | None:
        """Undo the last new stroke and ask it again; None if there is none yet."""
        if not self._answered:
            return None
        *before, last = self._answered
        self._amendment = self._begin()
        for answers in before:
            self._amendment.answer(answers)
        self._answered = before
        return self._open_entry(self.session, [each for each in last if not is_correction(each)])

    @property
    def _is_within_stroke(self) -> bool:
        """Whether the stroke has only begun: the rest of it is asked at once."""
        return self.session.question is not None and not is_at_stroke_start(
            self.session, self._game.seats
        )

    def _previous(self) -> list[Answer]:
        question = self.session.question
        assert question is not None, "a question is open within a stroke"
        return [each for each in self._amendment.said_before if question.judge(each) is None][:1]

    def keep(self) -> None:
        """Keep the amended game; raises JournalError, and then the game stays as it was."""
        self._game.amend(self.session)

    def _conflict_notice(self, conflict: ReplayConflict) -> Entry:
        assert self.session.question is not None, "a question does not fit"
        below = self._open_entry(self.session, ())
        action = None
        if conflict.at is not None:
            bounds = stroke_bounds(self._old)
            action = self._action(conflict.at, next(end for end in bounds if end > conflict.at))
        return ConflictNotice(
            action=action, why=conflict.objection, key=self.session.question.key, below=below
        )

    def _action(self, at: int, end: int) -> Action:
        old = self._old
        return action_of(old.asked[at:end], old.answers[at:end], old.table.players)
