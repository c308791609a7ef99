"""Messages to the box for tests: one of each kind, any by hypothesis, and almost any by chance."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import fastjsonschema
from hypothesis import strategies as st

from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.outlets.protocol import (
    AnswerMessage,
    ClientMessage,
    GetMessage,
    Greeting,
    LeaveMessage,
    PairMessage,
    PhoneMessage,
    PressMessage,
    Topic,
    UndoMessage,
    encode_message,
)
from companion.outlets.strict_json import MAX_WHOLE
from tests.noise import flip_bit, shorten

SCHEMA = Path(__file__).parents[3] / "docs" / "table-api.schema.json"

MESSAGES: tuple[ClientMessage, ...] = (
    Greeting(),
    Greeting("de", 8080),
    Greeting("fr", reader=True),
    AnswerMessage(1, "tower", "red", 12, "s3cret"),
    AnswerMessage(-7, "floors", 2, 12, "s3cret"),
    AnswerMessage(2, "bid", ("red", "grün"), 12, ""),
    PressMessage(3, Press.OK, 12, "s3cret"),
    PressMessage(3, Press.BACK, 0, "s3cret"),
    UndoMessage(4, 12, "s3cret"),
    PairMessage(5, "K7M2QX4B", "Zoë"),
    PhoneMessage(6, "s3cret"),
    LeaveMessage(6, "s3cret"),
    GetMessage(7, Topic.GAMES),
    GetMessage(8, Topic.GAME, 12),
    GetMessage(9, Topic.PLAYERS),
    GetMessage(10, Topic.EVENTS),
    GetMessage(11, Topic.RESULTS),
)
LINES = [encode_message(message).rstrip(b"\n") for message in MESSAGES]

ids = st.integers(-MAX_WHOLE, MAX_WHOLE)
numbers = st.integers(0, MAX_WHOLE)
secrets = st.from_regex(r"[!-~]{0,128}", fullmatch=True)


def texts(least: int, most: int, without: str = "") -> st.SearchStrategy[str]:
    signs = st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters=without)
    return st.text(signs, min_size=least, max_size=most)


keys = texts(1, 64)
items = st.lists(texts(1, 64, without=","), min_size=1, max_size=5).map(tuple)
times = st.none() | numbers
messages: st.SearchStrategy[ClientMessage] = st.one_of(
    st.builds(
        Greeting,
        st.sampled_from(("", *LANGUAGES)),
        st.none() | st.integers(1, 65535),
        st.booleans(),
    ),
    st.builds(AnswerMessage, ids, keys, texts(0, 64) | ids | items, numbers, secrets, times),
    st.builds(PressMessage, ids, st.sampled_from((Press.OK, Press.BACK)), numbers, secrets, times),
    st.builds(UndoMessage, ids, numbers, secrets, times),
    st.builds(PairMessage, ids, st.from_regex(r"[0-9A-Za-z]{1,16}", fullmatch=True), texts(1, 12)),
    st.builds(PhoneMessage, ids, secrets),
    st.builds(LeaveMessage, ids, secrets),
    st.builds(GetMessage, ids, st.sampled_from([each for each in Topic if each is not Topic.GAME])),
    st.builds(GetMessage, ids, st.just(Topic.GAME), numbers),
)


@cache
def validator(part: str) -> Callable[[object], object]:
    """Return the check of one of the schema's definitions."""
    schema = json.loads(SCHEMA.read_text())
    reference = {"$schema": schema["$schema"], "$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    checked: Callable[[object], object] = fastjsonschema.compile(reference)
    return checked


def fits(part: str, payload: object) -> bool:
    """Whether the schema accepts the payload."""
    try:
        validator(part)(payload)
    except fastjsonschema.JsonSchemaValueException:
        return False
    return True


def is_message(line: bytes) -> bool:
    """Whether a line is a message to the box, judged by the schema."""
    try:
        payload = json.loads(
            line.decode(), object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse
        )
        json.dumps(payload, ensure_ascii=False).encode()  # no half of a surrogate pair
    except (ValueError, RecursionError):
        return False
    return fits("toBox", payload)


def _once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError(pairs)
    return dict(pairs)


def _refuse(digits: str) -> NoReturn:
    raise ValueError(digits)


def lengthen(random: Random, line: bytes) -> bytes:
    at = random.randrange(len(line))
    signs = random.choice((b"[", b"{", b'"', b"9", b"\\u0000", b"1e9", b"true", b"\xff", b","))
    return line[:at] + signs * random.randrange(1, 5) + line[at:]


def splice(random: Random, line: bytes) -> bytes:
    other = random.choice(LINES)
    return line[: random.randrange(len(line))] + other[random.randrange(len(other)) :]


def swap_token(random: Random, line: bytes) -> bytes:
    """Put another value or key where one stood: mostly still JSON."""
    old = random.choice((b"1", b'"s3cret"', b'"red"', b"12", b'"id"', b'"key"', b"true", b'"ok"'))
    new = random.choice((b"null", b"1.5", b'"id"', b'""', b"[]", b"{}", b"NaN", b"-1", b"2"))
    return line.replace(old, new, 1)


def make_noise(random: Random, _line: bytes) -> bytes:
    return random.randbytes(random.randrange(60))


MUTATIONS = (flip_bit, shorten, lengthen, splice, swap_token, make_noise)


def corrupt_line(random: Random) -> bytes:
    """Return something that is almost a message; it may be one by chance."""
    line = random.choice(LINES)
    for _ in range(random.randrange(1, 4)):
        line = random.choice(MUTATIONS)(random, line or b" ")
    return line
