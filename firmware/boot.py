"""Runs before `main.py`, and after a hard reset before USB starts: names the panel there.

Whatever fails here, `main.py` runs, and the panel works under MicroPython's own name.
"""

import os
import time

HARD_START_MS = 1000
"""The clock starts with a hard reset. Who makes a soft one at the prompt needs longer than this."""

if time.ticks_ms() < HARD_START_MS and "main.py" in os.listdir():  # type: ignore[operator] # an int
    try:
        from panel import start_named

        start_named()
    except Exception:  # noqa: BLE001 - main.py meets the same error, and shows it
        pass
