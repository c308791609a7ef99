"""The preferences of the box's menu: a table of their values, and the values in effect.

Preferences are kept in the journal and survive a power cut; they belong to no game. Until the
players choose a value in the menu, the settings' file provides it, or else the first of the row.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from companion.core.languages import LANGUAGES
from companion.store.journal import Journal
from companion.ui.input.hints import Hints

ON, OFF = "on", "off"


class Preference(StrEnum):
    """One row a preference: its name, then its values in the order of the menu.

    The name is also the journal's key, the key of the settings' file, and the kind of the
    values' words in `companion.text`.
    """

    values: tuple[str, ...]

    def __new__(cls, name: str, *values: str) -> Self:
        row = str.__new__(cls, name)
        row._value_ = name
        row.values = values
        return row

    LANGUAGE = "language", *LANGUAGES
    HINTS = "hints", *Hints
    THINKING_TIME = "thinking-time", OFF, ON
    SOUND = "sound", ON, OFF
    VOICE = "voice", OFF, ON
    BRIGHTNESS = "brightness", "100", "50", "20"  # percent


class Preferences:
    """The values in effect; ``given`` are those of the settings' file, ``now`` the wall clock."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], datetime],
        given: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._journal = journal
        self._now = now
        self._values = {each: self._initial_value(each, given) for each in Preference}

    @property
    def values(self) -> dict[str, str]:
        """A copy of the values in effect, by name."""
        return {each.value: value for each, value in self._values.items()}

    @property
    def hints(self) -> Hints:
        return Hints(self[Preference.HINTS])

    def _initial_value(self, name: Preference, given: Mapping[str, str]) -> str:
        kept = self._journal.setting(name)  # another version may have known other values
        return kept if kept in name.values else given.get(name, name.values[0])

    def __getitem__(self, name: Preference) -> str:
        return self._values[name]

    def override(self, name: Preference, value: str) -> None:
        """Use a value until the players choose another; it is not kept."""
        self._values[name] = value

    def choose_next(self, name: Preference) -> None:
        """Choose the value after the current one; raises JournalError if it can't be kept."""
        values = name.values
        value = values[(values.index(self[name]) + 1) % len(values)]
        self._journal.set(name, value, self._now())
        self._values[name] = value
