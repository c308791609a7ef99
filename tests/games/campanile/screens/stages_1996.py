"""The screens of Campanile 1996 that the other edition has not, staged at its stored games."""

from dataclasses import replace

from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games.campanile.input import TowerPage
from companion.ui.input.guide import RankingPage
from companion.ui.screens import View
from tests.buttons import DOWN, LEFT, OK, RIGHT, UP
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, asked, page, staged

PLAIN = "1996-two-players"
HIGHER = "1996-three-players-higher-chips"
EXTENDED = "1996-four-players-extended-tower"
BLUE = Answer("marker", "blue")


@staged
def piles_last_card(cast: Cast) -> View:
    session = cast.asked(PLAIN, "tower", -1)
    floors = 1 + session.table.piles.index(1)
    view = cast.before(session)
    return view._replace(entry=replace(view.entry, number=floors))  # type: ignore[call-arg]  # a TowerPicker it is


@staged
def piles_show_without_chip(cast: Cast) -> View:
    session = cast.replay(PLAIN)
    keys = [question.key for question in session.asked]
    places = [at for at in range(1, len(keys)) if keys[at - 1 : at + 1] == ["floors", "show"]]
    session.undo(len(keys) - places[-1])
    return cast.before(session)


@staged
def piles_empty(cast: Cast) -> View:
    """No turn begins with an empty pile, but a table that was corrected might."""
    session = cast.asked(PLAIN, "tower", 9)
    session.table.piles[2], session.table.display[2] = 0, None
    return cast.before(session)


def _lightly(session: Session) -> Session:
    session.answer_pair("correct tracking", "light")
    return session


STAGES |= {
    "piles-tower-first": asked(PLAIN, "tower", 1),
    "piles-tower-late": asked(HIGHER, "tower", 21, RIGHT, UP),
    "piles-tower-one-axis": asked(EXTENDED, "tower", 12, OK, Press.PREVIOUS, axes=1),
    "piles-tower-mirrored": asked(EXTENDED, "tower", 12, DOWN, mirrored=True),
    "piles-marker-none": asked(PLAIN, "marker", 9, said=Answer("marker", "none")),
    "piles-marker": asked(PLAIN, "marker", 9, said=Answer("marker", "yellow")),
    "piles-bet-none": asked(HIGHER, "marker", 3, said=Answer("marker", "none")),
    "piles-bet": asked(HIGHER, "marker", 3, UP, said=BLUE),
    "piles-bet-one-axis": asked(HIGHER, "marker", 3, OK, Press.NEXT, axes=1, said=BLUE),
    "piles-value": asked(HIGHER, "value", 3),
    "piles-show": asked(PLAIN, "show", 9, RIGHT),
    "piles-light-tower": lambda cast: cast.before(
        _lightly(cast.asked(HIGHER, "tower", 21)), RIGHT, UP
    ),
    "piles-light-marker": lambda cast: cast.before(_lightly(cast.asked(PLAIN, "marker", 9)), UP),
    "piles-light-mirrored": lambda cast: cast.before(
        _lightly(cast.asked(EXTENDED, "tower", 12)), mirrored=True
    ),
    "piles-open": asked(PLAIN, "open", 1, RIGHT, OK, LEFT),
    "piles-row": asked(PLAIN, "row", 1, OK, OK),
    "piles-variant": asked(EXTENDED, "variant", 1, DOWN),
    "piles-variant-more": asked(EXTENDED, "variant", 2),
    "piles-final": page(PLAIN, 0),
    "piles-flag": lambda cast: cast.page_of(cast.replay(HIGHER), TowerPage, 1),
    "piles-award": lambda cast: cast.page_of(cast.replay(HIGHER), RankingPage, -1),
    "piles-winners": page("1996-five-players-all-that-is-offered", -1),
}
