"""What counts as a pause between two presses."""

from datetime import timedelta

PAUSE = timedelta(minutes=5)
"""A longer gap between two presses is a pause: nobody's thinking time."""
