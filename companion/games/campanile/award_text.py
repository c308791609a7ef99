"""The reasons of an award in words: why a tower ranks where it does, why a player stands higher."""

from collections.abc import Sequence

from companion.games.campanile.rules.flags import Award, FlagPlace
from companion.text import Words


def tower_reason(words: Words, award: Award) -> str | None:
    """Why the tower ranks among towers as high as it is; None where none is."""
    if not award.tower_level_with:
        return None
    styles = words.listed(words.say(f"style.{style}") for style in award.tower_level_with)
    return words.say("why.tower-level", towers=styles)


def tie_reason(words: Words, level: Sequence[FlagPlace], names: Sequence[str]) -> str:
    """Why the first of players of equal influence stands higher."""
    return words.say(
        "why.influence-level",
        players=words.listed(names[place.seat] for place in level),
        influence=level[0].influence,
        first=names[level[0].seat],
    )


def spare_reason(words: Words, award: Award) -> str | None:
    """What happens to chips that nobody can take; None where all are taken."""
    if not award.places:
        return words.say("why.nobody")
    if not award.unawarded:
        return None
    return words.say("why.spare", chips=words.listed(map(str, award.unawarded)))
