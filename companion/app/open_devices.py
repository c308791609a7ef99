"""Opens the devices that the loop works with: picture, buttons, chime, light, lamps and voice.

Late: the tower panel's `link`, after the first picture.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.app.device_text import screen_error_text
from companion.box.config import NO_PORT
from companion.box.devices.buttons import Buttons
from companion.box.devices.chime import GpiozeroChime, SilentChime
from companion.box.devices.light import GpiozeroLight, NoLight
from companion.box.devices.picture import Picture
from companion.box.devices.voice import EspeakVoice
from companion.box.panel.lamps import LateLamps, NoLamps

if TYPE_CHECKING:
    from companion.app.ending import Ending
    from companion.box.config import Config
    from companion.core.interfaces import Chime, Inbox, Lamps, Light, Screen, Voice


class Devices(NamedTuple):
    """What the loop works with."""

    picture: Picture
    chime: Chime
    light: Light
    tower_panel: Lamps
    voice: Voice
    buttons: Buttons


def open_devices(config: Config, screen: Screen, inbox: Inbox, ending: Ending) -> Devices:
    """Open all devices, which ``ending`` closes; the buttons post into ``inbox``.

    Raises DeviceMissingError.
    """
    buttons = Buttons(config.board, inbox.put, time.monotonic)
    ending.closes(buttons.close)
    buttons.watch()
    chime = _open_chime(config)
    ending.closes(chime.close)
    light = GpiozeroLight(config.led) if config.led else NoLight()
    ending.closes(light.close)
    tower_panel = _open_tower_panel(config, inbox)
    ending.closes(tower_panel.close)
    voice = EspeakVoice()
    ending.closes(voice.close)
    describe = partial(screen_error_text, bus=config.board.bus)
    picture = Picture(screen, time.monotonic(), describe)
    return Devices(picture, chime, light, tower_panel, voice, buttons)


def _open_chime(config: Config) -> Chime:
    if config.board.buzzer is None:
        return SilentChime()
    chime = GpiozeroChime(config.board.buzzer, click=config.click)
    chime.muted = config.mute
    return chime


def _open_tower_panel(config: Config, inbox: Inbox) -> Lamps:
    def connect() -> Lamps:
        from companion.box.panel.link import PanelLink, draw_host_id

        return PanelLink(inbox, draw_host_id(), time.monotonic, config.tower_panel)

    return NoLamps() if config.tower_panel == NO_PORT else LateLamps(connect)
