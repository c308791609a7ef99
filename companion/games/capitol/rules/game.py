"""Capitol as a conversation, told in the order of its rulebook.

Setup, then four rounds of building, three auctions, scoring and drawing cards.
"""

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from companion.core.conversation import (
    Answer,
    Conversation,
    Event,
    Objection,
    Question,
    ask,
    ask_if_needed,
)
from companion.core.seating import seat_everybody
from companion.games.capitol.rules import refusals
from companion.games.capitol.rules.board import PREFECTURES, Shape
from companion.games.capitol.rules.corrections import correct, hand_unknown
from companion.games.capitol.rules.houses import CARDS, HIGHEST, KINDS, CapitolPlayer, CardType
from companion.games.capitol.rules.result import capitol_result
from companion.games.capitol.rules.table import BLANK, PASS, CapitolTable
from companion.games.capitol.rules.words import NEW_HOUSE, parse_counts, parse_house, parse_targets

FEWEST, MOST = 2, 4
COLOURS = tuple(Answer("colour", colour) for colour in ("red", "green", "yellow", "blue"))
IN_TURN = (CardType.FLOOR, CardType.ROOF, CardType.PERMIT)
"""The types of cards in the order in which a house needs them."""
PLAYS = (
    *(Answer("play", kind) for kind in IN_TURN),
    *(Answer(BLANK, kind) for kind in IN_TURN),
    PASS,
)
HIGHEST_BID = sum(CARDS[kind] // HIGHEST[kind] * sum(range(HIGHEST[kind] + 1)) for kind in KINDS)
"""The sum of all cards: nobody can bid more."""
BIDS = tuple(Answer("bid", bid) for bid in range(HIGHEST_BID + 1))
COUNTS = tuple(str(count) for count in range(max(CARDS.values()) + 1))
TurnPart = Generator[Question, Answer, bool]
"""A part of a turn that tells whether it was done: a correction may leave nothing to do."""
Refusal = Callable[[CapitolTable, Answer], Objection | None]


class Capitol:
    """A game of Capitol for two to four players."""

    name = "capitol"
    seats = range(FEWEST, MOST + 1)
    colours: tuple[str, ...] = tuple(answer.word for answer in COLOURS)
    turn_begins = frozenset({"play"})
    setup_ends: frozenset[str] = frozenset()
    printed = frozenset({"prefecture"})

    def __init__(self) -> None:
        self.table = CapitolTable()

    @property
    def events(self) -> list[Event]:
        """What has happened and not been told yet."""
        return self.table.events

    def play(self) -> Conversation:
        """The whole game: setup, then rounds until the fourth scoring."""
        table = self.table
        yield from seat_everybody(table.players, CapitolPlayer, COLOURS, FEWEST, MOST)
        yield from self._lay_board()
        table.begin()
        while table.outcome is None:
            yield from self._build()
            yield from self._auctions()
            table.hold_scoring()
            if table.is_last_round:
                table.finish()
            else:
                yield from self._draw()
                table.end_round()

    def correct(self, answer: Answer) -> Objection | None:
        """Take a correction; what follows from it is asked anew."""
        return correct(self.table, answer)

    def result(self) -> dict[str, Any]:
        """The game's result, as `companion score --json` writes it."""
        return capitol_result(self.name, self.table)

    # Preparation ---------------------------------------------------------------------------

    def _lay_board(self) -> Conversation:
        table = self.table
        while len(table.board) < PREFECTURES:
            objection = partial(refusals.object_to_prefecture, table)
            table.add_prefecture((yield Question("prefecture", None, (), objection)).word)

    # Building: a card with what it is used for, a blank card, or a pass --------------------

    def _build(self) -> Conversation:
        table = self.table
        table.begin_building()
        while (answer := (yield from ask_if_needed(self._card))) is not None:
            if answer == PASS:
                table.passed.add(table.seat)
            elif answer.key == BLANK:
                table.spend(CardType(answer.word))
            else:
                table.played = CardType(answer.word)
                if not (yield from self._use_card()):
                    table.played = None
                    continue
                table.spend(table.played)
            table.end_turn()

    def _card(self) -> Question | None:
        if not self.table.is_building:
            return None
        question = self._question("play", self.table.seat, PLAYS, refusals.object_to_play)
        question.begins = True
        question.overruling = hand_unknown(self.table.player)
        return question

    def _use_card(self) -> TurnPart:
        if self.table.played is CardType.FLOOR:
            return self._lay_blocks()
        if self.table.played is CardType.ROOF:
            return self._lay_roof()
        return self._build_house()

    def _lay_blocks(self) -> TurnPart:
        """Two blocks, or the last one; with none left nothing is asked and the card is spent."""
        answer = yield from ask_if_needed(self._blocks)
        if answer is not None:
            self.table.lay_blocks(parse_targets(answer))
        return True

    def _blocks(self) -> Question | None:
        blocks = self.table.blocks_to_lay
        heights = range(1, max(self.table.player.roofless, default=0) + blocks)
        options = tuple(Answer("blocks", word) for word in (NEW_HOUSE, *map(str, heights)))
        refusal = refusals.object_to_blocks
        return (
            self._question("blocks", self.table.seat, options, refusal, blocks) if blocks else None
        )

    def _lay_roof(self) -> TurnPart:
        answer = yield from ask_if_needed(self._roof)
        if answer is not None:
            self.table.player.roof_house(parse_house(answer))
        return answer is not None

    def _roof(self) -> Question | None:
        player = self.table.player
        if not any(player.roofs.values()):
            return None
        heights = dict.fromkeys(player.roofless)
        words = (f"{shape}:{height}" for height in heights for shape in Shape)
        options = tuple(Answer("roof", word) for word in words)
        refusal = refusals.object_to_roof
        return self._question("roof", self.table.seat, options, refusal) if options else None

    def _build_house(self) -> TurnPart:
        """A permit has its prefecture's colour. Where one house fits it is not asked which."""
        table = self.table
        answer = yield from ask_if_needed(self._site)
        if answer is None:
            return False
        table.site = answer.word
        answer = yield from ask_if_needed(self._house)
        fitting = table.fitting_houses(table.prefecture(table.site))
        if answer is not None:
            fitting = [parse_house(answer)]
        if fitting:
            table.build(fitting[0])
        return bool(fitting)

    def _site(self) -> Question | None:
        table = self.table
        if not any(table.fitting_houses(there) for there in table.board):
            return None
        options = self._prefectures("site")
        return self._question("site", table.seat, options, refusals.object_to_site)

    def _house(self) -> Question | None:
        table = self.table
        if len(table.fitting_houses(table.prefecture(table.site))) <= 1:
            return None
        houses = dict.fromkeys(table.player.finished)
        options = tuple(Answer("house", house.word) for house in houses)
        return self._question("house", table.seat, options, refusals.object_to_finished)

    # Auctions ------------------------------------------------------------------------------

    def _auctions(self) -> Conversation:
        table = self.table
        table.lot = 0
        while table.lot < len(table.lots):
            yield from self._auction()
            table.lot += 1

    def _auction(self) -> Conversation:
        """Bids of all; the winner's cards are spent and the building is placed at once."""
        table = self.table
        table.begin_auction()
        while (bid := (yield from ask_if_needed(self._bid))) is not None:
            table.bid(int(bid.word))
        if table.settle().winner is None:
            return
        table.discard(parse_counts((yield from ask(self._discards))))
        goal = yield from ask_if_needed(self._place)
        if goal is not None:
            table.prefecture(goal.word).place(table.building)

    def _bid(self) -> Question | None:
        """Not asked of a player without cards, who bids nothing."""
        bidder = self.table.bidder
        if bidder is None:
            return None
        question = self._question("bid", bidder, BIDS, refusals.object_to_bid)
        question.begins = not self.table.bids
        question.overruling = hand_unknown(self.table.players[bidder])
        return question

    def _discards(self) -> Question:
        winner = self.table.winner
        assert winner is not None
        question = self._cards_by_kind("discards", winner, refusals.object_to_discards)
        question.overruling = hand_unknown(self.table.players[winner])
        return question

    def _place(self) -> Question | None:
        """Not asked where no site is left: the building leaves the game."""
        if not self.table.sites_left:
            return None
        options = self._prefectures("place")
        return self._question("place", self.table.winner, options, refusals.object_to_place)

    # Drawing cards -------------------------------------------------------------------------

    def _draw(self) -> Conversation:
        table = self.table
        table.begin_drawing()
        while (answer := (yield from ask_if_needed(self._cards))) is not None:
            table.draw(parse_counts(answer))

    def _cards(self) -> Question | None:
        """Not asked any more when all stacks and discards are gone."""
        table = self.table
        if table.drawer is None or not table.cards.left:
            return None
        question = self._cards_by_kind("draw", table.drawer, refusals.object_to_draw)
        question.begins = True
        return question

    # Questions -----------------------------------------------------------------------------

    def _question(
        self,
        key: str,
        seat: int | None,
        options: tuple[Answer, ...],
        refusal: Refusal,
        items: int = 1,
    ) -> Question:
        return Question(key, seat, options, partial(refusal, self.table), items=items)

    def _prefectures(self, key: str) -> tuple[Answer, ...]:
        return tuple(Answer(key, there.name) for there in self.table.board)

    def _cards_by_kind(self, key: str, seat: int | None, refusal: Refusal) -> Question:
        """How many roof, floor and permit cards."""
        options = tuple(Answer(key, count) for count in COUNTS)
        return self._question(key, seat, options, refusal, len(KINDS))
