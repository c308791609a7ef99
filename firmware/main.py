"""Starts the tower panel; nothing that comes over the wire may stop it, from the first line on."""

from micropython import kbd_intr

kbd_intr(-1)  # else a Ctrl-C in noise would end the loop, and the prompt have the port

from panel import run  # noqa: E402 - while it is being loaded the wire may say anything

run()
