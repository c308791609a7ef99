"""Games as they are kept: the journal, the saved games, and what their history computes."""

from datetime import timedelta

PAUSE = timedelta(minutes=5)
"""A longer gap between two presses is a pause: nobody's thinking time."""
