"""A player of either Campanile: markers in stock and chips won."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class CampanilePlayer:
    """A player; ``stock`` counts the markers not yet placed, by value."""

    name: str
    colour: str | None = None
    stock: dict[int, int] = field(default_factory=dict)
    chips: list[int] = field(default_factory=list)

    @property
    def points(self) -> int:
        """The sum of the chips won so far."""
        return sum(self.chips)

    @property
    def highest_chip(self) -> int:
        """The highest single chip won so far, 0 for none."""
        return max(self.chips, default=0)
