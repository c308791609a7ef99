"""Runs a part of a game so that its faults stay its own: what it raises, and how long it takes.

`run` makes one `GameFault` of whatever goes wrong; `attempt` reports that, once, and gives a
fallback. The time is kept by a signal, so it is limited in the main thread alone: there the box,
the commands and the phone page run games. Code in C that does not return can't be stopped: then
systemd's watchdog ends the process.
"""

from __future__ import annotations

import atexit
import logging
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from threading import get_ident, main_thread
from time import monotonic, thread_time
from traceback import clear_frames
from types import FrameType, TracebackType
from typing import Any, TypeVar

from companion.core import game_output
from companion.core.conversation import (
    Answer,
    CommonReason,
    Objection,
    ObjectTo,
    Refused,
    build_objection,
)

log = logging.getLogger(__name__)
"""A fault is a warning; its traceback is for DEBUG."""

T = TypeVar("T")

RULES = "rules"
"""The part that plays the game; where it fails, the game can't go on."""
OBJECTION = f"{RULES}.objection"
LIMIT = 2.0
"""Seconds that a part may take."""
REPLAY_LIMIT = 4.0
"""Seconds that all answers of a game may take."""
IMPORT_LIMIT = 6.0
"""Seconds that it may take to load a game; waiting for a slow card does not count."""
BUDGET, WINDOW = 8.0, 10.0
"""Seconds that may be lost at most, and within how many: less than the watchdog's interval."""
LEAST = 0.05
"""Seconds that a part gets in any case."""
AGAIN = 0.1
"""Seconds after which a part that goes on nevertheless is stopped again."""
LONGEST_REASON = 200
_PLACE = r" \([^()]*[/\\][^()]*\)$"
"""The file of a module, as an ImportError ends with it: longer than a line of the box."""
_OF_GENERATOR = re.compile(r"'generator'|is generator,")
_NO_GENERATOR = "'NoneType' object is not iterable"
_COMPANION = Path(__file__).parents[1]
_GAMES = str(_COMPANION / "games")
_LIBRARY = os.path.dirname(os.__file__)

strict = False
"""Whether faults are raised as they are, as tests of games want them."""


class TooLong(BaseException):
    """A part took too long; no `Exception`, so that no part catches it by mistake."""

    def __str__(self) -> str:
        return "it took too long"


class WrongResultError(TypeError):
    """A part gave something else than it has to."""


class GameFault(Refused):
    """A part of a game has failed; nothing has changed."""

    def __init__(self, game: str, part: str, error: BaseException | str) -> None:
        self.game = game
        self.part = part
        self.error = error if isinstance(error, BaseException) else None
        reason = error if isinstance(error, str) else describe_error(error)
        self.problem = f"{part}: {reason}"
        values = {"part": part, "problem": reason}
        super().__init__(Answer("game", game), build_objection(CommonReason.GAME_FAULT, **values))

    def __str__(self) -> str:
        return f"game {self.game}: {self.problem}"


_faults: dict[tuple[str, str], GameFault] = {}
_traced: set[tuple[str, str]] = set()
"""Parts whose traceback was logged."""
_stuck: dict[tuple[str, str], GameFault] = {}
"""Parts that took too long or all memory: these are not run again."""


def list_faults() -> tuple[GameFault, ...]:
    """The faults reported so far, the first of each part of a game."""
    return tuple(_faults.values())


def forget_faults() -> None:
    """Run all parts again, and report each fault anew."""
    _faults.clear()
    _traced.clear()
    _stuck.clear()
    _lost.clear()


def stop(game: str, part: str, fault: GameFault) -> None:
    """Don't run a part again; the fault may be that of another part."""
    _stuck[game, part] = fault


def is_stopped(game: str, part: str) -> bool:
    """Whether a part is not run again."""
    return (game, part) in _stuck


def report(fault: GameFault) -> None:
    """Log a fault in one line, once for each part."""
    if (key := (fault.game, fault.part)) not in _faults:
        _faults[key] = fault
        log.warning("%s", fault)


