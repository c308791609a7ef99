"""The English of Capitol, and what its values are called."""

from pathlib import Path

from companion.text.plural import Plural, Sentence
from companion.text.words import GameWords, Words

SENTENCES: dict[str, Sentence] = {
    # The board
    "reason.board-form": "a prefecture is NAME:COLOUR:SMALL:LARGE:FOUNTAINS",
    "reason.board-colour": "a prefecture's colour is one of {choices}",
    "reason.board-colour-full": "there are already {most} {hue} prefectures",
    "reason.name-taken.prefecture": "{name} is already on the board",
    "reason.board-sites": "{prefecture} can't have more than {most} sites of a kind",
    "reason.board-unusual": "most have 5–7 small sites, 1 large, 0–2 fountains",
    # Building
    "reason.hand-empty-of": "{player} should have no {kind} card left",
    "reason.no-open-house": "{player} has no house without a roof",
    "reason.no-roof": "{player} has no {shapes} roof left",
    "reason.no-finished-house": "{player} has no finished house to build",
    "reason.nowhere-fits": "no finished house of {player}'s fits anywhere",
    "reason.no-such-house": "{player} has no house {height} high without a roof",
    "reason.no-small-site": "no small site is free in {prefecture}",
    "reason.no-large-site": "no large site is free in {prefecture}",
    "reason.no-house-fits": "no house fits in {prefecture}: height {heights} and the right roof",
    "reason.other-shape": "all roofs in {prefecture} are {shape}",
    "reason.third-shape": "not all {hue} prefectures may have {shape} roofs",
    "reason.first-height": "the first house in {prefecture} must be 1 high",
    "reason.height": "the next house in {prefecture} must be {low} or {high} high",
    # Auctions and drawing
    "reason.not-a-choice.bid": "a bid is a number from 0 to 272",
    "reason.not-a-choice.discards": "cards of a type: a number from 0 to 24",
    "reason.not-a-choice.draw": "cards of a type: a number from 0 to 24",
    "reason.bid-beyond-hand": "{player} can bid {most} at most",
    "reason.discards-sum": "these cards can't come to {bid}",
    "reason.discards-beyond-hand": "{player}'s {kind} cards: {most} at most",
    "reason.too-many-cards": "cards to draw: at most {most}",
    "reason.too-few-cards": "cards to draw: at least {least}",
    "reason.stack-gone": "{kind} cards left to draw, by our count: {most}",
    # Where cards counted are overruled
    "doubt.ok.correct-hand": "{ok}: don't count this hand",
    "doubt.ok.correct-cards": "{ok}: stop counting hands",
    # Corrections
    "reason.no-such-prefecture": "no prefecture is called {prefecture}",
    "reason.no-such-round": "there are rounds 1 to {most}",
    "reason.not-so-many": "no more than {most} are possible",
    "reason.too-tall": "houses in {prefecture}: {most}; none can be {height} high",
    "reason.house-too-tall": "no house can be {height} high: {most} at most",
    "reason.blocks-in-all": "blocks in the game: {most} in all",
    "reason.roofs-in-all": "{shape} roofs of {player}: {most} in all",
    "reason.buildings-in-all": "{building} in the game: {most} in all",
    "reason.cards-in-all": "{kind} cards in the game: {most} in all",
    "reason.too-many-there": "{prefecture} has fewer sites than that",
    "reason.only-while-building": "this can be corrected only while building",
    # What things are called
    "hue.light-blue": "light blue",
    "hue.purple": "purple",
    "hue.pink": "pink",
    "shape.round": "round",
    "shape.square": "square",
    "kind.roof": "roof",
    "kind.floor": "floor",
    "kind.permit": "permit",
    "building.fountain": "Fountain",
    "building.amphitheatre": "Amphitheatre",
    "building.temple": "Temple",
    # The board
    "board.ask": "Prefecture {number} of {of}",
    "prefecture.again": "The board as before",
    "prefecture.printed": "The board you have",
    "ask.prefecture": "The prefectures",
    "prefecture.enter": "Another board",
    "board.name": "its name",
    # At most 12 letters each: names in a record.
    "board.usual-places": (
        "Aventine, Caelian, Capitoline, Esquiline, Palatine, Quirinal, Viminal, Mars Field, Tiber Island"
    ),
    "board.small": "small sites, free",
    "board.large": "large sites, free",
    "board.fountains": "printed fountains",
    # A turn
    "build.floor": "Floor",
    "build.roof": "Roof",
    "build.permit": "Permit",
    "build.pass": "Pass",
    "build.blank": "Discard",
    "build.plays": "plays",
    "build.look": "Board",
    "build.discards": "discards",
    "build.blocks": "block {number} of {blocks}",
    "build.round": "Round roof",
    "build.square": "Square roof",
    # Auctions and cards
    "auction.lot": "{number}/{lots}",
    "auction.no-place": "no site left!",
    "auction.no-site": "No site is left: it leaves the game",
    "auction.bids": "bids",
    "auction.bid": "the highest bid",
    "auction.score": "tie: fewest points",
    "auction.nobody-bid": "nobody bids",
    "auction.level": "all tied: it leaves the game",
    "cards.discards": "pays {bid}",
    "sign.stock": "Blocks and roofs left.",
    "sign.sites": "Free sites, small and large.",
    "sign.columns": "Blocks there, and the tallest house.",
    "sign.floor": "Floor card: adds two blocks.",
    "sign.roof": "Roof card: finishes a house.",
    "sign.permit": "Permit: a house goes onto the board.",
    "sign.pass": "Pass: no more building this round.",
    "sign.blank": "A card played without an action.",
    "sign.look": "Look at the board.",
    "sign.fountain": "Fountain: one more point there.",
    "sign.amphitheatre": "Amphitheatre: more cards to draw.",
    "sign.temple": "Temple: twice the points there.",
    "cards.sum": Plural("cards", "{cards} card", "{cards} cards"),
    "cards.draw": "draws {least}",
    "cards.draw-up-to": "draws {least}–{most}",
    "cards.of": "of {cards}",
    "cards.due": "Cards to draw",
    "why.auction.bid": "{winner} bids the most",
    "why.auction.score": "{level} bid {bid}: {winner} has fewer points",
    "why.auction.nobody-bid": "Nobody bids: it leaves the game",
    "why.auction.level": "Tied on bid and points: it leaves the game",
    "why.auction.no-site": "{reason}. No site is left: it leaves the game",
    # On a phone
    "question.prefecture": "Which prefecture is next on the board?",
    "question.prefecture.hint": "Its name, colour (pink, purple or light-blue), small sites, large "
    "sites and fountains, with : between them. Like this: Aventin:pink:6:1:0",
    "question.play": "Which card was played?",
    "question.blocks": "Where does the block go?",
    "question.roof": "Which house gets which roof?",
    "question.site": "Where is the house built?",
    "question.house": "Which house is built?",
    "question.bid": "How much is bid?",
    "question.discards.1": "How many roof cards are discarded?",
    "question.discards.2": "How many floor cards are discarded?",
    "question.discards.3": "How many permits are discarded?",
    "question.place": "Where does the building go?",
    "question.draw.1": "How many roof cards are drawn?",
    "question.draw.2": "How many floor cards are drawn?",
    "question.draw.3": "How many permits are drawn?",
    # The outlook
    "outlook.round": "Round {number} of {rounds}",
    "outlook.to-come": Plural("scorings", "scoring to come", "scorings to come"),
    "outlook.auctions": "Auctions left: {auctions}",
    "outlook.blocks": "Blocks left: {blocks}",
    "outlook.stacks": "Stacks + discards",
    # Prefectures
    "majority.nobody": "nobody has built here",
    "majority.alone": "alone: no second",
    "majority.blocks": "most blocks",
    "majority.tallest": "the tallest house",
    "majority.shared": "shared: no second",
    "why.majority.nobody": "nobody has built here",
    "why.majority.alone": "alone here: nobody is second",
    "why.majority.blocks": "{leader} has the most blocks",
    "why.majority.tallest": "tied on blocks: {leader} has the tallest house",
    "why.majority.shared": "tied on blocks and tallest house: {leader} share first, nobody is second",
    "why.majority.seconds": "{reason}; second place is shared",
    # The table check
    "table_check.round": "Round",
    "field.houses": "Houses",
    "field.fountains": "Fountains won",
    "field.buildings": "Large sites",
    "field.prefecture": "Printed",
    "part.colour": "Colour",
    "part.small": "Small sites",
    "part.large": "Large sites",
    "part.fountains": "Fountains",
    "part.round": "Round",
    "part.square": "Square",
    "part.roof": "Roof cards",
    "part.floor": "Floor cards",
    "part.permit": "Permits",
    "field.hand-known": "This hand",
    # What lies on the table
    "table.prefectures": "Prefectures",
    "table.prefectures.standing": "Blocks (heights)",
    "table.hue": "Colour",
    "table.shape": "Roofs",
    "table.buildings": "Buildings",
    "table.free": "Free sites",
    "table.consul": "Consul",
    "table.supply": "Blocks left",
    "table.stacks": "Cards to draw",
    "table.passed": "Passed",
    "table.auction": "Auction",
    "table.auction.standing": "Bids",
    "table.lot": "Lot",
    "table.hand": "Hand",
    "table.roofless": "No roof yet",
    "table.finished": "Finished",
    "table.roofs": "Roofs left",
    "size.small": "small",
    "size.large": "large",
    # Tables on the terminal
    "score.cards": "roof {roof}, floor {floor}, permit {permit}",
    "score.roofs": "round {round}, square {square}",
    "score.sites": "(small\N{NO-BREAK SPACE}{small}, large\N{NO-BREAK SPACE}{large}, "
    "fountains\N{NO-BREAK SPACE}{fountains})",
    "score.place-there": "{player}: {points} (blocks {blocks}, tallest {tallest})",
    # The story of a game
    "story.first": Plural(
        "points",
        "1 point (first place in {prefecture}): {player} instead of {others}",
        "{points} points (first place in {prefecture}): {player} instead of {others}",
    ),
    "story.first-shared": Plural(
        "points",
        "1 point (first place in {prefecture}): {player} beside {others}",
        "{points} points (first place in {prefecture}): {player} beside {others}",
    ),
    "story.first-new": Plural(
        "points",
        "1 point (first place in {prefecture}): {player}, nobody before",
        "{points} points (first place in {prefecture}): {player}, nobody before",
    ),
    "story.first-kept": Plural(
        "points",
        "1 point (first place in {prefecture}): {players}, no longer with {others}",
        "{points} points (first place in {prefecture}): {players}, no longer with {others}",
    ),
    "story.tie-tallest": "equal ({prefecture}): {players} have as many blocks, {first} the tallest house",
    "story.tie-shared": "equal ({prefecture}): {players} have as many blocks, and houses just as tall",
    # What things are called
    "value.new": "new house",
    # Why something is refused
    "reason.map-not-a-prefecture": 'must be like {{ colour = "pink", small = 6 }}',
    "reason.map-missing": "not complete without: {missing}",
    "reason.map-not-a-colour": "must be a word in quotes",
    "reason.map-not-a-number": "must be a whole number, 0 or more",
    "reason.map-count": "prefectures here: {count}, on the board: {wanted}",
    # Tables on the terminal, figures, charts
    "chart.blocks": "Blocks on the board",
    # Answers as short phrases
    "corrected.prefecture": "prefecture",
    "corrected.fountains": "fountains",
    "corrected.buildings": "large sites",
    "corrected.roofless": "roofless houses",
    "corrected.finished": "finished houses",
    "corrected.passed": "who has passed",
    "did.prefecture": "{prefecture}",
    "did.play.floor": "plays a floor",
    "did.play.roof": "plays a roof",
    "did.play.permit": "plays a permit",
    "did.play.pass": "passes",
    "did.play+blocks": "plays a floor ({blocks})",
    "did.play+roof": "plays a roof ({roof})",
    "did.play+site": "builds in {site}",
    "did.play+site+house": "house ({house}) in {site}",
    "did.blank": "discards {blank}",
    "did.blocks": "blocks ({blocks})",
    "did.roof": "roof ({roof})",
    "did.site": "builds in {site}",
    "did.house": "house ({house})",
    "did.bid": "bids {bid}",
    "did.bid.0": "bids nothing",
    "did.discards": "discards {discards}",
    "did.place": "puts it in {place}",
    "did.draw": "draws {draw}",
    # Aloud
    "say.prefecture": "{prefecture}: {gains}",
    "say.due": "Cards to draw: {cards}",
    "say.draws": "{player}: {least}",
    "say.draws-up-to": "{player}: {least} to {most}",
    "say.draws-for": "{player}: amphitheatre in {places}",
    "say.fountains": Plural("fountains", "1 fountain", "{fountains} fountains"),
    "say.temple": "the temple doubles the points",
    "say.to-come": Plural("scorings", "1 scoring to come", "{scorings} scorings to come"),
    "say.auctions": Plural(
        "auctions", "1 auction left: {buildings}", "{auctions} auctions left: {buildings}"
    ),
    "say.no-auctions": "no auctions left in this round",
    "say.blocks": Plural("blocks", "1 block left", "{blocks} blocks left"),
    "say.stacks": "cards to draw: {cards}",
    "say.stack": "{type} {cards}",
    "say.stack.discards": "{type} {cards} and {discards} discarded",
}
VALUE_KINDS = {
    "hue": "hue",
    **dict.fromkeys(("shape", "shapes"), "shape"),
    "kind": "kind",
    "building": "building",
}
PART_KINDS = {
    **dict.fromkeys(("hand", "stacks"), "kind"),
    **dict.fromkeys(("finished", "roofs"), "shape"),
    **dict.fromkeys(("auction", "buildings"), "building"),
    "free": "size",
    "decided_by": "majority",
}
ANSWER_KINDS = {
    **dict.fromkeys(("blank", "roof", "house"), ("shape kind",)),
    "blocks": ("value",),
    **dict.fromkeys(("prefecture", "correct prefecture"), ("", "hue", "")),
    **dict.fromkeys(("site", "place", "correct consul"), ("",)),
    "correct passed": ("value",),
    "correct houses": ("", "shape value", ""),
    "correct finished": ("", "shape value"),
    "correct buildings": ("", "building value"),
}


