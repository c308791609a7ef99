"""The box itself, for its own menu: sound, brightness, what to tell about it, switching it off.

Sound and brightness are kept in the journal, as display settings: they are no part of a game.
"""

import re
import time
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
ROUTES = Path("/proc/self/net/fib_trie")
OWN_ADDRESS = re.compile(r"\|-- (\S+)\s+/32 host LOCAL")
"""An address of this machine among its routes; the service may open no socket to ask with."""


class Box:
    """What the menu can do to the device; settings last beyond the power."""

    def __init__(
        self, journal: Journal, picture: Picture, chime: Chime, now: Callable[[], datetime]
    ) -> None:
        self._journal = journal
        self._picture = picture
        self._chime = chime
        self._now = now
        self._heed_sound(OFF if chime.muted else journal.setting(SOUND) or ON)
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
        """Version, network address ("" for none), minutes since power-on, games kept, and health.

        The journal is checked when it is opened; one set aside then is told.
        """
        return {
            "version": __version__,
            "address": _address(),
            "minutes": int(time.clock_gettime(time.CLOCK_BOOTTIME) // 60),
            "games": len(self._journal.games()),
            "health": "sound" if self._journal.aside is None else "aside",
        }

    def power_off(self) -> None:
        """Have the machine switched off; raises PowerOffRefused."""
        power_off()


def _address() -> str:
    """The machine's first address beyond itself, "" without a network."""
    try:
        found = OWN_ADDRESS.findall(ROUTES.read_text())
    except OSError:
        return ""
    return next((address for address in found if not address.startswith("127.")), "")
