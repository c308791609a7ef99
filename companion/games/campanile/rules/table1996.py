"""The table of Campanile 1996: three numbered piles instead of a display, and bets on the towers.

The conversation in `game1996` asks; this object holds what was answered and knows what
stands against an answer. Corrections change it and nothing else.
"""

from collections import Counter
from collections.abc import Sequence

from companion.core.conversation import Answer, Objection, Reason, build_objection
from companion.core.hands import DEALT
from companion.core.outcome import decide_by_points
from companion.games.campanile.rules.flags import Flag
from companion.games.campanile.rules.table import FLOORS, CampanileTable
from companion.games.campanile.rules.towers import STYLES, Style

FINAL = "final"
HIGHER_CHIPS = "higher-chips"
"""A chip may be worth more than the floors built (the French rules' wording)."""
EXTENDED_TOWER = "extended-tower"
"""The tower just extended may be bet on too (1996 rulebook, Official variant)."""
EXTENDED_ONLY = "extended-only"
"""Only the tower just extended may be bet on: the other way to read that variant."""
EXCLUDE_EACH_OTHER = (EXTENDED_TOWER, EXTENDED_ONLY)

PILES = 3
FLAGS: tuple[Flag, ...] = ((8, 4), (6, 3), (4, 2), (2, 1))
"""The flags from the highest tower down; the lowest gets none (1996 rulebook, End of the game)."""
CHIPS = Counter(chip for flag in FLAGS for chip in flag)
CARDS_PER_STYLE = {2: 9, 3: 11, 4: 13, 5: 14}
"""5, 3, 1 or 0 of the 14 are removed (1996 rulebook, Preparation)."""


class BetReason(Reason):
    """Reasons of Campanile 1996 alone."""

    NOT_EXTENDED = "not-extended"
    VALUE_DOES_NOT_FIT = "value-does-not-fit"
    VARIANTS_EXCLUDE = "variants-exclude"


class Campanile1996Table(CampanileTable):
    """The whole state of a game; empty until the setup has filled it."""

    CARDS_PER_STYLE = CARDS_PER_STYLE
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
        """The tower that is being bet on, while the chip's value is asked."""

    @property
    def open_cards(self) -> list[Style]:
        """The top cards that lie open, in the order of the piles."""
        return [style for style in self.display if style is not None]

    @property
    def open_count(self) -> int:
        """How many cards lie open now; in light play one on each pile at any question."""
        return PILES if self.light else super().open_count

    def lies_open(self, pile: int) -> bool:
        """Whether a card lies open on that pile, from 0 up, though light play knows none."""
        return self.light or self.display[pile] is not None

    @property
    def turned_up(self) -> int:
        """What has been drawn, and what lies open."""
        return PILES * self.pile_size - sum(self.piles) + self.open_count

    @property
    def pile_size(self) -> int:
        """Cards in each pile at the beginning; what is left over leaves unseen."""
        return (len(STYLES) * self.cards_per_style - DEALT * len(self.players)) // PILES

    @property
    def next_scoring(self) -> str:
        """The only one, at the end."""
        return FINAL

    def flags_of(self, name: str) -> Sequence[Flag]:  # noqa: ARG002  the shape of both editions
        """The four flags, however many play."""
        return FLAGS

    # What stands against an answer ---------------------------------------------------------

    def object_to_variant(self, answer: Answer) -> Objection | None:
        """The two readings of the official variant exclude each other."""
        other = set(EXCLUDE_EACH_OTHER) & set(self.variants)
        if answer.value in EXCLUDE_EACH_OTHER and other:
            return build_objection(BetReason.VARIANTS_EXCLUDE, variant=min(other))
        return None

    @property
    def values(self) -> list[int]:
        """The values of chips that the player may bet after the floors built."""
        return [value for value in FLOORS if self.object_to_value(Answer("value", value)) is None]

    def object_to_value(self, answer: Answer) -> Objection | None:
        """A chip of exactly the floors built, or by the variant of more, and in stock."""
        value, floors = int(answer.word), self.floors_built
        if value < floors or (value > floors and HIGHER_CHIPS not in self.variants):
            return build_objection(BetReason.VALUE_DOES_NOT_FIT, floors=floors)
        return self.object_to_missing_marker(value)

    def object_to_marker(self, answer: Answer) -> Objection | None:
        """A bet goes to a tower whose style lies open, or by the variant to the one extended."""
        assert self.played is not None
        extended, _ = self.played
        if answer.value == "none":
            return None
        if EXTENDED_ONLY in self.variants:
            if answer.value == extended:
                return None
            return build_objection(BetReason.NOT_EXTENDED, style=extended)
        if EXTENDED_TOWER in self.variants and answer.value == extended:
            return None
        return self.object_to_hidden_style(answer)

    def object_to_show(self, answer: Answer) -> Objection | None:
        """The card turned up must be one that has not been seen."""
        return self.object_to_used_up_style(Style(answer.word))

    # What an answer does -------------------------------------------------------------------

    def lay_out(self, styles: Sequence[Style]) -> None:
        """The top card of each pile lies open: the game begins."""
        self.display = list(styles)
        self.piles = [self.pile_size] * PILES
        self.started = True
        self.restart_count()

    @property
    def bet_stands(self) -> bool:
        """Whether the bet begun can be made: a correction may have come between."""
        bet = Answer("marker", self.betting or "none")
        return self.betting is not None and bool(self.values) and not self.object_to_marker(bet)

    def place_bet(self, value: int) -> None:
        """The chip goes under the tower that is being bet on."""
        assert self.betting is not None
        self.place_marker(self.betting, value)
        self.betting = None

    def draw(self) -> None:
        """The top card of the pile of the floors built goes into the player's hand."""
        pile = self.floors_built - 1
        style = self.display[pile]
        self.display[pile] = None
        self.piles[pile] -= 1
        if self.cards is not None and style is not None:
            self.cards.count_taken(self.seat, style)

    @property
    def pile_ran_out(self) -> bool:
        """Whether the pile that was drawn from is empty: the game is over."""
        return self.piles[self.floors_built - 1] == 0

    def turn_up(self, style: Style) -> None:
        """The next card of the pile that was drawn from lies face up."""
        self.display[self.floors_built - 1] = style
        if self.cards is not None:
            self.cards.count_turned_up(style)

    def finish(self) -> None:
        """Award the flags; who won is decided by points alone."""
        self.award_flags(FINAL)
        self.outcome = decide_by_points(self.players)
        self.events.append(self.outcome)

    # Corrections ---------------------------------------------------------------------------

    @property
    def possible_counts(self) -> list[range]:
        """At least the open card; none is left only where the next one should be turned up."""
        return [range(self.lies_open(pile), self.pile_size + 1) for pile in range(PILES)]

    def set_counts(self, counts: Sequence[int]) -> None:
        """So many cards are in the piles, the open one among them."""
        self.piles = list(counts)

    def set_open_cards(self, styles: Sequence[Style]) -> None:
        """These cards lie on top, from pile 1 up; where none lies open, none does."""
        cards = iter(styles)
        self.display = [next(cards) if self.lies_open(pile) else None for pile in range(PILES)]

    def track_lightly(self) -> None:
        """From here on the tops of the piles are not known."""
        super().track_lightly()
        self.display = [None] * PILES
