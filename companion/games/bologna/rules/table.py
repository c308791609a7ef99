"""The table of Bologna: judges the answers to what `game` asks, and does what they say."""

from collections import Counter
from itertools import permutations

from companion.core.conversation import Answer, Grade, Objection, build_objection
from companion.core.game_table import Outcome
from companion.games.bologna.rules.board import (
    BASILICA,
    NO_KIND,
    BoardBlock,
    BoardField,
    Direction,
    FieldKind,
    StoneLine,
    find_direction,
    list_block_fields,
)
from companion.games.bologna.rules.cards import (
    CARDS,
    CARDS_PRINTED,
    DRAWN,
    NOT_REFILLED,
    ORDINARY,
    PLAGUE,
    SCORING,
    BolognaCardCount,
    BolognaPile,
    Card,
    CardPair,
    list_possible_hands,
    pairs_for,
)
from companion.games.bologna.rules.scoring import FINAL, SCORINGS, BolognaScoring, score
from companion.games.bologna.rules.state import (
    BolognaState,
    KindCollected,
    StonesBurnt,
    TowerSecured,
    TurnAction,
)

BUILD, HEAL, PASS = "build", "heal", "pass"
PRINTED_CARDS = "cards-96"
END_AT_EMPTY_PILE = "end-at-empty-pile"
SECURE_BUILT = "secure-built"
SPECIALS_BUILD = "specials-build"


