"""The conversation and what every game shares; only the standard library is used."""

from companion.core.session import Session

__all__ = ["Session"]
