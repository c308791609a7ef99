"""Self-play for the story of a game, `make story`, and what is measured by it: docs/story.md."""
