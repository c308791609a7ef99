"""A turn of building in Capitol: a card with what it is used for in one stroke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.core.conversation import Answer, Grade, Question
from companion.games.capitol.input.sites import Look, SitePicker, say_all
from companion.games.capitol.rules.board import House, Shape
from companion.games.capitol.rules.houses import CardType
from companion.games.capitol.rules.table import BLANK, PASS, CapitolTable
from companion.games.capitol.rules.words import NEW_HOUSE, list_words
from companion.input.entry import Entry, Exit, Step, along, attempt, sideways
from companion.interfaces import Press

LOOK = "look"
"""The choice that shows the board."""
CHOICES = (CardType.FLOOR, CardType.ROOF, CardType.PERMIT, PASS.word, BLANK, LOOK)
"""What a turn begins with, in the order in which it is shown."""
CARD_CHOICES = CHOICES[:3]
LIKELY = (CardType.PERMIT, CardType.ROOF, CardType.FLOOR)
"""What can be done is done: a finished house is built before another is finished or begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Builder(Entry):
    """Which card is played; OK goes on to what it is used for, where there is a choice."""

    question: Question
    table: CapitolTable = field(compare=False)
    axes: int
    at: int
    blank: bool = False
    """Whether the card pointed at is spent without doing anything."""
    again: tuple[Answer, ...] = ()
    """What had been said here before it was undone."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be pointed at now."""
        return CARD_CHOICES if self.blank else CHOICES

    @property
    def choice(self) -> str:
        """What is pointed at."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the choices, go on with one."""
        if press is Press.BACK:
            at = CHOICES.index(BLANK)
            return replace(self, blank=False, at=at) if self.blank else Exit.BACK
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.choices))
        if self.blank:
            return attempt(self, self.question, Answer(BLANK, CardType(self.choice)))
        if self.choice == BLANK:
            return replace(self, blank=True, at=self._likely_blank())
        if self.choice == LOOK:
            return Look(below=self)
        return self._play(Answer("play", self.choice))

    def _likely_blank(self) -> int:
        for answer in self.again:
            if answer.key == BLANK:
                return CARD_CHOICES.index(CardType(answer.word))
        hand = self.table.player.hand
        return max(range(len(CARD_CHOICES)), key=lambda at: hand[CardType(CARD_CHOICES[at])])

    def _play(self, answer: Answer) -> Step:
        objection = self.question.judge(answer)
        if answer == PASS or (objection is not None and objection.grade is Grade.RULE):
            return attempt(self, self.question, answer)
        here, said, again = self, (answer,), self.again[1:]
        if answer.value == CardType.FLOOR:
            if not self.table.blocks_to_lay:
                return attempt(self, self.question, answer)
            return layer_for(self.question, self.table, again, said, here)
        if answer.value == CardType.ROOF:
            return roofs_for(self.question, self.table, self.axes, again, said, here)
        return SitePicker.of(self.question, self.table, "site", self.axes, again, said, here)


def builder_for(
    question: Question, table: CapitolTable, axes: int, previous: Sequence[Answer] = ()
) -> Builder:
    """The entry for a turn, the cursor on what was said or on what is likely."""
    if previous:
        choice = BLANK if previous[0].key == BLANK else previous[0].word
    else:
        able = [kind for kind in LIKELY if question.judge(Answer("play", kind)) is None]
        choice = able[0] if able else PASS.word
    return Builder(
        question=question, table=table, axes=axes, at=CHOICES.index(choice), again=tuple(previous)
    )


