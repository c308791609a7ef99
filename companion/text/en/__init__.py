"""English: all sentences that belong to no game."""

from collections.abc import Mapping

from companion.text.en import (
    actions,
    amendment,
    board,
    card,
    doctor,
    general,
    history,
    mqtt,
    phone,
    voice,
    web,
    web_history,
)
from companion.text.plural import Sentence

PARTS = (
    general,
    history,
    amendment,
    actions,
    doctor,
    phone,
    voice,
    web,
    web_history,
    card,
    mqtt,
    board,
)
WORDS: Mapping[str, Sentence] = {key: text for part in PARTS for key, text in part.WORDS.items()}
