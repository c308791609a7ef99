"""The table of a game that draws none: whatever data describes it, as headings and lists."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup

DEEPEST = 5
"""Lists within lists, at most; what lies deeper is left out."""
MOST_ITEMS = 60
"""Items of a list, at most."""
LEFT_OUT = "…"


def draw_plain_table(table: Mapping[str, Any], words: Words) -> Markup:
    """Draw the plain values first, then a section with a heading for all others."""
    facts = {key: value for key, value in table.items() if not _is_nested(value)}
    parts = [_draw_list(_word_entries(facts, words, 1))] if facts else []
    for key, value in table.items():
        if _is_nested(value):
            heading = element("h3", _word_key(key, words))
            parts.append(element("section", heading, _draw_value(key, value, words, 1)))
    return join_markup(parts)


def _is_nested(value: object) -> bool:
    return isinstance(value, (Mapping, list, tuple)) and bool(value)


def _draw_value(key: str, value: Any, words: Words, depth: int) -> str:
    if not _is_nested(value):
        return _word_value(key, value, words)
    if depth > DEEPEST:
        return LEFT_OUT
    if isinstance(value, Mapping):
        return _draw_list(_word_entries(value, words, depth))
    return _draw_list(_draw_value(key, each, words, depth + 1) for each in value)


def _word_entries(entries: Mapping[str, Any], words: Words, depth: int) -> Iterator[str]:
    for key, value in entries.items():
        name = _word_key(key, words)
        if _is_nested(value):
            yield join_markup((name, _draw_value(key, value, words, depth + 1)))
        else:
            yield words.say("list.of", what=name, said=_word_value(key, value, words))


def _draw_list(items: Iterator[str]) -> Markup:
    rows = [element("li", item) for _, item in zip(range(MOST_ITEMS), items, strict=False)]
    if next(items, None) is not None:
        rows.append(element("li", LEFT_OUT))
    return element("ul", *rows)


def _word_key(key: str, words: Words) -> str:
    """The word for a key; without one the key as it would be written in a sentence."""
    plain = key.replace("_", " ").replace("-", " ").strip()
    return words.named("table", key) if words.has(f"table.{key}") else plain[:1].upper() + plain[1:]


def _word_value(key: str, value: object, words: Words) -> str:
    if value is None or (isinstance(value, (Mapping, Sequence)) and not value):
        return words.named("value", "none")
    if isinstance(value, bool):
        return words.say("doctor.yes" if value else "doctor.no")
    return words.named(key, value) if isinstance(value, str) else str(value)
