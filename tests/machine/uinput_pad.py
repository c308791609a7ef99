"""Runs inside the virtual machine: a number pad made by the real kernel's uinput, and its reader.

``type SEED COUNT FILE`` plugs a pad in, types that many keys, pulls it out half-way and plugs it in
again, and prints what else could hear them. FILE is where ``read`` writes, which the reader does as
the service's user: what it hears, a press a line.
"""

import fcntl
import os
import struct
import sys
import time
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TypeVar

from companion.box.panel.input_devices import EV_KEY, EV_LED, EV_SYN, EVENT, KernelDevices
from companion.box.panel.keypad import Keypads
from companion.core.interfaces import Inbox, KeyPress, Press
from companion.core.keypad import KEYPAD

Found = TypeVar("Found")
NAME = "Test Pad"
EV_REP = 0x14
SET_EVENT, SET_KEY, SET_LED = 0x40045564, 0x40045565, 0x40045569
SETUP, CREATE, DESTROY = 0x405C5503, 0x5501, 0x5502
USB = 3
PRESSES = {key.codes[0]: key.press for key in KEYPAD}
HELD, APART = 0.03, 0.02
"""Seconds for which a key is held at least, and from one to the next."""


class Pad:
    """A number pad at USB, as the kernel sees it; its node can be read by anybody who may."""

    def __init__(self) -> None:
        self._uinput = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_LED, EV_REP):
            fcntl.ioctl(self._uinput, SET_EVENT, kind)
        for code in PRESSES:
            fcntl.ioctl(self._uinput, SET_KEY, code)
        fcntl.ioctl(self._uinput, SET_LED, 0)
        fcntl.ioctl(self._uinput, SETUP, struct.pack("HHHH80sI", USB, 1, 1, 1, NAME.encode(), 0))
        fcntl.ioctl(self._uinput, CREATE)
        self.node = wait_for(lambda: next(iter(KernelDevices().find(NAME)), None)).path
        self.other = os.open(self.node, os.O_RDONLY | os.O_NONBLOCK)

    def move(self, code: int, value: int) -> None:
        for kind, each, number in ((EV_KEY, code, value), (EV_SYN, 0, 0)):
            os.write(self._uinput, EVENT.pack(0, 0, kind, each, number))

    def tap(self, code: int, held: float = HELD) -> None:
        self.move(code, 1)
        time.sleep(held)
        self.move(code, 0)
        time.sleep(APART)

    def heard_by_others(self) -> int:
        """How many moves of keys another program has heard, which has not grabbed the pad."""
        try:
            data = os.read(self.other, 1 << 16)
        except BlockingIOError:
            return 0
        return sum(each[2] == EV_KEY for each in EVENT.iter_unpack(data))

    def pull_out(self) -> None:
        os.close(self.other)
        fcntl.ioctl(self._uinput, DESTROY)
        os.close(self._uinput)


def wait_for(find: Callable[[], Found | None], seconds: float = 120.0) -> Found:
    """Return what ``find`` returns once it is true."""
    until = time.monotonic() + seconds
    while not (found := find()):
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.05)
    return found


def read() -> None:
    """Print what is heard until the process is ended."""
    inbox: Inbox = SimpleQueue()
    keypads = Keypads(inbox, time.monotonic)
    keypads.start()
    while True:
        event = inbox.get()
        for news in keypads.take_news():
            print("news", news.status.value, flush=True)
        assert isinstance(event, KeyPress)
        if event.press is not Press.RELEASED:
            print(event.press.value, flush=True)


def plug_in(heard: Path, times: int) -> Pad:
    """Plug the pad in, and wait until the reader has found it."""
    pad = Pad()
    wait_for(lambda: heard.read_text().count("news found") == times)
    return pad


def type_keys(seed: int, count: int, heard: Path) -> None:
    """Type, and compare what was heard; prints what is wrong."""
    random, wanted, others = Random(seed), list[str](), 0
    pad = plug_in(heard, 1)
    owner = Path(pad.node).owner()
    mode = os.stat(pad.node).st_mode & 0o777
    for number in range(count):
        if number == count // 2:
            pad.move(96, 1)  # Enter is held as it is pulled out
            wanted.append("ok")
            wait_for(lambda: len(list_presses(heard)) >= len(wanted))
            others += pad.heard_by_others()
            pad.pull_out()
            wait_for(lambda: "news lost" in heard.read_text())
            pad = plug_in(heard, 2)
        code = random.choice([*PRESSES])
        pad.tap(code, 2.0 if number % 250 == 100 else HELD)  # some are held for long
        press = PRESSES[code]
        if press is not None:
            wanted.append(press.value)
    wait_for(lambda: len(list_presses(heard)) >= len(wanted))
    time.sleep(2)
    others += pad.heard_by_others()
    pad.pull_out()
    pairs = enumerate(zip_longest(list_presses(heard), wanted))
    wrong = next((f"{at}: {one} for {other}" for at, (one, other) in pairs if one != other), "none")
    print(f"heard {len(wanted)}, wrong: {wrong}; by others: {others}; {owner} {mode:o}")


def list_presses(heard: Path) -> list[str]:
    return [line for line in heard.read_text().splitlines() if not line.startswith("news")]


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read()
    else:
        type_keys(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
