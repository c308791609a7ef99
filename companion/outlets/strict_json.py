"""Reading JSON strictly: anything may stand at the other end of a socket or publish on a broker.

A value is taken as what it must be, or `BadInput` is raised and nothing else. No key stands twice
in an object, a whole number is one that every JSON library reads exactly, and a text has no control
character and no half of a surrogate pair.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, NoReturn, TypeVar

Item = TypeVar("Item")
MAX_WHOLE = 2**53 - 1
"""The largest whole number; the least is its negative."""
TEXT = r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]"
"""A character of a text."""


class BadInput(ValueError):
    """What came in is not what it should be."""


class NoJsonError(BadInput):
    """What came in is no JSON."""


class Fields:
    """The fields of an object, each of which is taken once."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def peek(self, name: str) -> Any:
        """Return a field without taking it; None where it is missing."""
        return self._values.get(name)

    def take(self, name: str) -> Any:  # whatever JSON has
        """Take a field, whatever it is."""
        if name not in self._values:
            refuse(f"{name} is missing")
        return self._values.pop(name)

    def take_whole(self, name: str, least: int = 0, most: int = MAX_WHOLE) -> int:
        value = self.take(name)
        if not is_whole(value, least, most):
            refuse(f"{name} is a whole number from {least} to {most}")
        return int(value)

    def take_text(self, name: str, pattern: re.Pattern[str]) -> str:
        """Take a text that matches from its beginning to its end."""
        value = self.take(name)
        if not isinstance(value, str) or not pattern.fullmatch(value):
            refuse(f"{name} is a text that matches {pattern.pattern}")
        return value

    def take_one_of(self, name: str, words: Collection[str]) -> str:
        value = self.take(name)
        if not isinstance(value, str) or value not in words:
            refuse(f"{name} is one of {', '.join(words)}")
        return value

    def take_switch(self, name: str) -> bool:
        """Take true or false."""
        value = self.take(name)
        if not isinstance(value, bool):
            refuse(f"{name} is true or false")
        return value

    def take_time(self, name: str) -> datetime:
        """Take a time with its zone; it is returned in UTC."""
        value = self.take(name)
        try:
            time = datetime.fromisoformat(value if isinstance(value, str) else "")
            return time.astimezone(UTC) if time.tzinfo else refuse(f"{name} has no time zone")
        except (ValueError, OverflowError) as error:
            raise BadInput(f"{name} is a time in ISO 8601") from error

    def take_object(self, name: str) -> Fields:
        value = self.take(name)
        if not isinstance(value, dict):
            refuse(f"{name} is an object")
        return Fields(value)

    def take_list(
        self, name: str, take: Callable[..., Item], *how: Any, most: int = MAX_WHOLE, least: int = 0
    ) -> list[Item]:
        """Take a list, each item as ``take`` does: `take_list("names", Fields.take_text, NAME)`."""
        value = self.take(name)
        if not isinstance(value, list) or not least <= len(value) <= most:
            refuse(f"{name} is a list of {least} to {most}")
        return [take(Fields({name: each}), name, *how) for each in value]

    def finish(self) -> None:
        """Refuse what nobody has taken."""
        if self._values:
            refuse(f"{' and '.join(sorted(map(ascii, self._values)))} has no place here")


def load_fields(data: bytes, *, keep_null: bool = True) -> Fields:
    """Read an object in UTF-8; without ``keep_null`` a field that is null is as good as missing."""
    build = partial(_build_object, keep_null=keep_null)
    try:
        # Decoded here, because json.loads itself would take UTF-16 too.
        value = json.loads(data.decode(), object_pairs_hook=build)
    except BadInput:
        raise
    except (ValueError, RecursionError):  # the other one where it is nested too deeply
        raise NoJsonError("this is no JSON in UTF-8") from None
    return Fields({"a message": value}).take_object("a message")


def _build_object(pairs: list[tuple[str, Any]], keep_null: bool) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) < len(pairs):
        refuse("a key stands twice in an object")
    return built if keep_null else {key: each for key, each in pairs if each is not None}


def refuse(text: str) -> NoReturn:
    """Raise BadInput."""
    raise BadInput(text)


def is_whole(value: object, least: int = -MAX_WHOLE, most: int = MAX_WHOLE) -> bool:
    """Whether a value is a whole number from least to most; a bool is none."""
    return type(value) is int and least <= value <= most
