"""The command `play`.

Late, as the first picture waits for this: `link`, `settings`, `shared` for an error.
"""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from companion.app import CannotPlay
from companion.app.play import play
from companion.box.devices.errors import DeviceMissingError
from companion.cli.complaints import OK, complain
from companion.text import Words

if TYPE_CHECKING:
    from companion.box.config import Config
    from companion.box.devices.buses import FindScreen


def run_play(options: Namespace, words: Words) -> int:
    """Play until the end."""
    if options.tower_panel:
        from companion.box.panel.link import may_be_serial_port

        if not may_be_serial_port(options.tower_panel):
            return complain(words.say("cli.no-port", port=options.tower_panel))
    try:
        play(partial(_settings, options), words, virtual=options.virtual)
    except (DeviceMissingError, CannotPlay) as error:
        from companion.cli.shared import refuse_to_play

        return refuse_to_play(error)
    return OK


def _settings(options: Namespace, find: FindScreen | None) -> Config:
    from companion.cli.settings import read_settings_to_play

    return read_settings_to_play(options, find)
