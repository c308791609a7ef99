"""How a game went, at the box: offered once its winner was told, and from the history."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.api.history import GamesSource, answer_get, open_stories
from companion.app.api.story import describe_story
from companion.app.box import Preference
from companion.app.demo.rig import Rig
from companion.box.devices.boards import BOARDS
from companion.cli.report.story import print_story
from companion.core.languages import LANGUAGES
from companion.games import load_plugin
from companion.outlets.protocol import Topic
from companion.outlets.web.history_pages import draw_game
from companion.store.saved_games import GameSummaries
from companion.store.saved_stories import SavedStories
from companion.ui.input.guide import Guide
from companion.ui.input.menu import Menu
from companion.ui.input.story import (
    RENEWED_EVERY,
    CurvesPage,
    MomentPage,
    PendingPage,
    SentencePage,
    StoryPages,
    SurePage,
)
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, go_home, journey, new_game, play_on, stored
from tests.app.reading import asked
from tests.app.test_history_pages import keep, say
from tests.buttons import BACK, DOWN, OK


def to_the_winner(rig: Rig, record: str = "two-players-moving") -> None:
    session = stored(record)
    new_game(rig, session)
    play_on(rig, session)
    assert asked(rig.entry) == "page Winner"


def story_of(rig: Rig) -> StoryPages:
    assert isinstance(rig.entry, StoryPages)
    return rig.entry


def items(rig: Rig) -> list[str]:
    assert isinstance(rig.entry, Menu)
    return [item.word for item in rig.entry.items]


@EITHER_BOARD
def test_an_evening_ends_with_its_story(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    to_the_winner(rig)
    journey(rig, ("page Winner", OK), ("home", OK))
    pages = story_of(rig).pages
    kinds = [type(page) for page in pages]
    assert (kinds[0], kinds[-1]) == (CurvesPage, SurePage)
    bests = [page.best_of for page in pages if isinstance(page, MomentPage)]
    assert [seat for seat in bests if seat is not None] == [0, 1]
    pictures = set()
    for _ in pages:
        pictures.add(rig.frame)
        rig.press(OK)
    assert len(pictures) > len(pages) // 2
    assert story_of(rig).at == 0
    journey(rig, ("leaf CurvesPage", BACK), ("home",))


def test_a_story_is_told_aloud_page_by_page(tmp_path: Path) -> None:
    with Rig(BOARDS["bonnet"], tmp_path / "games", given={Preference.VOICE: "on"}) as rig:
        to_the_winner(rig)
        journey(rig, ("page Winner", OK), ("home", OK))
        pages = story_of(rig).pages
        said = []
        for _ in pages:
            rig.voice.history.clear()
            rig.press(OK)
            said += [sentence for _, sentence in rig.voice.history]
        assert len(said) == len(pages)
        assert all(said)
        assert "counted and not guessed" in said[-2]  # the last is the curves' again


def test_nothing_is_told_before_the_winner(stick: Rig) -> None:
    session = stored("two-players-moving")
    new_game(stick, session)
    play_on(stick, session)
    entry = stick.entry
    assert isinstance(entry, Guide)
    stick.host.entry = replace(entry, at=0, seen=0)
    say(stick, "history", "games")
    journey(stick, ("kept games", OK), ("leaf ResultPage",))


def test_a_saved_game_has_its_story_in_the_history(stick: Rig) -> None:
    keep(stick, "capitol-three-players")
    say(stick, "history", "games")
    journey(stick, ("kept games", OK), ("finished-game", DOWN, OK), ("leaf CurvesPage", BACK))
    journey(stick, ("finished-game", BACK), ("kept games", BACK), ("history",))


def test_a_game_without_a_story_ends_as_ever(stick: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = replace(load_plugin("campanile-2009"), story=None)
    for module in ("companion.app.home", "companion.app.history_browser"):
        monkeypatch.setattr(f"{module}.load_plugin", lambda _name: plain)
    to_the_winner(stick)
    journey(stick, ("page Winner", OK), ("home",))
    assert items(stick) == ["again", "new", "result"]
    say(stick, "history", "games")
    journey(stick, ("kept games", OK), ("leaf ResultPage",))


def test_a_story_that_fails_is_one_sentence(stick: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SavedStories, "tell", lambda *_: None)
    to_the_winner(stick)
    journey(stick, ("page Winner", OK), ("home", OK), ("notice no-story", OK), ("home",))


def test_a_story_is_told_anew_while_ends_are_played_out(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_the_winner(stick)
    journey(stick, ("page Winner", OK), ("home", OK), ("leaf CurvesPage", OK))
    story = story_of(stick).story
    assert isinstance(story_of(stick).page, PendingPage)
    more = story._replace(pending=(3, len(story.turns) - 1))
    monkeypatch.setattr(SavedStories, "tell", lambda *_: more)
    stick.host.renew(stick.seconds + 1)
    assert story_of(stick).story == story
    stick.host.renew(stick.seconds + 1 + RENEWED_EVERY)
    assert isinstance(story_of(stick).page, PendingPage)
    assert story_of(stick).story == more
    monkeypatch.setattr(SavedStories, "tell", lambda *_: more._replace(pending=None))
    stick.host.renew(stick.seconds + 1 + 2 * RENEWED_EVERY)
    assert story_of(stick).renewed_every is None
    assert story_of(stick).page == SentencePage(0)


def to_the_story(rig: Rig) -> None:
    """From the home screen to the story of the game whose winner is told there."""
    go_home(rig)
    assert "story" not in items(rig)  # no game is loaded for it
    rig.choose("home", "result")
    while asked(rig.entry) != "home":
        rig.press(OK)
    assert "story" in items(rig)
    rig.press(OK)
    assert isinstance(story_of(rig).page, CurvesPage)


def test_the_last_result_leads_to_its_story(make_rig: MakeRig) -> None:
    to_the_winner(make_rig("bonnet"))
    to_the_story(make_rig("bonnet"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_is_the_same_on_box_phone_and_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    with Rig(BOARDS["bonnet"], tmp_path / "games") as rig:
        to_the_winner(rig)
        go_home(rig)
    with Rig(BOARDS["bonnet"], tmp_path / "games", given={"language": language}) as rig:
        to_the_story(rig)
        words, story = rig.host.words.of("campanile-2009"), story_of(rig).story
        source = GamesSource(
            rig.journal,
            rig.host.words,
            GameSummaries(rig.journal),
            stories=open_stories(rig.journal, rig.ends_wanted.append),
        )
        *_, reply = answer_get(Topic.GAME, 1, source)
        (stored,) = rig.journal.games()
        play = source.replay(stored)
    assert reply is not None
    assert play is not None
    told = reply["game"]["story"]
    assert told == describe_story(story, words)
    assert told["said"]
    assert "story." not in str(told)
    print_story(play, story, words)
    printed = " ".join(capsys.readouterr().out.split())
    texts = [each["text"] for each in (*told["moments"], *told["best"])]
    for sentence in (*told["said"], *told["how"], *texts):
        assert " ".join(sentence.split()) in printed
    assert rig.ends_wanted[-1] == 1


def test_a_phone_learns_why_there_is_no_story(tmp_path: Path) -> None:
    with Rig(BOARDS["bonnet"], tmp_path / "games") as rig:
        keep(rig, "three-players-at-intermezzo")
        source = GamesSource(
            rig.journal,
            rig.host.words,
            GameSummaries(rig.journal),
            stories=open_stories(rig.journal, rig.ends_wanted.append),
        )
        *_, reply = answer_get(Topic.GAME, 1, source)
    assert reply is not None
    why = rig.host.words.say("story.none.unfinished")
    assert (reply["game"]["story"], reply["game"]["no_story"]) == (None, why)
    page = str(draw_game(reply, rig.host.words))
    assert why in page
