"""What happens in Capitol, as events: auctions, prefectures scored, cards due.

At the end stands which majorities changed hands between two scorings.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.conversation import Event
from companion.core.events import (
    AUCTION,
    AWARD,
    CARDS_DUE,
    GameEvent,
    Ranked,
    Seat,
    Wording,
    list_seats,
    tell_gain,
    tell_scoring,
    word,
)
from companion.games.capitol.rules.auction import Auction
from companion.games.capitol.rules.majority import (
    FIRST,
    MUST_DRAW,
    SECOND,
    CapitolScoring,
    CardsDue,
    DrawAllowance,
    Majority,
    MajorityDecision,
)
from companion.games.capitol.rules.table import CapitolTable


def tell_event(event: Event, table: CapitolTable) -> list[GameEvent]:
    """What everybody sees at the table is no event: empty prefectures, six cards for each."""
    match event:
        case Auction():
            return [tell_auction(event)]
        case CapitolScoring(round_, majorities):
            awards = [tell_majority(each) for each in majorities if each.places]
            return tell_scoring("round", awards, table.players, number=round_, source=event)
        case CardsDue(allowances) if any(map(_is_special, allowances)):
            return [tell_cards_due(allowances)]
    return []


def _is_special(due: DrawAllowance) -> bool:
    return (due.must, due.may) != (MUST_DRAW, 0)


def tell_auction(auction: Auction) -> GameEvent:
    """Who has won an auction, and why."""
    building = word(f"building.{auction.building}")
    order = sorted(enumerate(auction.bids), key=lambda each: -each[1])
    return GameEvent(
        kind=AUCTION,
        said=(building,),
        reasons=(tell_auction_reason(auction),),
        details=tuple(word("gain.standing", player=Seat(seat), points=bid) for seat, bid in order),
        title=building,
        name=auction.building.value,
        ranking=tuple(Ranked(seat, bid, None) for seat, bid in order),
        seats=() if auction.winner is None else (auction.winner,),
        source=auction,
    )


def tell_auction_reason(auction: Auction) -> Wording:
    """Why the auction ended as it did."""
    reason = word(
        f"why.auction.{auction.won_by}",
        winner="" if auction.winner is None else Seat(auction.winner),
        level=list_seats(auction.level_on_bid),
        bid=max(auction.bids),
    )
    if auction.winner is None or auction.has_site:
        return reason
    return word("why.auction.no-site", reason=reason)


def tell_majority(majority: Majority) -> GameEvent:
    """What a prefecture gives, who is first and why, and what else the points come from."""
    gains = tuple(tell_gain(seat, points) for seat, points in majority.points)
    built = []
    if majority.fountains:
        built.append(word("say.fountains", fountains=majority.fountains))
    if majority.temple:
        built.append(word("say.temple"))
    return GameEvent(
        kind=AWARD,
        said=(word("say.prefecture", prefecture=majority.prefecture, gains=gains),),
        reasons=(tell_place_reason(majority), *([tuple(built)] if built else [])),
        details=tuple(
            word(
                "score.place-there",
                player=Seat(place.seat),
                points=place.points,
                blocks=place.blocks,
                tallest=place.tallest,
            )
            for place in majority.places
        ),
        title=majority.prefecture,
        name=majority.prefecture,
        ranking=tuple(
            Ranked(place.seat, place.blocks, place.points or None) for place in majority.places
        ),
        source=majority,
    )


def tell_place_reason(majority: Majority) -> Wording:
    """Why who is first in the prefecture is first; and that the second place is shared."""
    first, second = (
        list_seats(place.seat for place in majority.places if place.rank == rank)
        for rank in (FIRST, SECOND)
    )
    reason = word(f"why.majority.{majority.decided_by}", leader=first)
    return reason if len(second) < 2 else word("why.majority.seconds", reason=reason)


def tell_cards_due(allowances: Sequence[DrawAllowance]) -> GameEvent:
    """Who draws how many cards, and for which amphitheatres."""
    each = tuple(
        word(
            "say.draws-up-to" if due.may else "say.draws",
            player=Seat(due.seat),
            least=due.must,
            most=due.most,
        )
        for due in allowances
    )
    more = tuple(
        word(
            "say.draws-for", player=Seat(due.seat), places=tuple(where for where, _ in due.sources)
        )
        for due in allowances
        if due.sources
    )
    return GameEvent(
        kind=CARDS_DUE,
        said=(word("say.due", cards=each),),
        reasons=more,
        details=each,
        title=word("cards.due"),
        ranking=tuple(Ranked(due.seat, due.most, None) for due in allowances),
        source=allowances,
    )


# What would have changed hands -----------------------------------------------------------------

MOST_MAJORITIES = 3
"""So many majorities are told, those of the most points first."""


def tell_changed_majorities(old: CapitolScoring, new: CapitolScoring) -> tuple[Wording, ...]:
    """Who is newly first in a prefecture if the same round is scored a turn later; why in ties."""
    before = {each.prefecture: _list_firsts(each) for each in old.majorities}
    ordered = sorted(new.majorities, key=lambda each: -max(dict(each.points).values(), default=0))
    taken = [
        (wording, each)
        for each in ordered
        for wording in _tell_taken(each, before[each.prefecture])
    ][:MOST_MAJORITIES]
    ties = (tie for _, each in taken for tie in _tell_tie(each))
    return (*(wording for wording, _ in taken), *dict.fromkeys(ties))


def _list_firsts(majority: Majority) -> list[int]:
    return [place.seat for place in majority.places if place.rank == FIRST]


def _tell_tie(majority: Majority) -> Iterator[Wording]:
    """Why who has as many blocks as others is first, or that nothing decides between them."""
    most = majority.places[0].blocks
    level = list_seats(place.seat for place in majority.places if place.blocks == most)
    tie: dict[str, Any] = {"prefecture": majority.prefecture, "players": level}
    if majority.decided_by is MajorityDecision.TALLEST:
        yield word("story.tie-tallest", **tie, first=level[0])
    if majority.decided_by is MajorityDecision.SHARED:
        firsts = list_seats(_list_firsts(majority))
        yield word("story.tie-shared", **tie | {"players": firsts})


def _tell_taken(majority: Majority, before: Sequence[int]) -> Iterator[Wording]:
    """Who has come to be first: instead of others, beside them, or where nobody was; or alone."""
    firsts = _list_firsts(majority)
    lost = [seat for seat in before if seat not in firsts]
    given: dict[str, Any]
    if lost and {*firsts} < {*before}:
        given = {"prefecture": majority.prefecture, "points": dict(majority.points)[firsts[0]]}
        yield word("story.first-kept", **given, players=list_seats(firsts), others=list_seats(lost))
    for seat, points in majority.points:
        if seat not in firsts or seat in before:
            continue
        given = {"prefecture": majority.prefecture, "points": points, "player": Seat(seat)}
        if lost:
            yield word("story.first", **given, others=list_seats(lost))
        elif before:
            yield word("story.first-shared", **given, others=list_seats(before))
        else:
            yield word("story.first-new", **given)
