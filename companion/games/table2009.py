"""The table of Campanile 2009: everything that lies on it and in the hands, as far as is known.

The conversation in `campanile2009` asks; this object holds what was answered and knows what
stands against an answer. Corrections change it and nothing else.
"""

from companion.games.conversation import Answer, Event, Grade, Objection, Reason, against
from companion.games.flags import (
    Flag,
    Outcome,
    Player,
    Scored,
    Scoring,
    decide,
    score,
)
from companion.games.hands import CardCount
from companion.games.pile import CARDS_PER_STYLE, Pile
from companion.games.towers import STYLES, Style, Tower

INTERMEZZO = "intermezzo"
FINITO = "finito"
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


class Campanile(Reason):
    """Reasons of Campanile 2009."""

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


class Table:
    """The whole state of a game; empty until the setup has filled it."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.row: tuple[Style, ...] = ()
        self.variants: list[str] = []
        self.display: list[Style] = []
        """The open cards; the new one is laid where the taken one lay or at the end."""
        self.towers = {style: Tower(style) for style in STYLES}
        self.turns_ended = 0
        self.seat = 0
        """Whose turn it is."""
        self.played: tuple[Style, int] | None = None
        """The tower and floors of the turn under way, floors 0 while they are being asked."""
        self.pile: Pile | None = None
        """None until the players are known."""
        self.cards: CardCount | None = None
        """None until the first three cards lie open."""
        self.scorings: list[Scoring] = []
        self.outcome: Outcome | None = None
        self.notes: list[Objection] = []
        """What was unlikely and accepted."""
        self.moving: Style | None = None
        """The tower from which a marker is being moved."""
        self.events: list[Event] = []
        """What has happened and not been told yet; the session takes it away."""

    @property
    def turn(self) -> int:
        """The number of the turn under way, the first being 1."""
        return self.turns_ended + 1

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    # What stands against an answer ---------------------------------------------------------

    def object_to_tower(self, answer: Answer) -> Objection | None:
        """The card must be one that the player can hold (hidden-hand check)."""
        cards, style = self.cards, answer.value
        if cards is None or not isinstance(style, Style) or not cards.would_need(self.seat, style):
            return None
        if cards.hand_is_full(self.seat):
            dealt = cards.dealt[self.seat]
            known = tuple(each for each in STYLES for _ in range(dealt[each]))
            return against(
                Campanile.HAND_KNOWN, Grade.COUNT, player=self.player.name, style=style, known=known
            )
        return self._object_to_one_more(style)

    def _object_to_one_more(self, style: Style) -> Objection | None:
        if self.cards is not None and self.cards.all_seen(style):
            return against(
                Campanile.STYLE_USED_UP, Grade.COUNT, style=style, most=self.cards.cards_per_style
            )
        return None

    def object_to_closed(self, answer: Answer) -> Objection | None:
        """The style must lie open."""
        if answer.value in self.display:
            return None
        return against(Campanile.NOT_OPEN, style=answer.word)

    def object_to_marker(self, answer: Answer) -> Objection | None:
        """A marker of exactly the floors built, in stock, under a tower whose style lies open."""
        if answer.key == "move":
            return self._object_to_move(answer)
        if answer.value == "none":
            return None
        floors = self.floors_built
        if not self.player.stock[floors]:
            return against(Campanile.MARKER_SPENT, player=self.player.name, marker=floors)
        return self.object_to_closed(answer)

    def _object_to_move(self, answer: Answer) -> Objection | None:
        if MOVE_MARKERS not in self.variants:
            return against(Campanile.MOVE_NOT_PLAYED)
        if self.floors_built != MOVABLE:
            return against(Campanile.MOVE_NEEDS_TWO, marker=MOVABLE)
        style = answer.value
        if not isinstance(style, Style) or not self.towers[style].has_marker(self.seat, MOVABLE):
            return against(
                Campanile.NO_MARKER_THERE,
                player=self.player.name,
                style=answer.word,
                marker=MOVABLE,
            )
        if all(open_style == style for open_style in self.display):
            return against(Campanile.NOWHERE_TO_MOVE, style=style)
        return None

    def object_to_goal(self, answer: Answer) -> Objection | None:
        """A marker moves to another tower, whose style lies open."""
        if answer.value == self.moving:
            return against(Campanile.SAME_TOWER, style=answer.word)
        return self.object_to_closed(answer)

    def object_to_show(self, answer: Answer) -> Objection | None:
        """What can't be turned up by count, or can only where the pile was built amiss."""
        pile = self.pile
        if pile is None:
            return None
        if isinstance(answer.value, Style):
            if pile.towers_are_gone:
                return against(
                    Campanile.ONLY_SCORING_CARDS, Grade.COUNT, style=answer.word, left=pile.left
                )
            return self._object_to_one_more(answer.value)
        return self._doubt_intermezzo() if answer.value == INTERMEZZO else self._doubt_finito()

    def _doubt_intermezzo(self) -> Objection | None:
        assert self.pile is not None
        if self.pile.intermezzo_seen:
            return against(Campanile.SEEN_BEFORE, card=INTERMEZZO)
        if not self.pile.intermezzo().possible:
            return against(Campanile.INTERMEZZO_EARLY, Grade.UNLIKELY)
        return None

    def _doubt_finito(self) -> Objection | None:
        assert self.pile is not None
        if not self.pile.finito().possible:
            return against(Campanile.FINITO_EARLY, Grade.UNLIKELY)
        if not self.pile.intermezzo_seen:
            return against(Campanile.FINITO_FIRST, Grade.UNLIKELY)
        return None

    # What an answer does -------------------------------------------------------------------

    @property
    def floors_built(self) -> int:
        """Floors built in the turn under way."""
        return self.played[1] if self.played else 0

    def lay_out(self, styles: tuple[Style, ...]) -> None:
        """The first three cards lie open: the game begins."""
        self.display = list(styles)
        self.cards = CardCount(len(self.players), CARDS_PER_STYLE[len(self.players)], styles)

    def play_card(self, style: Style) -> None:
        """The player shows the card; how far it is covered is asked next."""
        self.played = (style, 0)
        if self.cards is not None:
            self.cards.play(self.seat, style)

    def build(self, floors: int) -> None:
        """The tower of the card played grows."""
        assert self.played is not None
        style, _ = self.played
        self.played = (style, floors)
        self.towers[style].floors += floors

    def place_marker(self, style: Style) -> None:
        """The player's marker goes from the stock under the tower."""
        self.player.stock[self.floors_built] -= 1
        self.towers[style].place(self.seat, self.floors_built)

    def move_marker(self, goal: Style) -> None:
        """A 2-marker leaves its tower and joins the player's row at another, or ends its rows."""
        assert self.moving is not None
        self.towers[self.moving].take_away(self.seat, MOVABLE)
        self.towers[goal].place(self.seat, MOVABLE)
        self.moving = None

    def take(self, style: Style) -> None:
        """An open card goes into the player's hand."""
        self.display.remove(style)
        if self.cards is not None:
            self.cards.take(self.seat, style)

    def turn_up(self, answer: Answer) -> None:
        """The next card of the pile lies face up; what is doubted about it is noted."""
        assert self.pile is not None
        doubt, card = self.object_to_show(answer), answer.value
        self.pile.turn_up()
        if doubt is not None:
            self.notes.append(doubt)
        if isinstance(card, Style):
            self.display.append(card)
            if self.cards is not None:
                self.cards.turn_up(card)
        elif card == INTERMEZZO:
            self.pile.intermezzo_seen = True
        else:
            self.pile.finito_seen = True

    def hold_scoring(self, name: str) -> None:
        """Award the flags of this scoring; the chips go to the players one by one."""
        flags = FLAGS[name][len(self.players) == 2]
        scoring = score(name, self.row, self.towers, flags)
        for each in scoring.awards:
            for seat, chip in each.chips:
                self.players[seat].chips.append(chip)
        self.scorings.append(scoring)
        self.events.append(Scored(scoring))

    def finish(self) -> None:
        """The game is over; decide who won."""
        self.outcome = decide(self.players)
        self.events.append(self.outcome)

    def end_turn(self) -> None:
        """The next player clockwise is up."""
        self.played = None
        self.turns_ended += 1
        self.seat = (self.seat + 1) % len(self.players)

    # Corrections ---------------------------------------------------------------------------

    def forget_cards(self) -> None:
        """Forget what was deduced of hands and styles seen; the counting starts anew."""
        if self.pile is not None and self.cards is not None:
            self.pile.trusted = False
            self.cards = CardCount(len(self.players), self.cards.cards_per_style, self.display)
