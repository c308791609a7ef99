"""`companion check-game`, and what it finds."""
