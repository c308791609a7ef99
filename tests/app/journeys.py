"""A journey is a list of steps: what is asked, and the presses it is answered with.

Here is what reads and walks them, on a `Rig`: mock pins, a fake panel, a clock of its own.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.demo import Rig, steps_to_new_game
from companion.app.loop import App
from companion.core.record import decode_record
from companion.core.session import Session
from companion.games import read_record, replay_session
from companion.games.bologna.input.board import BoardPicker
from companion.games.bologna.input.board_map import MapEditor, MapSourcePicker
from companion.games.bologna.input.cards import AnswerPicker, FacePicker
from companion.games.bologna.input.cursor import CursorMode
from companion.games.campanile.input.cards import CardPicker, ListPicker
from companion.games.campanile.input.towers import BetPicker, TowerChoice, TowerPicker
from companion.games.capitol.input.board import FIELDS, BoardOffer, PrefectureForm
from companion.games.capitol.input.building import BlockPicker, PlayPicker, RoofPicker
from companion.games.capitol.input.numbers import BidPicker, CountPicker
from companion.games.capitol.input.sites import BoardViewer, HousePicker, SitePicker
from companion.input.box_pages import About, Peek
from companion.input.entry import Doubt, Entry
from companion.input.guide import Guide, Winner
from companion.input.history import Counting, GamePicker, Pages, PersonPicker
from companion.input.menu import Confirm, Menu, Notice
from companion.input.people import NamePicker, SeatPicker
from companion.interfaces import Press
from companion.text import Words
from tests import depth
from tests.buttons import MENU, OK

TWO_BOARDS = ("bonnet", "four-buttons")
"""A stick, and four buttons: the two ways to point."""
EITHER_BOARD = pytest.mark.parametrize("board", TWO_BOARDS)

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
_PLAYER = re.compile(r'^player (?:"[^"]*"|\S+)  colour (\w+)$', re.MULTILINE)


def go_home(rig: Rig) -> None:
    """From anything that is asked to the home menu, by the box's own."""
    rig.press(MENU)
    rig.choose("box", "home")


def asked(entry: Entry) -> str:  # noqa: C901  a case for each kind of entry
    """What an entry asks, in a word or two: a record's key, or the page, doubt or notice."""
    match entry:
        case Menu(question=None):
            return entry.title
        case BetPicker(choosing_value=True):
            return "value"
        case Menu(question=question) | TowerChoice(question=question) if question:
            return question.key
        case Confirm():
            return f"confirm {entry.key}"
        case Notice():
            return f"notice {entry.key}"
        case Doubt():
            return f"doubt {entry.objection.reason}"
        case Guide():
            return f"page {type(entry.page).__name__}"
        case GamePicker():
            return "kept games"
        case PersonPicker():
            return "people"
        case Pages():
            return f"leaf {type(entry.page).__name__}"
        case Peek() | About() | Counting():
            return type(entry).__name__.lower()
        case NamePicker():
            return "letters"
        case SeatPicker(question=question):
            seat = f"player {(question.seat or 0) + 1}"
            return f"{seat} name" if entry.choosing_name else seat
        case TowerPicker():
            return "floors" if entry.choosing_floors else "tower"
        case ListPicker():
            return f"{entry.question.key} {len(entry.chosen) + 1}"
        case CardPicker():
            return f"{entry.question.key} other" if entry.below else entry.question.key
        case BoardPicker():
            return entry.sign or f"{entry.action} {entry.mode.value}"
        case FacePicker(question=question):
            return f"{question.key} {len(entry.chosen) + 1}"
        case MapEditor(mode=CursorMode.KIND):
            return f"kind of {entry.at}"
        case MapEditor():
            return "map done" if entry.done else f"map {entry.mode.value}"
        case AnswerPicker(question=question) | MapSourcePicker(question=question):
            return question.key
    return asked_in_capitol(entry)


def asked_in_capitol(entry: Entry) -> str:
    """What an entry of Capitol asks."""
    match entry:
        case BoardOffer():
            return "board"
        case PrefectureForm():
            return f"prefecture {FIELDS[entry.field]}"
        case PlayPicker():
            return "blank" if entry.blank else "play"
        case BlockPicker():
            return f"blocks {len(entry.laid) + 1}"
        case SitePicker():
            return entry.key
        case CountPicker(question=question):
            return f"{question.key} {entry.at + 1}"
    words = {RoofPicker: "roof", HousePicker: "house", BoardViewer: "look", BidPicker: "bid"}
    return words[type(entry)]


