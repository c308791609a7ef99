"""A turn of building in Capitol: a card, what it is used for, and where that goes, in one stroke.

Also pointing at prefectures alone, and looking around.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.core.conversation import Answer, Grade, Question
from companion.core.interfaces import Press
from companion.games.capitol.input.likely import ends_or_scores
from companion.games.capitol.rules import refusals
from companion.games.capitol.rules.board import PREFECTURES, House, Prefecture, Shape
from companion.games.capitol.rules.material import CardType
from companion.games.capitol.rules.refusals import NEW_HOUSE
from companion.games.capitol.rules.table import BLANK, PASS, CapitolTable
from companion.ui.input.choice import ChoicePicker
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry, Exit, Step, StrokeEntry, move_in_ring, place_of
from companion.ui.input.grid import move_by_stride

COLUMNS = 3
SITE, PLACE = "site", "place"
"""The keys of a house's prefecture, and of a building's that was won."""


def ask_site(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask where a building goes, or a house: the cursor first where it helps most."""
    key = PLACE if question.key == PLACE else SITE
    judge = refusals.object_to_place if key == PLACE else refusals.object_to_site
    choices = tuple(Answer(key, each.name) for each in table.board)
    free = [at for at, choice in enumerate(choices) if judge(table, choice) is None]
    likely = max(free or (0,), key=partial(_rate, table, question.seat or 0))
    before = tuple(previous[1:]) if previous and previous[0].key == key else ()
    return ChoicePicker(
        question=question,
        choices=choices,
        at=place_of(choices, previous, likely),
        stride=COLUMNS,
        skips=True,
        object_to=partial(judge, table),
        follow=partial(_follow_site, table, before) if key == SITE else None,
    )


def _rate(table: CapitolTable, seat: int, at: int) -> tuple[int, int, int]:
    """What speaks for a prefecture: the player's points there, their blocks, its fountains."""
    there = table.board[at]
    places = table.majority(there.name).places
    points = next((place.points for place in places if place.seat == seat), 0)
    return points, there.blocks_of(seat), there.fountains


def _follow_site(
    table: CapitolTable, previous: Sequence[Answer], picker: ChoicePicker
) -> Step | None:
    there = table.prefecture(picker.choice.word)
    if len(table.fitting_houses(there)) <= 1:
        return None
    return picker.lead_to(_pick_house(picker.question, table, there, previous))


