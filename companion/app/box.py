"""The box itself, for its menu: its devices, its preferences, and facts about it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from companion import __version__
from companion.app.preferences import OFF, Preference, Preferences
from companion.app.table_door import TableDoor
from companion.box.config import BoardChoice
from companion.box.devices.boards import Board
from companion.box.service.machine import find_address
from companion.store.journal import Journal

if TYPE_CHECKING:
    from companion.box.devices.buttons import Buttons
    from companion.box.devices.picture import Picture
    from companion.core.interfaces import Chime, Lamps, Light, Voice


class Devices(NamedTuple):
    """What the loop works with."""

    picture: Picture
    chime: Chime
    light: Light
    tower_panel: Lamps
    voice: Voice
    buttons: Buttons


@dataclass(frozen=True)
class Box:
    """What the host plays on: the journal with its ``now``, the devices, the door, the board.

    Preferences are applied at once; a muted chime stays muted until the players choose otherwise.
    """

    journal: Journal
    now: Callable[[], datetime]
    preferences: Preferences
    devices: Devices
    door: TableDoor
    board: Board
    board_choice: BoardChoice = BoardChoice.SET

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
