"""English: what is said of the device and of every game, and of each game by itself."""

from collections.abc import Mapping

from companion.games.bologna import words as bologna
from companion.games.capitol import words as capitol
from companion.text.en import actions, doctor, general, history, maps, mend, outlook, voice

PARTS = (general, maps, history, mend, outlook, actions, doctor, bologna, capitol, voice)
WORDS: Mapping[str, str] = {key: text for part in PARTS for key, text in part.WORDS.items()}
