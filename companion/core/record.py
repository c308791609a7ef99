"""The record: a game as text, in one grammar for every game.

A record is a sequence of pairs ``key value``; docs/records.md describes the format. The reader
gives the pairs to a session, and reports what is refused with its line.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from companion.core.conversation import (
    CARDS_UNKNOWN,
    CORRECT,
    CORRECTION_KEY,
    Answer,
    CommonReason,
    Objection,
    Question,
    Reason,
    Refused,
    build_objection,
    is_correction,
)
from companion.core.session import Session

OF_A_PLAYER = "colour"
"""The key of the only setup answer that has no line of its own."""
CLOSE_BEHIND = ("to", "from")
"""Keys written with one space after the pair before: `move blue to red`."""
QUOTED = re.compile(r'"((?:[^"\\\n]|\\["\\])*)"(?=\s|$)')
BARE = re.compile(r"[^\s]+")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class RecordFault(Reason):
    """What can be wrong with a record before a game sees it."""

    QUOTE = "quote"
    NO_VALUE = "no-value"
    NO_GAME = "no-game"
    UNKNOWN_GAME = "unknown-game"
    BROKEN_GAME = "broken-game"
    """The plugin of the game can't be loaded."""
    NOT_TEXT = "not-text"


class BadRecord(ValueError):
    """A record that can't be read: the line (from 1), the key, the value, and the objection.

    ``game`` is the name of the game that refuses; "" where no game has begun.
    """

    def __init__(
        self, line: int, key: str, word: str, objection: Objection, game: str = ""
    ) -> None:
        super().__init__(line, key, word, objection)
        self.game = game
        self.line = line
        self.key = key
        self.word = word
        self.objection = objection


class RecordWord(NamedTuple):
    """A word of the text, and its line, from 1."""

    text: str
    line: int


class RecordPair(NamedTuple):
    """A key and its value; ``line`` is the line of the value."""

    key: str
    word: str
    line: int


def read_words(text: str) -> Iterator[RecordWord]:
    """Read the words of a record without comments; raises `BadRecord` at a broken quote."""
    for number, line in enumerate(text.split("\n"), start=1):
        at = 0
        while found := BARE.search(line, at):
            start = found.start()
            if line[start] == "#":
                break
            if line[start] != '"':
                yield RecordWord(found.group(), number)
                at = found.end()
                continue
            quoted = QUOTED.match(line, start)
            if quoted is None:
                raise BadRecord(
                    number, line[start:].strip(), "", build_objection(RecordFault.QUOTE)
                )
            yield RecordWord(ESCAPED.sub(r"\1", quoted[1]), number)
            at = quoted.end()


def read_pairs(text: str) -> Iterator[RecordPair]:
    """Read the pairs of a record; raises `BadRecord`. A correction's key is two words."""
    rest = read_words(text)
    for key in rest:
        name = key.text
        word = _read_value(rest, name)
        if word is not None and name == CORRECT:
            name = f"{CORRECTION_KEY}{word.text}"
            word = _read_value(rest, name)
        if word is None:
            raise BadRecord(key.line, name, "", build_objection(RecordFault.NO_VALUE))
        yield RecordPair(name, word.text, word.line)


def _read_value(rest: Iterator[RecordWord], key: str) -> RecordWord | None:
    """Read a value; a broken quote in it is reported with its key."""
    try:
        return next(rest, None)
    except BadRecord as bad:
        raise BadRecord(bad.line, key, bad.key, bad.objection) from None


def parse_record(text: str, start: Callable[[str], Session]) -> Session:
    """Play the game of a record, as far as the record goes; raises `BadRecord`.

    ``start`` starts the game of a name; it raises `Refused` where there is none.
    """
    rest = read_pairs(text)
    session = _start_game(next(rest, None), start)
    for pair in rest:
        try:
            _give_omitted_defaults(session, pair.key)
            session.answer(_parse_answer(session, pair))
        except Refused as refused:
            raise BadRecord(
                pair.line, pair.key, pair.word, refused.objection, session.name
            ) from None
    return session


def decode_record(data: bytes) -> str:
    """Decode a record file; raises `BadRecord` where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1  # without the byte order mark
        raise BadRecord(line, "", "", build_objection(RecordFault.NOT_TEXT)) from None


def _start_game(pair: RecordPair | None, start: Callable[[str], Session]) -> Session:
    if pair is None or pair.key != "game":
        found = pair or RecordPair("", "", 1)
        raise BadRecord(found.line, found.key, found.word, build_objection(RecordFault.NO_GAME))
    try:
        return start(pair.word)
    except Refused as refused:
        raise BadRecord(pair.line, pair.key, pair.word, refused.objection) from None


def _give_omitted_defaults(session: Session, key: str) -> None:
    """Give the defaults that the record leaves out before ``key``."""
    while (
        (question := session.question) is not None
        and question.default is not None
        and _is_omitted_before(question, key)
    ):
        session.answer(question.default)


def _is_omitted_before(question: Question, key: str) -> bool:
    """Whether ``key`` comes after this question, whose default is then implied.

    A correction comes after an omitted default; `correct cards` may stand in the setup, where it
    does nothing.
    """
    if key.startswith(CORRECTION_KEY):
        return question.omits_default and not question.implicit and key != CARDS_UNKNOWN.key
    return not question.accepts_key(key)


def _parse_answer(session: Session, pair: RecordPair) -> Answer:
    answer = session.read_pair(pair.key, pair.word)
    question = session.question
    if question is not None and question.omits(answer):
        choices = tuple(option.word for option in question.options)
        not_a_choice = build_objection(CommonReason.NOT_A_CHOICE, value=pair.word, choices=choices)
        free = None if question.options else question.find_objection(answer)
        raise Refused(answer, free or not_a_choice)
    return answer


def write_pairs(name: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Write the answers of a game as they are, one a line: for a game that can't be replayed."""
    lines = [f"{key} {quote_word(word)}" for key, word in pairs if word]
    return "\n".join([f"game {name}", *lines]) + "\n"


def write_record(session: Session) -> str:
    """Write the record of a game, without the defaults that records omit."""
    lines, in_setup = [f"game {session.name}"], True
    for question, answer in zip(session.asked, session.answers, strict=True):
        if question.omits(answer):
            continue
        pair = f"{answer.key} {quote_word(answer.word)}"
        if in_setup and question.key in session.game.turn_begins and not is_correction(answer):
            in_setup = False
            lines += ["", pair]
        elif _has_its_own_line(session, question, answer, in_setup) or lines[-1].startswith(
            CORRECTION_KEY
        ):
            lines.append(pair)
        else:
            gap = " " if answer.key in CLOSE_BEHIND else "  "
            lines[-1] += gap + pair
    return "\n".join(lines) + "\n"


def _has_its_own_line(session: Session, question: Question, answer: Answer, in_setup: bool) -> bool:
    if in_setup:
        return answer.key != OF_A_PLAYER
    begins = question.begins or question.key in session.game.turn_begins
    return begins or is_correction(answer)


def quote_word(word: str) -> str:
    """Quote a value where the record's grammar needs it."""
    if word and not re.search(r'[\s"]|^#', word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
