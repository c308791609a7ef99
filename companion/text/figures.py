"""Figures that need no translation: a count of pieces, and from one number to another."""

TIMES = "\N{MULTIPLICATION SIGN}"


def format_count(count: int) -> str:
    """How many there are of what stands before it."""
    return f"{TIMES}{count}"


def format_range(fewest: int, most: int) -> str:
    """The only number, or both with a dash between them."""
    return str(most) if fewest == most else f"{fewest}\N{EN DASH}{most}"