def describe_cards(words: Words, counts: str) -> str:
    """Counts of roof, floor and permit cards in words: "2,0,1" is "roof 2, floor 0, permit 1"."""
    if "," not in counts:
        return words.named("value", counts)
    roof, floor, permit = counts.split(",")
    return words.say("score.cards", roof=roof, floor=floor, permit=permit)


def describe_roofs(words: Words, counts: str) -> str:
    """Counts of round and square roofs in words: "2,0" is "round 2, square 0"."""
    round_, square = counts.split(",")
    return words.say("score.roofs", round=round_, square=square)


def describe_sites(words: Words, counts: str) -> str:
    """What is printed on a prefecture: "6:1:0" is "(small 6, large 1, fountains 0)"."""
    small, large, fountains = counts.split(":")
    return words.say("score.sites", small=small, large=large, fountains=fountains)


WORDS = GameWords(
    sentences=SENTENCES,
    kinds=VALUE_KINDS,
    answer_kinds=ANSWER_KINDS,
    part_kinds=PART_KINDS,
    value_texts={
        **dict.fromkeys(("discards", "draw", "correct hand"), describe_cards),
        "correct roofs": describe_roofs,
        "prefecture": describe_sites,
    },
    catalogues=Path(__file__).with_name("catalogues"),
)
