"""(view) → the tower panel's lamps that any game has: whose turn it is, and who has won."""

from collections.abc import Mapping

from companion.core.palette import UNKNOWN
from companion.input.guide import Guide, Winner
from companion.interfaces import DARK, Effect, Lamp, Shade
from companion.screens.view import View

SEATS = 5
"""Seats with a lamp, the starting player's first."""
TOWERS = 5
"""Towers with a lamp, from left to right."""


def panel_lamps(view: View) -> tuple[Lamp, ...]:
    """All lamps as they should be: five towers as they are drawn, then five seats."""
    if view.session is None:
        return (DARK,) * (TOWERS + SEATS)
    if view.screens.lamps is not None:
        return view.screens.lamps(view)
    return add_seat_lamps((DARK,) * TOWERS, view, seat_effects(view))


def turn_light(view: View) -> Shade | None:
    """The light of the player to move; None between games and during a setup."""
    if view.session is None or (seat := view.session.turn_seat) is None:
        return None
    return view.screens.palette.get(view.table.players[seat].colour, UNKNOWN).light


def seat_effects(view: View) -> Mapping[int, Effect]:
    """The seats that shine: the winners' at the end, else whose turn it is."""
    entry = view.entry
    if isinstance(entry, Guide):
        if isinstance(entry.page, Winner):
            return dict.fromkeys(entry.page.outcome.winners, Effect.BLINKING)
        return {}
    seat = view.session.turn_seat if view.session is not None else None
    return {} if seat is None else {seat: Effect.BREATHING}


def add_seat_lamps(
    towers: tuple[Lamp, ...], view: View, seats: Mapping[int, Effect]
) -> tuple[Lamp, ...]:
    """These lamps of the towers, then those of these seats in their players' colours."""
    players = view.table.players
    shining = [
        lamp_of_colour(view, players[seat].colour)._replace(effect=seats[seat])
        if seat in seats
        else DARK
        for seat in range(SEATS)
    ]
    return (*towers, *shining)


def lamp_of_colour(view: View, colour: str | None) -> Lamp:
    """The lamp of a colour of the game."""
    return Lamp(*view.screens.palette.get(colour or "", UNKNOWN).lamp)
