"""The table of Campanile 2009: its state, objections to answers, and what an answer changes.

The conversation in `game2009` asks; the table holds the state and judges the answers.
"""

from collections.abc import Sequence

from companion.core.conversation import Answer, Grade, Objection, build_objection
from companion.games.campanile.rules.cards import CARDS_PER_STYLE, OPEN, CampanilePile
from companion.games.campanile.rules.flags import Flag
from companion.games.campanile.rules.table import CampanileTable
from companion.games.campanile.rules.tie_breaks import BY_CHIPS
from companion.games.campanile.rules.towers import Style

INTERMEZZO = "intermezzo"
FINITO = "finito"
SCORING_CARDS = (Answer("show", INTERMEZZO), Answer("show", FINITO))
ORDINARY = "ordinary"
"""Any tower card, where cards are not tracked."""
MOVE_MARKERS = "move-markers"
MOVABLE = 2
"""Only 2-markers may be moved (2009 rulebook, Special rule for two)."""

FLAGS: dict[str, dict[bool, tuple[Flag, ...]]] = {
    INTERMEZZO: {True: ((4, 2), (3, 2), (2, 1), (1,)), False: ((4, 2), (3, 1), (2,), (1,))},
    FINITO: {
        True: ((6, 3), (5, 2), (4, 1), (3, 1), (2,)),
        False: ((6, 4, 2), (5, 3, 1), (4, 2), (3, 1), (2,)),
    },
}
"""The flags of each scoring from the highest tower down, by whether two play (2009 rulebook,
Scoring; the values for two stand in the Italian edition)."""
CHIPS = {1: 4, 2: 5, 3: 3, 4: 3, 5: 1, 6: 1}
"""The chips in the box by value (2009 rulebook, Components)."""


