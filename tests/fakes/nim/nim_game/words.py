"""The English of Nim, by key."""

from companion.text.words import GameWords

WORDS = GameWords(
    sentences={
        "menu.stones": "How many stones?",
        "did.stones": "takes {stones}",
        "reason.too-few-stones": "only {left} left",
        "nim.title": "The last stone",
        "nim.last-stone": "{player} takes the last stone",
        "table.left": "Stones left",
        "table.taken": "Stones taken",
        "chart.taken": "Stones taken",
    }
)
