"""English: all sentences that belong to no game."""

from collections.abc import Mapping

from companion.text.en import actions, amendment, doctor, general, history, voice

PARTS = (general, history, amendment, actions, doctor, voice)
WORDS: Mapping[str, str] = {key: text for part in PARTS for key, text in part.WORDS.items()}
