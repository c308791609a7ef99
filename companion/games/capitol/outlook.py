"""The outlook of Capitol: what is still to come, and the cards that can be drawn."""

from companion.core.events import word
from companion.games.capitol.rules.auction import ROUNDS
from companion.games.capitol.rules.material import CardType
from companion.games.capitol.rules.table import CapitolTable
from companion.games.capitol.sign_rows import SIGNS
from companion.ui.input.outlook import CountedPiece, CountPage, FactPage, GameForecast


def forecast_game(table: CapitolTable) -> GameForecast:
    """The outlook on a game under way."""
    scoring = table.scoring_now
    gained = [scoring.points_of(seat) for seat in range(len(table.players))]
    return GameForecast((_tell_round(table), _tell_stacks(table)), "round", gained)


def _tell_round(table: CapitolTable) -> FactPage:
    """The scorings to come, what is still auctioned in this round, and the blocks left."""
    lots, scorings = table.lots_left, ROUNDS - table.round + bool(table.lots_left)
    title = word("outlook.round", number=table.round, rounds=ROUNDS)
    buildings = tuple(word(f"building.{each}") for each in lots)
    auctions = word(
        "say.auctions" if lots else "say.no-auctions", auctions=len(lots), buildings=buildings
    )
    return FactPage(
        title=title,
        figure=scorings,
        label=word("outlook.to-come", scorings=scorings),
        lines=(
            word("outlook.auctions", auctions=len(lots)),
            word("outlook.blocks", blocks=table.supply),
        ),
        said=(
            title,
            word("say.to-come", scorings=scorings),
            auctions,
            word("say.blocks", blocks=table.supply),
        ),
    )


def _tell_stacks(table: CapitolTable) -> CountPage | None:
    """The cards on the stacks, with the discards that are turned over when they are gone.

    None where a hand is unknown, for then no count is right.
    """
    cards, columns, said = table.cards, [], []
    if not cards.all_hands_known:
        return None
    for kind in CardType:
        stack, discards, name = cards.stack(kind), cards.discards[kind], word(f"build.{kind}")
        key = "say.stack.discards" if discards else "say.stack"
        columns.append(CountedPiece(f"{stack}+{discards}", SIGNS[kind], name))
        said.append(word(key, type=name, cards=stack, discards=discards))
    return CountPage(
        word("outlook.stacks"), tuple(columns), (word("say.stacks", cards=tuple(said)),)
    )
