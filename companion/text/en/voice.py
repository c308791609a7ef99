"""English: what is said aloud. For the ear: short sentences, no signs, a figure where one is heard.

They are joined by full stops. `.one` and `.many` go by how many points or towers it is, so that a
language can say "un point"; none at all has a sentence of its own.
"""

WORDS: dict[str, str] = {
    "say.voice-on": "The voice is on",
    "say.turn": "{player}'s turn",
    # Any scoring ---------------------------------------------------------------------------
    "say.gets.none": "{player} gets nothing",
    "say.gets.one": "{player} gets 1 point",
    "say.gets.many": "{player} gets {points} points",
    "say.loses.one": "{player} loses 1 point",
    "say.loses.many": "{player} loses {points} points",
    "say.standings": "The points: {standings}",
    "say.standing": "{player} {points}",
    "say.standing.below-zero": "{player} minus {points}",
    "say.winner.one": "{players} wins with 1 point",
    "say.winner.many": "{players} wins with {points} points",
    "say.winner.highest-chip": "{players} wins. {rivals} have {points} each, and a chip of {chip} beats a chip of {other}",
    "say.winner.shared": "{players} share the win, with {points} and a highest chip of {chip} each",
    "say.winner.shared-points": "{players} share the win, with {points} each",
}
