"""How Bologna stands after a turn: the figures of the model, and the scoring as it is now."""

from math import sqrt
from typing import NamedTuple

from companion.core.story import Assessment, measure_leads
from companion.games.bologna.rules.board import HIGHEST, SECURABLE, Stack
from companion.games.bologna.rules.cards import DRAWN, FIRE, PLAGUE, SCORING_CARDS
from companion.games.bologna.rules.foresight import forecast_pile
from companion.games.bologna.rules.scoring import FINAL, SCORINGS, set_bonus
from companion.games.bologna.rules.table import BolognaTable

ENOUGH = 8
"""Stones with which an own turn may change as much as with more."""
TURNS_A_TOWER = 4
"""Turns that each full tower is from the end, at most, when many stand."""


class BolognaFigures(NamedTuple):
    """What the model knows of a player."""

    points: float
    tower_points: float
    """Points of the towers at any scoring now."""
    to_come: float
    """The same, times the scorings to come."""
    last_points: float
    """Points of the last scoring now: towers, stones left, the collection."""
    lead: float
    """How far ahead of the best other, if all scorings to come were held now."""
    lead_soon: float
    """The same, the more the fewer turns there are left."""
    leads: float
    """1 for who is ahead, with more as the end comes near."""
    towers: float
    """Towers of two stones or more."""
    tall: float
    """Stones of towers from four stones up without a roof."""
    roofed: float
    """Stones of towers with a roof, which nobody takes."""
    doubled: float
    """Stones of open towers with two stones of the player on top."""
    single: float
    """Fields with one stone, of the player."""
    plagued: float
    """Stones of the player's towers in the plague zone."""
    buried: float
    """Stones of the player in others' towers."""
    stones: float
    """Stones in stock."""
    stones_soon: float
    """The same, the more the fewer turns there are left."""
    roofs: float
    """Roofs in stock."""
    kinds: float
    """Kinds collected."""
    bonus: float
    """Points of the collection now."""
    soon: float
    """How soon the next own turn comes, as the game goes on; the less, the fewer stones are left.

    Who can't build gains nothing by being next: so nothing changes while everybody passes.
    """
    specials: float
    """Cards of plague and fire that the player is known to hold."""


def assess_bologna(table: BolognaTable) -> Assessment:
    """Assess a table; in light play without the cards."""
    over = table.outcome is not None
    now = table.scorings[-1] if over else table.scoring_now(table.next_scoring)
    had = [player.points for player in table.players]
    gained = [0 if over else each.points for each in now.tallies]
    points = tuple(map(sum, zip(had, gained, strict=True)))
    turns, progress = _expect_turns(table)
    figures = _measure_all(table, 1 / sqrt(1 + turns), progress)
    return Assessment(figures, points, now, now.name, progress)


def _expect_turns(table: BolognaTable) -> tuple[float, float]:
    """The turns left, fewer where full towers may end the game; how far it has come."""
    pile = table.pile
    if table.outcome is not None or pile is None:
        return 0, 1
    most, full = len(table.players) + 1, len(table.board.full_towers())
    turns = forecast_pile(table).turns
    by_cards = 1 - turns * DRAWN / (pile.size - SCORING_CARDS)
    left = min(turns, TURNS_A_TOWER * max(most - full, 1))
    return left, min(max(by_cards, full / most, 0.0), 1.0)


def _measure_all(
    table: BolognaTable, urgency: float, progress: float
) -> tuple[BolognaFigures, ...]:
    seats, over = range(len(table.players)), table.outcome is not None
    scorings = 0 if over else len(SCORINGS) - table.pile.scorings_seen  # type: ignore[union-attr]
    last = table.scoring_now(FINAL).tallies
    final = [0 if over else each.points for each in last]
    towers = [each.tower_points for each in last]
    coming = [max(scorings - 1, 0) * now + end for now, end in zip(towers, final, strict=True)]
    had = [player.points for player in table.players]
    ahead = measure_leads([sum(each) for each in zip(had, coming, strict=True)])
    return tuple(
        BolognaFigures._make(
            (
                had[seat],
                towers[seat],
                towers[seat] * scorings,
                final[seat],
                ahead[seat],
                ahead[seat] * urgency,
                urgency * (ahead[seat] >= 0),
                len(last[seat].towers),
                *_measure_stones(table, seat),
                table.players[seat].stones,
                table.players[seat].stones * urgency,
                table.players[seat].roofs,
                len(table.players[seat].kinds),
                set_bonus(table.players[seat].kinds),
                progress * _measure_soon(table, seat),
                _count_specials(table, seat),
            )
        )
        for seat in seats
    )


def _measure_stones(table: BolognaTable, seat: int) -> tuple[float, ...]:
    """Count stones in tall, roofed, doubled, single and plagued stacks, and in others' towers."""
    tall = roofed = doubled = single = plagued = buried = 0
    for at, stack in table.board.stacks.items():
        if not stack.stones:
            continue
        if stack.owner != seat:
            buried += stack.stones.count(seat)
            continue
        if stack.roof is not None:
            roofed += stack.height
        elif at not in table.board.plague:
            tall += stack.height if SECURABLE <= stack.height <= HIGHEST else 0
            doubled += stack.height if _is_doubled(stack) else 0
            single += stack.height == 1
        if at in table.board.plague:
            plagued += stack.height
    return tall, roofed, doubled, single, plagued, buried


def _measure_soon(table: BolognaTable, seat: int) -> float:
    seats = len(table.players)
    nearness = 1 - ((seat - table.seat) % seats) / seats
    return nearness * min(table.players[seat].stones / ENOUGH, 1)


def _is_doubled(stack: Stack) -> bool:
    return stack.height > 1 and stack.stones[-2] == stack.owner


def _count_specials(table: BolognaTable, seat: int) -> int:
    known = table.cards.known_cards(seat) if table.cards is not None else ()
    return sum(card.special in (PLAGUE, FIRE) for card in known)
