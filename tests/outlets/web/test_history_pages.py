"""The pages of saved games: well-formed, headed, linked, escaped, in every language."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from companion.app.api.history import GamesSource
from companion.core.languages import LANGUAGES
from companion.games import words_in
from companion.outlets.protocol import Topic
from companion.outlets.table_client import Message
from companion.outlets.web.history_pages import draw_game, draw_games, draw_players
from companion.store.history.play import Play
from companion.store.journal import JournalReader
from companion.store.saved_games import GameSummaries, replay_game
from companion.store.saved_stories import SavedStories
from companion.ui.markup import Markup
from tests import depth
from tests.app.api.saved import FEWER, import_records, reply
from tests.app.api.saved import RECORDS as ALL
from tests.app.recent_games import keep
from tests.outlets.web.browsing import Browser as Visitor

RECORDS = ALL if depth.is_soak() else FEWER
NUMBERS = range(1, len(RECORDS) + 1)
PAGES = {"games": draw_games, "game": draw_game, "players": draw_players}
ODD = "<b>&\"'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with all records."""
    place = tmp_path_factory.mktemp("state")
    import_records(place, RECORDS)
    return place


def parse(page: Markup) -> Element:
    """The page as a tree: one main with one heading, lists and tables as they should be."""
    main = ElementTree.fromstring(page)
    assert (main.tag, main.get("id")) == ("main", "main")
    assert len([*main.iter("h1")]) == 1
    assert all(cell.get("scope") in ("col", "row") for cell in main.iter("th"))
    assert all(each.tag == "li" for tag in ("ul", "ol") for top in main.iter(tag) for each in top)
    assert all(section[0].tag == "h2" for section in main.iter("section"))
    assert not re.search(r"\sstyle=|<script|\son\w+=", page)
    return main


def text_of(tree: Element) -> str:
    return "".join(tree.itertext())


def drawn(folder: Path, what: str, number: int | None = None, language: str = "en") -> Element:
    data = reply(folder, what, number, language)
    return parse(PAGES[what](data, words_in(language)))


# The list ---------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_listed_with_a_link(folder: Path, language: str) -> None:
    main = drawn(folder, "games", language=language)
    links = [link.get("href") for link in main.iter("a")]
    assert sorted(links, key=str) == sorted((f"/games/{number}" for number in NUMBERS), key=str)


def test_a_list_says_when_and_how_it_ended(tmp_path: Path) -> None:
    keep(tmp_path, "three-players")
    main = drawn(tmp_path, "games")
    (item,) = main.iter("li")
    assert "won by Zoë O'Neill" in text_of(item)
    (day,) = main.iter("time")
    assert (day.text, str(day.get("datetime"))[:10]) == ("22/10/09", "2009-10-22")


# One game ---------------------------------------------------------------------------------------


def list_turns(play: Play) -> list[str]:
    return [str(turn.number) for turn in play.turns if turn.number and turn.answers]


@pytest.mark.sample(6)
@pytest.mark.parametrize("number", NUMBERS, ids=[path.stem for path in RECORDS])
def test_every_game_has_its_page(folder: Path, number: int) -> None:
    play = replay_game(JournalReader(folder), number)
    language = [*LANGUAGES][number % len(LANGUAGES)]
    main, words = drawn(folder, "game", number, language), words_in(language).of(play.game)
    turns = [item.get("value") for item in main.findall(".//ol/li")]
    assert turns == list_turns(play)
    charts = main.findall(".//figure")
    text = text_of(main)
    if play.outcome is not None:
        assert len(charts) == 2
        points = [cell.text for cell in main.findall(".//section/div[@role='region']//tbody/tr/td")]
        assert sorted(map(int, filter(None, points))) == sorted(
            p.points for p in play.table.players
        )
        assert words.say("web.unfinished") not in text
    else:
        assert len(charts) == (len(play.turns) > 1)
        assert words.say("web.unfinished") in text


def told_story(folder: Path) -> Message:
    """What the box replies about a game that has a story; its ends are not played out yet."""
    keep(folder, "three-players")
    journal = JournalReader(folder)
    stories = SavedStories(journal.folder)
    source = GamesSource(journal, words_in(), GameSummaries(journal), stories=stories)
    *_, data = source.answer(Topic.GAME, 1)
    assert data is not None
    return data


