"""The check of the voice: that espeak-ng is there, and a sound card to hear it by."""

import re
from collections.abc import Iterator

from companion.devices.voice import PROGRAM
from companion.doctor.bench import Bench
from companion.doctor.findings import Check, Finding, Fine, Untried

GROUP = "audio"
VERSION = re.compile(r": (\S+)")


def voice(bench: Bench) -> Iterator[Finding]:
    """The voice can speak; a box without one lacks nothing."""
    ran = bench.machine.run(PROGRAM, "--version")
    if ran is None or ran.status:
        yield Finding(Check.VOICE, Untried.NO_ESPEAK)
        return
    found = VERSION.search(ran.output)
    values: dict[str, object] = {"version": found[1] if found else "?"}
    cards = list(bench.at("/dev/snd").glob("pcmC*p"))  # p: playback
    if not cards:
        yield Finding(Check.VOICE, Untried.NO_SOUND_CARD, values)
    elif not any(map(bench.machine.may_use, cards)):
        yield Finding(Check.VOICE, Untried.SOUND_DENIED, {**values, "group": GROUP})
    else:
        yield Finding(Check.VOICE, Fine.VOICE, values)
