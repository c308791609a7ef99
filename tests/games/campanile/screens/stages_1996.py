"""The screens of Campanile 1996 that the other edition has not, staged at its stored games."""

from dataclasses import replace

from companion.core import Session
from companion.core.conversation import Answer
from companion.interfaces import Press
from companion.screens import View
from tests.screens.cast import Cast
from tests.screens.stage import DOWN, LEFT, OK, RIGHT, UP, staged

PLAIN = "1996-two-players"
HIGHER = "1996-three-players-higher-chips"
EXTENDED = "1996-four-players-extended-tower"
BLUE = Answer("marker", "blue")


@staged
def piles_tower_first(cast: Cast) -> View:
    return cast.before(cast.asked(PLAIN, "tower", 1))


@staged
def piles_tower_late(cast: Cast) -> View:
    return cast.before(cast.asked(HIGHER, "tower", 21), RIGHT, UP)


@staged
def piles_tower_one_axis(cast: Cast) -> View:
    return cast.before(cast.asked(EXTENDED, "tower", 12), OK, Press.PREVIOUS, axes=1)


@staged
def piles_tower_mirrored(cast: Cast) -> View:
    return cast.before(cast.asked(EXTENDED, "tower", 12), DOWN, mirrored=True)


@staged
def piles_last_card(cast: Cast) -> View:
    session = cast.asked(PLAIN, "tower", -1)
    floors = 1 + session.table.piles.index(1)
    view = cast.before(session)
    return replace(view, entry=replace(view.entry, floors=floors))  # type: ignore[call-arg]  # a TowerPicker it is


@staged
def piles_marker_none(cast: Cast) -> View:
    return cast.before(cast.asked(PLAIN, "marker", 9), said=Answer("marker", "none"))


@staged
def piles_marker(cast: Cast) -> View:
    return cast.before(cast.asked(PLAIN, "marker", 9), said=Answer("marker", "yellow"))


@staged
def piles_bet_none(cast: Cast) -> View:
    return cast.before(cast.asked(HIGHER, "marker", 3), said=Answer("marker", "none"))


@staged
def piles_bet(cast: Cast) -> View:
    return cast.before(cast.asked(HIGHER, "marker", 3), UP, said=BLUE)


@staged
def piles_bet_one_axis(cast: Cast) -> View:
    return cast.before(cast.asked(HIGHER, "marker", 3), OK, Press.NEXT, axes=1, said=BLUE)


@staged
def piles_value(cast: Cast) -> View:
    return cast.before(cast.asked(HIGHER, "value", 3))


@staged
def piles_show(cast: Cast) -> View:
    return cast.before(cast.asked(PLAIN, "show", 9), RIGHT)


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


@staged
def piles_light_tower(cast: Cast) -> View:
    return cast.before(_lightly(cast.asked(HIGHER, "tower", 21)), RIGHT, UP)


@staged
def piles_light_marker(cast: Cast) -> View:
    return cast.before(_lightly(cast.asked(PLAIN, "marker", 9)), UP)


@staged
def piles_light_mirrored(cast: Cast) -> View:
    return cast.before(_lightly(cast.asked(EXTENDED, "tower", 12)), mirrored=True)


def _lightly(session: Session) -> Session:
    session.answer_pair("correct tracking", "light")
    return session


@staged
def piles_open(cast: Cast) -> View:
    return cast.before(cast.asked(PLAIN, "open", 1), RIGHT, OK, LEFT)


@staged
def piles_row(cast: Cast) -> View:
    return cast.before(cast.asked(PLAIN, "row", 1), OK, OK)


@staged
def piles_variant(cast: Cast) -> View:
    return cast.before(cast.asked(EXTENDED, "variant", 1), DOWN)


@staged
def piles_variant_more(cast: Cast) -> View:
    return cast.before(cast.asked(EXTENDED, "variant", 2))


@staged
def piles_final(cast: Cast) -> View:
    return cast.page(cast.replay(PLAIN), 0)


@staged
def piles_flag(cast: Cast) -> View:
    return cast.page(cast.replay(HIGHER), 3)


@staged
def piles_award(cast: Cast) -> View:
    return cast.page(cast.replay(HIGHER), -3)


@staged
def piles_winners(cast: Cast) -> View:
    return cast.page(cast.replay("1996-five-players-all-that-is-offered"), -1)
