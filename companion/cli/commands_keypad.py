"""The command `keypad`: the sheet of a number pad, and the pads at this machine."""

from __future__ import annotations

from argparse import Namespace

from companion.box.panel.input_devices import KernelDevices
from companion.cli.complaints import OK, complain
from companion.text import Words
from companion.ui.keypad_sheet import draw_sheet


def show_keypads(options: Namespace, words: Words) -> int:
    """Write the sheet of a number pad; without a file say which pads are at this machine."""
    if options.language:
        words = Words(options.language)
    if options.sheet is None:
        names = [each.name for each in KernelDevices().find(None)] or [words.say("value.none")]
        print(words.say("sheet.there", names=", ".join(names)))
        return OK
    try:
        options.sheet.write_text(draw_sheet(words), "utf-8")
    except OSError as error:
        return complain(words.say("cli.not-written", path=options.sheet, why=error.strerror))
    print(words.say("sheet.written", file=options.sheet))
    return OK
