"""What the table prefers: each setting of the box's menu, its few values, and the one in force.

They are kept in the journal, beyond the power; they are no part of a game. Where the table has
chosen nothing yet, the settings' file says what it is to be, or else the first value.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from companion.input.context import Hints
from companion.journal import Journal
from companion.text.words import LANGUAGES

ON, OFF = "on", "off"
LANGUAGE, HINTS, THINKING_TIME = "language", "hints", "thinking-time"
SOUND, VOICE, BRIGHTNESS = "sound", "voice", "brightness"
VALUES: Mapping[str, tuple[str, ...]] = {
    LANGUAGE: LANGUAGES,
    HINTS: tuple(Hints),
    THINKING_TIME: (OFF, ON),
    SOUND: (ON, OFF),
    VOICE: (OFF, ON),
    BRIGHTNESS: ("100", "50", "20"),  # in percent
}
"""What each can be, in the order in which the menu goes through it."""
NOTHING_GIVEN: Mapping[str, str] = {}


class Preferences:
    """The values in force; ``given`` are those of the settings' file, ``now`` the wall clock."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], datetime],
        given: Mapping[str, str] = NOTHING_GIVEN,
    ) -> None:
        self._journal = journal
        self._now = now
        self._in_force = {name: self._found(name, given) for name in VALUES}

    def _found(self, name: str, given: Mapping[str, str]) -> str:
        """What the table chose last, if there still is such a value, or what is given."""
        kept = self._journal.setting(name)
        return kept if kept in VALUES[name] else given.get(name, VALUES[name][0])

    def __getitem__(self, name: str) -> str:
        return self._in_force[name]

    def for_now(self, name: str, value: str) -> None:
        """Let this be in force till the table chooses; it is not kept."""
        self._in_force[name] = value

    def choose_next(self, name: str) -> None:
        """The value behind the one in force; raises JournalError where that can't be kept."""
        values = VALUES[name]
        value = values[(values.index(self[name]) + 1) % len(values)]
        self._journal.set(name, value, self._now())
        self._in_force[name] = value
