"""Campanile Companion: a tabletop companion that keeps the deck, the scoring and the reasons.

The rooms and the way of one press are told in docs/architecture.md.
"""

__version__ = "0.1.0"
