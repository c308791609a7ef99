"""English: Capitol."""

WORDS: dict[str, str] = {}
