"""(view) → the tower panel's lamps: where a key may be pressed, whose turn it is, who takes."""

from collections.abc import Iterable, Mapping

from companion.entry.campanile.cards import ListPicker
from companion.entry.campanile.pages import Announcement, AwardPage, TowerPage
from companion.entry.campanile.towers import BetPicker, TowerPicker
from companion.entry.guide import Guide, Standings, Winner
from companion.entry.step import Entry
from companion.games.campanile.flags import Award, Scoring
from companion.games.campanile.table import CampanileTable
from companion.games.campanile.towers import STYLES
from companion.ports import DARK, TOWERS, Effect, Lamp, Press
from companion.screens.view import View

SEATS = 5
"""Seats with a lamp, the starting player's first."""
SHADES: Mapping[str | None, Lamp] = {
    "beige": Lamp(255, 160, 80),
    "blue": Lamp(0, 0, 255),
    "brown": Lamp(120, 30, 0),
    "yellow": Lamp(255, 130, 0),
    "red": Lamp(255, 0, 0),
    "black": Lamp(60, 0, 90),  # there is no black light; this is dim, and like no other marker
    "white": Lamp(255, 255, 255),
    "green": Lamp(0, 255, 0),
    None: DARK,
}
"""The lamp of each style and of each marker colour; another colour's is as the white one's."""
HALF = 2
"""By so much a tower's lamp is fainter than that of the next higher one."""


def lamps(view: View) -> tuple[Lamp, ...]:
    """All lamps as they should be: five towers as they are drawn, then five seats."""
    entry = view.entry
    if isinstance(entry, Guide):
        match entry.page:
            case Announcement(scoring=scoring):
                return _lit(view, _with(_ranked(scoring), Effect.BLINKING), {})
            case TowerPage(award=award):
                return _lit(view, _up_to(view, award), {})
            case AwardPage(award=award):
                takers = {seat: Effect.STEADY for seat, _ in award.chips}
                return _lit(view, _up_to(view, award), takers)
            case Standings(name=name) if isinstance(view.table, CampanileTable):
                scoring = next(each for each in view.table.scorings if each.name == name)
                return _lit(view, _ranked(scoring), {})
            case Winner(outcome=outcome):
                return _lit(view, {}, dict.fromkeys(outcome.winners, Effect.BLINKING))
    return _lit(view, _choices(view, entry), _whose_turn(view))


def _lit(view: View, towers: Mapping[str, Lamp], seats: Mapping[int, Effect]) -> tuple[Lamp, ...]:
    """These towers' lamps at their places, these seats' in their players' colours."""
    players = view.table.players
    shining = [
        _shade_of(players[seat].colour)._replace(effect=seats[seat]) if seat in seats else DARK
        for seat in range(SEATS)
    ]
    return (*(towers.get(style, DARK) for style in view.row or STYLES), *shining)


def _shade_of(colour: str | None) -> Lamp:
    return SHADES.get(colour, SHADES["white"])


def _choices(view: View, entry: Entry) -> dict[str, Lamp]:
    """The towers whose key can be meant now; one that is said and waits for its height breathes."""
    said = _said_already(entry)
    if said is not None:
        return _with({said: SHADES[said]}, Effect.BREATHING)
    row = view.row or STYLES
    return {
        style: SHADES[style]
        for key, style in zip(TOWERS, row, strict=True)
        if _can_be_meant(entry, key, style)
    }


def _said_already(entry: Entry) -> str | None:
    """The tower whose floors, or whose chip's value, is all that is left to say."""
    if isinstance(entry, TowerPicker) and entry.choosing_floors:
        return entry.style
    if isinstance(entry, BetPicker) and entry.choosing_value:
        return entry.choice.word
    return None


def _can_be_meant(entry: Entry, key: Press, style: str) -> bool:
    if isinstance(entry, ListPicker):
        return style in entry.choices
    return entry.keys is not None and entry.keys.objection(key) is None


def _whose_turn(view: View) -> dict[int, Effect]:
    seat = view.session.turn_seat if view.session is not None else None
    return {} if seat is None else {seat: Effect.BREATHING}


def _up_to(view: View, award: Award) -> dict[str, Lamp]:
    """The towers awarded so far, each by its rank, and this one breathing."""
    scoring = next(each for each in view.table.scorings if award in each.awards)
    awards = scoring.awards[: scoring.awards.index(award)]
    now = _with(_by_rank([award]), Effect.BREATHING)
    return {**_by_rank(awards), **now}


def _ranked(scoring: Scoring) -> dict[str, Lamp]:
    return _by_rank(scoring.awards)


def _by_rank(awards: Iterable[Award]) -> dict[str, Lamp]:
    """The brighter, the higher."""
    return {
        award.style: _fainter(SHADES[award.style], HALF ** (award.rank - 1)) for award in awards
    }


def _fainter(lamp: Lamp, by: int) -> Lamp:
    return Lamp(lamp.red // by, lamp.green // by, lamp.blue // by)


def _with(towers: Mapping[str, Lamp], effect: Effect) -> dict[str, Lamp]:
    return {style: lamp._replace(effect=effect) for style, lamp in towers.items()}
