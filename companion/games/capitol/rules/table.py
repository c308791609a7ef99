"""Capitol's table: all that lies on it and in the hands, as far as the table can know.

The conversation in `game` asks; this object holds what was answered and knows what an answer does.
What stands against one is in `refusals`. Corrections (`corrections`) change it and nothing else.
"""

from collections.abc import Sequence

from companion.core.conversation import Answer, Event, Objection
from companion.core.outcome import Outcome, decide_by_points
from companion.games.capitol.rules.auction import (
    LOTS,
    ROUNDS,
    Auction,
    AuctionHeld,
    settle_auction,
)
from companion.games.capitol.rules.board import (
    Building,
    House,
    PlacedHouse,
    Prefecture,
    doubt_prefecture,
    object_to_house,
    parse_prefecture,
)
from companion.games.capitol.rules.cards import CapitolCards
from companion.games.capitol.rules.houses import (
    BLOCKS,
    KINDS,
    ROOFS_OF_A_SHAPE,
    CapitolPlayer,
    CardType,
)
from companion.games.capitol.rules.majority import (
    CapitolScoring,
    CardsDue,
    DrawAllowance,
    Majority,
    RoundScored,
    draw_allowance,
    judge_prefecture,
)
from companion.games.capitol.rules.material import count_blocks, count_roofs

PASS = Answer("play", "pass")
BLANK = "blank"
BLOCKS_A_CARD = 2


