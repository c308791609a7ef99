"""The host: leads the table from the first press to the winner, and keeps every answer.

An answer is taken by the session and committed to the journal; only then the next entry opens,
and anything is drawn. Every way from one entry to the next stands here.
Late: `guide`, with the first game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.app import notices
from companion.app.box import Box, Preference
from companion.app.box_menu import BoxMenu
from companion.app.game_faults import ToldFaults, stop_failed_entry
from companion.app.open_table import OpenTable
from companion.core import guard
from companion.core.conversation import Answer, Refused
from companion.core.guard import GameFault
from companion.core.interfaces import Press, Tune
from companion.core.session import is_correction
from companion.games import GameNotFoundError, load_plugin
from companion.store.journal import JournalError
from companion.ui.input.commands import (
    AmendAt,
    BeginGame,
    ChangePreference,
    ChoosePlayers,
    HostCommand,
    ResumeGame,
    SwapSides,
)
from companion.ui.input.entry import (
    Answered,
    Command,
    Doubt,
    Entry,
    Exit,
    MenuPage,
    Step,
    TableCheckEntry,
)
from companion.ui.input.menu import ListMenu, Menu, Notice, UndoConfirm, on_another, under_the_box

if TYPE_CHECKING:
    from companion.app.current_game import CurrentGame


class Host(OpenTable):
    """Leads the table from the first press to the winner, and keeps every answer."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._box_menu = BoxMenu(box)
        self.door = box.door
        self._told_faults = ToldFaults()
        self.failure: JournalError | Refused | None = None
        """Why the last action has not happened, if the journal or the game has failed."""
        if self._home.unread is not None and isinstance(self.entry, Menu):
            self._play(self._home.resume(self._home.unread))

    def press(self, press: Press) -> Tune | None:
        """Take a press; returns its tune, None for none. A notice says what can't be kept."""
        if press is Press.RELEASED and self.entry.hide() is self.entry:
            return None
        if press is Press.OK and self._redoes:
            return self._run_action(lambda: self._run_command(HostCommand.REDO))
        return self._run_action(lambda: self._handle_press(press))

    def take_step(self, step: Step) -> Tune:
        """Take the step that an answer or a press from elsewhere leads to; returns its tune."""
        return self._run_action(lambda: self._handle_step(step))

    def undo(self) -> Tune:
        """Undo the last stroke, or ask whether to; returns its tune."""
        return self._run_action(self._undo_or_ask_at_turn_border)

    def _run_action(self, action: Callable[[], Tune | None]) -> Tune:
        """Run it without the notice of the undo before; a notice says what can't be kept."""
        self._undo_notice = self._new_sign = self.failure = None
        self._steps_through = False
        tune = self._try_action(action)
        self._new_sign = self._find_new_sign()
        return tune

    def _try_action(self, action: Callable[[], Tune | None]) -> Tune:
        try:
            return action() or Tune.CLICK
        except JournalError as error:
            self.failure = error
            self.entry = notices.journal_notice(error, self.entry)
        except (GameFault, GameNotFoundError) as error:
            self.failure = refused = error if isinstance(error, GameFault) else error.refused
            if isinstance(refused, GameFault):
                guard.report(refused)
            self._reload_game()
            self._show_game()
            if not isinstance(refused, GameFault) or self._told_faults.has(refused):
                self._lay_refusal_notice(refused)
        return Tune.REFUSAL

    def type_letter(self, letter: str) -> Tune:
        """Take a letter typed on a keyboard; returns its tune."""
        typed = partial(self.run_entry, lambda entry: entry.type_letter(letter))
        return self._run_action(lambda: self._handle_step(typed()))

    def renew(self, now: float) -> None:
        """Renew an entry that changes while nobody presses, as saved games being counted."""
        self.entry = self._box_menu.renew(self.entry, now)

    def _handle_press(self, press: Press) -> Tune:
        if press is Press.MENU:
            game = self._game_for_menu
            self.entry = self._box_menu.open(under_the_box(self.entry), game, amends=self._amends)
            return Tune.CLICK
        return self._handle_step(self.run_entry(lambda entry: entry.press(press)))

    def _handle_step(self, step: Step) -> Tune:
        if isinstance(step, Entry):
            before, self.entry = self.entry, step
            objected = step.refused is not None or (isinstance(step, Doubt) and step != before)
            return Tune.REFUSAL if objected else Tune.CLICK
        if isinstance(step, Answered):
            return self._handle_answers(step.answers)
        if isinstance(step, Command):
            self._run_command(step)
        else:
            self._leave_entry(step)
        return Tune.CLICK

    def recover(self) -> None:
        """After a fault of our own: go back to the last committed answer, and show a notice."""
        self._reload_game()
        self.entry = Notice(key="fault")

    def tell_faults(self) -> bool:
        """Lay a notice over the entry for each fault since the last call; whether there is one."""
        faults = self._told_faults.take_new()
        for fault in faults:
            session = self.session
            if stop_failed_entry(session, under_the_box(self.entry), fault) and session is not None:
                self.entry = on_another(self.entry, self._open_entry(session, ()))
            self._lay_refusal_notice(fault)
        return bool(faults)

    # From one entry to the next ------------------------------------------------------------

    def _leave_entry(self, way: Exit) -> None:
        if isinstance(self.entry, Notice):
            self._show_game()
        elif isinstance(self.entry, TableCheckEntry):
            self._show_or_leave(self.entry.unchanged_below())
        elif self._amendment is not None:
            self._show_or_leave(self._amendment.undo())
        elif way is Exit.DONE:
            self._current_game.mark_read()
            self._open_question()
        elif isinstance(self.entry, Menu) and self.entry.question is None:
            self._leave_menu(self.entry)
        else:
            self._undo_or_ask_at_turn_border()

    def _leave_menu(self, menu: Menu) -> None:
        if menu.title != "home":
            self.entry = self._home.open_menu()
        elif self.session is not None and self.session.answers:
            self._show_game()

    def _go_home(self) -> None:
        self.entry = self._home.open_menu()  # if the journal can't be read, nothing changes
        self._home.forget_undone()
        self._amendment = None
        self._leave_game()

    def _show_game(self) -> None:
        """Show the pages of the last events, or else ask the next question."""
        from companion.ui.input.guide import open_guide

        session = self.session
        guide = open_guide(load_plugin(session.name).list_pages(session)) if session else None
        if guide is not None:
            self.entry = guide
        else:
            self._open_question()

    def _open_question(self, previous: Sequence[Answer] = ()) -> None:
        """Ask the session's question, or go home; ``previous`` are the answers given before."""
        previous = [answer for answer in previous if not is_correction(answer)]
        if self.game is not None and self.game.session.question is None:
            # if the journal can't be read, nothing changes
            self.entry = self._home.open_after(self.game)
            self.game = None
        elif self.session is None or self.session.question is None:
            self.entry = self._home.open_menu()
        else:
            previous = previous or self._find_undone(self.session)
            self.entry = self._open_entry(self.session, previous)

    # Answers -------------------------------------------------------------------------------

    def _handle_answers(self, answers: tuple[Answer, ...]) -> Tune:
        if self._amendment is not None:
            self.entry = self._amendment.answer(answers)
            return Tune.CLICK
        if isinstance(self.entry, TableCheckEntry):
            return self._correct(self.entry, answers[0])
        self._take(answers)
        return self.entry.tune

    def _take(self, answers: Sequence[Answer]) -> None:
        """Take and commit answers, and go on; ask for them again if they can't be kept."""
        game = self._current_game
        was_started = game.session.table.started
        try:
            game.take(answers)
        except JournalError:
            self._open_question(answers)
            raise
        self._show_game()
        if game.session.table.started and not was_started:
            self._home.keep_side(self.mirrored)

    def _undo_or_ask_at_turn_border(self) -> None:
        game = self._current_game
        if isinstance(self.entry, ListMenu) and self.entry.question is not None:
            begun = Answer(self.entry.question.key, self.entry.last_time)
            self._home.keep_undone(game.session, [begun])
        if not game.session.answers:
            self.entry = self._home.choose_players(game.session.name, game.seats)
        elif (confirm := game.confirm_undo(self.entry)) is not None:
            self.entry = confirm
        else:
            self._undo()

    def _undo(self) -> None:
        try:
            previous, self._undo_notice = self._current_game.undo()
        except JournalError:
            self._show_question_or_end()
            raise
        self._home.keep_undone(self._current_game.session, previous)
        self._show_question_or_end(previous)

    def _show_question_or_end(self, previous: Sequence[Answer] = ()) -> None:
        if self.session is not None and self.session.question is None:
            self._show_game()
        else:
            self._open_question(previous)

    def _redo(self) -> None:
        try:
            self._undo_notice = self._current_game.redo()
        except JournalError:
            self._show_question_or_end()
            raise
        self._show_game()

    # Commands ------------------------------------------------------------------------------

    def _run_command(self, command: Command) -> None:
        match command:
            case HostCommand() if command in COMMANDS:
                asked_by_back = isinstance(self.entry, UndoConfirm)
                COMMANDS[command](self)
                self._steps_through = command in STEPS and not asked_by_back
            case HostCommand():
                self.entry = self._box_menu.open_page(command, self.entry, self._game_for_menu)
            case ChoosePlayers(game):
                self.game, self.entry = None, self._home.choose_players(game)
            case BeginGame() | ResumeGame():
                self._amendment = None
                self._play(self._home.open_table(command))
            case SwapSides(entry):
                self._home.store_side(not self.mirrored, self._current_game.number)
                self.mirrored, self.entry = not self.mirrored, entry
            case AmendAt(place):
                self._amend(place)
            case ChangePreference(name):
                self._change_preference(Preference(name))
            case _:
                self.entry = self._box_menu.run(command, self.entry)

    def _choose_game(self) -> None:
        self.game, self.entry = None, self._home.choose_game()

    def _play(self, game: CurrentGame, setup: Sequence[Answer] = ()) -> None:
        mirrored = self._home.take_over_side(game, self.game)
        self._leave_game()
        self.game, self.mirrored = game, mirrored
        if setup:
            self._take(setup)
        else:
            self._show_game()

    # Amendments and corrections ------------------------------------------------------------

    def _amend(self, place: int) -> None:
        open_entry = self._open_entry
        self._amendment = self._box_menu.game.amend(self._current_game, place, open_entry)
        self.entry = self._amendment.entry

    def _keep_amendment(self) -> None:
        assert self._amendment is not None, "the preview belongs to one"
        self._amendment.keep()
        self._leave_amendment()

    def _show_or_leave(self, entry: Entry | None) -> None:
        if entry is not None:
            self.entry = entry
        else:
            self._leave_amendment()

    def _leave_amendment(self) -> None:
        self._amendment = None
        self._show_game()

    def _correct(self, entry: TableCheckEntry, correction: Answer) -> Tune:
        """Correct a page of the table check, and show it as it is now, or the game's end."""
        game = self._current_game
        try:
            game.take([correction])
        except Refused as no:
            self.entry = replace(entry, refused=no.objection)
            return Tune.REFUSAL
        except JournalError:
            self.entry = entry.renew(game.session.table)
            raise
        self.entry = entry.renew(game.session.table)
        if game.session.question is None:
            self._show_game()
        return self.entry.tune

    # The box's menu ------------------------------------------------------------------------

    def _change_preference(self, name: Preference) -> None:
        assert isinstance(self.entry, Menu)
        self.entry = self._box_menu.change_preference(
            name, self.entry, self._game_for_menu, amends=self._amends
        )
        if name is Preference.LANGUAGE:
            self._change_language(self.entry)

    def _change_language(self, settings: Entry) -> None:
        """Take the new words, also for unnamed players, in the game and under the settings."""
        names = self._change_words()
        renamed = self.game is not None and self.game.update_names()
        below = under_the_box(settings)
        if isinstance(below, Menu) and below.title == "home":
            self.entry = self._home.open_menu()
        elif not renamed:
            self.entry = below.reworded(names)
        elif self._amendment is not None:
            self._amendment = self._amendment.reworded(names)
            self.entry = self._amendment.entry
        else:
            asks = getattr(below, "question", None) is not None  # else its pages are open
            self._open_question() if asks else self._show_game()  # entries hold the names
            self.entry = below.begun_in(self.entry)
            if isinstance(below, TableCheckEntry):
                self.entry = below.renew(self._current_game.session.table)
        self.entry = on_another(settings, self.entry)

    def _close_box_menu(self) -> None:
        below = under_the_box(self.entry)
        if isinstance(below, Menu) and below.title == "home":
            self._show_game()
        elif isinstance(below, MenuPage):
            self._show_or_leave(below.unchanged_below())
        else:
            self.entry = below


COMMANDS: Mapping[HostCommand, Callable[[Host], None]] = {
    HostCommand.CHOOSE_GAME: Host._choose_game,
    HostCommand.REPEAT_SETUP: lambda host: host._play(*host._home.repeat_setup()),
    HostCommand.GO_HOME: Host._go_home,
    HostCommand.CLOSE_BOX_MENU: Host._close_box_menu,
    HostCommand.UNDO: Host._undo,
    HostCommand.REDO: Host._redo,
    HostCommand.KEEP_AMENDMENT: Host._keep_amendment,
    HostCommand.DROP_AMENDMENT: Host._leave_amendment,
}
"""What the host does by itself; the other commands open a page over the entry."""
STEPS = (HostCommand.UNDO, HostCommand.REDO)
