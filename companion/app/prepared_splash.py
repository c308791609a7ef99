"""Prepares the splash of the next power-on, for `early_splash`.

The service does so whenever it starts, and the installer before the first start:
``python -m companion.app.prepared_splash FOLDER``.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.box.config import Config

SPLASH = Path(__file__).with_name("splash.frame")
HALF_TURN = 180


def prepare_splash(config: Config, folder: Path) -> None:
    """Bring the splash file in ``folder`` up to date with the settings; raises OSError."""
    from companion.box.config import SYSTEM  # `play` imports this file before it shows the splash
    from companion.box.devices.splash_file import save_splash  # as above

    save_splash(
        folder,
        (config.path or SYSTEM).absolute(),
        config.board,
        SPLASH.read_bytes(),
        rotated=config.rotate == HALF_TURN,
        contrast=config.contrast,
    )


def main() -> None:
    """Prepare the splash by the machine's settings; raises ConfigError and OSError."""
    from companion.app.found_settings import load_found  # as above
    from companion.box.config import SYSTEM, load_config  # as above
    from companion.games import BOARD_FILE_KEYS  # as above

    load = partial(load_config, SYSTEM, {}, board_files=BOARD_FILE_KEYS)
    config = load_found(lambda find: load(find_screen=find))
    prepare_splash(config, Path(sys.argv[1]))


if __name__ == "__main__":
    main()
