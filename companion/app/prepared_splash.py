"""Prepares the splash of the next power-on, for `early_splash`.

The service does so whenever it starts, and the installer before the first start:
``python -m companion.app.prepared_splash FOLDER``.
"""

import sys
from functools import partial
from pathlib import Path

from companion.app import HALF_TURN, SPLASH
from companion.app.real_screen import load_found
from companion.box.config import SYSTEM, Config, load_config
from companion.box.devices.splash_file import save_splash
from companion.games import BOARD_FILE_KEYS


def prepare_splash(config: Config, folder: Path) -> None:
    """Bring the splash file in ``folder`` up to date with the settings; raises OSError."""
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
    load = partial(load_config, SYSTEM, {}, board_files=BOARD_FILE_KEYS)
    config = load_found(lambda find: load(find_screen=find))
    prepare_splash(config, Path(sys.argv[1]))


if __name__ == "__main__":
    main()