def run(
    game: str,
    part: str,
    call: Callable[..., T],
    *arguments: Any,
    limit: float | None = None,
    passes: tuple[type[BaseException], ...] = (GameFault,),
) -> T:
    """Call a part of a game; raises GameFault, and what ``passes``."""
    if _stuck and (known := _stuck.get((game, part))) is not None:
        raise known
    began, ended = monotonic(), False
    limit = LIMIT if limit is None else limit
    end = began + (_shorten(limit, began) if _lost else limit)
    try:
        try:
            if end < _alarm_at:
                _set_alarm(end)
            return call(*arguments)
        finally:
            ended = True  # noqa: F841  the signal reads it
            if limit > LIMIT:  # for an objection, which does not look when the alarm comes
                _set_alarm(min(_alarm_at, monotonic() + LIMIT))
            if _overdue is not None and _has_gone_on(sys._getframe()):
                raise TooLong
    except passes:
        raise
    except (Exception, SystemExit, TooLong) as error:
        if _is_no_fault(error):
            raise
        raise _note(game, part, error, began) from error


def guard_objections(game: str, find: ObjectTo) -> ObjectTo:
    """Make a function that calls ``find`` as `run` does, and refuses the answer where it fails.

    It looks at no clock, so it may take twice as long.
    """

    # bound as defaults, which take less time than a closure
    def find_objection(
        answer: Answer, game: str = game, part: str = OBJECTION, find: ObjectTo = find
    ) -> Objection | None:
        ended = False
        try:
            try:
                if _stuck:
                    found = run(game, part, find, answer)
                else:
                    if _alarm_at == inf:
                        _set_alarm(monotonic() + LIMIT)
                    found = find(answer)
            finally:
                ended = True  # noqa: F841  the signal reads it
                if _overdue is not None and _has_gone_on(sys._getframe()):
                    raise TooLong
            return found if found is None else check_objection(found)
        except GameFault as fault:
            report(fault)
            return fault.objection
        except (Exception, SystemExit, TooLong) as error:
            if _is_no_fault(error):
                raise
            noted = _note(game, part, error, monotonic() - 2 * LIMIT)
            report(noted)
            return noted.objection

    return find_objection


def check_objection(found: Any) -> Objection | None:
    """Judge an objection; None for none."""
    if found is not None and not (type(found) is Objection and isinstance(found.reason, str)):
        require(found, Objection, "the objection")
        require(found.reason, str, "the objection's reason")
    return found  # type: ignore[no-any-return]  # it was required above


def _find_parts(frame: FrameType | None) -> Iterator[FrameType]:
    """The calls of this module in which a part of a game runs now, the innermost first."""
    while frame is not None:
        if frame.f_code.co_filename == __file__ and frame.f_locals.get("ended") is False:
            yield frame
        frame = frame.f_back


def _is_running() -> bool:
    """Whether a part of a game runs now, in this thread."""
    return any(_find_parts(sys._getframe()))


def _find_caller() -> tuple[str, str, str, int]:
    """The game and the part that runs now, with the file and the line of its code."""
    frame: FrameType | None = sys._getframe()
    guarding = next(_find_parts(frame))
    known = guarding.f_locals
    while frame is not None and frame is not guarding:
        if _is_of_game(file := frame.f_code.co_filename):
            return known["game"], known["part"], file, frame.f_lineno
        frame = frame.f_back
    return known["game"], known["part"], "", 0


def _note_printed(text: str) -> None:
    """Log what a game has printed: its first line as a warning, the others for DEBUG."""
    line = game_output.PrintedLine(text, *_find_caller())
    write = log.warning if game_output.is_first_printed(line) else log.debug
    place = f"{os.path.basename(line.file)}:{line.number}"
    write("game %s prints: %s (%s)", line.game, text, place)


game_output.follow(_is_running, _note_printed)


def attempt(
    game: str,
    part: str,
    fallback: Callable[..., T],
    call: Callable[..., T],
    *arguments: Any,
    limit: float | None = None,
) -> T:
    """Call a part of a game; on a fault report it, and give what ``fallback`` gives."""
    try:
        return run(game, part, call, *arguments, limit=limit)
    except GameFault as fault:
        report(fault)
        return fallback(*arguments)


