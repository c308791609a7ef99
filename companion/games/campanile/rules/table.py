"""The part of the table that both Campaniles share.

The conversations ask; the table holds the state and judges the answers.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.core.conversation import Answer, Grade, Objection, build_objection
from companion.core.game_base import BasicTable
from companion.games.campanile.rules.cards import CampanileCardCount
from companion.games.campanile.rules.flags import CampanileScoring, Flag, score
from companion.games.campanile.rules.towers import STYLES, CampanilePlayer, CampanileTower, Style

FLOORS = (1, 2, 3)
NO_MARKER = Answer("marker", "none")

OPEN_CARDS = tuple(Answer("open", style) for style in STYLES)
TOWERS = tuple(Answer("tower", style) for style in STYLES)
HEIGHTS = tuple(Answer("floors", floors) for floors in FLOORS)
MARKERS = (NO_MARKER, *(Answer("marker", style) for style in STYLES))


class CampanileTable(BasicTable[CampanilePlayer]):
    """The table of either edition; empty until the setup fills it."""

    CARDS_PER_STYLE: ClassVar[Mapping[int, int]]
    """Tower cards of each style by number of players."""
    OPEN: ClassVar[int]
    """Cards of a full display."""
    CHIPS: ClassVar[Mapping[int, int]]
    """How many chips of each value can be won."""
    display: Sequence[Style | None]
    """The open cards in their order on the table; None where none lies open."""

    def __init__(self) -> None:
        super().__init__()
        self.row: tuple[Style, ...] = ()
        self.towers = {style: CampanileTower(style) for style in STYLES}
        self.scorings: list[CampanileScoring] = []
        self.played: tuple[Style, int] | None = None
        """The tower and floors of the turn under way; floors are 0 while they are asked."""
        self.cards: CampanileCardCount | None = None
        """None until the first cards lie open, and while cards are not tracked."""

    def row_from_left(self, mirrored: bool) -> tuple[Style, ...]:
        """Return the towers as players see them; ``mirrored``: open cards lie at the right."""
        return self.row[::-1] if mirrored else self.row

    @property
    def floors_built(self) -> int:
        """Floors built in the turn under way."""
        return self.played[1] if self.played else 0

    @property
    def open_cards(self) -> list[Style]:
        """The styles that lie open, in their order on the table; empty in light play."""
        return [style for style in self.display if style is not None]

    @property
    def open_count(self) -> int:
        """How many cards lie open now; in light play as many as may."""
        return self.OPEN if self.light else len(self.open_cards)

    @property
    def left(self) -> int | None:
        """Cards in the pile that this turn draws from; None until the game is under way."""
        raise NotImplementedError

    def draws_last_card(self, floors: int) -> bool:  # noqa: ARG002  # the edition with piles asks
        """Whether building so many floors draws the last card of a pile, which ends the game."""
        return False

    @property
    def turned_up(self) -> int:
        """The number of tower cards that have lain open so far, by the count of the piles."""
        raise NotImplementedError

    @property
    def cards_per_style(self) -> int:
        """Tower cards of each style in this game."""
        return self.CARDS_PER_STYLE[len(self.players)]

    # Flags -----------------------------------------------------------------------------------

    @property
    def next_scoring(self) -> str:
        """The name of the scoring that comes next."""
        raise NotImplementedError

    def flags_of(self, name: str) -> Sequence[Flag]:
        """Return the flags of the scoring of that name, from the highest tower down."""
        raise NotImplementedError

    def scoring_now(self, name: str) -> CampanileScoring:
        """Return the scoring of that name as it would be now; nothing changes."""
        return score(name, self.row, self.towers, self.flags_of(name))

    # Objections to answers ------------------------------------------------------------------

    def object_to_tower(self, answer: Answer) -> Objection | None:
        """Object unless the player can hold the card (hidden-hand check)."""
        cards, style = self.cards, answer.value
        if cards is None or not isinstance(style, Style) or not cards.would_prove(self.seat, style):
            return None
        if cards.is_hand_known(self.seat):
            return build_objection(
                "hand-known",
                Grade.COUNT,
                player=self.player.name,
                style=style,
                known_styles=cards.known_dealt_cards(self.seat),
            )
        return self.object_to_used_up_style(style)

    def object_to_used_up_style(self, style: Style) -> Objection | None:
        """Object where all cards of the style have been seen."""
        if self.cards is not None and self.cards.all_seen(style):
            return build_objection(
                "style-used-up",
                Grade.COUNT,
                style=style,
                most=self.cards.cards_per_style,
            )
        return None

    def object_to_hidden_style(self, answer: Answer) -> Objection | None:
        """Object unless the style lies open; not in light play."""
        if answer.value in self.display or self.light:
            return None
        return build_objection("not-open", style=answer.value)

    def object_to_missing_marker(self, marker: int) -> Objection | None:
        """Object unless the player has a marker of that value in stock."""
        if self.player.stock[marker]:
            return None
        return build_objection("marker-spent", player=self.player.name, marker=marker)

    # Changes by answers --------------------------------------------------------------------

    def restart_count(self) -> None:
        """Start counting cards from the open ones, with unknown hands.

        In light play there is none.
        """
        self.cards = None
        if not self.light:
            self.cards = CampanileCardCount(
                len(self.players), self.cards_per_style, self.open_cards
            )

    def play_card(self, style: Style) -> None:
        """Play a card; the floors are asked next."""
        self.played = (style, 0)
        if self.cards is not None:
            self.cards.count_played(self.seat, style)

    def build(self, floors: int) -> None:
        """Add floors to the tower of the card played."""
        assert self.played is not None
        style, _ = self.played
        self.played = (style, floors)
        self.towers[style].floors += floors

    def place_marker(self, style: Style, marker: int) -> None:
        """Move a marker from the player's stock under the tower."""
        self.player.stock[marker] -= 1
        self.towers[style].place(self.seat, marker)

    def award_flags(self, name: str) -> None:
        """Hold the scoring of that name and give the chips to the players."""
        scoring = self.scoring_now(name)
        for each in scoring.awards:
            for seat, chip in each.chips:
                self.players[seat].win(chip)
        self.scorings.append(scoring)
        self.events.append(scoring)

    def end_turn(self) -> None:
        """Pass the turn to the next player clockwise."""
        self.played = None
        super().end_turn()

    # Corrections ---------------------------------------------------------------------------

    @property
    def knows_hands(self) -> bool:
        """Whether any card was counted."""
        return self.cards is not None and self.cards.has_counted

    def forget_cards(self) -> None:
        """Restart the counting of cards, where they are counted."""
        if self.cards is not None:
            self.restart_count()

    @property
    def counts(self) -> list[int]:
        """The numbers of cards left, for each pile."""
        raise NotImplementedError

    @property
    def possible_counts(self) -> list[range]:
        """The possible numbers of cards left, for each pile."""
        raise NotImplementedError

    def set_counts(self, counts: Sequence[int]) -> None:
        """Set the numbers of cards left, for each pile."""
        raise NotImplementedError

    def set_open_cards(self, styles: Sequence[Style]) -> None:
        """Set the open cards, as many as before."""
        raise NotImplementedError

    def track_fully(self) -> None:
        """Track open cards from now on; the counting restarts."""
        super().track_fully()
        self.restart_count()

    def track_lightly(self) -> None:
        """Stop tracking open cards and counting cards."""
        super().track_lightly()
        self.cards = None

    def set_chips(self, seat: int, chips: Sequence[int]) -> None:
        """Set the chips that the player has won so far."""
        self.players[seat].chips = []
        self.players[seat].win(*chips)
