"""English: what is said of the device and of every game, and of each game by itself."""

from collections.abc import Mapping

from companion.text.en import (
    bologna,
    capitol,
    deeds,
    doctor,
    general,
    history,
    maps,
    mend,
    outlook,
    voice,
)

PARTS = (general, maps, history, mend, outlook, deeds, doctor, bologna, capitol, voice)
WORDS: Mapping[str, str] = {key: text for part in PARTS for key, text in part.WORDS.items()}
