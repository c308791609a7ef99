"""Starts the tower panel. From the first line on, no byte on the wire can stop it."""

from micropython import kbd_intr

kbd_intr(-1)  # otherwise a Ctrl-C in noise would end the loop and leave the port to the prompt

from panel import run  # noqa: E402 - bytes may arrive while this is imported

run()
