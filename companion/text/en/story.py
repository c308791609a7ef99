"""English: the story of a finished game, its moments, and how it is known."""

from companion.text.plural import Plural, Sentence

WORDS: dict[str, Sentence] = {
    "story.title": "How it went",
    "story.chances": "Chances to win, in percent",
    # A turn that mattered ------------------------------------------------------------------
    "story.turn": "Turn {turn}",
    "story.turn-of": "Turn {turn}: {player}",
    "story.best": "Best for {player}: turn {turn}",
    "story.bests": "Best turns",
    "story.best-turn": "best: turn {turn}",
    "story.chance": "{player}'s chance: {before}, then {after}",
    "story.about": "about {percent} %",
    "story.under": "under {percent} %",
    "story.over": "over {percent} %",
    "story.decided": "{percent} %",
    "story.took-lead": "{player} took the lead",
    "story.not-own": "as far as is known, none of {player}'s own turns gained anything; this one was not {player}'s",
    "story.points": Plural(
        "after",
        "scored right then: {player} has {after} point; a turn earlier {before}",
        "scored right then: {player} has {after} points; a turn earlier {before}",
    ),
    "story.same-points": "scored right then: everybody the same points as before",
    "story.points-held": Plural(
        "after",
        "{player} then had {after} point; a turn earlier it would have been {before}",
        "{player} then had {after} points; a turn earlier it would have been {before}",
    ),
    "story.see-above": "see above",
    "story.distance": "{player} against the best of the others, in points: {before}, then {after}",
    # The whole game ------------------------------------------------------------------------
    "story.as-scored": "who led is counted as if every turn had been scored right then",
    "story.close": Plural(
        "points",
        "close all along: nobody was ever more than 1 point ahead",
        "close all along: nobody was ever more than {points} points ahead",
    ),
    "story.level": "{players} won together",
    "story.led-since": "{player} led from turn {turn} on",
    "story.led-since-then": "{player} led from then on",
    "story.taken-over": "the story begins where the box came to the table",
    "story.led-at-last": "{player} went ahead in the very last turn",
    "story.level-at-last": "{players} had the same points at the end",
    "story.lowest": "{player}'s chance to win was down to {chance} after turn {turn}",
    "story.behind": Plural(
        "points",
        "{player} had been 1 point behind, after turn {turn}",
        "{player} had been {points} points behind, after turn {turn}",
    ),
    "story.corrected": Plural(
        "number",
        "the table was corrected in turn {turns}: its moments are left out",
        "the table was corrected in turns {turns}: their moments are left out",
    ),
    "story.ends-known": "of {turns} positions {done} were known well enough to play them to the end",
    # How it is known -----------------------------------------------------------------------
    "story.how-sure": "How sure is it?",
    "story.how.ends.1": "Without hidden cards, the box played each turn to the end {ends} times at random "
    "and {ends} times for points.",
    "story.how.ends.2": "A third guess is from other games. A chance is the average of the three; a moment "
    "is told only where all agree.",
    "story.how.ends.3": "The wider the band, the less sure the guess; each is rounded to fives, so a turn's "
    "may not add up to 100 %.",
    "story.how.points.1": "Who led, and by how much, is counted and not guessed.",
    "story.how.points.2": "The curve is a guess from many other games; it does not know your plans.",
    "story.how.points.3": "Each chance is rounded to fives, so those of a turn may not add up to 100 %.",
    "story.pending": "Ends played out: {done} of {turns} turns",
    # Why there is none ---------------------------------------------------------------------
    "story.none.unread": "The story is told when the game is over and the box has shown who won.",
    "story.none.game": "This game has no story.",
    "story.none.failed": "The story of this game can't be told.",
}