class Campanile2009Table(CampanileTable):
    """The whole state of a game; empty until the setup fills it."""

    CARDS_PER_STYLE = CARDS_PER_STYLE
    OPEN = OPEN
    CHIPS = CHIPS
    tie_breaks = (BY_CHIPS,)

    def __init__(self) -> None:
        super().__init__()
        self.display: list[Style] = []
        """The open cards; empty in light play."""
        self.pile: CampanilePile | None = None
        """None until the players are known."""
        self.moving: Style | None = None
        """The tower from which a marker is being moved."""
        self.unnamed = False
        """In light play, whether a card has been turned up that is not named yet."""

    @property
    def turned_up(self) -> int:
        """The first open cards, and those turned up later without the scoring cards."""
        assert self.pile is not None
        return OPEN + self.pile.turned_up - self.pile.intermezzo_over - self.pile.finito_seen

    @property
    def left(self) -> int | None:
        """Cards left face down; None until the game is under way."""
        if self.pile is None or not self.started:
            return None
        return self.pile.left - self.unnamed

    @property
    def next_scoring(self) -> str:
        """Intermezzo until it has come, then Finito."""
        return FINITO if self.pile is not None and self.pile.intermezzo_over else INTERMEZZO

    def flags_of(self, name: str) -> Sequence[Flag]:
        """Return the flags of Intermezzo or Finito, which differ for two players."""
        return FLAGS[name][len(self.players) == 2]

    # Objections to answers ------------------------------------------------------------------

    def object_to_marker(self, answer: Answer) -> Objection | None:
        """Object unless the marker equals the floors, is in stock, and the style lies open."""
        if answer.key == "move":
            return self._object_to_move(answer)
        if answer.value == "none":
            return None
        return self.object_to_missing_marker(self.floors_built) or self.object_to_hidden_style(
            answer
        )

    def _object_to_move(self, answer: Answer) -> Objection | None:
        if MOVE_MARKERS not in self.variants:
            return build_objection("move-not-played")
        if self.floors_built != MOVABLE:
            return build_objection("move-needs-two", marker=MOVABLE)
        style = answer.value
        if not isinstance(style, Style) or not self.towers[style].has_marker(self.seat, MOVABLE):
            return build_objection(
                "no-marker-there",
                player=self.player.name,
                style=answer.word,
                marker=MOVABLE,
            )
        if not self.light and all(open_style == style for open_style in self.display):
            return build_objection("nowhere-to-move", style=style)
        return None

    def object_to_goal(self, answer: Answer) -> Objection | None:
        """Object unless the goal is another tower whose style lies open."""
        if answer.value == self.moving:
            return build_objection("same-tower", style=answer.word)
        return self.object_to_hidden_style(answer)

    def object_to_show(self, answer: Answer) -> Objection | None:
        """Object to a card that counting excludes; doubt one that comes unusually early."""
        pile = self.pile
        if pile is None:
            return None
        if isinstance(answer.value, Style):
            if pile.towers_are_gone:
                return build_objection(
                    "only-scoring-cards",
                    Grade.COUNT,
                    style=answer.word,
                    left=pile.left,
                )
            return self.object_to_used_up_style(answer.value)
        if answer.value == ORDINARY:
            return self._doubt_ordinary()
        return self._doubt_intermezzo() if answer.value == INTERMEZZO else self._doubt_finito()

    def _doubt_ordinary(self) -> Objection | None:
        assert self.pile is not None
        if self.pile.towers_are_gone:
            left = self.pile.left
            return build_objection("only-scoring-cards", Grade.UNLIKELY, left=left)
        return None

    def _doubt_intermezzo(self) -> Objection | None:
        assert self.pile is not None
        if self.pile.intermezzo_over:
            grade = Grade.RULE if self.pile.intermezzo_seen else Grade.UNLIKELY
            return build_objection("seen-before", grade, card=INTERMEZZO)
        if not self.pile.forecast_intermezzo().possible:
            return build_objection("intermezzo-early", Grade.UNLIKELY)
        return None

    def _doubt_finito(self) -> Objection | None:
        assert self.pile is not None
        if not self.pile.forecast_finito().possible:
            return build_objection("finito-early", Grade.UNLIKELY)
        if not self.pile.intermezzo_over:
            return build_objection("finito-first", Grade.UNLIKELY)
        return None

    # Changes by answers --------------------------------------------------------------------

    def open_display(self, styles: tuple[Style, ...]) -> None:
        """Set the first open cards, none in light play."""
        self.display = list(styles)
        self.restart_count()

    def move_marker(self, goal: Style) -> None:
        """Move a 2-marker to the player's row at another tower, or to a new last row."""
        assert self.moving is not None
        self.towers[self.moving].take_away(self.seat, MOVABLE)
        self.towers[goal].place(self.seat, MOVABLE)
        self.moving = None

    def take_card(self, style: Style) -> None:
        """Move an open card into the player's hand."""
        self.display.remove(style)
        if self.cards is not None:
            self.cards.count_taken(self.seat, style)

    def turn_up(self, answer: Answer) -> None:
        """Turn up the next card of the pile; note a doubt about it."""
        assert self.pile is not None
        doubt, card = self.object_to_show(answer), answer.value
        self.pile.turn_up()
        self.unnamed &= card == INTERMEZZO  # which a further card has replaced by now
        self.note_doubt(doubt)
        if isinstance(card, Style):
            self.display.append(card)
            if self.cards is not None:
                self.cards.count_turned_up(card)
        elif card == INTERMEZZO:
            self.pile.intermezzo_seen = True
        elif card == FINITO:
            self.pile.finito_seen = True

    def end_light_turn(self) -> None:
        """End a turn of light play; the next answer names the card turned up."""
        self.unnamed = True
        self.end_turn()

    # Corrections ---------------------------------------------------------------------------

    def forget_cards(self) -> None:
        """Restart the counting of cards; the count of the pile is not trusted any more."""
        if self.pile is not None:
            self.pile.trusted = False
        super().forget_cards()

    @property
    def counts(self) -> list[int]:
        """The number of cards left in the only pile."""
        return [] if self.left is None else [self.left]

    @property
    def possible_counts(self) -> list[range]:
        """From Finito alone up to the size of the pile."""
        if self.pile is None:
            return []
        return [range(1 - self.unnamed, self.pile.size + 1 - self.unnamed)]

    def set_counts(self, counts: Sequence[int]) -> None:
        """Set the number of cards left face down."""
        assert self.pile is not None
        self.pile.correct(counts[0] + self.unnamed)
        self._conclude()

    def set_open_cards(self, styles: Sequence[Style]) -> None:
        """Set the open cards; light play's unnamed card is among them."""
        if self.unnamed:
            self.turn_up(Answer("show", ORDINARY))
        self.display = list(styles)

    def track_lightly(self) -> None:
        """Track only heights, markers and the two scoring cards from now on."""
        super().track_lightly()
        self.display = []

    def set_chips(self, seat: int, chips: Sequence[int]) -> None:
        """Set the chips that the player has won so far."""
        super().set_chips(seat, chips)
        self._conclude()

    def _conclude(self) -> None:
        """Conclude that Intermezzo has come where chips are won or only Finito is left."""
        if self.pile is not None:
            won = any(player.chips for player in self.players)
            self.pile.intermezzo_missed = won or self.pile.size - self.pile.turned_up < 2
