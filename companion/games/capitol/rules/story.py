"""How Capitol stands after a turn: the figures of the model, and the scoring as it is now."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from companion.core.story import Assessment, measure_leads
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.board import House
from companion.games.capitol.rules.majority import FIRST, SECOND, CapitolScoring, Majority
from companion.games.capitol.rules.material import DEALT, CapitolPlayer, CardType
from companion.games.capitol.rules.table import CapitolTable

FAR = 4
"""From this distance a lead of blocks counts as no larger: no single house makes it up."""
AUCTIONS = 0.4
"""The share of a round that its auctions, its scoring and the drawing of cards are."""


class CapitolFigures(NamedTuple):
    """What the model knows of a player."""

    points: float
    next_points: float
    """Points of a scoring now."""
    to_come: float
    """The same, times the scorings to come."""
    lead: float
    """How far ahead of the best other, if all scorings to come were held now."""
    lead_soon: float
    """The same, the more the fewer scorings there are left."""
    leads: float
    """1 for who is ahead, with more as the end comes near."""
    firsts: float
    """Prefectures where the player is first."""
    seconds: float
    safe: float
    """How many blocks ahead there, times the points."""
    short: float
    """How many blocks behind the first the player is where the player is not, times the points."""
    placed: float
    """Houses on the board."""
    blocks: float
    """Blocks on the board."""
    finished: float
    """Houses that wait for a permit."""
    finished_blocks: float
    begun: float
    """Houses without a roof."""
    begun_blocks: float
    roofs: float
    """Roofs in stock."""
    roof_cards: float
    floor_cards: float
    permits: float
    usable: float
    """Permits, as many as there are finished houses for them."""
    bid: float
    """The highest bid that the cards may allow."""
    passed: float
    """1 for who is out of this building phase."""
    bonus_cards: float
    """Cards that amphitheatres give."""
    order: float
    """Turns until the player's, as the game goes on."""


def assess_capitol(table: CapitolTable) -> Assessment:
    """Assess a table; hands that are unknown count as none."""
    seats, over = range(len(table.players)), table.outcome is not None
    now = table.scorings[-1] if over else _hold_next(table)
    had = [player.points for player in table.players]
    gained = [0 if over else now.points_of(seat) for seat in seats]
    points = tuple(map(sum, zip(had, gained, strict=True)))
    progress = _measure_progress(table)
    figures = _measure_all(table, now, gained, progress)
    return Assessment(figures, points, now, str(now.round), progress)


def _hold_next(table: CapitolTable) -> CapitolScoring:
    """The scoring to come: while cards are drawn, that of the next round."""
    return replace(table.scoring_now, round=table.round + (not table.lots_left))


def _measure_progress(table: CapitolTable) -> float:
    """How far the game has come: rounds that are over, and the parts of the one under way."""
    if table.outcome is not None:
        return 1
    if table.is_building:
        done = (1 - AUCTIONS) * _measure_building(table)
    else:
        done = 1 - AUCTIONS + AUCTIONS * min(table.lot / len(table.lots), 1)
    return min((table.round - 1 + done) / ROUNDS, 1.0)


def _measure_building(table: CapitolTable) -> float:
    """How much of the building phase is over: players who have passed, and cards that are spent."""
    dealt = sum(DEALT.values())
    left = [
        0 if seat in table.passed else min(player.cards, dealt) if player.hand_known else dealt
        for seat, player in enumerate(table.players)
    ]
    return 1 - sum(left) / (dealt * len(left))


def _measure_all(
    table: CapitolTable, now: CapitolScoring, gained: Sequence[int], progress: float
) -> tuple[CapitolFigures, ...]:
    seats, over = range(len(table.players)), table.outcome is not None
    scorings = 0 if over else ROUNDS - table.round + bool(table.lots_left)
    urgency = 1 / sqrt(1 + 4 * (1 - progress) * ROUNDS)
    totals = [
        player.points + scorings * each for player, each in zip(table.players, gained, strict=True)
    ]
    ahead = measure_leads(totals)
    return tuple(
        CapitolFigures._make(
            (
                table.players[seat].points,
                gained[seat],
                gained[seat] * scorings,
                ahead[seat],
                ahead[seat] * urgency,
                urgency * (ahead[seat] >= 0),
                *_measure_places(now.majorities, seat),
                *_measure_houses(table, seat),
                sum(table.players[seat].roofs.values()),
                *_measure_hand(table.players[seat], known=table.cards.all_hands_known),
                table.is_building and seat in table.passed,
                sum(each.count_bonus_cards(seat) for each in now.majorities),
                progress * ((seat - table.seat) % len(seats)) / len(seats),
            )
        )
        for seat in seats
    )


def _measure_places(majorities: Sequence[Majority], seat: int) -> tuple[float, float, float, float]:
    """Count the first and the second places, and how sure they are."""
    firsts = seconds = safe = short = 0.0
    for each in majorities:
        if not each.places:
            continue
        own = next((place for place in each.places if place.seat == seat), None)
        blocks = 0 if own is None else own.blocks
        best = max((place.blocks for place in each.places if place.seat != seat), default=0)
        value = max(place.points for place in each.places)
        firsts += own is not None and own.rank == FIRST
        seconds += own is not None and own.rank == SECOND
        if own is not None and own.rank == FIRST:
            safe += value * min(blocks - best, FAR)
        else:
            short += value * min(best - blocks, FAR)
    return firsts, seconds, safe, short


def _measure_houses(table: CapitolTable, seat: int) -> tuple[float, ...]:
    """Count houses and blocks: on the board, finished, begun."""
    player = table.players[seat]
    placed: list[House] = [house for there in table.board for house in there.houses_of(seat)]
    return (
        len(placed),
        sum(house.height for house in placed),
        len(player.finished),
        sum(house.height for house in player.finished),
        len(player.roofless),
        sum(player.roofless),
    )


def _measure_hand(player: CapitolPlayer, *, known: bool) -> tuple[float, ...]:
    if not known:
        return (0,) * 5
    cards = player.hand
    permits = cards[CardType.PERMIT]
    return (
        cards[CardType.ROOF],
        cards[CardType.FLOOR],
        permits,
        min(permits, len(player.finished)),
        player.highest_bid,
    )
