"""The game of docs/adding-a-game.md: a distribution of its own, as it is when the page ends."""
