"""(view) → the tower panel's lamps: which tower keys may be pressed, who takes which flag."""

from collections.abc import Iterable, Mapping

from companion.games.campanile.input.cards import ListPicker
from companion.games.campanile.input.pages import Announcement, AwardPage, TowerPage
from companion.games.campanile.input.towers import BetPicker, TowerPicker
from companion.games.campanile.rules.flags import Award, CampanileScoring
from companion.games.campanile.rules.towers import STYLES
from companion.games.campanile.screens.pieces import CAMPANILE_PALETTE
from companion.input.entry import Entry
from companion.input.guide import Guide, Standings
from companion.interfaces import DARK, TOWER_KEYS, Effect, Lamp, Press
from companion.screens.lamps import add_seat_lamps, seat_effects
from companion.screens.view import View

STYLE_LAMPS: Mapping[str, Lamp] = {style: Lamp(*CAMPANILE_PALETTE[style].lamp) for style in STYLES}
"""The lamp of each style."""
HALF = 2
"""By so much a tower's lamp is fainter than that of the next higher one."""


def lamps(view: View) -> tuple[Lamp, ...]:
    """All lamps as they should be: five towers as they are drawn, then five seats."""
    row = view.table.row_from_left(view.mirrored) or STYLES
    towers, seats = _towers(view), seat_effects(view)
    if isinstance(view.entry, Guide) and isinstance(view.entry.page, AwardPage):
        seats = {seat: Effect.STEADY for seat, _ in view.entry.page.award.chips}
    return add_seat_lamps(tuple(towers.get(style, DARK) for style in row), view, seats)


def _towers(view: View) -> Mapping[str, Lamp]:
    if not isinstance(view.entry, Guide):
        return _choices(view, view.entry)
    match view.entry.page:
        case Announcement(scoring=scoring):
            return _with(_ranked(scoring), Effect.BLINKING)
        case TowerPage(award=award) | AwardPage(award=award):
            return _up_to(view, award)
        case Standings(name=name):
            return _ranked(next(each for each in view.table.scorings if each.name == name))
    return {}


def _choices(view: View, entry: Entry) -> dict[str, Lamp]:
    """The towers whose key can be meant now; one that is said and waits for its height breathes."""
    said = _said_already(entry)
    if said is not None:
        return _with({said: STYLE_LAMPS[said]}, Effect.BREATHING)
    row = view.table.row_from_left(view.mirrored) or STYLES
    return {
        style: STYLE_LAMPS[style]
        for key, style in zip(TOWER_KEYS, row, strict=True)
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


def _up_to(view: View, award: Award) -> dict[str, Lamp]:
    """The towers awarded so far, each by its rank, and this one breathing."""
    scoring = next(each for each in view.table.scorings if award in each.awards)
    awards = scoring.awards[: scoring.awards.index(award)]
    now = _with(_by_rank([award]), Effect.BREATHING)
    return {**_by_rank(awards), **now}


def _ranked(scoring: CampanileScoring) -> dict[str, Lamp]:
    return _by_rank(scoring.awards)


def _by_rank(awards: Iterable[Award]) -> dict[str, Lamp]:
    """The brighter, the higher."""
    return {
        award.style: _fainter(STYLE_LAMPS[award.style], HALF ** (award.rank - 1))
        for award in awards
    }


def _fainter(lamp: Lamp, by: int) -> Lamp:
    return Lamp(lamp.red // by, lamp.green // by, lamp.blue // by)


def _with(towers: Mapping[str, Lamp], effect: Effect) -> dict[str, Lamp]:
    return {style: lamp._replace(effect=effect) for style, lamp in towers.items()}
