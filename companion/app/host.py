"""The host at the table: leads from the first press to the winner, and keeps every answer.

Session, journal and entry meet here. An answer is taken, committed to the journal, and only then
does the next entry open and anything get drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from companion.app import notices
from companion.app.amendment import AmendmentDialog, corrected, turn_picker
from companion.app.box import Box
from companion.app.box_menu import BoxMenu
from companion.app.current_game import CurrentGame, whose_turn_ended
from companion.app.history_browser import HistoryBrowser
from companion.app.home import HOME_SAYS, NOTHING_PRINTED, Home, People
from companion.app.preferences import ON, Preference
from companion.app.thinking_time import ThinkingTime
from companion.core.conversation import Answer, Game
from companion.core.session import Session, is_correction
from companion.games import load_plugin, words_in
from companion.input.amendment import AMEND, KEEP, UNDONE, UndoNotice
from companion.input.box_pages import Peek
from companion.input.context import SWAP, Hints, InputContext
from companion.input.entry import Answered, Doubt, Entry, Exit
from companion.input.guide import tune_of
from companion.input.history import HISTORY, Counting
from companion.input.layers import reworded, under_the_box
from companion.input.menu import Confirm, Menu, Notice
from companion.input.open_entry import open_entry, open_guide
from companion.input.table_check import TableCheckEntry
from companion.interfaces import PanelStatus, Press, Tune
from companion.journal import Journal, JournalError
from companion.screens.view import SHARED_SCREENS, View

MIRRORED = "mirrored"
UNDO, UNDO_CHANGE = Answer("undo", "turn"), Answer("undo-change", "")


class Host:
    """Leads the table; ``now``, ``known`` and ``printed`` are as `Home` takes them."""

    def __init__(
        self,
        journal: Journal,
        axes: int,
        now: Callable[[], datetime],
        box: Box,
        known: People = (),
        printed: Mapping[str, tuple[Answer, ...]] = NOTHING_PRINTED,
    ) -> None:
        self._journal = journal
        self._axes = axes
        self._now = now
        self._chronicle = HistoryBrowser(journal)
        self._thinking = ThinkingTime(journal)
        self._menu = BoxMenu(box, self._chronicle)
        self._preferences = box.preferences
        self.words = words_in(self._preferences[Preference.LANGUAGE])
        self._home = Home(journal, now, known, printed)
        self._named: frozenset[Press] = frozenset()
        self._game: CurrentGame | None = None
        self._told: UndoNotice | None = None
        self._mending: AmendmentDialog | None = None
        self.mirrored = journal.setting(MIRRORED) == "yes"
        self.entry: Entry = self._home.first()

    @property
    def session(self) -> Session | None:
        """The game under way; while an old answer is said anew, as it is told by then."""
        if self._mending is not None:
            return self._mending.session
        return self._game.session if self._game is not None else None

    @property
    def view(self) -> View:
        """What the screen is drawn from."""
        return View(
            self.entry,
            self.session,
            self.words,
            self.mirrored,
            self._told,
            Hints(self._preferences[Preference.HINTS]),
            self._thinking.of(self._game)
            if self._preferences[Preference.THINKING_TIME] == ON
            else (),
            load_plugin(self.session.name).screens if self.session else SHARED_SCREENS,
            tuple(self.session.answers) if self.session else (),
        )

    def press(self, press: Press) -> Tune | None:
        """Take a press; returns what the chime should say to it, None for nothing.

        What the journal can't keep has not happened: the table is told, and stands where it stood.
        """
        if press is Press.RELEASED and not (isinstance(self.entry, Peek) and self.entry.open):
            return None
        try:
            return self._pressed(press)
        except JournalError as trouble:
            self.entry = notices.of_the_journal(trouble, self.entry)
            return Tune.REFUSAL

    @property
    def at_work(self) -> bool:
        """Whether there is something to `work` on while nobody presses."""
        return isinstance(self.entry, Counting)

    def work(self) -> None:
        """Do a little of what takes long: the loop goes round meanwhile."""
        if isinstance(counting := self.entry, Counting):
            try:
                self.entry = self._chronicle.count(counting)
            except JournalError as trouble:
                self.entry = notices.of_the_journal(trouble, counting.below)

    def _pressed(self, press: Press) -> Tune:
        before, self._told = self.entry, None
        if press is Press.MENU:
            self.entry = self._menu.open(under_the_box(before), self._game_for_the_menu)
            return Tune.CLICK
        step = before.press(press)
        if isinstance(step, Entry):
            self.entry = step
            objected = step.refused is not None or (isinstance(step, Doubt) and step != before)
            return Tune.REFUSAL if objected else Tune.CLICK
        if isinstance(step, Answered):
            return self._said(step.answers)
        self._go(step)
        return Tune.CLICK

    def recover(self) -> None:
        """After a fault of our own: stand at the last committed answer, and say so."""
        self._mending = None
        if self._game is not None:
            self._game.reload()
        self.entry = Notice(key="fault")

    def name_stuck(self, buttons: frozenset[Press]) -> None:
        """Tell the table of buttons that do not let go and are ignored, each once."""
        self.entry = notices.stuck(buttons - self._named, self.entry)
        self._named = buttons

    def hear(self, news: PanelStatus) -> None:
        """Tell the table that the tower panel is lost or speaks otherwise, till it is found."""
        self.entry = notices.of_the_tower_panel(news, self.entry)

    def say_farewell(self) -> None:
        """The last picture: all is kept; or when to pull the plug, if that is being said."""
        self.entry = notices.farewell(self.entry)

    # Ways between entries ------------------------------------------------------------------

    def _go(self, way: Exit) -> None:
        """Where an entry leads that ends without an answer."""
        if isinstance(self.entry, Notice):
            self._continue()
        elif (below := self._unchanged_below()) is not None:
            self.entry = below
        elif self._mending is not None and (before := self._mending.back()) is not None:
            self.entry = before
        elif self._mending is not None or isinstance(self.entry, TableCheckEntry):
            self._leave_mending()
        elif way is Exit.DONE:
            self._ask()
        elif isinstance(self.entry, Menu) and self.entry.question is None:
            self._leave_menu(self.entry)
        else:
            self._back()

    def _unchanged_below(self) -> Entry | None:
        return self.entry.unchanged_below() if isinstance(self.entry, TableCheckEntry) else None

    def _leave_menu(self, menu: Menu) -> None:
        """BACK in one of the host's own menus: to the game under way, or home."""
        game_waits = self.session is not None and self.session.answers
        if menu.title == "home" and game_waits:
            self._continue()
        elif menu.title != "home":
            self.entry = self._home.menu()

    def _go_home(self) -> None:
        self.entry = self._home.menu()

    def _continue(self) -> None:
        """Stand where the last answer left the table: at the scoring it brought, or asking."""
        session = self.session
        pages = open_guide(session, load_plugin(session.name).input) if session else None
        if pages is not None:
            self.entry = pages
        else:
            self._ask()

    def _ask(self, previous: Sequence[Answer] = ()) -> None:
        """Open the entry of the question that stands; home where none does.

        ``previous`` is what had been said here; corrections among it answered no question.
        """
        previous = [answer for answer in previous if not is_correction(answer)]
        if self.session is None or self.session.question is None:
            self.entry = self._home.menu()  # where the journal can't be read, all stays as it was
            self._game = None
            return
        self.entry = self._open(self.session, previous)

    def _open(self, session: Session, previous: Sequence[Answer]) -> Entry:
        return open_entry(
            session, load_plugin(session.name).input, self._context(session.game), previous
        )

    def _context(self, game: Game) -> InputContext:
        names = self.words.of(game.name).all_named("colour")
        context = self._home.context(game, self._axes, self.mirrored, names)
        return replace(context, hints=Hints(self._preferences[Preference.HINTS]))

    # What the table has said ---------------------------------------------------------------

    def _said(self, answers: tuple[Answer, ...]) -> Tune:
        own = OWN_ANSWERS.get(answers[0].key)
        if own is not None:
            own(self, answers[0])
            return Tune.CLICK
        if self._mending is not None:
            self.entry = self._mending.say(answers)
            return Tune.CLICK
        if isinstance(self.entry, TableCheckEntry):
            return self._correct(self.entry, answers[0])
        self._take(answers)
        return tune_of(self.entry)

    def _take(self, answers: Sequence[Answer]) -> None:
        """Take answers, go on; where they can't be kept, stand at them again."""
        assert self._game is not None
        try:
            self._game.take(answers)
        except JournalError:
            self._ask(answers)
            raise
        self._continue()

    def _back(self) -> None:
        """BACK at an entry's beginning: to the answer before; across a turn's border, ask."""
        session = self.session
        if self._game is None or session is None:
            self.entry = self._home.menu()
        elif not session.answers:
            self.entry = self._home.count(session.name, self._game.seats)
        elif self._game.is_amended:
            self.entry = Confirm(what=UNDO_CHANGE, below=self.entry)
        elif (seat := whose_turn_ended(session)) is not None:
            player = session.table.players[seat].name
            self.entry = Confirm(what=UNDO, below=self.entry, values={"player": player})
        else:
            self._undo()

    def _undo(self) -> None:
        """Take back what was done last and stand where it was said, the cursor on it."""
        assert self._game is not None
        try:
            said, told = self._game.undo()
        except JournalError:
            self._stand()
            raise
        if self._game.session.table.started or told.how != UNDONE:  # else the cursor tells it
            self._told = told
        self._stand(said)

    def _stand(self, previous: Sequence[Answer] = ()) -> None:
        """Ask, or be at the end again: a change was taken back, or nothing was."""
        if self.session is not None and self.session.question is None:
            self._continue()
        else:
            self._ask(previous)

    def _redo(self) -> None:
        """Do again what was taken back last, and stand behind it."""
        assert self._game is not None
        try:
            self._told = self._game.redo()
        except JournalError:
            self._stand()
            raise
        self._continue()

    # What the host's own menus say ---------------------------------------------------------

    def _chosen_at_home(self, answer: Answer) -> None:
        assert isinstance(self.entry, Menu)
        led = self._home.chosen(answer, self.entry)
        if isinstance(led, Menu):
            self._game, self.entry = None, led
            return
        self._game, setup = led
        if setup:
            self._take(setup)
        else:
            self._continue()

    def _swap_sides(self, _answer: Answer) -> None:
        mirrored = not self.mirrored
        self._journal.set(MIRRORED, "yes" if mirrored else "no", self._now())
        self.mirrored = mirrored
        self.entry = replace(self.entry, at=0)  # type: ignore[call-arg]  # an entry with a cursor

    # Old answers ---------------------------------------------------------------------------

    def _list_turns(self) -> None:
        assert self._game is not None
        self.entry = turn_picker(self._game, under_the_box(self.entry))

    def _amend(self, answer: Answer) -> None:
        """Say an old answer anew; in the end keep what came of it, or leave all as it was."""
        assert self._game is not None
        if self._mending is None:
            self._mending = AmendmentDialog(self._game, int(answer.word), self._open)
            self.entry = self._mending.entry
            return
        if answer.word == KEEP:
            self._mending.keep()
        self._leave_mending()

    def _leave_mending(self) -> None:
        self._mending = None
        self._continue()

    def _audit(self) -> None:
        assert self._game is not None
        session = self._game.session
        check = load_plugin(session.name).input.check_table
        assert check is not None, "the menu offers it only where there is one"
        self.entry = check(session.table, under_the_box(self.entry))

    def _correct(self, entry: TableCheckEntry, correction: Answer) -> Tune:
        """A page of the table_check corrected: it is shown as it is now, or the game's end."""
        assert self._game is not None
        try:
            self.entry = corrected(self._game, entry, correction)
        except JournalError:
            self.entry = entry.renew(self._game.session.table)
            raise
        if self._game.session.question is None:
            self._continue()
        return tune_of(self.entry) if self.entry.refused is None else Tune.REFUSAL

    # The box's own menu --------------------------------------------------------------------

    def _chosen_at_the_box(self, answer: Answer) -> None:
        action = ACTIONS.get(answer.word)
        if action is not None:
            if self._mending is not None and action is not Host._resume_below:
                self._leave_mending()
            action(self)
            return
        entry = self._menu.chosen(answer.word, self.entry, self._game_for_the_menu)
        assert entry is not None, "every item has its action"
        self.entry = entry

    def _look(self, answer: Answer) -> None:
        self.entry = self._chronicle.say(answer.word, self.entry)

    def _setting_chosen(self, answer: Answer) -> None:
        assert isinstance(self.entry, Menu)
        self.entry = self._menu.choose_next(self.entry, self._game_for_the_menu)
        if answer.word == Preference.LANGUAGE:
            before, self.words = self.words, words_in(self._preferences[Preference.LANGUAGE])
            game = self.session.name if self.session is not None else ""
            names = [words.of(game).all_named("colour") for words in (before, self.words)]
            self.entry = reworded(self.entry, *names)

    @property
    def _game_for_the_menu(self) -> CurrentGame | None:
        """None while an old answer is said anew: that comes to its end, or BACK pages it."""
        return self._game if self._mending is None else None

    def _resume_below(self) -> None:
        below = under_the_box(self.entry)
        if isinstance(below, Menu) and below.title == "home":
            self._continue()
        else:
            self.entry = below


OWN_ANSWERS: dict[str, Callable[[Host, Answer], None]] = {
    **dict.fromkeys(HOME_SAYS, Host._chosen_at_home),
    SWAP: Host._swap_sides,
    **dict.fromkeys((UNDO.key, UNDO_CHANGE.key), lambda host, _answer: host._undo()),
    AMEND: Host._amend,
    "box": Host._chosen_at_the_box,
    "settings": Host._setting_chosen,
    HISTORY: Host._look,
}
ACTIONS: dict[str, Callable[[Host], None]] = {
    "resume": Host._resume_below,
    "undo": Host._undo,
    "redo": Host._redo,
    "amend": Host._list_turns,
    "table_check": Host._audit,
    "home": Host._go_home,
}
"""What the box's menu does with the game under way, by its items."""