class CapitolTable:
    """The whole state of a game; empty until the setup has filled it."""

    def __init__(self) -> None:
        self.players: list[CapitolPlayer] = []
        self.board: list[Prefecture] = []
        """The prefectures in the order in which they were entered."""
        self.started = False
        """Whether the setup is over."""
        self.supply = BLOCKS
        self.blocks_owed = 0
        """Blocks that corrected houses took from the supply, which gets them back."""
        self.round = 1
        self.consul = 0
        """The seat that begins in this round."""
        self.seat = 0
        """Whose turn it is to build."""
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
        self.scorings: list[CapitolScoring] = []
        self.outcome: Outcome | None = None
        self.notes: list[Objection] = []
        """What was unlikely and accepted."""
        self.events: list[Event] = []
        """What has happened and not been told yet; the session takes it away."""

    @property
    def progress(self) -> tuple[str, int]:
        """How far the game has come: its round, the first being 1."""
        return "round", self.round

    @property
    def player(self) -> CapitolPlayer:
        """Whose turn it is to build."""
        return self.players[self.seat]

    @property
    def clockwise(self) -> list[int]:
        """All seats, the consul's first."""
        seats = len(self.players)
        return [(self.consul + step) % seats for step in range(seats)]

    def prefecture(self, name: str) -> Prefecture:
        """The prefecture of that name; raises KeyError where there is none."""
        return {each.name: each for each in self.board}[name]

    def majority(self, name: str) -> Majority:
        """What a scoring would give in the prefecture now, and why; raises KeyError."""
        return judge_prefecture(self.prefecture(name))

    # Preparation ---------------------------------------------------------------------------

    def add_prefecture(self, word: str) -> None:
        """One more prefecture is on the board; what is doubted about it is noted."""
        parsed = parse_prefecture(word, [each.name for each in self.board])
        assert isinstance(parsed, Prefecture)
        doubt = doubt_prefecture(parsed)
        if doubt is not None:
            self.notes.append(doubt)
        self.board.append(parsed)

    def begin(self) -> None:
        """The setup is over: the first houses take their blocks."""
        self.started = True
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
        """The different finished houses of the player that may be built there."""
        kinds = dict.fromkeys(self.player.finished)
        return [house for house in kinds if object_to_house(there, house, self.board) is None]

    def begin_building(self) -> None:
        """The consul begins; who has no cards is out at once."""
        self.passed.clear()
        self._next_builder(self.clockwise)

    def end_turn(self) -> None:
        """The turn is over; the next player who has not passed is up."""
        seats = len(self.players)
        self.played, self.site = None, ""
        self._next_builder([(self.seat + step) % seats for step in range(1, seats + 1)])

    def _next_builder(self, order: list[int]) -> None:
        self.passed.update(seat for seat in order if self.players[seat].out_of_cards)
        self.seat = next((seat for seat in order if seat not in self.passed), order[0])

    def spend(self, kind: CardType) -> None:
        """The builder's card is used up."""
        self.cards.spend(self.seat, kind)

    def lay_blocks(self, targets: Sequence[int]) -> None:
        """Blocks go from the supply onto the player's roofless houses, by their heights."""
        for target in targets:
            self.supply -= 1
            self.player.lay_block(target)

    def build(self, house: House) -> None:
        """The finished house moves to the prefecture named before."""
        self.player.finished.remove(house)
        self.prefecture(self.site).houses.append(PlacedHouse(self.seat, house))

    # Auctions ------------------------------------------------------------------------------

    @property
    def lots(self) -> tuple[Building, ...]:
        """What is auctioned in this round."""
        return LOTS[self.round]

    @property
    def building(self) -> Building:
        """What is being auctioned."""
        return self.lots[min(self.lot, len(self.lots) - 1)]

    @property
    def sites_left(self) -> int:
        """Sites on the whole board for what is being auctioned; with none it would be lost."""
        return sum(max(0, there.free_for(self.building)) for there in self.board)

    def begin_auction(self) -> None:
        """An auction begins."""
        self.bids.clear()

    @property
    def bidder(self) -> int | None:
        """Whose bid is told next, clockwise from the consul; who has no cards bids nothing.

        None when all bids are told.
        """
        return next((seat for seat in self.clockwise if self._has_to_bid(seat)), None)

    def _has_to_bid(self, seat: int) -> bool:
        return seat not in self.bids and not self.players[seat].out_of_cards

    def bid(self, bid: int) -> None:
        """The next player's bid is told."""
        assert self.bidder is not None
        self.bids[self.bidder] = bid

    def settle(self) -> Auction:
        """All bids are told: decide the auction."""
        seats = range(len(self.players))
        bids = [self.bids.get(seat, 0) for seat in seats]
        points = [player.points for player in self.players]
        auction = settle_auction(self.building, bids, points, has_site=self.sites_left > 0)
        self.auctions.append(auction)
        self.events.append(AuctionHeld(auction))
        return auction

    @property
    def winner(self) -> int | None:
        """The seat that won the latest auction, None where nobody did."""
        return self.auctions[-1].winner if self.auctions else None

    def discard(self, counts: Sequence[int]) -> None:
        """The winner's cards of the bid are spent, by type."""
        assert self.winner is not None
        for kind, cards in zip(KINDS, counts, strict=True):
            self.cards.spend(self.winner, kind, cards)

    # Scoring and drawing -------------------------------------------------------------------

    def hold_scoring(self) -> None:
        """Every prefecture gives its points."""
        scoring = CapitolScoring(self.round, tuple(judge_prefecture(there) for there in self.board))
        for seat, player in enumerate(self.players):
            player.points += scoring.points_of(seat)
        self.scorings.append(scoring)
        self.events.append(RoundScored(scoring))

    def begin_drawing(self) -> None:
        """Tell everybody how many cards they draw, whatever those before them leave."""
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
        """Who draws next, clockwise from the consul; None when all have."""
        return next((seat for seat in self.clockwise if seat not in self.drawn), None)

    @property
    def due(self) -> DrawAllowance:
        """What the player who draws next may and must draw."""
        return draw_allowance(self.drawer or 0, self.board, self.cards.left)

    def draw(self, counts: Sequence[int]) -> None:
        """The player's new cards, by type."""
        assert self.drawer is not None
        for kind, cards in zip(KINDS, counts, strict=True):
            self.cards.draw(self.drawer, kind, cards)
        self.drawn.add(self.drawer)

    def end_round(self) -> None:
        """The consul moves to the left."""
        self.consul = (self.consul + 1) % len(self.players)
        self.round += 1

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round's scoring."""
        return self.round >= ROUNDS

    def finish(self) -> None:
        """The game is over: most points win; a tie is shared, for there is no rule for it."""
        self.outcome = decide_by_points(self.players)
        self.events.append(self.outcome)

    # Corrections ---------------------------------------------------------------------------

    def limit_stocks(self) -> None:
        """Corrected houses leave no more blocks and roofs in stock than the box holds besides.

        What they take is owed to the stock: it comes back where later corrections give it free.
        """
        told = self.supply + self.blocks_owed
        self.supply = min(told, max(0, BLOCKS - count_blocks(self.players, self.board)))
        self.blocks_owed = told - self.supply
        for seat, player in enumerate(self.players):
            used = count_roofs(seat, player, self.board)
            for shape, stock in player.roofs.items():
                told = stock + player.roofs_owed[shape]
                player.roofs[shape] = min(told, max(0, ROOFS_OF_A_SHAPE - used[shape]))
                player.roofs_owed[shape] = told - player.roofs[shape]

    def forget_hands(self) -> None:
        """The cards were miscounted: hands are a guess till the table tells them."""
        for player in self.players:
            player.hand_known = False
