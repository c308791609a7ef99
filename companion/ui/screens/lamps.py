"""Chooses the tower panel's lamps and the box's light: whose turn it is, and who has won."""

from collections.abc import Mapping

from companion.core.interfaces import DARK, Effect, Lamp, Shade
from companion.core.palette import UNKNOWN
from companion.ui.screens.view import View

SEATS = 5
"""Lamps for seats; the first is the starting player's."""
TOWERS = 5
"""Lamps for towers, from left to right."""


def panel_lamps(view: View) -> tuple[Lamp, ...]:
    """Return all lamps: five towers in the order in which they are drawn, then five seats."""
    if view.session is None:
        return (DARK,) * (TOWERS + SEATS)
    if view.screens.lamps is not None:
        return view.screens.lamps(view)
    return add_seat_lamps((DARK,) * TOWERS, view, seat_effects(view))


def turn_light(view: View) -> Shade | None:
    """Return the light of the player to move; None between games and during the setup."""
    if view.session is None or (seat := view.session.turn_seat) is None:
        return None
    return view.screens.palette.get(view.table.players[seat].colour, UNKNOWN).light


def seat_effects(view: View) -> Mapping[int, Effect]:
    """Return which seats shine and how: who gets something on a page, else the player to move."""
    if view.entry.seat_effects is not None:
        return view.entry.seat_effects
    seat = view.session.turn_seat if view.session is not None else None
    return {} if seat is None else {seat: Effect.BREATHING}


def add_seat_lamps(
    towers: tuple[Lamp, ...], view: View, seats: Mapping[int, Effect]
) -> tuple[Lamp, ...]:
    """Return the towers' lamps followed by the seats', each in its player's colour."""
    players = view.table.players
    shining = [
        lamp_of_colour(view, players[seat].colour)._replace(effect=seats[seat])
        if seat in seats
        else DARK
        for seat in range(SEATS)
    ]
    return (*towers, *shining)


def lamp_of_colour(view: View, colour: str | None) -> Lamp:
    """Return the steady lamp of a colour of the game; a default one if it has no such colour."""
    return Lamp(*view.screens.palette.get(colour or "", UNKNOWN).lamp)
