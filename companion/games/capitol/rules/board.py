"""Capitol's board: nine prefectures with their houses, fountains and buildings.

It decides what may be built where (Capitol rulebook, Building permit).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.core.conversation import Grade, Objection, build_objection
from companion.core.game_base import object_to_name

PREFECTURES = 9
OF_ONE_COLOUR = 3
"""Prefectures of each colour (Capitol rulebook, Preparation)."""
USUAL_SMALL = range(5, 8)
USUAL_LARGE = 1
USUAL_PRINTED = range(3)
MOST_SITES = 12
"""The most sites of a kind that a prefecture may be entered with; more is a typing error."""


class Shape(StrEnum):
    """The shapes of roofs."""

    ROUND = "round"
    SQUARE = "square"


class PrefectureColour(StrEnum):
    """The colours of prefectures and permits."""

    LIGHT_BLUE = "light-blue"
    PURPLE = "purple"
    PINK = "pink"


class Building(StrEnum):
    """What is auctioned: fountains stand on small sites, the others on large ones."""

    FOUNTAIN = "fountain"
    AMPHITHEATRE = "amphitheatre"
    TEMPLE = "temple"


class House(NamedTuple):
    """A finished house: its blocks and the shape of its roof."""

    height: int
    shape: Shape

    @property
    def word(self) -> str:
        """The house as the record writes it: `round:2`."""
        return f"{self.shape}:{self.height}"


class PlacedHouse(NamedTuple):
    """A house in a prefecture, and its owner's seat."""

    seat: int
    house: House


@dataclass(slots=True)
class Prefecture:
    """One prefecture: what is printed on the board, and what was built there, in that order.

    ``small`` and ``large`` are the sites free at the beginning; printed fountains take none of
    them.
    """

    name: str
    hue: PrefectureColour
    small: int
    large: int
    printed: int
    placed: int = 0
    """Fountains won and placed here."""
    temples: int = 0
    amphitheatres: int = 0
    houses: list[PlacedHouse] = field(default_factory=list)

    @property
    def fountains(self) -> int:
        """All fountains here, printed and placed."""
        return self.printed + self.placed

    @property
    def free_small(self) -> int:
        """Small sites left for houses and fountains."""
        return self.small - self.placed - len(self.houses)

    @property
    def free_large(self) -> int:
        """Large sites left for temples and amphitheatres."""
        return self.large - self.temples - self.amphitheatres

    @property
    def shape(self) -> Shape | None:
        """The shape of all roofs here, None without a house."""
        return self.houses[0].house.shape if self.houses else None

    @property
    def tallest(self) -> int:
        """The height of the tallest house here, 0 without one."""
        return max((each.house.height for each in self.houses), default=0)

    @property
    def heights(self) -> tuple[int, ...]:
        """The heights of the next house: 1 for the first, then the tallest or one more."""
        return (self.tallest, self.tallest + 1) if self.houses else (1,)

    def houses_of(self, seat: int) -> list[House]:
        """The player's houses here, in the order they were built."""
        return [each.house for each in self.houses if each.seat == seat]

    def blocks_of(self, seat: int) -> int:
        """The blocks of the player's houses here."""
        return sum(house.height for house in self.houses_of(seat))

    def tallest_of(self, seat: int) -> int:
        """The height of the player's tallest house here, 0 without one."""
        return max((house.height for house in self.houses_of(seat)), default=0)

    def free_for(self, building: Building) -> int:
        """Sites left here for a building won at an auction."""
        return self.free_small if building is Building.FOUNTAIN else self.free_large

    def count(self, building: Building) -> int:
        """Count the buildings of this kind that were placed here."""
        return {
            Building.FOUNTAIN: self.placed,
            Building.AMPHITHEATRE: self.amphitheatres,
            Building.TEMPLE: self.temples,
        }[building]

    def place(self, building: Building) -> None:
        """Place a building won at an auction."""
        if building is Building.FOUNTAIN:
            self.placed += 1
        elif building is Building.TEMPLE:
            self.temples += 1
        else:
            self.amphitheatres += 1


def parse_prefecture(word: str, taken: Sequence[str]) -> Prefecture | Objection:
    """Parse `NAME:COLOUR:SMALL:LARGE:FOUNTAINS`; return the objection where it can't be.

    ``taken`` are the names of the others.
    """
    parts = word.split(":")
    if len(parts) != 5 or not all(part.isascii() and part.isdigit() for part in parts[2:]):
        return build_objection("board-form")
    name, hue, (small, large, printed) = parts[0], parts[1], map(int, parts[2:])
    wrong = object_to_name(name, taken)
    if wrong is not None:
        return wrong
    if hue not in tuple(PrefectureColour):
        return build_objection("board-colour", choices=tuple(PrefectureColour))
    if max(small, large, printed) > MOST_SITES:
        return build_objection("board-sites", prefecture=name, most=MOST_SITES)
    return Prefecture(name, PrefectureColour(hue), small, large, printed)


def doubt_prefecture(prefecture: Prefecture) -> Objection | None:
    """Doubt a prefecture with an unusual number of sites."""
    usual = (
        prefecture.small in USUAL_SMALL
        and prefecture.large == USUAL_LARGE
        and prefecture.printed in USUAL_PRINTED
    )
    if usual:
        return None
    return build_objection("board-unusual", Grade.UNLIKELY, prefecture=prefecture.name)


def object_to_colour(prefecture: Prefecture, laid: Iterable[Prefecture]) -> Objection | None:
    """Object to a fourth prefecture of a colour; ``laid`` are those entered before."""
    if sum(each.hue is prefecture.hue for each in laid) < OF_ONE_COLOUR:
        return None
    return build_objection("board-colour-full", hue=prefecture.hue, most=OF_ONE_COLOUR)


def is_third_of_colour(there: Prefecture, shape: Shape, board: Iterable[Prefecture]) -> bool:
    """Whether both other prefectures of the colour have roofs of that shape."""
    others = (each for each in board if each.hue is there.hue and each is not there)
    return sum(each.shape is shape for each in others) >= OF_ONE_COLOUR - 1


def object_to_house(
    there: Prefecture, house: House, board: Iterable[Prefecture]
) -> Objection | None:
    """Object to building this house there (Capitol rulebook, Building permit)."""
    if there.free_small <= 0:
        return build_objection("no-small-site", prefecture=there.name)
    if there.shape not in (None, house.shape):
        return build_objection("other-shape", prefecture=there.name, shape=there.shape or "")
    if there.shape is None and is_third_of_colour(there, house.shape, board):
        return build_objection("third-shape", hue=there.hue, shape=house.shape)
    if house.height in there.heights:
        return None
    if not there.houses:
        return build_objection("first-height", prefecture=there.name)
    low, high = there.heights
    return build_objection("height", prefecture=there.name, low=low, high=high)
