"""Runs a scenario under strace, and reads the system calls that change files."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

ROOT = Path(__file__).parents[3]
CALLS = (
    "openat,open,creat,close,dup,dup2,dup3,lseek,write,pwrite64,writev,pwritev,pwritev2,ftruncate,"
    "truncate,fallocate,copy_file_range,sendfile,fsync,fdatasync,sync_file_range,rename,renameat,"
    "renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir"
)
LONGEST = 1 << 20
"""The bytes of a string that strace prints at most."""
WATCHED = ",".join(f"?{name}" for name in CALLS.split(","))  # not every machine has each of them
STRACE = ("strace", "-f", "-xx", "-s", str(LONGEST), "-e", f"trace={WATCHED}", "-e", "signal=none")
_LINE = re.compile(r"(\d+) +(.*)")
_WHOLE = re.compile(r"(\w+)\((.*)\) += (-?\d+|\?)(.*)")
_BEGUN = re.compile(r"\w+\((.*) <unfinished \.\.\.>")
_RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)(.*)")


class Call(NamedTuple):
    """A system call; it began as the call number ``began`` of all, by process ``pid``."""

    began: int
    pid: int
    name: str
    arguments: Sequence[str]
    result: int
    injected: bool = False

    @property
    def failed(self) -> bool:
        """Whether it returned an error."""
        return self.result < 0

    @property
    def promises(self) -> bool:
        """Whether it is a promise: no other output goes by this call."""
        return self.name == "writev" and self.arguments[0] == "1"

    def data(self, at: int) -> bytes:
        """The bytes that argument ``at`` points to."""
        return bytes.fromhex(self.arguments[at].strip('"').replace("\\x", ""))

    def path(self, at: int) -> str:
        """The path that argument ``at`` names, with no ``..`` in it."""
        return os.path.normpath(os.fsdecode(self.data(at)))


class ScenarioFailed(Exception):
    """The traced process ended with an error, which is the argument."""


def missing_strace() -> str:
    """Why nothing can be traced on this machine; "" if it can."""
    if shutil.which("strace") is None:
        return "strace is missing"
    tried = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, text=True)
    return f"strace does not work here: {tried.stderr.strip()}" if tried.returncode else ""


class Tracer:
    """Traces scenarios, each in a child of one process that has loaded the companion."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TZ": "UTC"}
        self._actor = subprocess.Popen(
            [sys.executable, "-m", "tests.store.crash.actor"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._actor.communicate()

    def trace(
        self, scenario: str, folder: Path, *, plant: str = "", inject: str = ""
    ) -> list[Call]:
        """Run a scenario in ``folder``, with a planted bug or calls that fail; returns its calls.

        ``inject`` is strace's expression. Raises ScenarioFailed.
        """
        log, errors = (folder.with_name(f"{folder.name}.{kind}") for kind in ("strace", "errors"))
        self._send(json.dumps([scenario, str(folder), plant, str(errors)]))
        command = [*STRACE, "-o", str(log), "-p", self._receive()]
        command += ["-e", f"inject={inject}"] if inject else []
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr is not None
            attached = strace.stderr.readline()
            self._send("go")
            status = self._receive()
            attached += strace.stderr.read()
        if status != "0" or strace.returncode:
            raise ScenarioFailed(f"{scenario} {plant} {inject}\n{attached}{errors.read_text()}")
        with log.open(encoding="ascii") as lines:
            return list(parse(lines))

    def _send(self, line: str) -> None:
        assert self._actor.stdin is not None
        print(line, file=self._actor.stdin, flush=True)

    def _receive(self) -> str:
        assert self._actor.stdout is not None
        return self._actor.stdout.readline().strip()


def parse(lines: Iterable[str]) -> Iterable[Call]:
    """Read strace's lines; a call that another process interrupts counts when it ends."""
    begun: dict[int, tuple[int, str]] = {}
    for number, line in enumerate(lines):
        found = _LINE.match(line)
        assert found, line
        pid, text = int(found[1]), found[2]
        if first := _BEGUN.fullmatch(text):
            begun[pid] = number, first[1]
        elif rest := _RESUMED.fullmatch(text):
            began, arguments = begun.pop(pid)
            yield _call(began, pid, rest[1], arguments + rest[2], rest[3], rest[4])
        elif whole := _WHOLE.fullmatch(text):
            yield _call(number, pid, whole[1], whole[2], whole[3], whole[4])


def _call(began: int, pid: int, name: str, arguments: str, result: str, rest: str) -> Call:
    number = -1 if result == "?" else int(result)
    split = [each.strip() for each in arguments.split(", ")]
    return Call(began, pid, name, split, number, "(INJECTED)" in rest)
