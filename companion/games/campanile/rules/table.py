"""What both Campaniles have on the table, and what a turn does to it in either of them.

The conversations ask; a table holds what was answered and knows what stands against an answer.
Corrections change it and nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.core.conversation import Answer, Event, Grade, Objection, Reason, build_objection
from companion.core.outcome import Outcome
from companion.games.campanile.rules.cards import CampanileCardCount
from companion.games.campanile.rules.flags import (
    CampanilePlayer,
    CampanileScoring,
    CampanileScoringHeld,
    Flag,
    score,
)
from companion.games.campanile.rules.towers import STYLES, CampanileTower, Style

FLOORS = (1, 2, 3)
LIGHT = "light"
"""What lies open is not tracked, nor what hands can hold."""
NO_MARKER = Answer("marker", "none")

OPEN_CARDS = tuple(Answer("open", style) for style in STYLES)
TOWERS = tuple(Answer("tower", style) for style in STYLES)
HEIGHTS = tuple(Answer("floors", floors) for floors in FLOORS)
MARKERS = (NO_MARKER, *(Answer("marker", style) for style in STYLES))


class CampanileReason(Reason):
    """Reasons of Campanile; the later ones of the edition of 2009 alone."""

    TOWER_TWICE = "tower-twice"
    VARIANT_TWO_PLAYERS = "variant-two-players"
    HAND_KNOWN = "hand-known"
    STYLE_USED_UP = "style-used-up"
    NOT_OPEN = "not-open"
    MARKER_SPENT = "marker-spent"
    MOVE_NOT_PLAYED = "move-not-played"
    MOVE_NEEDS_TWO = "move-needs-two"
    NO_MARKER_THERE = "no-marker-there"
    NOWHERE_TO_MOVE = "nowhere-to-move"
    SAME_TOWER = "same-tower"
    ONLY_SCORING_CARDS = "only-scoring-cards"
    SEEN_BEFORE = "seen-before"
    FINITO_EARLY = "finito-early"
    FINITO_FIRST = "finito-first"
    INTERMEZZO_EARLY = "intermezzo-early"


class CampanileTable:
    """The part of a table that does not depend on the edition; empty until the setup fills it."""

    CARDS_PER_STYLE: ClassVar[Mapping[int, int]]
    """Tower cards of each style by number of players."""
    CHIPS: ClassVar[Mapping[int, int]]
    """How many chips of each value can be won."""

    def __init__(self) -> None:
        self.players: list[CampanilePlayer] = []
        self.row: tuple[Style, ...] = ()
        self.variants: list[str] = []
        self.towers = {style: CampanileTower(style) for style in STYLES}
        self.turns_ended = 0
        self.seat = 0
        """Whose turn it is."""
        self.played: tuple[Style, int] | None = None
        """The tower and floors of the turn under way, floors 0 while they are being asked."""
        self.cards: CampanileCardCount | None = None
        """None until the first cards lie open, and while cards are not tracked."""
        self.scorings: list[CampanileScoring] = []
        self.outcome: Outcome | None = None
        self.notes: list[Objection] = []
        """What was unlikely and accepted."""
        self.events: list[Event] = []
        """What has happened and not been told yet; the session takes it away."""
        self.started = False
        """Whether the setup is done."""

    @property
    def turn(self) -> int:
        """The number of the turn under way, the first being 1."""
        return self.turns_ended + 1

    @property
    def player(self) -> CampanilePlayer:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def progress(self) -> tuple[str, int]:
        """How far the game has come: its turn, the first being 1."""
        return "turn", self.turn

    def row_from_left(self, mirrored: bool) -> tuple[Style, ...]:
        """The towers as the players see them; ``mirrored``: the open cards lie at the right."""
        return self.row[::-1] if mirrored else self.row

    @property
    def floors_built(self) -> int:
        """Floors built in the turn under way."""
        return self.played[1] if self.played else 0

    @property
    def light(self) -> bool:
        """Whether what lies open is not tracked."""
        return LIGHT in self.variants

    @property
    def open_cards(self) -> list[Style]:
        """The styles that lie open, in their order on the table; none are known in light play."""
        raise NotImplementedError

    @property
    def open_count(self) -> int:
        """How many cards lie open now."""
        return len(self.open_cards)

    @property
    def turned_up(self) -> int:
        """How many tower cards have lain open so far, by the count of the pile or piles."""
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
        """The flags of the scoring of that name, from the highest tower down."""
        raise NotImplementedError

    def scoring_now(self, name: str) -> CampanileScoring:
        """The scoring of that name if it were held now; nothing is changed by it."""
        return score(name, self.row, self.towers, self.flags_of(name))

    # What stands against an answer ---------------------------------------------------------

    def object_to_tower(self, answer: Answer) -> Objection | None:
        """The card must be one that the player can hold (hidden-hand check)."""
        cards, style = self.cards, answer.value
        if cards is None or not isinstance(style, Style) or not cards.would_prove(self.seat, style):
            return None
        if cards.is_hand_known(self.seat):
            dealt = cards.dealt[self.seat]
            return build_objection(
                CampanileReason.HAND_KNOWN,
                Grade.COUNT,
                player=self.player.name,
                style=style,
                known_styles=tuple(each for each in STYLES for _ in range(dealt[each])),
            )
        return self.object_to_used_up_style(style)

    def object_to_used_up_style(self, style: Style) -> Objection | None:
        """One more card of the style must be there to be seen."""
        if self.cards is not None and self.cards.all_seen(style):
            return build_objection(
                CampanileReason.STYLE_USED_UP,
                Grade.COUNT,
                style=style,
                most=self.cards.cards_per_style,
            )
        return None

    def object_to_hidden_style(self, answer: Answer) -> Objection | None:
        """The style must lie open; in light play the table sees to that."""
        if self.light or answer.value in self.open_cards:
            return None
        return build_objection(CampanileReason.NOT_OPEN, style=answer.word)

    def object_to_missing_marker(self, marker: int) -> Objection | None:
        """The player must have a marker of that value in stock."""
        if self.player.stock[marker]:
            return None
        return build_objection(CampanileReason.MARKER_SPENT, player=self.player.name, marker=marker)

    # What an answer does -------------------------------------------------------------------

    def restart_count(self) -> None:
        """The counting of cards begins, or begins anew: with what lies open, and unknown hands.

        In light play there is none.
        """
        self.cards = None
        if not self.light:
            self.cards = CampanileCardCount(
                len(self.players), self.cards_per_style, self.open_cards
            )

    def play_card(self, style: Style) -> None:
        """The player shows the card; how far it is covered is asked next."""
        self.played = (style, 0)
        if self.cards is not None:
            self.cards.count_played(self.seat, style)

    def build(self, floors: int) -> None:
        """The tower of the card played grows."""
        assert self.played is not None
        style, _ = self.played
        self.played = (style, floors)
        self.towers[style].floors += floors

    def place_marker(self, style: Style, marker: int) -> None:
        """A marker of the player's goes from the stock under the tower."""
        self.player.stock[marker] -= 1
        self.towers[style].place(self.seat, marker)

    def award_flags(self, name: str) -> None:
        """Award the flags of the scoring of that name; the chips go to the players one by one."""
        scoring = self.scoring_now(name)
        for each in scoring.awards:
            for seat, chip in each.chips:
                self.players[seat].chips.append(chip)
        self.scorings.append(scoring)
        self.events.append(CampanileScoringHeld(scoring))

    def end_turn(self) -> None:
        """The next player clockwise is up."""
        self.played = None
        self.turns_ended += 1
        self.seat = (self.seat + 1) % len(self.players)

    # Corrections ---------------------------------------------------------------------------

    def forget_cards(self) -> None:
        """Forget what was deduced of hands and styles seen; the counting starts anew."""
        if self.cards is not None:
            self.restart_count()

    @property
    def possible_counts(self) -> list[range]:
        """How many cards can be left in the pile, or in each pile."""
        raise NotImplementedError

    def set_counts(self, counts: Sequence[int]) -> None:
        """So many cards are left in the pile or piles."""
        raise NotImplementedError

    def set_open_cards(self, styles: Sequence[Style]) -> None:
        """These cards lie open, as many as did."""
        raise NotImplementedError

    def track_fully(self) -> None:
        """From here on what lies open is known; the counting of cards begins anew."""
        if self.light:
            self.variants.remove(LIGHT)
        self.restart_count()

    def track_lightly(self) -> None:
        """From here on what lies open is not tracked, and no cards are counted."""
        if not self.light:
            self.variants.append(LIGHT)
        self.cards = None

    def set_chips(self, seat: int, chips: Sequence[int]) -> None:
        """The player has won these chips so far."""
        self.players[seat].chips = list(chips)