class BolognaTable(BolognaState):
    """The state of a game, with the rules that judge answers and change it."""

    @property
    def next_scoring(self) -> str:
        """The name of the scoring that comes next if towers do not end the game before."""
        assert self.pile is not None
        return SCORINGS[self.pile.scorings_seen]

    def scoring_now(self, name: str) -> BolognaScoring:
        """Return the scoring of that name as it would be now; nothing changes."""
        return score(name, self.board, self.players)

    def longest_line(self, start: BoardField, direction: Direction) -> StoneLine:
        """Find the longest line from a field that the board and the player's stones allow."""
        line, stones = self.board.longest_line(start, direction), self.player.stones
        if len(line.fields) > stones:
            return StoneLine(line.fields[:stones], self._no_stones())
        return line

    # Objections to answers ------------------------------------------------------------------

    def object_to_action(self, answer: Answer) -> Objection | None:
        """Object unless the action is possible at the field and the player can hold its cards."""
        if answer.key == PASS:
            return self._object_to_pass()
        at = BoardField(answer.word)
        return self._object_to_place(answer.key, at) or self._object_to_cards(answer.key, at)

    def _object_to_place(self, action: str, at: BoardField) -> Objection | None:
        if action == BUILD:
            return self.board.object_to_stone(at) or (
                None if self.player.stones else self._no_stones()
            )
        if action != HEAL and at == BASILICA:
            return build_objection("always-heals", field=at)
        return None

    def _object_to_pass(self) -> Objection | None:
        """Doubt a pass if every possible hand could act (Bologna rulebook, turn)."""
        known = self.cards.known_cards(self.seat) if self.cards is not None else ()
        hands = list_possible_hands(known)
        if all(any(self._can_play(*pair) for pair in permutations(hand, 2)) for hand in hands):
            return build_objection("can-act", Grade.UNLIKELY, player=self.player.name)
        return None

    def _can_play(self, row: Card, column: Card) -> bool:
        at = BoardField(f"{row.number}-{column.number}")
        if at == BASILICA:
            return bool(self.board.plague)
        special = row.special or column.special
        return special is not None or self._object_to_place(BUILD, at) is None

    def _object_to_cards(self, action: str, at: BoardField) -> Objection | None:
        objection = self._object_to_pairs(self.pairs(action, at))
        if objection is not None:
            return objection
        if action == HEAL and not self.board.plague:
            return build_objection("no-plague", Grade.UNLIKELY)
        return None

    def _no_stones(self) -> Objection:
        return build_objection("no-stones", player=self.player.name, stones=self.player.stones)

    def pairs(self, action: str, at: BoardField) -> tuple[CardPair, ...]:
        """List the pairs of cards for the action at the field; none where cards are not tracked."""
        if self.cards is None:
            return ()
        return pairs_for(action, at, specials_build=SPECIALS_BUILD in self.variants)

    def object_to_pair(self, pair: CardPair) -> Objection | None:
        """Object unless the player can hold these two cards."""
        return self._object_to_pairs((pair,))

    def _object_to_pairs(self, pairs: tuple[CardPair, ...]) -> Objection | None:
        """Object unless the player can hold one of these pairs."""
        if self.cards is None or not pairs:
            return None
        return self.cards.object_to_play(
            self.seat, self.player.name, *[pair.cards for pair in pairs]
        )

    def likely_pair(self, pairs: tuple[CardPair, ...]) -> CardPair | None:
        """Return the pair with the fewest unknown cards, the plainest first; None if none fits."""
        possible = [pair for pair in pairs if self.object_to_pair(pair) is None]
        return min(possible, key=self._missing, default=None)

    def _missing(self, pair: CardPair) -> int:
        """Count the cards of the pair that are not known to be in the hand."""
        if self.cards is None:
            return 0
        return sum(self.cards.cards_proved_by(self.seat, pair.cards).values())

    def object_to_discard(self, answer: Answer) -> Objection | None:
        """Object unless the player can hold the cards given away."""
        if self.cards is None:
            return None
        cards = tuple(map(Card, answer.words))
        return self.cards.object_to_play(self.seat, self.player.name, cards)

    def object_to_end(self, answer: Answer) -> Objection | None:
        """Object unless the line of stones can reach this field."""
        assert self.action is not None
        start, end = self.action.at, BoardField(answer.word)
        line = self.longest_line(start, find_direction(start, end))
        return None if end in line.fields else line.stop

    @property
    def action_stands(self) -> bool:
        """Whether the action begun is still possible after a correction."""
        assert self.action is not None
        kind, at, end = self.action
        objection = self.object_to_action(Answer(kind, at))
        if objection is None and kind == BUILD and end is not None:
            objection = self.object_to_end(Answer("to", end))
        return objection is None or objection.grade is Grade.UNLIKELY

    @property
    def securing_stands(self) -> bool:
        """Whether moving a roof to `securing` is still possible after a correction."""
        if self.securing is None or self.player.roofs or not self.board.roofs_of(self.seat):
            return False
        return self.object_to_secure(Answer("secure", self.securing)) is None

    def object_to_secure(self, answer: Answer) -> Objection | None:
        """Object unless the player may put a roof on the tower now."""
        if answer.value == "none":
            return None
        at = BoardField(answer.word)
        if at in self.unroofed:
            return build_objection("roof-just-left", field=at)
        if SECURE_BUILT in self.variants and at not in self.built:
            return build_objection("not-built-now", field=at)
        if not self.board.is_securable(at, self.seat):
            return build_objection("not-securable", field=at, player=self.player.name)
        return None

    def object_to_origin(self, answer: Answer) -> Objection | None:
        """Object unless a roof of the player's stands there."""
        at = BoardField(answer.word)
        if self.board.stacks[at].roof != self.seat:
            return build_objection("no-roof-there", field=at, player=self.player.name)
        return None

    def object_to_take(self, answer: Answer) -> Objection | None:
        """Object unless the cards taken lie open."""
        if Counter(answer.words) - Counter[str](self.display):
            return build_objection("card-not-open", card=answer.words[-1])
        return None

    def object_to_show(self, answer: Answer) -> Objection | None:
        """Object to a card that counting excludes; doubt one that comes unusually early."""
        assert self.pile is not None
        if answer.value == SCORING:
            return self.pile.object_to_scoring()
        if answer.value == NOT_REFILLED:
            return self.pile.object_to_none()
        if answer.value == ORDINARY:
            return self.pile.object_to_cards(DRAWN)
        if self.cards is None:
            return None
        return self.cards.object_to_show(Card(answer.word))

    # Changes by answers --------------------------------------------------------------------

    def prepare_pile(self) -> None:
        """Prepare the pile; players and variants are known."""
        cards = CARDS_PRINTED if PRINTED_CARDS in self.variants else CARDS
        self.pile = BolognaPile(len(self.players), cards)

    def open_display(self, cards: tuple[Card, ...]) -> None:
        """Set the open cards and start counting cards from them."""
        self.display = list(cards)
        self.cards = BolognaCardCount(len(self.players), cards, from_start=not self.started)

    @property
    def knows_hands(self) -> bool:
        """Whether any card was counted."""
        return self.cards is not None and self.cards.has_counted

    def forget_cards(self) -> None:
        """Restart the counting of cards from the open ones, where they are counted."""
        if self.cards is not None:
            self.open_display(tuple(self.display))

    def track_lightly(self) -> None:
        """Track only the board from now on."""
        super().track_lightly()
        self.display, self.cards = [], None

    def begin_action(self, answer: Answer) -> None:
        """Begin the turn's action; note a doubt about it."""
        self.note_doubt(self.object_to_action(answer))
        self.action = TurnAction(
            answer.key, BASILICA if answer.key == PASS else BoardField(answer.word)
        )

    def set_action_end(self, end: BoardField) -> None:
        """Set the end of the line or the far corner of the block."""
        assert self.action is not None
        self.action = self.action._replace(end=end)

    def play_cards(self, cards: tuple[Card, ...]) -> None:
        """Count the cards that the player discards for the action."""
        if self.cards is not None:
            for card in cards:
                self.cards.count_played(self.seat, card)

    def carry_out_action(self) -> None:
        """Lay the stones, start plague or fire, or end the plague."""
        assert self.action is not None
        kind, at, end = self.action
        if kind == HEAL:
            self.board.plague = ()
        elif end is not None and kind == BUILD:
            self._build(at, end)
        elif end is not None:
            self._break_out(kind, list_block_fields(at, end))

    def _build(self, start: BoardField, end: BoardField) -> None:
        """Lay a stone on every field of the line; put a roof, if any, on a sixth stone."""
        fields, player = self.longest_line(start, find_direction(start, end)).fields, self.player
        self.built = fields[: fields.index(end) + 1]
        for at in self.built:
            self.board.stacks[at].stones.append(self.seat)
            player.stones -= 1
            if self.board.is_full(at) and player.roofs:
                self.secure_tower(at)

    def _break_out(self, kind: str, zone: BoardBlock) -> None:
        if kind == PLAGUE:
            self.board.plague = zone
            return
        burnt = self.board.burn(zone)
        for _, seat in burnt:
            self.players[seat].stones += 1
        self.events.append(StonesBurnt(zone, tuple(burnt)))

    @property
    def wants_kind(self) -> bool:
        """Whether the kind of the action field is unknown and could be collected."""
        assert self.action is not None
        return self.action.at not in self.kinds and len(self.player.kinds) < len(FieldKind)

    def set_field_kind(self, word: str) -> None:
        """Store the kind of the action field, also for later turns."""
        assert self.action is not None
        self.kinds[self.action.at] = None if word == NO_KIND else FieldKind(word)

    def collect_kind(self) -> None:
        """Let the player collect the kind of the action field, if it is a new one."""
        assert self.action is not None
        kind = self.kinds.get(self.action.at)
        if kind is not None and kind not in self.player.kinds:
            self.player.kinds.append(kind)
            self.events.append(KindCollected(self.seat, kind))

    @property
    def can_secure(self) -> bool:
        """Whether the player has a tower to secure, and a roof in stock or elsewhere."""
        if not self.player.roofs and not self.board.roofs_of(self.seat):
            return False
        return any(self.object_to_secure(Answer("secure", at)) is None for at in self.board.stacks)

    def secure_tower(self, at: BoardField) -> None:
        """Put a roof from the player's stock on the tower."""
        self.player.roofs -= 1
        self._roof(at)

    def move_roof(self, origin: BoardField) -> None:
        """Move a roof to the tower `securing`; the other tower is open again unless it is full."""
        assert self.securing is not None
        self.board.stacks[origin].roof = None
        self.unroofed.append(origin)
        self._roof(self.securing)

    def _roof(self, at: BoardField) -> None:
        self.board.stacks[at].roof = self.seat
        self.events.append(TowerSecured(at, self.seat))

    def take_cards(self, cards: tuple[Card, ...]) -> None:
        """Move open cards into the player's hand."""
        for card in cards:
            if card in self.display:
                self.display.remove(card)
            if self.cards is not None:
                self.cards.count_taken(self.seat, card)

    def turn_up(self, answer: Answer) -> None:
        """Turn up a card, or two ordinary ones in light play; end the game without one."""
        assert self.pile is not None
        self.note_doubt(self.object_to_show(answer))
        word = answer.word
        if word == NOT_REFILLED:
            self.pile.left = 0
            self.finish()
        elif word == SCORING:
            name = self.next_scoring
            self.pile.turn_up()
            self.pile.scorings_seen += 1
            self._hold_scoring(name)
        elif word == ORDINARY:
            self.pile.turn_up(DRAWN)
            self.refilled = True
        else:
            self._lay_open(Card(word))

    def _lay_open(self, card: Card) -> None:
        assert self.pile is not None
        assert self.cards is not None
        self.pile.turn_up()
        self.display.append(card)
        self.cards.count_turned_up(card)

    @property
    def is_overbuilt(self) -> bool:
        """Whether more full towers stand outside the plague zone than there are players."""
        return len(self.board.full_towers()) > len(self.players)

    @property
    def pile_may_be_empty(self) -> bool:
        """Whether the game could end now because the last card was turned up."""
        assert self.pile is not None
        return END_AT_EMPTY_PILE in self.variants and not self.pile.left and self.outcome is None

    def _hold_scoring(self, name: str) -> None:
        scoring = self.scoring_now(name)
        for tally in scoring.tallies:
            self.players[tally.seat].points += tally.points
        self.scorings.append(scoring)
        self.events.append(scoring)

    def finish(self, outcome: Outcome | None = None) -> None:
        """Hold the last scoring and end the game."""
        self._hold_scoring(FINAL)
        super().finish(outcome)
        self.refilled = True

    def end_turn(self) -> None:
        """Pass the turn to the next player clockwise."""
        self.action, self.built, self.refilled = None, (), False
        self.unroofed.clear()
        super().end_turn()