def pointed_at(entry: Entry) -> object:  # noqa: C901  a case for each kind of entry
    """Where the cursor stands."""
    match entry:
        case Menu():
            return entry.item.value
        case TowerPicker():
            return entry.style, entry.floors
        case TowerChoice():
            return entry.choice.value
        case CardPicker():
            return entry.card
        case ListPicker():
            return entry.item
        case SeatPicker():
            return entry.name, entry.colour
        case NamePicker():
            return entry.text, entry.key
        case BoardPicker():
            return entry.sign or tuple(map(str, entry.area))
        case FacePicker():
            return entry.at
        case AnswerPicker():
            return entry.choice.value
        case MapSourcePicker():
            return entry.choices[entry.at][0]
        case MapEditor():
            return entry.letter if entry.mode is CursorMode.KIND else tuple(map(str, entry.area))
        case PrefectureForm():
            return entry.answer.word
        case PlayPicker():
            return entry.choice
        case BlockPicker():
            return entry.place
        case RoofPicker() | HousePicker():
            return entry.house.word
        case SitePicker():
            return entry.there.name
        case BidPicker():
            return entry.bid
        case CountPicker():
            return entry.counts
    raise AssertionError(entry)


def journey(rig: Rig, *steps: tuple[str | Press, ...]) -> None:
    """Walk the steps: each names what must be asked, then the presses to answer it with."""
    for number, (question, *presses) in enumerate(steps, 1):
        now = asked(rig.entry)
        assert now == question, f"step {number}: {now} is asked, not {question}"
        for press in presses:
            assert isinstance(press, Press)
            rig.press(press)


@contextmanager
def drawn_at_the_end(rig: Rig) -> Iterator[None]:
    """In `make test`, draw no picture before the end of the block; `make soak` draws each."""
    if depth.SOAK:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "draw", lambda _app: None)
        yield
    rig.app.draw()


def stands(rig: Rig, record: Session) -> Iterator[None]:
    """Press the rest of a record, from wherever in it the rig stands, through every page.

    Yields each time that something is asked or shown, last at the winner or the record's end.
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
            rig.say(record.answers[len(done) :])


def play_on(rig: Rig, record: Session) -> None:
    """Press the rest of a record to the winner or its end, whatever is asked."""
    for _ in stands(rig, record):
        pass
    assert rig.session is not None
    assert rig.session.result == record.result


def new_game(rig: Rig, record: Session) -> None:
    """From home to the first player's seat."""
    with drawn_at_the_end(rig):
        for menu, item in steps_to_new_game(record):
            rig.choose(menu, item)


def begin(rig: Rig, text: str) -> Session:
    """A new game, played as far as a record tells."""
    record = read_record(text)
    new_game(rig, record)
    play_on(rig, record)
    return record


def words_of(rig: Rig) -> Words:
    """The words on the screen: those of the game that is being played."""
    words = rig.host.view.words
    return words.of(rig.session.name) if rig.session is not None else words


def refusal(rig: Rig) -> str:
    """Why what was said last is refused, as the screen words it."""
    assert rig.entry.refused is not None, asked(rig.entry)
    question = getattr(rig.entry, "question", None)
    return words_of(rig).why(rig.entry.refused, question.key if question else "")


def stored(name: str, *names: str) -> Session:
    """A stored game whose players are called ``names``, the others by their colours' names.

    So everybody's name is one that the device can offer or spell.
    """
    given = iter(names)

    def player(match: re.Match[str]) -> str:
        return f'player "{next(given, match[1].title())}"  colour {match[1]}'

    text = decode_record((PLAYTHROUGHS / f"{name}.game").read_bytes())
    return read_record(_PLAYER.sub(player, text))


def kept(rig: Rig, number: int = 1) -> Session:
    """The game as the journal has it."""
    name = next(game.name for game in rig.journal.games() if game.number == number)
    return replay_session(name, rig.journal.answers(number))
