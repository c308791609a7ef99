"""Capitol as a conversation, in the order of its rulebook.

Setup, then four rounds of building, three auctions, scoring and drawing cards.
Late: `snapshot`, which no replay needs.
"""

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from companion.core.conversation import (
    Answer,
    Conversation,
    Objection,
    Question,
    ask,
    ask_if_needed,
)
from companion.core.game_base import BasicGame
from companion.games.capitol.rules import refusals
from companion.games.capitol.rules.board import PREFECTURES, Shape
from companion.games.capitol.rules.corrections import CORRECTIONS, forget_hand_of
from companion.games.capitol.rules.material import CARDS, HIGHEST, CapitolPlayer, CardType
from companion.games.capitol.rules.refusals import (
    NEW_HOUSE,
    parse_counts,
    parse_house,
    parse_targets,
)
from companion.games.capitol.rules.table import BLANK, PASS, CapitolTable

IN_TURN = (CardType.FLOOR, CardType.ROOF, CardType.PERMIT)
"""The types of cards in the order in which a house needs them."""
PLAYS = (
    *(Answer("play", kind) for kind in IN_TURN),
    *(Answer(BLANK, kind) for kind in IN_TURN),
    PASS,
)
HIGHEST_BID = sum(CARDS[kind] // HIGHEST[kind] * sum(range(HIGHEST[kind] + 1)) for kind in CardType)
"""The sum of all cards: nobody can bid more."""
BIDS = tuple(Answer("bid", bid) for bid in range(HIGHEST_BID + 1))
COUNTS = tuple(str(count) for count in range(max(CARDS.values()) + 1))
TurnPart = Generator[Question, Answer, bool]
"""A part of a turn; it returns whether it was done, for a correction may leave nothing to do."""
Refusal = Callable[[CapitolTable, Answer], Objection | None]


class Capitol(BasicGame[CapitolTable]):
    """A game of Capitol for two to four players."""

    name = "capitol"
    seats = range(2, 5)
    colours = ("red", "green", "yellow", "blue")
    turn_begins = frozenset({"play"})
    printed = frozenset({"prefecture"})
    corrections = CORRECTIONS
    player_class = CapitolPlayer
    table_class = CapitolTable

    def set_up(self) -> Conversation:
        """Ask for the board."""
        yield from self._lay_board()
        self.table.build_first_houses()

    def play_turn(self) -> Conversation:
        """Play a round; the game ends with the fourth scoring: equal points share the win."""
        table = self.table
        yield from self._play_building_phase()
        yield from self._hold_auctions()
        table.hold_scoring()
        if table.is_last_round:
            table.finish()
        else:
            yield from self._draw_cards()
            table.end_round()

    def result(self) -> dict[str, Any]:
        """Return the result, as `companion score --json` writes it."""
        from companion.games.capitol.rules.snapshot import build_capitol_result

        return build_capitol_result(self.name, self.table)

    # Preparation ---------------------------------------------------------------------------

    def _lay_board(self) -> Conversation:
        table = self.table
        while len(table.board) < PREFECTURES:
            find_objection = partial(refusals.object_to_prefecture, table)
            table.add_prefecture((yield Question("prefecture", None, (), find_objection)).word)

    # Building: a card with what it is used for, a blank card, or a pass --------------------

    def _play_building_phase(self) -> Conversation:
        table = self.table
        table.begin_building()
        while (answer := (yield from ask_if_needed(self._card_question))) is not None:
            if answer == PASS:
                table.passed.add(table.seat)
            elif answer.key == BLANK:
                table.spend_card(CardType(answer.word))
            else:
                table.played = CardType(answer.word)
                if not (yield from self._use_card()):
                    table.played = None
                    continue
                table.spend_card(table.played)
            table.end_turn()

    def _card_question(self) -> Question | None:
        if not self.table.is_building:
            return None
        question = self._make_question("play", self.table.seat, PLAYS, refusals.object_to_play)
        question.begins = True
        question.overruling = forget_hand_of(self.table.player)
        return question

    def _use_card(self) -> TurnPart:
        if self.table.played is CardType.FLOOR:
            return self._lay_blocks()
        if self.table.played is CardType.ROOF:
            return self._lay_roof()
        return self._build_house()

    def _lay_blocks(self) -> TurnPart:
        """Lay two blocks, or the last one; with none left the card is spent."""
        answer = yield from ask_if_needed(self._blocks_question)
        if answer is not None:
            self.table.lay_blocks(parse_targets(answer))
        return True

    def _blocks_question(self) -> Question | None:
        blocks = self.table.blocks_to_lay
        heights = range(1, max(self.table.player.roofless, default=0) + blocks)
        options = tuple(Answer("blocks", word) for word in (NEW_HOUSE, *map(str, heights)))
        refusal = refusals.object_to_blocks
        return (
            self._make_question("blocks", self.table.seat, options, refusal, blocks)
            if blocks
            else None
        )

    def _lay_roof(self) -> TurnPart:
        answer = yield from ask_if_needed(self._roof_question)
        if answer is not None:
            self.table.player.roof_house(parse_house(answer))
        return answer is not None

    def _roof_question(self) -> Question | None:
        player = self.table.player
        if not any(player.roofs.values()):
            return None
        heights = dict.fromkeys(player.roofless)
        words = (f"{shape}:{height}" for height in heights for shape in Shape)
        options = tuple(Answer("roof", word) for word in words)
        refusal = refusals.object_to_roof
        return self._make_question("roof", self.table.seat, options, refusal) if options else None

    def _build_house(self) -> TurnPart:
        """Build a house by a permit; which one is asked only where several fit."""
        table = self.table
        answer = yield from ask_if_needed(self._site_question)
        if answer is None:
            return False
        table.site = answer.word
        answer = yield from ask_if_needed(self._house_question)
        fitting = table.fitting_houses(table.prefecture(table.site))
        if answer is not None:
            fitting = [parse_house(answer)]
        if fitting:
            table.build(fitting[0])
        return bool(fitting)

    def _site_question(self) -> Question | None:
        table = self.table
        if not any(table.fitting_houses(there) for there in table.board):
            return None
        options = self._prefecture_options("site")
        return self._make_question("site", table.seat, options, refusals.object_to_site)

    def _house_question(self) -> Question | None:
        table = self.table
        if len(table.fitting_houses(table.prefecture(table.site))) <= 1:
            return None
        houses = dict.fromkeys(table.player.finished)
        options = tuple(Answer("house", house.word) for house in houses)
        return self._make_question("house", table.seat, options, refusals.object_to_finished)

    # Auctions ------------------------------------------------------------------------------

    def _hold_auctions(self) -> Conversation:
        table = self.table
        table.lot = 0
        while table.lot < len(table.lots):
            if table.buildings_left:
                yield from self._hold_auction()
            table.lot += 1

    def _hold_auction(self) -> Conversation:
        table = self.table
        table.bids.clear()
        while (bid := (yield from ask_if_needed(self._bid_question))) is not None:
            table.place_bid(int(bid.word))
        if table.settle_auction().winner is None:
            return
        table.discard_cards(parse_counts((yield from ask(self._discards_question))))
        goal = yield from ask_if_needed(self._place_question)
        if goal is not None:
            table.prefecture(goal.word).place(table.building)

    def _bid_question(self) -> Question | None:
        bidder = self.table.bidder
        if bidder is None:
            return None
        player = self.table.players[bidder]
        find_objection = partial(refusals.object_to_bid, player, player.highest_bid)  # of 273 bids
        question = Question("bid", bidder, BIDS, find_objection)
        question.begins = not self.table.bids
        question.overruling = forget_hand_of(player)
        return question

    def _discards_question(self) -> Question:
        winner = self.table.winner
        assert winner is not None
        question = self._make_counts_question("discards", winner, refusals.object_to_discards)
        question.overruling = forget_hand_of(self.table.players[winner])
        return question

    def _place_question(self) -> Question | None:
        """Ask for the site, unless none is left: the building leaves the game."""
        if not self.table.sites_left:
            return None
        options = self._prefecture_options("place")
        return self._make_question("place", self.table.winner, options, refusals.object_to_place)

    # Drawing cards -------------------------------------------------------------------------

    def _draw_cards(self) -> Conversation:
        table = self.table
        table.begin_drawing()
        while (answer := (yield from ask_if_needed(self._draw_question))) is not None:
            table.draw_cards(parse_counts(answer))

    def _draw_question(self) -> Question | None:
        table = self.table
        if table.drawer is None or not table.cards.left:
            return None
        question = self._make_counts_question("draw", table.drawer, refusals.object_to_draw)
        question.begins = True
        return question

    # Questions -----------------------------------------------------------------------------

    def _make_question(
        self,
        key: str,
        seat: int | None,
        options: tuple[Answer, ...],
        refusal: Refusal,
        items: int = 0,
    ) -> Question:
        return Question(key, seat, options, partial(refusal, self.table), items=items)

    def _prefecture_options(self, key: str) -> tuple[Answer, ...]:
        return tuple(Answer(key, there.name) for there in self.table.board)

    def _make_counts_question(self, key: str, seat: int | None, refusal: Refusal) -> Question:
        options = tuple(Answer(key, count) for count in COUNTS)
        return self._make_question(key, seat, options, refusal, len(CardType))
