"""The check of the voice: espeak-ng is installed, and there is a sound card that it may use."""

import re

from companion.app.doctor.examination import Examination
from companion.app.doctor.findings import Passed, Results, Skipped
from companion.box.devices.voice import PROGRAM

GROUP = "audio"
VERSION = re.compile(r": (\S+)")


def check_voice(exam: Examination) -> Results:
    """The voice can speak; it is optional, so nothing fails."""
    reply = exam.machine.run_command(PROGRAM, "--version")
    if reply is None or reply.status:
        yield Skipped.NO_ESPEAK, {}
        return
    found = VERSION.search(reply.output)
    version = found[1] if found else "?"
    cards = list(exam.path("/dev/snd").glob("pcmC*p"))  # p: playback
    if not cards:
        yield Skipped.NO_SOUND_CARD, {"version": version}
    elif not any(map(exam.machine.can_access, cards)):
        yield Skipped.SOUND_DENIED, {"version": version, "group": GROUP}
    else:
        yield Passed.VOICE, {"version": version}
