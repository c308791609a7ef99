"""English: all sentences that belong to no game."""

from collections.abc import Mapping

from companion.text.en import card, doctor, general, history, mqtt, phone, story
from companion.text.plural import Sentence

PARTS = (general, history, doctor, phone, card, mqtt, story)
WORDS: Mapping[str, Sentence] = {key: text for part in PARTS for key, text in part.WORDS.items()}
