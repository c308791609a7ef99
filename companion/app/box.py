"""The box itself, for its menu: its preferences, facts about it, and switching it off."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from companion import __version__
from companion.app.preferences import OFF, Preference, Preferences
from companion.app.table_door import TableDoor
from companion.box.config import BoardChoice
from companion.box.devices.boards import Board
from companion.box.service.busctl import power_off
from companion.box.service.machine import find_address
from companion.store.journal import Journal

if TYPE_CHECKING:
    from companion.app.open_devices import Devices


class Box:
    """What the menu can do to the device; preferences survive a power cut."""

    def __init__(
        self,
        journal: Journal,
        preferences: Preferences,
        devices: Devices,
        door: TableDoor,
        board: Board,
        board_choice: BoardChoice = BoardChoice.SET,
    ) -> None:
        """Apply the preferences; a muted chime stays muted until the players choose otherwise."""
        self.preferences = preferences
        self.door = door
        self._journal = journal
        self.board = board
        self._devices = devices
        self._board_choice = board_choice
        if devices.chime.muted:
            preferences.override(Preference.SOUND, OFF)
        self._apply_preferences()

    def _apply_preferences(self) -> None:
        """Apply sound, voice and brightness; without sound the voice is off too."""
        sound, voice = self.preferences[Preference.SOUND], self.preferences[Preference.VOICE]
        self._devices.chime.muted = sound == OFF
        self._devices.voice.muted = OFF in (sound, voice)
        self._devices.picture.full_brightness = int(self.preferences[Preference.BRIGHTNESS]) / 100

    def lacks(self, name: Preference) -> bool:
        """Whether a preference can't be switched on because the box lacks what it needs."""
        off = self.preferences[name] == OFF
        return name is Preference.VOICE and off and not self._devices.voice.available

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
            "games": len(self._journal.games()),
            "health": "sound" if self._journal.quarantined is None else "aside",
            "board": self.board.name,
            "choice": self._board_choice.value,
        }

    def power_off(self) -> None:
        """Have the machine switched off; raises SystemRefused."""
        power_off()
