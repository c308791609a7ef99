"""The lines of the table's socket as typed messages (docs/table-api.md).

Both ends use it: the box reads lines with `read_message` and writes with `encode_line`, a client
writes with `encode_message`. Reading is strict, because anything may stand at the other end:
whatever is not exactly a message raises `BadMessage` and nothing else.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from companion.box.service.folders import runtime_folder
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.outlets.strict_json import (
    MAX_WHOLE,
    TEXT,
    BadInput,
    Fields,
    NoJsonError,
    is_whole,
    load_fields,
    refuse,
)

VERSION = 2
MAX_LINE = 4096
"""Bytes of a line to the box, its end included."""
LONGEST_LINE = 4 * 1024 * 1024
"""Bytes of a line from the box; a long evening's statistics fit."""
MOST_RESULTS = 12
"""So many results a table tells, and so many games that are not over."""
MAX_PORT = 65535
MAX_ITEMS = 64
"""Items of a list answer."""

KEY = re.compile(TEXT + "{1,64}")
WORD = re.compile(TEXT + "{0,64}")
ITEM = re.compile(r"[^,\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,64}")
"""A word in a list, which a record joins by commas."""
NAME = re.compile(TEXT + "{1,12}")
"""As long as the name of a player; the box judges its signs."""
CODE = re.compile(r"[0-9A-Za-z]{1,16}")
SECRET = re.compile(r"[!-~]{0,128}")
"""ASCII, so that it can be compared in constant time; empty for a phone that is not paired."""

SOCKET_NAME = "table.socket"


class MessageFault(StrEnum):
    """Why a line or a connection is not accepted."""

    NOT_JSON = "not-json"
    NOT_A_MESSAGE = "not-a-message"
    TOO_LONG = "too-long"
    OTHER_VERSION = "other-version"
    NO_GREETING = "no-greeting"
    TOO_MANY = "too-many"
    CLOSED = "closed"
    """Only readers may come in."""
    READS_ONLY = "reads-only"


class BadMessage(BadInput):
    """A line is no message; ``id`` is its id, as far as it has one."""

    def __init__(self, reason: MessageFault, text: str, id: int | None = None) -> None:  # noqa: A002 - the protocol's word
        super().__init__(text)
        self.reason = reason
        self.id = id

    def describe(self) -> dict[str, object]:
        """Return the error that the sender gets."""
        return {"id": self.id, "error": {"reason": self.reason.value, "text": str(self)}}


@dataclass(frozen=True, slots=True)
class Greeting:
    """The first message of a client."""

    language: str = ""
    """Of the words that it wants; empty for the box's own."""
    port: int | None = None
    """Where phones find its web server."""
    reader: bool = False
    """Whether it never presses or pairs: then it may come in while phones may not."""


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """An answer to what is open."""

    id: int
    key: str
    value: str | int | tuple[str, ...]
    asked: int
    """The number of what was open when it was sent."""
    secret: str = field(repr=False)
    pressed: int | None = None
    """When, in milliseconds of this machine's monotonic clock; None where nobody knows."""


@dataclass(frozen=True, slots=True)
class PressMessage:
    """A press of OK or BACK."""

    id: int
    press: Press
    asked: int
    secret: str = field(repr=False)
    pressed: int | None = None


@dataclass(frozen=True, slots=True)
class UndoMessage:
    """Takes the last stroke back."""

    id: int
    asked: int
    secret: str = field(repr=False)
    pressed: int | None = None


@dataclass(frozen=True, slots=True)
class PairMessage:
    """The code that the box shows, and whose phone has read it."""

    id: int
    code: str = field(repr=False)
    name: str


@dataclass(frozen=True, slots=True)
class PhoneMessage:
    """Asks whose phone has this secret."""

    id: int
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class LeaveMessage:
    """Pairs the phone with this secret no longer, as its own page asks."""

    id: int
    secret: str = field(repr=False)


class Topic(StrEnum):
    """What a client may ask for."""

    GAMES = "games"
    GAME = "game"
    PLAYERS = "players"
    EVENTS = "events"
    RESULTS = "results"


@dataclass(frozen=True, slots=True)
class GetMessage:
    """Asks for saved games, one of them by its number, the players' figures, events or results."""

    id: int
    what: Topic
    number: int | None = None


Request = (
    AnswerMessage
    | PressMessage
    | UndoMessage
    | PairMessage
    | PhoneMessage
    | LeaveMessage
    | GetMessage
)
"""A message with an id, to which the box replies."""
ClientMessage = Greeting | Request


def find_socket(environ: Mapping[str, str]) -> Path:
    """Return where the table's socket is, for the box and for its clients.

    ``$CAMPANILE_TABLE`` goes first: a service with a runtime folder of its own names the box's
    socket by it.
    """
    given = environ.get("CAMPANILE_TABLE", "")
    return Path(given) if given else runtime_folder(environ) / SOCKET_NAME


def game_id(box: str, number: int) -> str:
    """The id of a game: no other one has it, at this table or another."""
    return f"{box}-{number}"


