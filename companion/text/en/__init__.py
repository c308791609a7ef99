"""English: what is said of the device and of every game, and of each game by itself."""

from collections.abc import Mapping

from companion.text.en import bologna, capitol, doctor, general, history, maps, mend, voice

WORDS: Mapping[str, str] = {
    **general.WORDS,
    **maps.WORDS,
    **history.WORDS,
    **mend.WORDS,
    **doctor.WORDS,
    **bologna.WORDS,
    **capitol.WORDS,
    **voice.WORDS,
}