def require(value: Any, kind: type[T] | tuple[type[T], ...], what: str = "it") -> T:
    """The value, which must be of that kind; raises WrongResultError."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = " or ".join(each.__name__ for each in kinds)
        raise WrongResultError(f"{what} is {type(value).__name__}, not {wanted}")
    return value


# What is said of a fault ---------------------------------------------------------------------


def describe_error(error: BaseException) -> str:
    """One line: the kind of the error, what it says, and where the game has caused it."""
    place = _find_place(error.__traceback__)
    return word_error(error) + (f" ({place})" if place else "")


def word_error(error: BaseException) -> str:
    """The kind of the error and what it says, also where a generator or its `yield` is amiss."""
    said = " ".join(re.sub(_PLACE, "", str(error)).split())
    if len(said) > LONGEST_REASON:
        said = f"{said[:LONGEST_REASON]}…"
    gave_none = said == _NO_GENERATOR and not _find_place(error.__traceback__)
    if gave_none or _OF_GENERATOR.search(said):
        said += ": is `yield from` missing?"
    kind = "" if isinstance(error, TooLong | WrongResultError) else type(error).__name__
    return ": ".join(filter(None, (kind, said)))


def _find_place(traceback: TracebackType | None) -> str:
    """The last line of a game's own code that led to it."""
    place = ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if _is_of_game(file):
            place = f"{os.path.basename(file)}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return place


def _is_of_game(file: str) -> bool:
    if file.startswith(f"{_COMPANION}{os.sep}"):
        return os.path.dirname(file).startswith(f"{_GAMES}{os.sep}")
    return "-packages" in file or not file.startswith((_LIBRARY, "<"))


# Time ----------------------------------------------------------------------------------------

_ends: dict[FrameType, float] = {}
"""When the parts have to end that ran when the last signal came."""
_extended: set[FrameType] = set()
"""Those whose end was put off already, because something else was waited for."""
_overdue: FrameType | None = None
"""The one that was stopped last."""
_lost: list[tuple[float, float]] = []
"""When parts took too long, and how long."""
_alarm_at = inf
"""When the signal comes; it may come after the part has ended, and then means nothing."""
_alarm_set = (0.0, 0.0)
"""When the signal was ordered, by the clock and by the thread's own time."""


def _is_no_fault(error: BaseException) -> bool:
    """Whether what the caller's part raised goes on as it is."""
    of_another = isinstance(error, TooLong) and _overdue is not sys._getframe(1)
    return strict or of_another or isinstance(error, GameFault)


def _has_gone_on(frame: FrameType) -> bool:
    """Whether a part that was stopped has caught even that, as a bare `except` does."""
    return _overdue is frame and isinstance(sys.exception(), Exception | SystemExit | None)


def _note(game: str, part: str, error: BaseException, began: float) -> GameFault:
    global _overdue
    if _overdue is sys._getframe(1):
        _overdue = None
    fault = GameFault(game, part, error)
    if (game, part) not in _traced:
        _traced.add((game, part))
        log.debug("game %s: %s", game, part, exc_info=error)
    if isinstance(error, TooLong | MemoryError):
        clear_frames(error.__traceback__)  # they may hold much
        now = monotonic()
        _stuck[game, part] = fault
        _lost[:] = [(at, lost) for at, lost in _lost if now - at < WINDOW]
        _lost.append((now, now - began))
    return fault


def _shorten(limit: float, now: float) -> float:
    """The limit, shorter after others have taken too long."""
    lost = sum(lost for at, lost in _lost if now - at < WINDOW)
    return max(LEAST, min(limit, (BUDGET - lost) / 2))


def _set_alarm(at: float) -> None:
    global _alarm_at, _alarm_set
    if get_ident() != main_thread().ident:
        return
    if signal.getsignal(signal.SIGALRM) is not _on_alarm:
        signal.signal(signal.SIGALRM, _on_alarm)
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # nobody catches it then
    now = monotonic()
    _alarm_at, _alarm_set = at, (now, thread_time())
    signal.setitimer(signal.ITIMER_REAL, max(at - now, 0.001))


def _on_alarm(_signal: int, frame: FrameType | None) -> None:
    """Stop the part whose time is over, unless the time has gone to something else than it.

    An objection's time begins with the first signal that finds it running.
    """
    global _alarm_at, _ends, _overdue
    _alarm_at, now = inf, monotonic()
    ends = {each: each.f_locals.get("end", now + LIMIT) for each in _find_parts(frame)}
    _ends = ends = {each: _ends.get(each, end) for each, end in ends.items()}
    _extended.intersection_update(ends)
    if not ends:
        return
    first = min(ends, key=lambda each: ends[each])
    if now < ends[first]:
        _set_alarm(ends[first])
        return
    began, used = _alarm_set
    idle = (now - began) - (thread_time() - used)
    if first not in _extended and idle > (now - began) / 2:  # a slow card, a stopped process
        _ends = {each: end + idle for each, end in ends.items()}
        _extended.update(ends)
        _set_alarm(min(_ends.values()))
        return
    _set_alarm(now + AGAIN)
    _overdue = first
    raise TooLong