# A floor: blocks -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockLayer(Entry):
    """Blocks go one after the other onto a house pointed at, or begin a new one.

    The cursor stays on the house that has just grown.
    """

    question: Question
    heights: tuple[int, ...]
    """The roofless houses as they stand with the blocks laid so far, low to high."""
    blocks: int
    """Blocks that the card brings."""
    said: tuple[Answer, ...] = ()
    """What this stroke has said before."""
    laid: tuple[str, ...] = ()
    at: int = 0
    again: tuple[str, ...] = ()
    below: Entry | None = None

    @property
    def places(self) -> tuple[str, ...]:
        """Where the next block may go: NEW_HOUSE, or onto a house of that height."""
        return (NEW_HOUSE, *dict.fromkeys(map(str, self.heights)))

    @property
    def place(self) -> str:
        """The place pointed at."""
        return self.places[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the houses, lay a block, give the last one back."""
        if press is Press.BACK:
            return self._give_back()
        if press is not Press.OK:
            return replace(self, at=(self.at + along(press)) % len(self.places))
        laid = (*self.laid, self.place)
        if len(laid) == self.blocks:
            value = laid if len(laid) > 1 else laid[0]
            return say_all(self, self.question, (*self.said, Answer("blocks", value)))
        grown = 1 if self.place == NEW_HOUSE else int(self.place) + 1
        rest = list(self.heights)
        if self.place != NEW_HOUSE:
            rest.remove(int(self.place))
        layer = replace(self, heights=tuple(sorted([*rest, grown])), laid=laid)
        return layer.pointing_at(str(grown))

    def pointing_at(self, likely: str) -> BlockLayer:
        """The cursor where the block went before it was undone, else on the likely place."""
        at = len(self.laid)
        wanted = self.again[at] if at < len(self.again) else likely
        return replace(self, at=self.places.index(wanted) if wanted in self.places else 0)

    def _give_back(self) -> Step:
        if not self.laid:
            return self.below or Exit.BACK
        last = self.laid[-1]
        heights = list(self.heights)
        heights.remove(1 if last == NEW_HOUSE else int(last) + 1)
        if last != NEW_HOUSE:
            heights.append(int(last))
        back = replace(self, heights=tuple(sorted(heights)), laid=self.laid[:-1])
        return replace(back, at=back.places.index(last))


def layer_for(
    question: Question,
    table: CapitolTable,
    previous: Sequence[Answer],
    said: tuple[Answer, ...] = (),
    below: Entry | None = None,
) -> BlockLayer:
    """The entry for the blocks of a floor card: first on the highest house, or a new one."""
    again = list_words(previous[0]) if previous and previous[0].key == "blocks" else ()
    heights = tuple(table.player.roofless)
    layer = BlockLayer(
        question=question,
        heights=heights,
        blocks=table.blocks_to_lay,
        said=said,
        again=again,
        below=below,
    )
    return layer.pointing_at(layer.places[-1])


# A roof --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofPicker(Entry):
    """A house and the roof that it gets: sideways the house, up and down the roof's shape.

    With one axis every house comes with each roof.
    """

    question: Question
    axes: int
    choices: tuple[House, ...]
    """Every house, by its height, with every roof in stock; houses first."""
    shapes: int
    """How many shapes of roofs are in stock."""
    at: int = 0
    said: tuple[Answer, ...] = ()
    below: Entry | None = None

    @property
    def house(self) -> House:
        """The house pointed at, with its roof."""
        return self.choices[self.at]

    def by_button(self, press: Press) -> Step:
        """Move along the houses and shapes, say both."""
        if press is Press.BACK:
            return self.below or Exit.BACK
        if press is Press.OK:
            return say_all(self, self.question, (*self.said, Answer("roof", self.house.word)))
        return replace(self, at=self._moved(press))

    def _moved(self, press: Press) -> int:
        if self.axes == 1:
            return (self.at + along(press)) % len(self.choices)
        house, shape = divmod(self.at, self.shapes)
        if press in (Press.UP, Press.DOWN):
            return house * self.shapes + (shape + along(press)) % self.shapes
        return (self.at + sideways(press) * self.shapes) % len(self.choices)


def roofs_for(
    question: Question,
    table: CapitolTable,
    axes: int,
    previous: Sequence[Answer],
    said: tuple[Answer, ...] = (),
    below: Entry | None = None,
) -> RoofPicker:
    """The entry for a roof: first on the highest house, of the shape that more are left of."""
    player = table.player
    shapes = sorted((s for s in Shape if player.roofs[s]), key=lambda s: -player.roofs[s])
    heights = dict.fromkeys(player.roofless)
    choices = tuple(House(height, shape) for height in heights for shape in shapes)
    words = [house.word for house in choices]
    at = len(choices) - len(shapes)
    if previous and previous[0].key == "roof" and previous[0].word in words:
        at = words.index(previous[0].word)
    return RoofPicker(
        question=question,
        axes=axes,
        choices=choices,
        shapes=len(shapes),
        at=at,
        said=said,
        below=below,
    )
