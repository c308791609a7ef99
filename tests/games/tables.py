"""The tables of stored games as data, and checks that hold for any game's drawing of them."""

import json
from collections.abc import Iterator
from typing import Any

from companion.core.conversation import Answer
from companion.core.record import decode_record
from companion.core.session import Session
from companion.games import find_page, load_plugin, read_record, start_session, words_in
from companion.text import Words
from companion.ui.input.hints import Hints, ViewSettings
from companion.ui.markup import Markup
from tests.app.journeys import PLAYTHROUGHS
from tests.markup_check import parse_markup

HOSTILE = ("<b>&", "'><i>", "<b>", "&amp;")
"""Names that would be markup if they were not escaped."""
KNOWN_CLASSES = {
    "laid-out",
    "only-near",
    "picture",
    "prefectures",
    "card",
    "cards",
    "disc",
    "muted",
    "large",
    "for-screen-readers",
}


def replay(name: str, answers: int | None = None, names: tuple[str, ...] = ()) -> Session:
    """A stored game after so many answers, all without a number; its players may be renamed."""
    *_, (session, _) = states(name, names, answers)
    return session


def states(
    name: str, names: tuple[str, ...] = (), most: int | None = None
) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Each state of a stored game, with its table as data that went through JSON."""
    record = read_record(decode_record((PLAYTHROUGHS / f"{name}.game").read_bytes()))
    old = [player.name for player in record.table.players]
    renamed = dict(zip(old, names, strict=False))
    session = start_session(record.name)
    yield session, describe(session)
    for answer in record.answers[:most]:
        given = Answer(answer.key, answer.value)
        if answer.key == "player":
            given = Answer(answer.key, renamed.get(answer.word, answer.word))
        session.answer(given)
        yield session, describe(session)


def describe(
    session: Session, hints: Hints = Hints.ALL, *, mirrored: bool = False
) -> dict[str, Any]:
    """The table as data, as it comes from the socket."""
    described = load_plugin(session.name).describe(session.game, ViewSettings(hints, mirrored))
    parsed: dict[str, Any] = json.loads(json.dumps(described))
    assert parsed == described, "JSON keeps it as it is"
    return parsed


def draw(game: str, table: dict[str, Any], words: Words | None = None) -> Markup:
    page = find_page(game)
    assert page is not None
    return page(table, words or words_in().of(game))


def check_drawing(drawn: Markup, game: str) -> None:
    """Well-formed; shared classes, its own ids, no style, no script, headings in order."""
    assert isinstance(drawn, Markup)
    prefix = game.partition("-")[0]
    elements = list(parse_markup(drawn).iter())
    ids = [each.attrib["id"] for each in elements if "id" in each.attrib]
    assert all(each.startswith(f"{prefix}-") for each in ids)
    assert len(set(ids)) == len(ids)
    for each in elements:
        assert each.tag != "script"
        assert not {"style", "onclick"} & set(each.attrib)
        assert set(each.attrib.get("class", "card").split()) <= KNOWN_CLASSES
    used = {part.partition(")")[0] for part in drawn.split("url(#")[1:]}
    assert used <= set(ids), "each fill has its pattern"
    pictures = [each for each in elements if each.tag == "svg"]
    assert all(each.attrib.get("aria-hidden") == "true" for each in pictures)


def keys_of(data: object) -> Iterator[str]:
    """Every key in the data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from keys_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys_of(value)
