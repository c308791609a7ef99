"""The host's room: who leads the table from press to press, home, and the box's own menu."""
