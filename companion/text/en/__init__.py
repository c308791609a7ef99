"""English: all sentences that belong to no game."""

from collections.abc import Mapping

from companion.text.en import actions, amendment, doctor, general, history, voice
from companion.text.plural import Sentence

PARTS = (general, history, amendment, actions, doctor, voice)
WORDS: Mapping[str, Sentence] = {key: text for part in PARTS for key, text in part.WORDS.items()}
