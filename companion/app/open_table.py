"""What is open at the table: the game and an amendment of it, the words, the side of the cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from companion.app.box import Box, Preference
from companion.app.game_faults import refusal_notice, run_entry
from companion.app.home import Home
from companion.app.table_door import ON
from companion.box.devices.keyboard import ON_AXES
from companion.core.conversation import Answer, Question, Refused
from companion.core.interfaces import Press
from companion.core.keypad import ARROWS
from companion.core.session import Session
from companion.games import load_plugin, words_in
from companion.games.unnamed import name_seats
from companion.store.unnamed import UnnamedPlayers
from companion.ui.input.entry import Entry
from companion.ui.input.menu import NewSign, laid_over
from companion.ui.screens.view import SHARED_SCREENS, View

if TYPE_CHECKING:
    from companion.app.current_game import CurrentGame
    from companion.app.game_menu import AmendmentDialog
    from companion.ui.input.amendment import UndoNotice

T = TypeVar("T")


class OpenTable:
    """What is open at the table, and what it is shown from."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._take_words()
        self._home = Home(box)
        self._ends_wanted = (0, 0)
        """The last game whose ends were wanted, and how many answers it had."""
        self.game: CurrentGame | None = None
        self._amendment: AmendmentDialog | None = None
        self._undo_notice: UndoNotice | None = None
        self._steps_through = False
        """Whether the last action was *Undo* or *Redo*, and not BACK, which corrects a slip."""
        self._new_sign: NewSign | None = None
        self._explained: set[tuple[int, str]] = set()
        """The numbers of games, with the signs that were explained in them."""
        self._explained_at: Question | None = None
        """The last question at which one was."""
        self.mirrored = False
        """Whether the open cards of the game lie at the other end of the row."""
        self.entry: Entry = self._home.open_first()

    @property
    def session(self) -> Session | None:
        """The game being played; during an amendment the amended game, as far as it has come."""
        if self._amendment is not None:
            return self._amendment.session
        return self.game.session if self.game is not None else None

    @property
    def _current_game(self) -> CurrentGame:
        assert self.game is not None, "this is reached from its entries only"
        return self.game

    @property
    def _game_for_menu(self) -> CurrentGame | None:
        """None during an amendment."""
        return self.game if self._amendment is None else None

    @property
    def _amends(self) -> bool:
        return self._amendment is not None

    @property
    def view(self) -> View:
        """What the screen is drawn from."""
        session = self.session
        timed = self.game if self._box.preferences[Preference.THINKING_TIME] == ON else None
        return View(
            self.entry,
            session,
            self.words,
            self.mirrored,
            self._undo_notice,
            self._new_sign,
            self._box.preferences.hints,
            timed.thinking_time() if timed is not None else (),
            load_plugin(session.name).screens if session is not None else SHARED_SCREENS,
            tuple(session.answers) if session is not None else (),
            self._amendment.turn if self._amendment is not None else None,
            self.entry.has_feet and self.game is not None and self._home.needs_feet(self.game),
        )

    @property
    def _redoes(self) -> bool:
        """Whether OK redoes a step: right behind *Undo* or *Redo*, however many presses it took."""
        game, asks = self._game_for_menu, getattr(self.entry, "question", None) is not None
        return asks and self._steps_through and game is not None and bool(game.find_undone())

    def _find_new_sign(self) -> NewSign | None:
        """The first sign on the screen that this game has not explained yet, until ten games.

        A question explains one at most.
        """
        view, game = self.view, self._game_for_menu
        find, asked = view.screens.unnamed_signs, getattr(self.entry, "question", None)
        if find is None or self._undo_notice or view.entry.refused is not None:
            return None
        if game is None or not self._home.needs_feet(game):
            return None
        if asked is not None and asked is self._explained_at:
            return None
        shown = ((game.number, key) for key in find(view))
        new = next((each for each in shown if each not in self._explained), None)
        if new is None:
            return None
        self._explained.add(new)
        self._explained_at = asked
        return NewSign(new[1])

    def read_key(self, press: Press) -> Press:
        """What a number pad's key says: where no digit answers, the arrow that is printed on it."""
        press = press if self.entry.digits_answer else ARROWS.get(press, press)
        return ON_AXES[self._box.board.axes].get(press, press)

    def run_entry(self, take: Callable[[Entry], T]) -> T:
        """Call a function with the open entry; raises GameFault where a game's own entry fails."""
        return run_entry(self.session, self.entry, take)

    def lay_notice(self, lay: Callable[[Entry], Entry]) -> None:
        """Lay notices of `companion.app.notices` over what is shown, or take them away."""
        self.entry = lay(self.entry)

    def _lay_refusal_notice(self, refused: Refused) -> None:
        self.lay_notice(partial(laid_over, refusal_notice(refused, self.words)))

    def _open_entry(self, session: Session, previous: Sequence[Answer]) -> Entry:
        players = self.game.session.table.players if self.game is not None else ()
        words, mirrored = self.words, self.mirrored
        return self._home.open_entry(session, previous, players, words, mirrored=mirrored)

    def _find_undone(self, session: Session) -> Sequence[Answer]:
        """What was answered to the open question before it was undone: OK gives it again."""
        undone = self._home.find_undone(session)
        if undone or self.game is None or self._amendment is not None:
            return undone
        return self.game.find_undone()

    def _leave_game(self) -> None:
        """Let a game that is over count as read: its winner is told, and not taken back."""
        if self.game is not None and self.game.session.question is None:
            self.game.mark_read()

    def _reload_game(self) -> None:
        """Go back to the last committed answer; to no game where that can't be replayed."""
        self._amendment = None
        if self.game is not None and not self.game.reload():
            self.game = None

    def _take_words(self) -> None:
        self.words = words_in(self._box.preferences[Preference.LANGUAGE], self._box.buttons)
        self._box.journal.names = UnnamedPlayers(self.words)

    def _change_words(self) -> Mapping[str, str]:
        """Take the words of the language in effect; returns unnamed players' names by the old."""
        before = self.words
        self._take_words()
        seats = self.session.game.seats[-1] if self.session is not None else 0
        return dict(zip(name_seats(before, seats), name_seats(self.words, seats), strict=True))

    # Ends that are played out ----------------------------------------------------------------

    def want_ends(self, number: int) -> None:
        """Have the ends of a saved game played out, as far as any are missing."""
        self._box.play_out_ends(number)

    def play_out_ends(self) -> None:
        """Have the ends of the game played out if a turn has ended since the last call."""
        if self.game is None:
            return
        session = self.game.session
        wanted = self.game.number, len(session.answers)
        is_turn_over = session.table.started and session.is_between_turns
        if wanted == self._ends_wanted or not is_turn_over:
            return
        self._ends_wanted = wanted
        story = load_plugin(session.name).story
        if story is not None and story.play_out is not None:
            self._box.play_out_ends(self.game.number)
