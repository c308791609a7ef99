"""English: Die Türme von Bologna."""

WORDS: dict[str, str] = {
    # The map
    "reason.map-shape": "the map has {rows} rows of {rows} letters",
    "reason.map-letter": '"{letter}" is no letter of the map, only {choices}',
    "reason.map-basilica": "the Basilica in the middle shows nothing: a point",
}
