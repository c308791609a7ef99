"""English: what is said aloud. For the ear: short sentences, no signs, a figure where one is heard.

They are joined by full stops. `.one` and `.many` go by how many points or towers it is; none at all
has a sentence of its own.
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
    # Both Campaniles -----------------------------------------------------------------------
    "say.flags.intermezzo": "Intermezzo. Now the flags",
    "say.flags.finito": "Finito. Now the last flags",
    "say.flags.final": "The game ends. Now the flags",
    "say.tower.1": "The highest tower is the {style} one",
    "say.tower.2": "The second highest tower is the {style} one",
    "say.tower.3": "The third highest tower is the {style} one",
    "say.tower.4": "The fourth highest tower is the {style} one",
    "say.tower.5": "The lowest tower is the {style} one",
    "say.tower-level": "It is as high as {towers}: nearer the open cards ranks higher",
    "say.tower-level.campanile-1996": "It is as high as {towers}: nearer the piles ranks higher",
    "say.award.one": "{player} has {influence} and gets 1 point",
    "say.award.many": "{player} has {influence} and gets {points} points",
    "say.level": "{players} have {influence} each: {first} is nearer the base",
    "say.nobody": "Nobody has a marker here",
    "say.nobody.campanile-1996": "Nobody has a chip here",
    "say.spare": "Nobody gets the {chips}",
    "say.refill": "Turn up a card to refill the row",
    # Die Türme von Bologna -----------------------------------------------------------------
    "say.scoring.first": "The first scoring",
    "say.scoring.second": "The second scoring",
    "say.scoring.final": "The final scoring",
    "say.tally": "{gets}: {reasons}",
    "say.towers.none": "no towers",
    "say.towers.one": "1 tower",
    "say.towers.many": "{towers} towers",
    "say.for-towers": "{points} for towers",
    "say.for-collection": "{points} for the collection",
    "say.for-unbuilt": "{points} less for stones not built",
    # Capitol -------------------------------------------------------------------------------
    "say.prefecture": "{prefecture}: {gains}",
    "say.due": "Cards to draw: {cards}",
    "say.draws": "{player} {least}",
    "say.draws-up-to": "{player} {least} to {most}",
}
