"""English: what is said of the device and of every game, and of each game by itself."""

from collections.abc import Mapping

from companion.text.en import bologna, capitol, general, maps

WORDS: Mapping[str, str] = {
    **general.WORDS,
    **maps.WORDS,
    **bologna.WORDS,
    **capitol.WORDS,
}
