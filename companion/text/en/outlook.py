"""English: what can be foreseen of a game of Campanile."""

WORDS: dict[str, str] = {
    "box.outlook": "Outlook",
    "outlook.two": "{fewest} or {most}",
    "outlook.range": "{fewest} to {most}",
    "outlook.turns": "turns left",
    "outlook.one-turn": "turn left",
    "outlook.game": "Turns to the end: {turns}",
    "outlook.average": "av. {average}",
    "outlook.no-finito": "Finito in {cards} cards or more",
    "outlook.pile": "Cards left: {cards}",
    "outlook.unseen": "Not seen yet",
    "outlook.flags": "If {card} came now",
    "outlook.flags.campanile-1996": "If the game ended now",
}
