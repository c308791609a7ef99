"""When BACK asks before it undoes: at a turn's border, and where it would undo an amendment.

Within a turn BACK undoes stroke by stroke without asking. One press more would reach into the turn
of the player before, who has ended it; so the table confirms that.
BACK stops at the confirmation: only OK goes on, and a direction returns to the question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.session import Session
from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Entry
from companion.ui.input.menu import UndoConfirm

if TYPE_CHECKING:
    from companion.app.current_game import CurrentGame


def undo_confirmation(game: CurrentGame, session: Session, below: Entry) -> UndoConfirm | None:
    """The confirmation to ask for before an undo, over an entry; None if it needs none."""
    if game.is_amended:
        return UndoConfirm(key="undo-change", command=HostCommand.UNDO, below=below)
    seat = seat_of_ended_turn(session)
    if seat is None:
        return None
    values = {"player": session.table.players[seat].name}
    return UndoConfirm(key="undo", command=HostCommand.UNDO, below=below, values=values)


def seat_of_ended_turn(session: Session) -> int | None:
    """The seat of the turn that has just ended; None within a turn, and before the first."""
    begins, question = session.game.turn_begins, session.question
    if question is None:
        return None
    has_ended = question.implicit and not session.asked[-1].implicit
    if question.key not in begins and not has_ended:
        return None
    turns = [asked for asked in session.asked if asked.key in begins]
    return turns[-1].seat if turns else None