def encode_line(payload: Mapping[str, object]) -> bytes:
    """Return a message as a line of compact JSON."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"


def encode_message(message: ClientMessage) -> bytes:
    """Return the line that `read_message` reads as ``message``."""
    return encode_line(_describe(message))


def read_message(line: bytes) -> ClientMessage:
    """Return the message of a line, with or without its end; raises `BadMessage`."""
    number: int | None = None
    try:
        fields = load_fields(line)
        number = fields.peek("id") if is_whole(fields.peek("id")) else None
        return _read(fields)
    except BadMessage as bad:
        bad.id = number
        raise
    except NoJsonError as bad:
        raise BadMessage(MessageFault.NOT_JSON, str(bad)) from None
    except BadInput as bad:
        raise BadMessage(MessageFault.NOT_A_MESSAGE, str(bad), number) from None


def _describe(message: ClientMessage) -> dict[str, object]:
    if isinstance(message, Greeting):
        given = {"language": message.language or None, "port": message.port}
        fields: dict[str, object] = {key: each for key, each in given.items() if each is not None}
        fields |= {"reader": True} if message.reader else {}
        return {"hello": {"version": VERSION, **fields}}
    described = {"id": message.id, **_describe_request(message)}
    if isinstance(message, AnswerMessage | PressMessage | UndoMessage):
        described |= {"asked": message.asked, "secret": message.secret}
        described |= {} if message.pressed is None else {"pressed": message.pressed}
    return described


def _describe_request(message: Request) -> dict[str, object]:
    match message:
        case AnswerMessage(_, key, value):
            return {"answer": {"key": key, "value": value}}
        case PressMessage(_, press):
            return {"press": press.value}
        case UndoMessage():
            return {"undo": True}
        case PairMessage(_, code, name):
            return {"pair": {"code": code, "name": name}}
        case PhoneMessage(_, secret):
            return {"phone": {"secret": secret}}
        case LeaveMessage(_, secret):
            return {"leave": {"secret": secret}}
        case GetMessage(_, what, number):
            return {"get": what.value} | ({} if number is None else {"number": number})


def _read(fields: Fields) -> ClientMessage:
    """Read a message by the one key that names its kind."""
    kind = next((kind for kind in _READERS if kind in fields), None)
    if kind is None:
        refuse(f"a message has one of the keys {', '.join(_READERS)}")
    message = _READERS[kind](fields)
    fields.finish()
    return message


def _read_greeting(fields: Fields) -> Greeting:
    hello = fields.take_object("hello")
    if not is_whole(hello.take("version"), VERSION, VERSION):
        text = f"this is version {VERSION} of the table's socket"
        raise BadMessage(MessageFault.OTHER_VERSION, text)
    language = hello.take_one_of("language", LANGUAGES) if "language" in hello else ""
    port = hello.take_whole("port", 1, MAX_PORT) if "port" in hello else None
    reader = "reader" in hello and hello.take_switch("reader")
    hello.finish()
    return Greeting(language, port, reader)


def _read_answer(fields: Fields) -> AnswerMessage:
    answer = fields.take_object("answer")
    key, value = answer.take_text("key", KEY), _read_value(answer)
    answer.finish()
    return AnswerMessage(_take_id(fields), key, value, *_read_claim(fields))


def _read_value(answer: Fields) -> str | int | tuple[str, ...]:
    match answer.peek("value"):
        case str():
            return answer.take_text("value", WORD)
        case list():
            return tuple(answer.take_list("value", Fields.take_text, ITEM, most=MAX_ITEMS, least=1))
    return answer.take_whole("value", least=-MAX_WHOLE)


def _take_id(fields: Fields) -> int:
    return fields.take_whole("id", least=-MAX_WHOLE)


def _read_claim(fields: Fields) -> tuple[int, str, int | None]:
    """Read what entitles to a press: the number of what was open, the phone's secret, and when."""
    pressed = fields.take_whole("pressed") if "pressed" in fields else None
    return fields.take_whole("asked"), fields.take_text("secret", SECRET), pressed


def _read_press(fields: Fields) -> PressMessage:
    press = Press(fields.take_one_of("press", (Press.OK.value, Press.BACK.value)))
    return PressMessage(_take_id(fields), press, *_read_claim(fields))


def _read_undo(fields: Fields) -> UndoMessage:
    if fields.take("undo") is not True:
        refuse("undo is true")
    return UndoMessage(_take_id(fields), *_read_claim(fields))


def _read_pair(fields: Fields) -> PairMessage:
    pair = fields.take_object("pair")
    code, name = pair.take_text("code", CODE), pair.take_text("name", NAME)
    pair.finish()
    return PairMessage(_take_id(fields), code, name)


def _read_phone(fields: Fields) -> PhoneMessage:
    phone = fields.take_object("phone")
    secret = phone.take_text("secret", SECRET)
    phone.finish()
    return PhoneMessage(_take_id(fields), secret)


def _read_leave(fields: Fields) -> LeaveMessage:
    phone = fields.take_object("leave")
    secret = phone.take_text("secret", SECRET)
    phone.finish()
    return LeaveMessage(_take_id(fields), secret)


def _read_get(fields: Fields) -> GetMessage:
    what = Topic(fields.take_one_of("get", tuple(Topic)))
    number = fields.take_whole("number") if what is Topic.GAME else None
    return GetMessage(_take_id(fields), what, number)


_READERS: Mapping[str, Callable[[Fields], ClientMessage]] = {
    "hello": _read_greeting,
    "answer": _read_answer,
    "press": _read_press,
    "undo": _read_undo,
    "pair": _read_pair,
    "phone": _read_phone,
    "leave": _read_leave,
    "get": _read_get,
}
