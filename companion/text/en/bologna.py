"""English: Die Türme von Bologna."""

WORDS: dict[str, str] = {}
