"""How long a new question must have been shown before what is pressed answers it, in seconds."""

READING_TIME = 0.15
"""Where whoever presses has brought the question, and points at it anew."""
SEEING_TIME = 0.4
"""Where the finger lies where it lay, or somebody else has brought the question: to see that it is
another one, and to stop a finger that is on its way."""
