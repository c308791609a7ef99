"""English: what is said of the device and of every game, and of each game by itself."""

from collections.abc import Mapping

from companion.text.en import bologna, capitol, deeds, doctor, general, history, maps, mend

WORDS: Mapping[str, str] = {
    **general.WORDS,
    **maps.WORDS,
    **history.WORDS,
    **mend.WORDS,
    **deeds.WORDS,
    **doctor.WORDS,
    **bologna.WORDS,
    **capitol.WORDS,
}
