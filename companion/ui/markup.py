"""HTML and SVG from strings: everything that is not markup already is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
"""Elements of HTML that have no end tag."""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
"""Of what `html` has, this is all that is needed; it also knows two thousand names of letters."""

Attribute = str | int | float | bool | None


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: Attribute) -> Markup:
    """Build an element of HTML or SVG.

    Children that are no `Markup` are escaped. An attribute's name may end in ``_``, as ``class_``;
    ``_`` within it stands for ``-``. None and False leave it out; True gives it no value.
    """
    inner = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in VOID:
        return Markup(f"<{name}{inner}>")
    return Markup(f"<{name}{inner}>{join_markup(children)}</{name}>")


def join_markup(parts: Iterable[str], between: str = "") -> Markup:
    """Join parts; those that are no `Markup` are escaped, as is what stands ``between``."""
    return Markup(_escaped(between).join(map(_escaped, parts)))


@lru_cache(maxsize=2048)  # the same classes, numbers and names come again in each update
def escape(text: str) -> str:
    """Write a text as markup; what stands first in `ENTITIES` must be replaced first."""
    for sign, entity in ENTITIES.items():
        text = text.replace(sign, entity)
    return text


def _escaped(part: str) -> str:
    return part if isinstance(part, Markup) else escape(part)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = _name_attribute(key)
    if value is True:
        return f" {name}"
    return f' {name}="{escape(value) if isinstance(value, str) else value}"'


@cache
def _name_attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
