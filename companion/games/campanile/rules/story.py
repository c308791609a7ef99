"""How a Campanile stands after a turn: the figures of the model, and the flags as they are now."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from companion.core.story import Assessment, measure_leads, share_scores
from companion.games.campanile.rules import table1996, table2009
from companion.games.campanile.rules.cards import CampanilePile
from companion.games.campanile.rules.flags import Award, CampanileScoring
from companion.games.campanile.rules.foresight import count_turns_of_piles, forecast_turns
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.towers import STYLES, CampanileTower

FAR = 3
"""From this distance a lead of influence counts as no larger: no single marker makes it up."""


class CampanileFigures(NamedTuple):
    """What the model knows of a player."""

    points: float
    next_chips: float
    """Points of Intermezzo if it came now, while it is to come."""
    last_chips: float
    """Points of the last scoring if it came now."""
    likely_chips: float
    """Points of the last scoring to be expected, as towers and markers still grow."""
    likely_soon: float
    """The same, the more the fewer turns there are left."""
    lead: float
    """How far the points of all scorings now are ahead of the best other's."""
    lead_soon: float
    """The same, the more the fewer turns there are left."""
    leads: float
    """1 for who is ahead, with more as the end comes near."""
    firsts: float
    """Towers with a flag where the player is first."""
    seconds: float
    safe: float
    """How far ahead the player is there, times the chip."""
    short: float
    """How far behind the first the player is where the player is not, times the chip."""
    on_first: float
    """Influence on the highest tower."""
    on_second: float
    on_third: float
    on_fourth: float
    on_fifth: float
    towers: float
    """Towers with a marker of the player."""
    bases: float
    """Towers where the player stands nearest the base, which wins ties."""
    ones: float
    """1-markers in stock."""
    twos: float
    threes: float
    stock_soon: float
    """Influence in stock that will hardly be placed in the turns left."""
    order: float
    """Turns until the player's, as the game goes on."""
    high_chip: float
    """The highest chip so far, which decides at equal points."""
    cards: float
    """Cards known in hand with which a tower grows where the player is first."""


class _Rest(NamedTuple):
    """What is left of the game: turns that are to be expected, of how many."""

    turns: float
    progress: float

    @property
    def urgency(self) -> float:
        return 1 / sqrt(1 + self.turns)


def assess_campanile(table: CampanileTable) -> Assessment:
    """Assess a table of either edition; in light play without the cards."""
    seats, over = len(table.players), table.outcome is not None
    now = table.scorings[-1] if over else table.scoring_now(table.next_scoring)
    last_name = table2009.FINITO if isinstance(table, table2009.Campanile2009Table) else now.name
    last = now if now.name == last_name else table.scoring_now(last_name)
    had = [player.points for player in table.players]
    gained = [0] * seats if over else now.list_points(seats)
    points = tuple(map(sum, zip(had, gained, strict=True)))
    rest = _expect_rest(table)
    soon, late = ([0] * seats, gained) if last is now else (gained, last.list_points(seats))
    figures = _measure_all(table, last, soon, late, rest)
    return Assessment(figures, points, now, now.name, rest.progress)


def _expect_rest(table: CampanileTable) -> _Rest:
    """The turns to be expected: of 2009 their average, of 1996 those of players at random."""
    if table.outcome is not None:
        return _Rest(0, 1)
    if isinstance(table, table1996.Campanile1996Table):
        turns, whole = count_turns_of_piles(table), table1996.PILES * table.pile_size - 2
        left = min(3.0 * turns[0], (turns[0] + 2 * turns[-1]) / 3)
        return _Rest(left, _share_done(left, whole * 7 / 9))
    turns, all_turns = forecast_turns(table).turns, CampanilePile(len(table.players)).turns
    left = (turns[0] + turns[-1]) / 2
    return _Rest(left, _share_done(left, (all_turns[0] + all_turns[-1]) / 2))


def _share_done(left: float, whole: float) -> float:
    return min(max(1 - left / whole, 0.0), 1.0)


