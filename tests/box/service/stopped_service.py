"""The companion with its real buttons on a stand-in for lgpio, for a test that stops it."""

import os
import sys
from pathlib import Path

from companion import cli
from companion.box.devices import buses, oled
from tests.box.service.virtual_service import find_recording_oled, open_recording_oled
from tests.fakes.lgpio import use_lgpio

if __name__ == "__main__":
    oled.open_oled = open_recording_oled  # type: ignore[assignment]  # as in `virtual_service`
    buses.find_screen = find_recording_oled  # type: ignore[assignment]  # as there
    use_lgpio(Path(os.environ["RUNTIME_DIRECTORY"]))
    sys.exit(cli.main(["play"]))
