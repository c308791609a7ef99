"""Capitol's table: its state, and what an answer changes.

The conversation in `game` asks; objections to answers are in `refusals`.
"""

from collections.abc import Mapping, Sequence

from companion.core.conversation import Answer
from companion.core.game_base import BasicTable
from companion.games.capitol.rules.auction import LOTS, ROUNDS, Auction, settle_auction
from companion.games.capitol.rules.board import (
    Building,
    House,
    PlacedHouse,
    Prefecture,
    doubt_prefecture,
    object_to_house,
    parse_prefecture,
)
from companion.games.capitol.rules.majority import (
    CapitolScoring,
    CardsDue,
    DrawAllowance,
    Majority,
    draw_allowance,
    judge_prefecture,
)
from companion.games.capitol.rules.material import (
    BLOCKS,
    BUILDINGS,
    ROOFS_OF_A_SHAPE,
    CapitolCards,
    CapitolPlayer,
    CardType,
    count_blocks,
    count_roofs,
)

PASS = Answer("play", "pass")
BLANK = "blank"
BLOCKS_A_CARD = 2


class CapitolTable(BasicTable[CapitolPlayer]):
    """The whole state of a game; empty until the setup fills it."""

    def __init__(self) -> None:
        super().__init__()
        self.scorings: list[CapitolScoring] = []
        self.board: list[Prefecture] = []
        """The prefectures in the order in which they were entered."""
        self.supply = BLOCKS
        self.blocks_owed = 0
        """Blocks that corrected houses took from the supply, which gets them back."""
        self.round = 1
        self.consul = 0
        """The seat that begins in this round."""
        self.passed: set[int] = set()
        """The seats that are out of this building phase."""
        self.played: CardType | None = None
        """The card whose targets are being asked for."""
        self.site = ""
        """The prefecture of the permit played, while the house is being asked for."""
        self.cards = CapitolCards(self.players)
        self.lot = 0
        """How many auctions of this round are over."""
        self.bids: dict[int, int] = {}
        """By seat: what was bid in the auction under way."""
        self.auctions: list[Auction] = []
        """Every auction decided, of all rounds."""
        self.drawn: set[int] = set()
        """The seats that have drawn their cards in this round."""

    @property
    def progress(self) -> tuple[str, int]:
        """How far the game has come: its round, the first being 1."""
        return "round", self.round

    @property
    def clockwise(self) -> list[int]:
        """All seats, the consul's first."""
        return self.clockwise_from(self.consul)

    def prefecture(self, name: str) -> Prefecture:
        """Return the prefecture of that name; raises KeyError."""
        return {each.name: each for each in self.board}[name]

    def majority(self, name: str) -> Majority:
        """Judge the majority in the prefecture as it stands; raises KeyError."""
        return judge_prefecture(self.prefecture(name))

    # Preparation ---------------------------------------------------------------------------

    def add_prefecture(self, word: str) -> None:
        """Add a prefecture to the board; note a doubt about it."""
        parsed = parse_prefecture(word, [each.name for each in self.board])
        assert isinstance(parsed, Prefecture)
        self.note_doubt(doubt_prefecture(parsed))
        self.board.append(parsed)

    def build_first_houses(self) -> None:
        """Take the blocks of the first houses from the supply."""
        self.supply -= sum(house.height for each in self.players for house in each.finished)

    # Building ------------------------------------------------------------------------------

    @property
    def is_building(self) -> bool:
        """Whether anybody may still build in this round."""
        return self.started and len(self.passed) < len(self.players)

    @property
    def blocks_to_lay(self) -> int:
        """Blocks that a floor card brings now: two, or what is left."""
        return min(BLOCKS_A_CARD, self.supply)

    def fitting_houses(self, there: Prefecture) -> list[House]:
        """List the different finished houses of the player that may be built there."""
        kinds = dict.fromkeys(self.player.finished)
        return [house for house in kinds if object_to_house(there, house, self.board) is None]

    def begin_building(self) -> None:
        """Begin the building phase with the consul; who has no cards is out."""
        self.passed.clear()
        self._next_builder(self.clockwise)

    def end_turn(self) -> None:
        """Pass the turn to the next player who has not passed."""
        self.played, self.site = None, ""
        self._next_builder(self.clockwise_from(self.seat + 1))

    def _next_builder(self, order: list[int]) -> None:
        self.passed.update(seat for seat in order if self.players[seat].out_of_cards)
        self.seat = next((seat for seat in order if seat not in self.passed), order[0])

    def spend_card(self, kind: CardType) -> None:
        """Spend a card of the builder's."""
        self.cards.spend(self.seat, kind)

    def lay_blocks(self, targets: Sequence[int]) -> None:
        """Lay blocks from the supply on the player's roofless houses, by their heights."""
        for target in targets:
            self.supply -= 1
            self.player.lay_block(target)

    def build(self, house: House) -> None:
        """Move the finished house to the prefecture named before."""
        self.player.finished.remove(house)
        self.prefecture(self.site).houses.append(PlacedHouse(self.seat, house))

    # Auctions ------------------------------------------------------------------------------

    @property
    def lots(self) -> tuple[Building, ...]:
        """What is auctioned in this round."""
        return LOTS[self.round]

    @property
    def lots_left(self) -> tuple[Building, ...]:
        """What is still auctioned in this round, the auction under way included."""
        return self.lots if self.is_building else self.lots[self.lot :]

    @property
    def building(self) -> Building:
        """What is being auctioned."""
        return self.lots[min(self.lot, len(self.lots) - 1)]

    @property
    def buildings_left(self) -> int:
        """How many of what is being auctioned do not stand on the board: none, after a correction.

        Then there is nothing to auction.
        """
        return BUILDINGS[self.building] - sum(there.count(self.building) for there in self.board)

    @property
    def sites_left(self) -> int:
        """Sites on the whole board for what is being auctioned; with none it would be lost."""
        sites = sum(max(0, there.free_for(self.building)) for there in self.board)
        return min(sites, self.buildings_left)

    @property
    def bidder(self) -> int | None:
        """Who bids next, clockwise from the consul; who has no cards bids nothing.

        None when all have bid.
        """
        waiting = (seat for seat in self.clockwise if seat not in self.bids)
        return next((seat for seat in waiting if not self.players[seat].out_of_cards), None)

    def place_bid(self, bid: int) -> None:
        """Store the next player's bid."""
        assert self.bidder is not None
        self.bids[self.bidder] = bid

    def judge_auction(self, bids: Mapping[int, int]) -> Auction:
        """Decide the auction by these bids, by seat; the others bid nothing."""
        by_seat = [bids.get(seat, 0) for seat in range(len(self.players))]
        points = [player.points for player in self.players]
        return settle_auction(self.building, by_seat, points, has_site=self.sites_left > 0)

    def settle_auction(self) -> Auction:
        """Decide the auction after all bids."""
        auction = self.judge_auction(self.bids)
        self.auctions.append(auction)
        self.events.append(auction)
        return auction

    @property
    def winner(self) -> int | None:
        """The seat that won the latest auction, None where nobody did."""
        return self.auctions[-1].winner if self.auctions else None

    def discard_cards(self, counts: Sequence[int]) -> None:
        """Spend the winner's cards of the bid, by type."""
        assert self.winner is not None
        for kind, cards in zip(CardType, counts, strict=True):
            self.cards.spend(self.winner, kind, cards)

    # Scoring and drawing -------------------------------------------------------------------

    @property
    def scoring_now(self) -> CapitolScoring:
        """The scoring of this round as it would be now."""
        return CapitolScoring(self.round, tuple(judge_prefecture(there) for there in self.board))

    def hold_scoring(self) -> None:
        """Score every prefecture."""
        scoring = self.scoring_now
        for seat, player in enumerate(self.players):
            player.points += scoring.points_of(seat)
        self.scorings.append(scoring)
        self.events.append(scoring)

    def begin_drawing(self) -> None:
        """Report how many cards each player draws, whatever those before leave."""
        self.drawn.clear()
        least = most = self.cards.left
        due = []
        for seat in self.clockwise:
            at_worst = draw_allowance(seat, self.board, least)
            at_best = draw_allowance(seat, self.board, most)
            may = at_best.most - at_worst.must
            due.append(at_best._replace(must=at_worst.must, may=may))
            least -= at_worst.most
            most -= at_best.must
        self.events.append(CardsDue(tuple(due)))

    @property
    def drawer(self) -> int | None:
        """Who draws next, clockwise from the consul; None when all have drawn."""
        return next((seat for seat in self.clockwise if seat not in self.drawn), None)

    @property
    def due(self) -> DrawAllowance:
        """What the player who draws next must and may draw."""
        return draw_allowance(self.drawer or 0, self.board, self.cards.left)

    def draw_cards(self, counts: Sequence[int]) -> None:
        """Add the cards drawn to the hand, by type."""
        assert self.drawer is not None
        for kind, cards in zip(CardType, counts, strict=True):
            self.cards.draw(self.drawer, kind, cards)
        self.drawn.add(self.drawer)

    def end_round(self) -> None:
        """Pass the consul to the left and begin the next round."""
        self.consul = (self.consul + 1) % len(self.players)
        self.round += 1

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round's scoring."""
        return self.round >= ROUNDS

    # Corrections ---------------------------------------------------------------------------

    def limit_stocks(self) -> None:
        """Corrected houses leave no more blocks and roofs in stock than the box holds besides.

        What they take is owed to the stock: it comes back where later corrections give it free.
        """
        counted = self.supply + self.blocks_owed
        self.supply = min(counted, max(0, BLOCKS - count_blocks(self.players, self.board)))
        self.blocks_owed = counted - self.supply
        for seat, player in enumerate(self.players):
            used = count_roofs(seat, player, self.board)
            for shape, stock in player.roofs.items():
                counted = stock + player.roofs_owed[shape]
                player.roofs[shape] = min(counted, max(0, ROOFS_OF_A_SHAPE - used[shape]))
                player.roofs_owed[shape] = counted - player.roofs[shape]

    @property
    def knows_hands(self) -> bool:
        """Whether any hand is known."""
        return any(player.hand_known for player in self.players)

    def forget_cards(self) -> None:
        """Make all hands unknown until they are corrected one by one."""
        for player in self.players:
            player.hand_known = False
