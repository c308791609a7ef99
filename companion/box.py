"""The box itself, for its own menu: sound, brightness, what to tell about it, switching it off.

Sound and brightness are kept in the journal, as display settings: they are no part of a game.
"""

import socket
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.devices.picture import Picture
from companion.journal import Journal
from companion.ports import Chime
from companion.service.power import power_off

SOUND, BRIGHTNESS = "sound", "brightness"
ON, OFF = "on", "off"
LEVELS = (100, 50, 20)
"""Brightness in percent, as the menu goes through it."""
UPTIME = Path("/proc/uptime")
NOWHERE = ("192.0.2.1", 9)
"""An address of the block kept for examples: asked for the way there, sent nothing."""


class Box:
    """What the menu can do to the device; settings last beyond the power."""

    def __init__(
        self, journal: Journal, picture: Picture, chime: Chime, now: Callable[[], datetime]
    ) -> None:
        self._journal = journal
        self._picture = picture
        self._chime = chime
        self._now = now
        self._heed_sound(journal.setting(SOUND) or ON)
        self._heed_brightness(int(journal.setting(BRIGHTNESS) or LEVELS[0]))

    def _heed_sound(self, sound: str) -> None:
        self.sound = sound
        self._chime.muted = sound == OFF

    def _heed_brightness(self, percent: int) -> None:
        self.brightness = percent
        self._picture.full = percent / 100

    def switch_sound(self) -> None:
        """Sound off, or on again; raises JournalError where that can't be kept."""
        sound = OFF if self.sound == ON else ON
        self._journal.set(SOUND, sound, self._now())
        self._heed_sound(sound)

    def change_brightness(self) -> None:
        """The next of LEVELS; raises JournalError where that can't be kept."""
        at = LEVELS.index(self.brightness) if self.brightness in LEVELS else -1
        percent = LEVELS[(at + 1) % len(LEVELS)]
        self._journal.set(BRIGHTNESS, str(percent), self._now())
        self._heed_brightness(percent)

    def about(self) -> dict[str, str | int]:
        """Version, network address ("" for none), minutes since power-on, games kept."""
        return {
            "version": __version__,
            "address": _address(),
            "minutes": int(float(UPTIME.read_text().split()[0]) // 60) if UPTIME.exists() else 0,
            "games": len(self._journal.games()),
        }

    def power_off(self) -> None:
        """Have the machine switched off; raises PowerOffRefused."""
        power_off()


def _address() -> str:
    """This machine's address on its network, "" without one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(NOWHERE)
        except OSError:
            return ""
        return str(way.getsockname()[0])
