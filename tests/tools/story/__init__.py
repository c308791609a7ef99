"""Self-play for the story of a game, and what is measured by it; docs/story.md has the results."""
