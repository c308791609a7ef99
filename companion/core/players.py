"""What every game's players have: a name, a colour, points."""

from typing import Protocol


class GamePlayer(Protocol):
    """A player of any game."""

    name: str
    colour: str | None
    """One of the game's colours; None while it is being asked."""

    @property
    def points(self) -> int:
        """The points so far."""
