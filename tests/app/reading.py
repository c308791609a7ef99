"""Reads a rig: what it asks, where the cursor stands, why it refuses, what it keeps."""

from companion.app.demo.rig import Rig
from companion.core.session import Session
from companion.games import replay_session
from companion.games.bologna.input.board import BoardPicker, CursorMode, MapEditor
from companion.games.bologna.input.cards import FacePicker
from companion.games.campanile.input.cards import CardPicker
from companion.games.campanile.input.towers import BetPicker, TowerPicker
from companion.games.capitol.input.board import FIELDS, PrefectureForm
from companion.games.capitol.input.building import BlockPicker, BoardViewer
from companion.games.capitol.input.numbers import BidPicker
from companion.text import Words
from companion.ui.input.box_pages import About, Legend, Peek
from companion.ui.input.choice import BoardSource, ChoicePicker, ListPicker
from companion.ui.input.entry import Doubt, Entry
from companion.ui.input.guide import EventPage, Guide, RankingPage
from companion.ui.input.history import Counting, GamePicker, Pages, PersonPicker
from companion.ui.input.menu import Confirm, Menu, Notice
from companion.ui.input.numbers import CountPicker
from companion.ui.input.people import NamePicker, SeatPicker
from companion.ui.input.phone_picture import PhonePicture
from companion.ui.input.story import StoryPages


def asked(entry: Entry) -> str:  # noqa: C901  a case for each kind of entry
    """What an entry asks, in a word or two: a record's key, or the page, doubt or notice."""
    match entry:
        case Menu(question=None):
            return entry.title
        case BetPicker(choosing_number=True):
            return "value"
        case ListPicker(question=question) if question:
            return f"{question.key} {len(entry.chosen) + 1}"
        case Menu(question=question) if question:
            return question.key
        case Confirm():
            return f"confirm {entry.key}"
        case Notice():
            return f"notice {entry.key}"
        case Doubt():
            return f"doubt {entry.objection.reason}"
        case Guide(page=EventPage(event) | RankingPage(event)):
            return f"page {event.kind.name}"
        case Guide():
            return f"page {type(entry.page).__name__}"
        case GamePicker():
            return "kept games"
        case PersonPicker():
            return "people"
        case StoryPages():
            return f"story {entry.page.topic}"
        case Pages():
            return f"leaf {type(entry.page).__name__}"
        case Peek() | About() | Legend() | Counting():
            return type(entry).__name__.lower()
        case PhonePicture():
            return "picture"
        case NamePicker():
            return "letters"
        case SeatPicker(question=question):
            seat = f"player {(question.seat or 0) + 1}"
            return f"{seat} name" if entry.choosing_name else seat
        case TowerPicker() if entry.question.key == "tower":
            return "floors" if entry.choosing_number else "tower"
        case CardPicker() if entry.below:
            return f"{entry.question.key} other"
        case BoardPicker():
            return entry.sign or f"{entry.action} {entry.mode.value}"
        case FacePicker(question=question):
            return f"{question.key} {len(entry.chosen) + 1}"
        case MapEditor(mode=CursorMode.KIND):
            return f"kind of {entry.at}"
        case MapEditor():
            return "map done" if entry.done else f"map {entry.mode.value}"
        case ChoicePicker(question=question):
            return entry.choice.key if entry.below else question.key
        case BoardSource(question=question):
            return question.key
    return asked_in_capitol(entry)


def asked_in_capitol(entry: Entry) -> str:
    """What an entry of Capitol asks."""
    match entry:
        case PrefectureForm():
            return f"prefecture {FIELDS[entry.field]}"
        case BlockPicker():
            return f"blocks {len(entry.laid) + 1}"
        case CountPicker(question=question):
            return f"{question.key} {entry.at + 1}"
    words = {BoardViewer: "look", BidPicker: "bid"}
    return words[type(entry)]


def pointed_at(entry: Entry) -> object:  # noqa: C901  a case for each kind of entry
    """Where the cursor stands."""
    match entry:
        case Menu():
            return entry.item.value
        case BetPicker():
            return entry.choice.value
        case TowerPicker():
            return entry.choice.value, entry.number
        case ChoicePicker():
            return entry.choice.value
        case SeatPicker():
            return entry.name, entry.colour
        case NamePicker():
            return entry.text, entry.key
        case BoardPicker():
            return entry.sign or tuple(map(str, entry.area))
        case FacePicker():
            return entry.at
        case BoardSource():
            return entry.choices[entry.at][0]
        case MapEditor():
            return entry.letter if entry.mode is CursorMode.KIND else tuple(map(str, entry.area))
        case PrefectureForm():
            return entry.answer.word
        case BlockPicker():
            return entry.place
        case BidPicker():
            return entry.number
        case CountPicker():
            return entry.counts
    raise AssertionError(entry)


def playing(rig: Rig) -> Session:
    """The game that is being played."""
    assert rig.session is not None
    return rig.session


def words_of(rig: Rig) -> Words:
    """The words on the screen: those of the game that is being played."""
    words = rig.host.view.words
    return words.of(rig.session.name) if rig.session is not None else words


def refusal(rig: Rig) -> str:
    """Why what was said last is refused, as the screen words it."""
    assert rig.entry.refused is not None, asked(rig.entry)
    question = getattr(rig.entry, "question", None)
    return words_of(rig).why(rig.entry.refused, question.key if question else "")


def kept(rig: Rig, number: int = 1) -> Session:
    """The game as the journal has it."""
    name = next(game.name for game in rig.journal.games() if game.number == number)
    return replay_session(name, rig.journal.answers(number))


def answered(rig: Rig, since: int = 0) -> list[str]:
    """What has been said since the first so many answers, as the record writes it."""
    return [f"{answer.key} {answer.word}" for answer in playing(rig).answers[since:]]
