"""Campanile on the phone page: every state of every stored game, and two as reference files.

UPDATE_PICTURES=1 takes the pages drawn now as the new references.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import start_session, words_in
from companion.games.campanile.page import draw_table
from companion.ui.input.hints import Hints
from companion.ui.markup import VOID
from tests.games.tables import describe
from tests.store.history import STORED, stored

PAGES = Path(__file__).parent / "pages"
EVIL = ("<b>&", '"><script>', "O'Neill", "&amp;", "x y=z>")
GAMES = [path.stem for path in STORED if stored(path.stem).name.startswith("campanile")]
ANY_GAME = pytest.mark.parametrize("name", GAMES)
HIDDEN = {"points", "chips", "scorings", "awards", "gained", "standings", "notes"}

Described = Mapping[str, Any]


def states(record: Session) -> Iterator[tuple[Session, Described]]:
    """The table before every answer of a game, and at its end."""
    session = start_session(record.name)
    yield session, describe(session)
    for answer in record.answers:
        session.answer(answer)
        yield session, describe(session)


def with_names(data: Any, names: Mapping[str, str]) -> Any:
    """The data with other names; a style or a colour is none."""
    if isinstance(data, dict):
        return {key: with_names(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [with_names(each, names) for each in data]
    return names.get(data, data) if isinstance(data, str) else data


def draw(record: Session, described: Described, language: str = "en") -> str:
    return draw_table(described, words_in(language).of(record.name))


class PageReader(HTMLParser):
    """Reads a page: its elements balance; which attributes it has, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.used: set[str] = set()
        self.attributes: set[str] = set()
        self.headings: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        self.ids.update(value or "" for name, value in attrs if name == "id")
        self.used |= {v[5:-1] for _, v in attrs if v and v.startswith("url(#")}
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> PageReader:
    reader = PageReader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.sample(1)
@ANY_GAME
def test_every_state_of_every_game_is_a_sound_page(name: str) -> None:
    for number, (session, plain) in enumerate(states(stored(name))):
        players = session.table.players
        evil = {player.name: other for player, other in zip(players, EVIL, strict=False)}
        described = with_names(plain, evil)
        page = read(draw(session, described, [*LANGUAGES][number % len(LANGUAGES)]))
        assert not page.names.keys() & {"b", "script", "style", "use", "image", "a"}
        assert "style" not in page.attributes
        assert not [each for each in page.attributes if each.startswith("on") or "href" in each]
        assert set(page.ids.values()) <= {1}
        assert page.used <= page.ids.keys()
        assert all(each.startswith("campanile-") for each in page.ids)
        assert "".join(page.headings).find("h4h4h3h4") == -1
        if session.table.started:
            text = "\n".join(page.text)
            assert all(player["name"] in text for player in described["players"])
            assert page.names["h4"] == 5
            assert page.names["svg"] >= len(described["players"]) + 1


def keys_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from data
        for each in data.values():
            yield from keys_in(each)
    elif isinstance(data, list):
        for each in data:
            yield from keys_in(each)


@ANY_GAME
def test_the_table_as_data_tells_no_points(name: str) -> None:
    """Nothing that depends on chips: other chips give the same data."""
    for session, described in states(stored(name)):
        assert not HIDDEN & {*keys_in(described)}
        players = session.table.players
        held = [player.chips for player in players]
        for player in players:
            player.chips = [8, 6, 5]
        assert describe(session) == described
        for player, chips in zip(players, held, strict=True):
            player.chips = chips


@ANY_GAME
def test_the_data_is_what_lies_on_the_table(name: str) -> None:
    for session, described in states(stored(name)):
        table, result = session.table, session.result
        assert [each["style"] for each in described["towers"]] == list(table.row)
        assert [each["floors"] for each in described["towers"]] == [
            each["floors"] for each in result["towers"]
        ]
        for tower, expected in zip(described["towers"], result["towers"], strict=True):
            rows = [
                {"player": r["player"], "value": r["influence"], "markers": r["markers"]}
                for r in tower["rows"]
            ]
            assert rows == expected["influence"]
            most = max((row["value"] for row in rows), default=0)
            first = next((row["player"] for row in rows if row["value"] == most), None)
            leader = tower["leader"]
            assert first == (None if leader is None else table.players[leader].name)
        if table.started:
            pile = result["pile"]
            assert described["left"] == (pile if isinstance(pile, list) else [pile])
            if not table.light:
                assert described["open"] == result["display"]
        assert described["winners"] == result["winners"]


def test_open_cards_are_unknown_in_light_play() -> None:
    described = describe(stored("four-players-light"))
    assert (described["light"], described["open"]) == (True, None)
    page = draw(stored("four-players-light"), described)
    assert "The open cards are not tracked" in page
    assert "Open cards:" not in page


def test_flags_are_those_of_the_next_scoring() -> None:
    seen = [described["scoring"] for _, described in states(stored("four-players"))]
    names = [each["name"] for each in seen if each]
    assert seen[0] is None
    assert seen[-1] is None, "the game is over"
    assert names == sorted(names, reverse=True)
    assert {*names} == {"intermezzo", "finito"}
    flags = next(each["flags"] for each in seen if each and each["name"] == "finito")
    assert flags == [[6, 4, 2], [5, 3, 1], [4, 2], [3, 1], [2]]
    final = [described["scoring"] for _, described in states(stored("1996-two-players"))]
    assert {each["name"] for each in final if each} == {"final"}


@pytest.mark.parametrize("name", ["four-players", "1996-two-players", "four-players-light"])
def test_counts_are_left_out_without_hints(name: str) -> None:
    counted = ("Cards left in the pile: ", ", cards: ")
    record = stored(name)
    described = describe(record)
    assert any(each in draw(record, described) for each in counted)
    page = draw(record, describe(record, Hints.NONE))
    assert not any(each in page for each in counted)


def test_towers_stand_as_the_table_sees_them() -> None:
    record = stored("four-players")
    titles = [tower["style"].title() for tower in describe(record)["towers"]]
    for mirrored, expected in ((False, titles), (True, titles[::-1])):
        text = read(draw(record, describe(record, mirrored=mirrored))).text
        assert [each for each in text if each in titles][:5] == expected


@pytest.mark.parametrize(
    ("name", "turn"), [("five-players-mid-turn", 20), ("1996-five-players-all-that-is-offered", 25)]
)
def test_the_page_is_its_reference(name: str, turn: int) -> None:
    record = stored(name)
    described = next(data for _, data in states(record) if data["turn"] == turn)
    drawn = draw(record, described).replace("><", ">\n<") + "\n"
    path = PAGES / f"{name}.html"
    if os.environ.get("UPDATE_PICTURES") == "1":
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8"), "UPDATE_PICTURES=1 accepts it"
