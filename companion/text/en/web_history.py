"""English: saved games and players' figures on the phone page."""

from companion.text.plural import Sentence

WORDS: dict[str, Sentence] = {
    "web.result": "Result",
    "web.charts": "Charts",
    "web.turns": "Turn by turn",
    "web.figures": "The chart's numbers",
    "web.unfinished": "Points are shown here when the game has ended.",
    "web.begun": "Started on {day}",
    "web.all-games": "All saved games",
}
