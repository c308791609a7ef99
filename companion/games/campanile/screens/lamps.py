"""The tower panel's lamps: which tower keys may be pressed, and who takes which flag."""

from collections.abc import Iterable, Mapping

from companion.core.events import SCORING
from companion.core.interfaces import DARK, TOWER_KEYS, Effect, Lamp, Press
from companion.games.campanile.input import TiePage
from companion.games.campanile.input.towers import TowerPicker
from companion.games.campanile.palette import CAMPANILE_PALETTE
from companion.games.campanile.rules.flags import Award, CampanileScoring
from companion.games.campanile.rules.towers import STYLES
from companion.ui.input.choice import ListPicker
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide, RankingPage, ReasonPage, Standings
from companion.ui.screens.lamps import add_seat_lamps, seat_effects
from companion.ui.screens.view import View

STYLE_LAMPS: Mapping[str, Lamp] = {style: Lamp(*CAMPANILE_PALETTE[style].lamp) for style in STYLES}
"""The lamp of each style."""
FAINTER_BY_RANK = 2
"""How many times fainter each lamp is than that of the next higher rank."""


def choose_lamps(view: View) -> tuple[Lamp, ...]:
    """The lamps of the five towers as they are drawn, then those of the five seats."""
    row = view.table.row_from_left(view.mirrored) or STYLES
    towers, seats = _tower_lamps(view), seat_effects(view)
    if isinstance(view.entry, Guide) and isinstance(view.entry.page, TiePage):
        seats = {place.seat: Effect.STEADY for place in view.entry.page.level}
    return add_seat_lamps(tuple(towers.get(style, DARK) for style in row), view, seats)


def _tower_lamps(view: View) -> Mapping[str, Lamp]:
    if not isinstance(view.entry, Guide):
        return _choice_lamps(view, view.entry)
    match view.entry.page:
        case RankingPage(event) if event.kind is SCORING:
            return _with_effect(_scoring_lamps(event.source), Effect.BLINKING)
        case RankingPage(event) | ReasonPage(event):
            return _award_lamps(view, event.source)
        case Standings(event):
            return _scoring_lamps(event.source)
    return {}


def _choice_lamps(view: View, entry: Entry) -> dict[str, Lamp]:
    """The towers whose key is a choice now; one that is chosen and lacks its height breathes."""
    chosen = _tower_chosen(entry)
    if chosen is not None:
        return _with_effect({chosen: STYLE_LAMPS[chosen]}, Effect.BREATHING)
    row = view.table.row_from_left(view.mirrored) or STYLES
    return {
        style: STYLE_LAMPS[style]
        for key, style in zip(TOWER_KEYS, row, strict=True)
        if _is_choice(entry, key, style)
    }


def _tower_chosen(entry: Entry) -> str | None:
    """The tower that is chosen and lacks only its floors or its chip's value."""
    if isinstance(entry, TowerPicker) and entry.choosing_number:
        return entry.choice.word
    return None


def _is_choice(entry: Entry, key: Press, style: str) -> bool:
    if isinstance(entry, ListPicker):
        return style in [each.word for each in entry.items]
    return entry.keys is not None and entry.keys.find_objection(key) is None


def _award_lamps(view: View, award: Award) -> dict[str, Lamp]:
    scoring = next(each for each in view.table.scorings if award in each.awards)
    awards = scoring.awards[: scoring.awards.index(award)]
    now = _with_effect(_lamps_by_rank([award]), Effect.BREATHING)
    return {**_lamps_by_rank(awards), **now}


def _scoring_lamps(scoring: CampanileScoring) -> dict[str, Lamp]:
    return _lamps_by_rank(scoring.awards)


def _lamps_by_rank(awards: Iterable[Award]) -> dict[str, Lamp]:
    return {
        award.style: _dim(STYLE_LAMPS[award.style], FAINTER_BY_RANK ** (award.rank - 1))
        for award in awards
    }


def _dim(lamp: Lamp, by: int) -> Lamp:
    return Lamp(lamp.red // by, lamp.green // by, lamp.blue // by)


def _with_effect(towers: Mapping[str, Lamp], effect: Effect) -> dict[str, Lamp]:
    return {style: lamp._replace(effect=effect) for style, lamp in towers.items()}
