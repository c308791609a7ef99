"""English: what is said aloud. For the ear: short sentences, no signs, a figure where one is heard.

They are joined by full stops. The form for one says no figure, so that a language can say "un
point"; none at all has a sentence of its own.
"""

from companion.text.plural import Plural, Sentence

WORDS: dict[str, Sentence] = {
    "say.voice-on": "The voice is on",
    "say.turn": "{player}'s turn",
    # Any scoring ---------------------------------------------------------------------------
    "say.gets-nothing": "{player} gets nothing",
    "say.gets": Plural("points", "{player} gets 1 point", "{player} gets {points} points"),
    "say.loses": Plural("points", "{player} loses 1 point", "{player} loses {points} points"),
    "say.standings": "The points: {standings}",
    "say.standing": "{player} {points}",
    "say.standing.below-zero": "{player} minus {points}",
}
