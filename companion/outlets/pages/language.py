"""The language that a visitor's browser asks for."""

from __future__ import annotations

import re

from companion.core.languages import LANGUAGES


def read_language(accepted: str) -> str:
    """The language that an ``Accept-Language`` prefers, of those there are; "" for none."""
    best, found = 0.0, ""
    for part in accepted[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        language, quality = name.partition("-")[0].lower(), _read_quality(weight)
        if language in LANGUAGES and quality > best:
            best, found = quality, language
    return found


def _read_quality(weight: str) -> float:
    return float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else float(not weight)
