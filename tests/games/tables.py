"""The tables of stored games as the socket tells them, and checks of any game's drawing of them."""

import json
from collections.abc import Iterator

from companion.core.conversation import Answer
from companion.core.session import Session
from companion.core.snapshot import (
    Place,
    Places,
    TableSnapshot,
    decode_snapshot,
    encode_snapshot,
    publish,
)
from companion.games import find_page, load_plugin, start_session, words_in
from companion.games.table_drawing import TableDrawing
from companion.outlets.web.table_parts import draw_snapshot
from companion.text.snapshot_text import word_snapshot
from companion.ui.markup import Markup
from tests.app.journeys import PLAYTHROUGHS
from tests.markup_check import parse_markup
from tests.shipped import read_file

HOSTILE = ("<b>&", "'><i>", "<b>", "&amp;")
"""Names that would be markup if they were not escaped."""
KNOWN_CLASSES = {
    "laid-out",
    "part",
    "in-words",
    "facts",
    "ranked",
    "belongings",
    "only-near",
    "picture",
    "broad",
    "square",
    "places",
    "card",
    "empty",
    "cards",
    "disc",
    "muted",
    "large",
    "for-screen-readers",
}


def replay(name: str, answers: int | None = None, names: tuple[str, ...] = ()) -> Session:
    """A stored game after so many answers, all without a number; its players may be renamed."""
    *_, session = states(name, names, answers)
    return session


def states(name: str, names: tuple[str, ...] = (), most: int | None = None) -> Iterator[Session]:
    """A stored game before its first answer and after each."""
    record = read_file(PLAYTHROUGHS / f"{name}.game")
    old = [player.name for player in record.table.players]
    renamed = dict(zip(old, names, strict=False))
    session = start_session(record.name)
    yield session
    for answer in record.answers[:most]:
        given = Answer(answer.key, answer.value)
        if answer.key == "player":
            given = Answer(answer.key, renamed.get(answer.word, answer.word))
        session.answer(given)
        yield session


def take_snapshot(
    session: Session, language: str = "en", *, counted: bool = True, mirrored: bool = False
) -> TableSnapshot:
    """The table with its words, after it went through JSON as it does at the socket."""
    told = load_plugin(session.name).snapshot(session.table)
    shown = publish(told, counted=counted, won=True, mirrored=mirrored)
    worded = word_snapshot(shown, words_in(language).of(session.name))
    read = decode_snapshot(json.loads(json.dumps(encode_snapshot(worded))))
    assert read == worded, "JSON keeps it as it is"
    return read


def find_places(table: TableSnapshot, key: str) -> dict[str, Place]:
    """The places of a part by their keys, in their order."""
    part = table.find(key, Places)
    assert part
    return {place.key: place for place in part.places}


def draw(game: str, table: TableSnapshot, language: str = "en") -> Markup:
    """The table as the phone page has it."""
    page, words = find_page(game), words_in(language).of(game)
    return draw_snapshot(table, page(table, words) if page else TableDrawing(), words)


def check_drawing(drawn: Markup) -> None:
    """Well-formed; shared classes, no style, no script, each id once, each fill defined."""
    assert isinstance(drawn, Markup)
    elements = list(parse_markup(drawn).iter())
    ids = [each.attrib["id"] for each in elements if "id" in each.attrib]
    assert len(set(ids)) == len(ids)
    for each in elements:
        assert each.tag not in ("script", "style", "b", "image", "a", "use")
        assert not [key for key in each.attrib if key == "style" or key.startswith("on")]
        assert set(each.attrib.get("class", "card").split()) <= KNOWN_CLASSES
    used = {part.partition(")")[0] for part in drawn.split("url(#")[1:]}
    assert used <= set(ids), "each fill has its pattern"
    for each in elements:
        if each.tag == "svg":
            assert "aria-hidden" in each.attrib or each.attrib["role"] == "img"
