"""Campanile Companion: a tabletop companion that keeps the deck, the scoring and the reasons.

docs/architecture.md describes the rooms and follows one press.
"""

__version__ = "1.0.0"
PRODUCT = "Campanile Companion"
"""What other programs know it by, so it never changes."""
