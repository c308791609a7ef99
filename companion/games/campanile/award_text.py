"""The reasons of an award in words: why a tower ranks where it does, why a player stands higher.

The award comes as data from `companion.games.campanile.rules.flags`; its shape is told here so that
words depend on no rules.
"""

from collections.abc import Sequence
from typing import Protocol

from companion.text.words import Words


class Placed(Protocol):
    """A player's place under a flag: `companion.games.campanile.rules.flags.Place`."""

    @property
    def seat(self) -> int:
        """The player's seat."""

    @property
    def influence(self) -> int:
        """The sum of the player's markers there."""


class Awarded(Protocol):
    """A flag awarded: `companion.games.campanile.rules.flags.Award`."""

    @property
    def tower_level_with(self) -> Sequence[str]:
        """The styles of the towers exactly as high."""

    @property
    def places(self) -> Sequence[Placed]:
        """The players under the tower in the flag's order."""

    @property
    def ties(self) -> Sequence[Sequence[Placed]]:
        """Players of equal influence, the higher first, where a chip hangs on it."""

    @property
    def unawarded(self) -> Sequence[int]:
        """The chips that nobody won."""


def tower_reason(words: Words, award: Awarded) -> str | None:
    """Why the tower ranks among towers as high as it is; None where none is."""
    if not award.tower_level_with:
        return None
    styles = words.listed(words.say(f"style.{style}") for style in award.tower_level_with)
    return words.say("why.tower-level", towers=styles)


def place_reasons(words: Words, award: Awarded, names: Sequence[str]) -> list[str]:
    """One sentence for each tie in influence that decided about a chip."""
    return [
        words.say(
            "why.influence-level",
            players=words.listed(names[place.seat] for place in level),
            influence=level[0].influence,
            first=names[level[0].seat],
        )
        for level in award.ties
    ]


def spare_reason(words: Words, award: Awarded) -> str | None:
    """What happens to chips that nobody can take; None where all are taken."""
    if not award.places:
        return words.say("why.nobody")
    if not award.unawarded:
        return None
    return words.say("why.spare", chips=", ".join(map(str, award.unawarded)))