def ask_house(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask which house is built: the cursor on the previous answer, else on the highest house."""
    return _pick_house(question, table, table.prefecture(table.site), previous)


def _pick_house(
    question: Question, table: CapitolTable, there: Prefecture, previous: Sequence[Answer]
) -> ChoicePicker:
    houses = tuple(Answer("house", house.word) for house in table.fitting_houses(there))
    at = place_of(houses, previous, len(houses) - 1)
    return ChoicePicker(question=question, choices=houses, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardViewer(Entry):
    """The board to look at; OK opens the prefecture pointed at."""

    below: Entry
    at: int = 0
    open: bool = False

    def move(self, press: Press) -> Step:
        return replace(self, at=move_by_stride(self.at, press, PREFECTURES, COLUMNS))

    def confirm(self) -> Step:
        return replace(self, open=not self.open)

    def go_back(self) -> Step:
        return self.confirm() if self.open else self.below


LOOK = "look"
"""The choice that shows the board."""
CARD_CHOICES = (CardType.FLOOR, CardType.ROOF, CardType.PERMIT)
CHOICES = tuple(Answer("play", each) for each in (*CARD_CHOICES, PASS.word, BLANK, LOOK))
"""What a turn begins with, in the order in which it is shown."""
BLANKS = tuple(Answer(BLANK, each) for each in CARD_CHOICES)
"""The cards that may be spent without doing anything."""
LIKELY = (CardType.PERMIT, CardType.ROOF, CardType.FLOOR)
"""A finished house is likely built before another is finished or begun."""


def ask_play(
    question: Question, table: CapitolTable, context: InputContext, previous: Sequence[Answer] = ()
) -> ChoicePicker:
    """Ask for a turn: the cursor on the previous answer, or on what is likely."""
    if previous:
        choice = BLANK if previous[0].key == BLANK else previous[0].word
    else:
        plays = [Answer("play", kind) for kind in LIKELY]
        able = [
            play
            for play in plays
            if question.judge(play) is None and not ends_or_scores(table, [play])
        ]
        choice = able[0].word if able else PASS.word
    at = CHOICES.index(Answer("play", choice))
    follow = partial(_use_card, table, context, previous)
    return ChoicePicker(question=question, choices=CHOICES, at=at, follow=follow)


def _use_card(
    table: CapitolTable, context: InputContext, previous: Sequence[Answer], picker: ChoicePicker
) -> Step | None:
    """What OK leads to: a card to be spent, the board, or what the card is used for."""
    question, play = picker.question, picker.choice
    if play.word == BLANK:
        hand = table.player.hand
        likely = max(range(len(BLANKS)), key=lambda at: hand[CARD_CHOICES[at]])
        at = place_of(BLANKS, previous, likely)
        return ChoicePicker(question=question, choices=BLANKS, at=at, below=picker)
    if play.word == LOOK:
        return BoardViewer(below=picker)
    objection = question.judge(play)
    is_forbidden = objection is not None and objection.grade is Grade.RULE
    does_nothing = play.value == CardType.FLOOR and not table.blocks_to_lay
    if play == PASS or is_forbidden or does_nothing:
        return None
    return picker.lead_to(ASK_USE[CardType(play.word)](question, table, context, previous[1:]))


# A floor: blocks -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPicker(StrokeEntry):
    """Where the blocks go, one after the other: onto a roofless house, or as a new one.

    The cursor stays on the house that has just grown.
    """

    heights: tuple[int, ...]
    """The roofless houses with the blocks laid so far, low to high."""
    blocks: int
    """Blocks that the card brings."""
    laid: tuple[str, ...] = ()
    at: int = 0
    previous: tuple[str, ...] = ()
    """Where the blocks went before that was undone."""

    @property
    def places(self) -> tuple[str, ...]:
        """Where the next block may go: NEW_HOUSE, or onto a house of that height."""
        return (NEW_HOUSE, *dict.fromkeys(map(str, self.heights)))

    @property
    def place(self) -> str:
        return self.places[self.at]

    def move(self, press: Press) -> Step:
        return replace(self, at=move_in_ring(self.at, press, len(self.places)))

    def confirm(self) -> Step:
        laid = (*self.laid, self.place)
        if len(laid) == self.blocks:
            return self.finish(Answer("blocks", laid))
        grown = 1 if self.place == NEW_HOUSE else int(self.place) + 1
        rest = list(self.heights)
        if self.place != NEW_HOUSE:
            rest.remove(int(self.place))
        picker = replace(self, heights=tuple(sorted([*rest, grown])), laid=laid)
        return picker.point_at(str(grown))

    def point_at(self, likely: str) -> BlockPicker:
        """The cursor where this block went before that was undone, else on the likely place."""
        at = len(self.laid)
        wanted = self.previous[at] if at < len(self.previous) else likely
        return replace(self, at=self.places.index(wanted) if wanted in self.places else 0)

    def go_back(self) -> Step:
        if not self.laid:
            return self.below or Exit.BACK
        last = self.laid[-1]
        heights = list(self.heights)
        heights.remove(1 if last == NEW_HOUSE else int(last) + 1)
        if last != NEW_HOUSE:
            heights.append(int(last))
        back = replace(self, heights=tuple(sorted(heights)), laid=self.laid[:-1])
        return replace(back, at=back.places.index(last))


def ask_blocks(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> BlockPicker:
    """Ask where the blocks of a floor card go: first on the highest house, or a new one."""
    picker = BlockPicker(
        question=question,
        heights=tuple(table.player.roofless),
        blocks=table.blocks_to_lay,
        previous=previous[0].words if previous and previous[0].key == "blocks" else (),
    )
    return picker.point_at(picker.places[-1])


# A roof --------------------------------------------------------------------------------------


def ask_roof(
    question: Question, table: CapitolTable, _context: InputContext, previous: Sequence[Answer]
) -> ChoicePicker:
    """Ask for a roof: first on the highest house, of the shape that more are left of.

    Sideways the house, up and down the roof's shape; with one axis every house with each roof.
    """
    player = table.player
    shapes = sorted((s for s in Shape if player.roofs[s]), key=lambda s: -player.roofs[s])
    heights = dict.fromkeys(player.roofless)
    pad = tuple(tuple(House(height, shape).word for height in heights) for shape in shapes)
    choices = tuple(Answer("roof", word) for roofs in zip(*pad, strict=True) for word in roofs)
    at = place_of(choices, previous, len(choices) - len(shapes))
    return ChoicePicker(question=question, choices=choices, at=at, pad=pad)


ASK_USE: Mapping[
    CardType, Callable[[Question, CapitolTable, InputContext, Sequence[Answer]], StrokeEntry]
] = {CardType.FLOOR: ask_blocks, CardType.ROOF: ask_roof, CardType.PERMIT: ask_site}
"""What each card is used for."""