def test_how_a_game_went_stands_on_its_page_for_eye_and_ear(tmp_path: Path) -> None:
    data, words = told_story(tmp_path), words_in()
    story, main = data["game"]["story"], parse(draw_game(data, words))
    text = text_of(main)
    for sentence in (*story["said"], *story["how"]):
        assert sentence in text
    titles = [each.text for each in main.iter("h3")]
    assert titles[:-1] == [each["title"] for each in (*story["moments"], *story["best"])]
    chart, *_ = main.findall(".//figure")
    assert chart.get("data-key")  # a page that grows keeps its numbers open
    faint = [each for each in chart.iter("path") if each.get("fill-opacity")]
    assert len(faint) == len(story["best"])
    rows = chart.findall(".//tbody/tr")
    assert len(rows) == len(story["chart"]["lines"][0]["values"])


async def test_a_page_follows_its_story_until_all_ends_are_played_out(
    tmp_path: Path, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.outlets.web.live.GROWN_AFTER", 0)
    game = visitor.table.saved_game = told_story(tmp_path / "games")["game"]
    story = game["story"]
    assert 'data-events="/games/1/events"' in (await visitor.get("/games/1")).body
    async with visitor.follow("/games/1/events") as events:
        assert story["pending"] in (await events.next())["main"]
        await visitor.table.stop()
        await visitor.table.start()
        visitor.table.saved_game = {**game, "story": {**story, "pending": ""}}
        while story["pending"] in (told := Markup((await events.next())["main"])):
            pass
        assert story["said"][0] in text_of(parse(told))
        assert visitor.live.streams == 1
    assert "data-events" not in (await visitor.get("/games/1")).body


def test_a_box_of_an_older_version_tells_no_story(tmp_path: Path) -> None:
    keep(tmp_path, "three-players")
    data = reply(tmp_path, "game", 1)
    del data["game"]["story"], data["game"]["no_story"]
    assert not [*parse(draw_game(data, words_in())).iter("h3")]


def test_a_scoring_says_what_everybody_got(tmp_path: Path) -> None:
    keep(tmp_path, "three-players", "five-players-mid-turn")
    scorings = [each.text for each in drawn(tmp_path, "game", 1).findall(".//p[@class='scoring']")]
    assert scorings[0] == "Intermezzo: Édouard: 3, Zoë O'Neill: 5, Jörg: 4"
    (hidden,) = drawn(tmp_path, "game", 2).findall(".//p[@class='scoring']")
    assert hidden.text == "Intermezzo"


# Players ----------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_players_stand_in_a_table_for_each_game(folder: Path, language: str) -> None:
    main = drawn(folder, "players", language=language)
    tables = [*main.iter("table")]
    assert len(tables) == len([*main.iter("h2")]) == 4
    for table in tables:
        assert len({len(row) for row in table.iter("tr")}) == 1
    assert [region.get("tabindex") for region in main.findall(".//*[@role='region']")] == ["0"] * 4


# What is refused, and odd names -----------------------------------------------------------------


@pytest.mark.parametrize("what", PAGES)
def test_what_is_refused_is_said(what: str) -> None:
    refused = {"refused": {"reason": "unreadable", "text": f"No {ODD}"}}
    main = parse(PAGES[what](refused, words_in()))
    assert [each.text for each in main.iter("p")] == [f"No {ODD}"]


@pytest.mark.parametrize(
    ("what", "key"), [("games", "nothing-kept"), ("players", "nobody-counted")]
)
def test_without_games_it_is_said(tmp_path: Path, what: str, key: str) -> None:
    assert words_in().say(f"notice.{key}") in text_of(drawn(tmp_path, what))


def odd(data: Any) -> Any:
    """The same reply with every text odd but what programs read."""
    if isinstance(data, dict):
        kept = ("when", "game", "state", "key", "colour")
        return {k: v if k in kept and isinstance(v, str) else odd(v) for k, v in data.items()}
    if isinstance(data, list):
        return [*map(odd, data)]
    return f"{ODD}{data}" if isinstance(data, str) else data


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", PAGES)
def test_every_text_is_escaped(folder: Path, what: str) -> None:
    page = PAGES[what](odd(reply(folder, what, 1)), words_in())
    assert ODD in text_of(parse(page))
    assert "<b>" not in page
