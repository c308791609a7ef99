"""The box itself: its devices, its wall clock, the preferences of its menu, and facts about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from companion import __version__
from companion.app.table_door import OFF, ON, TableDoor
from companion.box.config import BoardChoice
from companion.box.devices.boards import Board
from companion.box.panel.keypad import NoKeypads
from companion.box.service.machine import find_address
from companion.core.interfaces import Clock
from companion.core.languages import LANGUAGES
from companion.store import PAUSE
from companion.store.journal import Journal
from companion.ui.input.hints import Hints

if TYPE_CHECKING:
    from companion.box.devices.buttons import Buttons
    from companion.box.devices.picture import Picture
    from companion.core.conversation import Answer
    from companion.core.interfaces import Chime, Lamps, Light, Voice

People = tuple[tuple[str, str], ...]
"""(name, colour) of people who have played, the latest first."""


class Devices(NamedTuple):
    """What the loop works with."""

    picture: Picture
    chime: Chime
    light: Light
    tower_panel: Lamps
    voice: Voice
    buttons: Buttons
    keypads: NoKeypads = NoKeypads()


class WallClock:
    """Returns the time of day, which goes on with a steady ``clock`` from one call to the next.

    A step of the system's clock by up to ``PAUSE`` is not followed, as it would count as thinking
    time. A larger one is, such as that at the first network, or a night in which the machine slept:
    between two presses it counts as a pause.
    """

    def __init__(self, system: Callable[[], datetime], clock: Clock) -> None:
        self._system = system
        self._clock = clock
        self._origin = self._measure_origin()

    def __call__(self) -> datetime:
        origin = self._measure_origin()
        if abs(origin - self._origin) > PAUSE:
            self._origin = origin
        return self._origin + timedelta(seconds=self._clock())

    def _measure_origin(self) -> datetime:
        """The time of day at which the steady clock was 0, by the system's clock as it is now."""
        return self._system() - timedelta(seconds=self._clock())


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
    """The values in effect, kept in the journal; they belong to no game.

    Until the players choose a value in the menu, the settings' file provides it in ``given``, or
    else it is the first of the row. ``now`` is the wall clock.
    """

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


@dataclass(frozen=True)
class Box:
    """What the host plays on: the journal with its ``now``, the devices, the door, the board.

    ``buttons`` are their labels. ``known`` are people to offer beside those in the journal;
    ``printed`` are the answers that a file gives about each game's board, by the game's name.
    Preferences are applied at once; a muted chime stays muted until the players choose otherwise.
    """

    journal: Journal
    now: Callable[[], datetime]
    preferences: Preferences
    devices: Devices
    door: TableDoor
    board: Board
    buttons: Mapping[str, str]
    board_choice: BoardChoice = BoardChoice.SET
    play_out_ends: Callable[[int], None] = lambda _number: None
    """Has the ends of a game played out, as far as any are missing."""
    known: People = ()
    printed: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.devices.chime.muted:
            self.preferences.override(Preference.SOUND, OFF)
        self._apply_preferences()

    def _apply_preferences(self) -> None:
        """Apply sound, voice and brightness; without sound the voice is off too."""
        sound, voice = self.preferences[Preference.SOUND], self.preferences[Preference.VOICE]
        self.devices.chime.muted = sound == OFF
        self.devices.voice.muted = OFF in (sound, voice)
        self.devices.picture.full_brightness = int(self.preferences[Preference.BRIGHTNESS]) / 100

    def lacks(self, name: Preference) -> bool:
        """Whether a preference can't be switched on because the box lacks what it needs."""
        off = self.preferences[name] == OFF
        return name is Preference.VOICE and off and not self.devices.voice.available

    def choose_next(self, name: Preference) -> None:
        """Choose and apply the next value; raises JournalError if it can't be kept."""
        self.preferences.choose_next(name)
        self._apply_preferences()

    def about(self) -> dict[str, str | int]:
        """Version, network address ("" for none), minutes since power-on, saved games, board.

        The health is "aside" if the journal was damaged when it was opened, and quarantined.
        ``choice`` is how the board was chosen, a BoardChoice.
        """
        return {
            "version": __version__,
            "address": find_address(),
            "minutes": int(time.clock_gettime(time.CLOCK_BOOTTIME) // 60),
            "games": len(self.journal.games()),
            "health": "sound" if self.journal.quarantined is None else "aside",
            "board": self.board.name,
            "choice": self.board_choice.value,
        }