def _measure_all(
    table: CampanileTable,
    last: CampanileScoring,
    soon: Sequence[int],
    late: Sequence[int],
    rest: _Rest,
) -> tuple[CampanileFigures, ...]:
    seats, over = range(len(table.players)), table.outcome is not None
    likely = [0.0 for _ in seats] if over else _expect_chips(table, rest)
    had = [player.points for player in table.players]
    ahead = measure_leads([sum(each) for each in zip(had, soon, late, strict=True)])
    awards = [*reversed(last.awards), *last.unflagged]
    return tuple(
        CampanileFigures._make(
            (
                had[seat],
                soon[seat],
                late[seat],
                likely[seat],
                likely[seat] * rest.urgency,
                ahead[seat],
                ahead[seat] * rest.urgency,
                rest.urgency * (ahead[seat] >= 0),
                *_measure_places(awards, seat),
                *_measure_influence(table, awards, seat),
                *_measure_stock(table, seat, rest),
                rest.progress * ((seat - table.seat) % len(seats)) / len(seats),
                table.players[seat].highest_chip,
                _count_useful_cards(table, awards, seat),
            )
        )
        for seat in seats
    )


def _measure_places(awards: Sequence[Award], seat: int) -> tuple[float, float, float, float]:
    """Count the first and the second places with a chip, and how sure they are."""
    firsts = seconds = safe = short = 0.0
    for award in awards:
        if not award.flag:
            continue
        chip, others = award.flag[0], [each for each in award.places if each.seat != seat]
        own = next((each.influence for each in award.places if each.seat == seat), 0)
        best = max((each.influence for each in others), default=0)
        at = next((n for n, each in enumerate(award.places) if each.seat == seat), None)
        firsts += at == 0
        seconds += at == 1 and len(award.flag) > 1
        if at == 0:
            safe += chip * min(own - best, FAR)
        else:
            short += chip * min(best - own, FAR)
    return firsts, seconds, safe, short


def _measure_influence(
    table: CampanileTable, awards: Sequence[Award], seat: int
) -> tuple[float, ...]:
    """The influence on each tower from the highest down; towers with a marker, and bases."""
    rows = [table.towers[award.style].row_of(seat) for award in awards]
    influence = [0 if row is None else row.influence for row in rows]
    bases = sum(bool(each.rows) and each.rows[0].seat == seat for each in table.towers.values())
    return *influence, len(rows) - rows.count(None), bases


def _measure_stock(table: CampanileTable, seat: int, rest: _Rest) -> tuple[float, ...]:
    stock = table.players[seat].stock
    turns = rest.turns / len(table.players)
    spare = max(sum(stock.values()) - turns, 0)
    return stock.get(1, 0), stock.get(2, 0), stock.get(3, 0), spare


def _count_useful_cards(table: CampanileTable, awards: Sequence[Award], seat: int) -> int:
    """Count the cards that the player is known to hold, of towers where the player is first."""
    cards = table.cards
    if cards is None:
        return 0
    first = [each.style for each in awards if each.places and each.places[0].seat == seat]
    return sum(cards.count_known(seat, style) for style in first)


# What is to be expected of the last scoring --------------------------------------------------


def _expect_chips(table: CampanileTable, rest: _Rest) -> list[float]:
    """By seat: the points of the last scoring, where heights and influence are uncertain."""
    seats = range(len(table.players))
    flags = table.flags_of(table2009.FINITO)
    chips = [flag[0] for flag in flags], [sum(flag[1:2]) for flag in flags]
    expected = [0.0 for _ in seats]
    towers = [*table.towers.values()]
    for tower in towers:
        firsts = _share_tower(tower, len(seats), rest)
        rank = _expect_rank(tower, towers, rest)
        first, second = (_value_at(rank, each) for each in chips)
        for seat, chance in enumerate(firsts):
            others = sum(
                other / (1 - other) for at, other in enumerate(firsts) if at != seat and other < 1
            )
            expected[seat] += chance * (first + second * others)
    return expected


def _expect_rank(tower: CampanileTower, towers: Sequence[CampanileTower], rest: _Rest) -> float:
    """The rank to be expected from 0, each other tower being higher or not by its floors."""
    spread = 0.4 + 0.7 * sqrt(rest.turns)
    others = (each for each in towers if each is not tower)
    return sum(1 / (1 + exp((tower.floors - each.floors) / spread)) for each in others)


def _value_at(rank: float, chips: Sequence[int]) -> float:
    """The chip at a rank between two, of which the flags give the lower ones nothing."""
    padded = [*chips, *[0] * (len(STYLES) - len(chips) + 1)]
    low = int(rank)
    return padded[low] + (rank - low) * (padded[low + 1] - padded[low])


def _share_tower(tower: CampanileTower, seats: int, rest: _Rest) -> tuple[float, ...]:
    """The chance of each seat to be first there: all alike before the first marker."""
    spread = 0.4 + 0.45 * sqrt(rest.turns / seats)
    influence = [0.0] * seats
    for place, row in enumerate(tower.rows):
        influence[row.seat] = row.influence + 0.5 / (1 + place)
    return share_scores([each / spread for each in influence])
