"""English: answers as short phrases, for the screen and for `companion games`.

`did.KEY` describes one answer, `did.KEY.VALUE` one value of it, `did.KEY+KEY` a stroke. `did.of`
puts the player before it.
"""

from companion.text.plural import Sentence

WORDS: dict[str, Sentence] = {
    "did.of": "{who}: {action}",
    "did.other": "{what}: {to}",
    "did.correct": "corrected {what}: {to}",
    # What is corrected, and what stands in a correction's value
    "corrected.cards": "hands",
    "corrected.tracking": "cards",
    "corrected.open": "open cards",
    "corrected.player": "turn",
    "corrected.pile": "cards face down",
    "corrected.points": "points",
    "value.none": "none",
    "value.unknown": "unknown",
    "value.known": "as counted",
    "value.tracked": "tracked",
    "value.light": "not tracked",
    # The setup
    "did.player": "{player}",
    "did.player.none": "nobody else",
    "did.player+colour": "{player}, {colour}",
    "did.variant": "{variant}",
    "did.variant.none": "no other variant",
    "did.open": "open cards: {open}",
    "did.take": "takes {take}",
    "did.show": "turns up {show}",
}
