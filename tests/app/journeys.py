"""A journey is a list of steps: what is asked, and the presses it is answered with.

Here is what reads and walks them, on a `Rig`: mock pins, a fake panel, a clock of its own.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, count
from pathlib import Path

import pytest

from companion.app.demo.rig import A_GLANCE, Rig, route, steps_to_new_game
from companion.app.loop import App
from companion.app.strokes import stroke_bounds
from companion.box.devices.keyboard import TAP
from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.core.record import decode_record
from companion.core.session import Session
from companion.games import load_plugin, read_record
from companion.store.unnamed import show_names
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide, Winner
from companion.ui.input.menu import Menu
from tests import depth
from tests.app.reading import asked, kept, playing
from tests.buttons import BACK, MENU, OK

TWO_BOARDS = ("bonnet", "four-buttons")
"""A stick, and four buttons: the two ways to point."""
EITHER_BOARD = pytest.mark.parametrize("board", TWO_BOARDS)

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
_PLAYER = re.compile(r'^player (?:"[^"]*"|\S+)  colour (\w+)$', re.MULTILINE)


def go_home(rig: Rig) -> None:
    """From anything that is asked to the home menu, by the box's own."""
    rig.press(MENU)
    rig.choose("box", "home")


def journey(rig: Rig, *steps: tuple[str | Press, ...]) -> None:
    """Walk the steps: each names what must be asked, then the presses to answer it with."""
    for number, (question, *presses) in enumerate(steps, 1):
        now = asked(rig.entry)
        assert now == question, f"step {number}: {now} is asked, not {question}"
        for press in presses:
            assert isinstance(press, Press)
            rig.press(press)


def back(rig: Rig) -> bool:
    """Press BACK, and OK where it is asked whether that is meant; whether it was."""
    rig.press(BACK)
    if asked(rig.entry) != "confirm undo":
        return False
    rig.press(OK)
    return True


def ends_or_scores(rig: Rig, stroke: Sequence[Answer]) -> bool:
    """Whether the game being played would end or be scored by the stroke."""
    assert rig.session is not None
    ends = load_plugin(rig.session.name).input.ends_or_scores
    return ends is not None and ends(rig.session.table, stroke)


@contextmanager
def drawn_at_the_end(rig: Rig) -> Iterator[None]:
    """In `make test`, draw no picture before the end of the block; `make soak` draws each."""
    if depth.is_soak():
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "draw", lambda _app: None)
        yield
    rig.app.draw()


def say(rig: Rig, wanted: list[Answer]) -> None:
    """Say what the shortest presses say; in `make test` without the pins and what watches them."""
    if depth.is_soak():
        rig.say(wanted)
        return
    host, app = rig.host, rig.app
    *moves, last = route(host.entry, wanted, rig._presses)
    for press in moves:
        step = host.entry.press(press)
        assert isinstance(step, Entry)
        host.entry = step
    rig.seconds += (len(moves) + 1) * (A_GLANCE + 2 * TAP)
    app.picture.burn_in.wake(rig.seconds)
    app._play(host.press(last), rig.seconds)
    app.pump()


def stands(rig: Rig, record: Session, *, by_pins: bool = False) -> Iterator[None]:
    """Say the rest of a record, from wherever in it the rig stands, through every page.

    Yields each time that something is asked or shown, last at the winner or the record's end.
    ``by_pins`` each press is one at its pin in `make test`, too.
    """
    while True:
        yield
        if isinstance(rig.entry, Guide):
            if isinstance(rig.entry.page, Winner):
                return
            with drawn_at_the_end(rig):
                rig.press(OK)
            continue
        done = [] if rig.session is None else rig.session.answers
        assert done == record.answers[: len(done)]
        if len(done) == len(record.answers):
            return
        with drawn_at_the_end(rig):
            wanted = record.answers[len(done) :]
            rig.say(wanted) if by_pins else say(rig, wanted)


def play_on(rig: Rig, record: Session, *, by_pins: bool = False) -> None:
    """Say the rest of a record to the winner or its end, whatever is asked."""
    with drawn_at_the_end(rig):
        for _ in stands(rig, record, by_pins=by_pins):
            pass
    assert rig.session is not None
    assert rig.session.result == record.result


def new_game(rig: Rig, record: Session) -> None:
    """From home to the first player's seat."""
    with drawn_at_the_end(rig):
        for menu, item in steps_to_new_game(record):
            rig.choose(menu, item)


def open_setup(rig: Rig, *players: Press) -> None:
    """From home to the first seat of the game that is pointed at, OK said to what is likely."""
    journey(rig, ("home", OK), ("game", OK), ("players", *players, OK))


A_MOVE = 1.0
"""Seconds from one answer of a resumed game to the next."""


def resumed(rig: Rig, record: Session) -> Session:
    """Resume a game that the journal has kept, as if it had been played here."""
    record = show_names(record, rig.host.words)
    number = rig.journal.begin(record.name, len(record.table.players), rig._now())
    pairs = [(answer.key, answer.word) for answer in record.answers]
    while pairs:
        stroke = 2 if [key for key, _ in pairs[:2]] == ["player", "colour"] else 1
        rig.seconds += A_MOVE
        rig.journal.append(number, pairs[:stroke], rig._now())
        del pairs[:stroke]
    rig.app.picture.burn_in.wake(rig.seconds)
    go_home(rig)
    resume(rig)
    assert playing(rig).answers == record.answers
    return record


def resume(rig: Rig) -> None:
    """Go on with the game that is kept: from home, or at its pages that nobody has read."""
    if not isinstance(rig.entry, Menu):
        return
    items = [each.word for each in rig.entry.items]
    rig.choose("home", next(each for each in items if each.startswith(("resume", "result"))))


def begin(rig: Rig, text: str) -> Session:
    """A game as far as a record tells, resumed from home."""
    return resumed(rig, read_record(text))


@cache
def stored(name: str, *names: str) -> Session:
    """A stored game whose players are called ``names``, the others by their seats.

    So everybody's name is one that the device can offer or spell. Nobody changes the session.
    """
    given = chain(names, (f"Player {number}" for number in count(len(names) + 1)))

    def player(match: re.Match[str]) -> str:
        return f'player "{next(given)}"  colour {match[1]}'

    text = decode_record((PLAYTHROUGHS / f"{name}.game").read_bytes())
    return read_record(_PLAYER.sub(player, text))


def cut(record: Session, answers: int) -> Session:
    """A game of the first answers of a record."""
    begun = Session(record.rules)
    begun.replay(record.answers[:answers])
    return begun


def begun_in_short(record: Session) -> Session:
    """The record; in `make test` its beginning alone, for what is done at each answer."""
    few = [at for at in stroke_bounds(record) if at <= A_FEW_TURNS]
    return record if depth.is_soak() else cut(record, few[-1])


A_FEW_TURNS = 45
"""Answers of a setup and some turns."""


def to_the_winner(rig: Rig, record: Session) -> None:
    """Press on to the winner's page, and from there home."""
    play_on(rig, record, by_pins=True)
    assert isinstance(rig.entry, Guide)
    assert isinstance(rig.entry.page, Winner)
    winners = [record.table.players[seat].name for seat in rig.entry.page.event.seats]
    assert winners == record.result["winners"]
    assert kept(rig).result == record.result
    journey(rig, ("page Winner", OK), ("home",))
