"""The languages of the companion: one row for each."""

from collections.abc import Mapping
from typing import NamedTuple


class Language(NamedTuple):
    """What it calls itself, and espeak-ng's voice for it."""

    name: str
    voice: str


SOURCE = "en"
"""The language that every sentence is written in; the others are translations."""
LANGUAGES: Mapping[str, Language] = {
    SOURCE: Language("English", "en-gb"),
    "de": Language("Deutsch", "de"),
    "fr": Language("Français", "fr-fr"),
    "it": Language("Italiano", "it"),
}
"""By the code that gettext, settings and the table's socket use."""
