"""The table of Campanile 1996: three numbered piles instead of a display, and bets on the towers.

The conversation in `game1996` asks; the table holds the state and judges the answers.
"""

from collections import Counter
from collections.abc import Sequence

from companion.core.conversation import Answer, Objection, build_objection
from companion.core.game_table import Outcome
from companion.games.campanile.rules.cards import DEALT
from companion.games.campanile.rules.flags import Flag
from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.towers import STYLES, Style, style_of

FINAL = "final"
HIGHER_CHIPS = "higher-chips"
"""A chip may be worth more than the floors built (the French rules' wording)."""
EXTENDED_TOWER = "extended-tower"
"""The tower just extended may be bet on too (1996 rulebook, Official variant)."""
EXTENDED_ONLY = "extended-only"
"""Only the tower just extended may be bet on, the other reading of that variant."""
EXCLUDE_EACH_OTHER = (EXTENDED_TOWER, EXTENDED_ONLY)

PILES = 3
FLAGS: tuple[Flag, ...] = ((8, 4), (6, 3), (4, 2), (2, 1))
"""The flags from the highest tower down; the lowest gets none (1996 rulebook, End of the game)."""
CHIPS = Counter(chip for flag in FLAGS for chip in flag)
CARDS_PER_STYLE = {2: 9, 3: 11, 4: 13, 5: 14}
"""5, 3, 1 or 0 of the 14 are removed (1996 rulebook, Preparation)."""


class Campanile1996Table(CampanileTable):
    """The whole state of a game; empty until the setup fills it."""

    CARDS_PER_STYLE = CARDS_PER_STYLE
    OPEN = PILES
    CHIPS = CHIPS

    def __init__(self) -> None:
        super().__init__()
        self.display: list[Style | None] = []
        """The top cards of piles 1, 2 and 3; None where none lies open.

        All are None in light play.
        """
        self.piles: list[int] = []
        """Cards in piles 1, 2 and 3, the open one among them."""
        self.betting: Style | None = None
        """The tower bet on, while the chip's value is asked."""

    @property
    def left(self) -> int | None:
        """Cards in the pile of this turn's number, the open one among them."""
        return self.piles[self.floors_built - 1]

    def draws_last_card(self, floors: int) -> bool:
        """Whether only the open card lies in the pile of that number."""
        return self.piles[floors - 1] == 1

    def lies_open(self, pile: int) -> bool:
        """Whether a card lies open on that pile, counted from 0; in light play always."""
        return self.light or self.display[pile] is not None

    @property
    def turned_up(self) -> int:
        """The cards drawn and the open ones."""
        return PILES * self.pile_size - sum(self.piles) + self.open_count

    @property
    def pile_size(self) -> int:
        """Cards in each pile at the beginning; the rest leaves the game unseen."""
        return (len(STYLES) * self.cards_per_style - DEALT * len(self.players)) // PILES

    @property
    def next_scoring(self) -> str:
        """The name of the only scoring."""
        return FINAL

    def flags_of(self, name: str) -> Sequence[Flag]:  # noqa: ARG002  the shape of both editions
        """Return the four flags, for any number of players."""
        return FLAGS

    # Objections to answers ------------------------------------------------------------------

    def object_to_variant(self, answer: Answer) -> Objection | None:
        """Object where both readings of the official variant are chosen."""
        other = set(EXCLUDE_EACH_OTHER) & set(self.variants)
        if answer.value in EXCLUDE_EACH_OTHER and other:
            return build_objection("variants-exclude", variant=min(other))
        return None

    @property
    def values(self) -> list[int]:
        """The values of chips that the player may bet after the floors built."""
        return [value for value in FLOORS if self.object_to_value(Answer("value", value)) is None]

    def object_to_value(self, answer: Answer) -> Objection | None:
        """Object unless the chip is in stock and equals the floors built, or more by variant."""
        value, floors = int(answer.word), self.floors_built
        if value < floors or (value > floors and HIGHER_CHIPS not in self.variants):
            return build_objection("value-does-not-fit", floors=floors)
        return self.object_to_missing_marker(value)

    def object_to_marker(self, answer: Answer) -> Objection | None:
        """Object unless the tower's style lies open, or the variant allows the tower extended."""
        assert self.played is not None
        extended, _ = self.played
        if answer.value == "none":
            return None
        if EXTENDED_ONLY in self.variants:
            if answer.value == extended:
                return None
            return build_objection("not-extended", style=extended)
        if EXTENDED_TOWER in self.variants and answer.value == extended:
            return None
        return self.object_to_hidden_style(answer)

    def object_to_show(self, answer: Answer) -> Objection | None:
        """Object where all cards of the style have been seen."""
        return self.object_to_used_up_style(style_of(answer))

    # Changes by answers --------------------------------------------------------------------

    def open_display(self, styles: Sequence[Style]) -> None:
        """Set the top card of each pile."""
        self.display = list(styles)
        self.piles = [self.pile_size] * PILES
        self.restart_count()

    @property
    def bet_stands(self) -> bool:
        """Whether the bet begun is still possible after a correction."""
        bet = Answer("marker", self.betting or "none")
        return self.betting is not None and bool(self.values) and not self.object_to_marker(bet)

    def place_bet(self, value: int) -> None:
        """Place the chip under the tower bet on."""
        assert self.betting is not None
        self.place_marker(self.betting, value)
        self.betting = None

    def draw_card(self) -> None:
        """Move the top card of the pile of the floors built into the player's hand."""
        pile = self.floors_built - 1
        style = self.display[pile]
        self.display[pile] = None
        self.piles[pile] -= 1
        if self.cards is not None and style is not None:
            self.cards.count_taken(self.seat, style)

    @property
    def pile_ran_out(self) -> bool:
        """Whether the pile drawn from is empty, which ends the game."""
        return self.piles[self.floors_built - 1] == 0

    def turn_up(self, style: Style) -> None:
        """Turn up the next card of the pile drawn from."""
        self.display[self.floors_built - 1] = style
        if self.cards is not None:
            self.cards.count_turned_up(style)

    def finish(self, outcome: Outcome | None = None) -> None:
        """Award the flags and end the game; points alone decide."""
        self.award_flags(FINAL)
        super().finish(outcome)

    # Corrections ---------------------------------------------------------------------------

    @property
    def counts(self) -> list[int]:
        """The numbers of cards in the piles, with the open ones."""
        return list(self.piles)

    @property
    def possible_counts(self) -> list[range]:
        """From the open card up; 0 only where the next card should be turned up."""
        return [range(self.lies_open(pile), self.pile_size + 1) for pile in range(PILES)]

    def set_counts(self, counts: Sequence[int]) -> None:
        """Set the numbers of cards in the piles, with the open ones."""
        self.piles = list(counts)

    def set_open_cards(self, styles: Sequence[Style]) -> None:
        """Set the top cards from pile 1 up, skipping piles without an open card."""
        cards = iter(styles)
        self.display = [next(cards) if self.lies_open(pile) else None for pile in range(PILES)]

    def track_lightly(self) -> None:
        """Stop tracking the tops of the piles."""
        super().track_lightly()
        self.display = [None] * PILES
