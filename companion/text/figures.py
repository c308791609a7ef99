"""Figures: a count of pieces, from one number to another, a scoring's name, how long it took."""

from datetime import timedelta

from companion.text.words import Words

TIMES = "\N{MULTIPLICATION SIGN}"


def format_count(count: int) -> str:
    """How many there are of what stands before it."""
    return f"{TIMES}{count}"


def format_range(fewest: int, most: int) -> str:
    """The only number, or both with a dash between them."""
    return str(most) if fewest == most else f"{fewest}\N{EN DASH}{most}"


MINUTE = 60


def scoring_name(words: Words, name: str, number: int | None) -> str:
    """A scoring's name: "Final", "Round 2"."""
    key = f"scoring.{name}"
    return words.say(key, number=number) if words.has(key) else name


def format_duration(words: Words, time: timedelta | None) -> str:
    """A time in minutes and seconds; a dash where it is not known."""
    if not time:
        return words.say("players.unknown")
    minutes, seconds = divmod(round(time.total_seconds()), MINUTE)
    return words.say("history.time", minutes=minutes, seconds=f"{seconds:02}")
