"""The languages of the companion: one row for each."""

from collections.abc import Mapping
from typing import NamedTuple


class Language(NamedTuple):
    """What it calls itself, espeak-ng's voice for it, and how it writes labels."""

    name: str
    voice: str
    has_capital_nouns: bool = False
    """Whether a label keeps its capital inside a sentence."""


SOURCE = "en"
"""The language that every sentence is written in; the others are translations."""
LANGUAGES: Mapping[str, Language] = {
    SOURCE: Language("English", "en-gb"),
    "de": Language("Deutsch", "de", has_capital_nouns=True),
    "fr": Language("Français", "fr-fr"),
    "it": Language("Italiano", "it"),
}
"""By the code that gettext, settings and the table's socket use."""
