"""How a game went, at the box: offered once its winner was told, and from the history."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.app.api.history import open_source
from companion.app.box import Preference
from companion.app.demo.rig import Rig
from companion.box.config.reader import config_paths
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Press
from companion.core.languages import LANGUAGES
from companion.games import load_plugin, words_in
from companion.outlets.protocol import Topic
from companion.outlets.web.history_pages import draw_game
from companion.store.saved_stories import SavedStories
from companion.text.event_text import as_sentence
from companion.text.story_text import tell_best, tell_how, tell_moment, tell_said
from companion.ui.input.guide import Guide
from companion.ui.input.menu import Menu
from companion.ui.input.story import RENEWED_EVERY, StoryPages, StoryTopic
from companion.ui.screens.story import describe_story_page
from tests.app.amended import is_over, resumed_where
from tests.app.conftest import MakeRig
from tests.app.journeys import EITHER_BOARD, go_home, journey, new_game, play_on, resumed, stored
from tests.app.journeys import to_the_winner as end_at_the_winner
from tests.app.reading import asked
from tests.app.recent_games import RunCommand
from tests.app.test_history_pages import keep, say
from tests.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from tests.ui.screens.cast import Cast
from tests.ui.screens.stages_story import STORIES, list_screens, list_stories

FEW = 10
"""Ends of each kind after a turn: enough for one story everywhere."""
MOST_PAGES = 9


def to_the_winner(rig: Rig, record: str = "two-players-moving") -> None:
    play_on(rig, resumed_where(rig, stored(record), is_over))
    assert asked(rig.entry) == "page Winner"


def story_of(rig: Rig) -> StoryPages:
    assert isinstance(rig.entry, StoryPages)
    return rig.entry


def count_screens(rig: Rig) -> int:
    return sum(len(each.starts) for each in story_of(rig).pages)


def items(rig: Rig) -> list[str]:
    assert isinstance(rig.entry, Menu)
    return [item.word for item in rig.entry.items]


@EITHER_BOARD
def test_an_evening_ends_with_its_story(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    to_the_winner(rig)
    journey(rig, ("page Winner", OK), ("home", OK))
    pages = story_of(rig).pages
    topics = [each.page.topic for each in pages]
    assert (topics[0], topics[-1]) == (StoryTopic.CURVES, StoryTopic.SURE)
    assert len(pages) <= MOST_PAGES
    pictures = set()
    for _ in range(count_screens(rig)):
        pictures.add(rig.frame)
        rig.press(OK)
    assert len(pictures) == count_screens(rig)
    assert (story_of(rig).at, story_of(rig).screen) == (0, 0)
    journey(rig, ("story curves", BACK), ("home",))


def test_right_turns_a_page_and_up_and_down_its_screens(stick: Rig) -> None:
    to_the_winner(stick)
    journey(stick, ("page Winner", OK), ("home", OK))
    while len(story_of(stick).pages[story_of(stick).at].starts) < 2:
        stick.press(RIGHT)
    at = story_of(stick).at
    places = []
    for press in (DOWN, UP, UP, DOWN, DOWN, RIGHT, LEFT):
        stick.press(press)
        places.append((story_of(stick).at - at, story_of(stick).screen))
    last = len(story_of(stick).pages[at - 1].starts) - 1
    assert places == [(0, 1), (0, 0), (-1, last), (0, 0), (0, 1), (1, 0), (0, 0)]


def test_a_story_is_told_aloud_screen_by_screen(tmp_path: Path) -> None:
    with Rig(BOARDS["bonnet"], tmp_path / "games", given={Preference.VOICE: "on"}) as rig:
        to_the_winner(rig)
        journey(rig, ("page Winner", OK), ("home", OK))
        said = []
        for _ in range(count_screens(rig)):
            rig.voice.history.clear()
            rig.press(OK)
            said += [sentence for _, sentence in rig.voice.history]
        assert len(said) == count_screens(rig)
        assert all(said)
        assert "may not add up to 100 %" in said[-2]  # the last is the curves' again
        (seat, *_) = story_of(rig).story.winners
        told = tell_best(rig.host.words.of("campanile-2009"), story_of(rig).story, seat)
        assert told is not None
        assert any(told.title in each for each in said)


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", STORIES)
def test_every_sentence_of_a_story_is_on_one_of_few_pages(record: str, language: str) -> None:
    story, words = list_stories(Cast())[record], words_in(language)
    own, screens = words.of(story.game), list_screens(story, words)
    heard = [sentence for each in screens for sentence in describe_story_page(words, each)]
    bests = (tell_best(own, story, seat) for seat in range(len(story.names)))
    told = [*(tell_moment(own, story, each) for each in story.moments), *filter(None, bests)]
    phrases = [each for text in told for each in (text.change, *text.reasons) if each]
    assert {*tell_said(own, story), *tell_how(own, story)} <= {*heard}
    assert {*map(as_sentence, phrases)} <= {*heard}
    assert len(screens[0].pages) <= MOST_PAGES


def test_nothing_is_told_before_the_winner(stick: Rig) -> None:
    session = stored("two-players-moving")
    resumed(stick, session)
    play_on(stick, session)
    entry = stick.entry
    assert isinstance(entry, Guide)
    stick.host.entry = replace(entry, at=0, seen=0)
    say(stick, "history", "games")
    journey(stick, ("kept games", OK), ("leaf ResultPage",))


def test_a_saved_game_has_its_story_in_the_history(stick: Rig) -> None:
    keep(stick, "capitol-three-players")
    say(stick, "history", "games")
    journey(stick, ("kept games", OK), ("finished-game", DOWN, OK), ("story curves", BACK))
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
    journey(stick, ("page Winner", OK), ("home", OK), ("story curves", OK))
    story = story_of(stick).story
    assert story_of(stick).page.topic is StoryTopic.WHOLE
    more = story._replace(pending=(3, len(story.turns) - 1))
    monkeypatch.setattr(SavedStories, "tell", lambda *_: more)
    stick.host.renew(stick.seconds + 1)
    assert story_of(stick).story == story
    stick.host.renew(stick.seconds + 1 + RENEWED_EVERY)
    assert story_of(stick).page.topic is StoryTopic.WHOLE
    assert story_of(stick).story == more
    monkeypatch.setattr(SavedStories, "tell", lambda *_: more._replace(pending=None))
    stick.host.renew(stick.seconds + 1 + 2 * RENEWED_EVERY)
    assert story_of(stick).renewed_every is None
    assert story_of(stick).page.topic is StoryTopic.WHOLE


def to_the_story(rig: Rig) -> None:
    """From the home screen to the story of the game whose winner is told there."""
    go_home(rig)
    assert "story" not in items(rig)  # no game is loaded for it
    rig.choose("home", "result")
    while asked(rig.entry) != "home":
        rig.press(OK)
    assert "story" in items(rig)
    rig.press(OK)
    assert story_of(rig).page.topic is StoryTopic.CURVES


def test_the_last_result_leads_to_its_story(make_rig: MakeRig) -> None:
    to_the_winner(make_rig("bonnet"))
    to_the_story(make_rig("bonnet"))


THROUGH_THE_STORY: Sequence[tuple[str | Press, ...]] = (
    ("story curves", RIGHT),
    ("story whole", RIGHT),
    ("story moment", RIGHT),
    ("story best", RIGHT),
    ("story why", RIGHT),
    ("story sure", RIGHT),
    ("story curves", BACK),
    ("home",),
)
"""Every page of the story, and back to where it was opened."""


def hear_box(rig: Rig) -> list[str]:
    """The sentences of a whole story at the box, screen by screen."""
    heard = []
    for _ in range(count_screens(rig)):
        heard += describe_story_page(rig.host.words, story_of(rig))
        rig.press(OK)
    return heard


def read_phone(rig: Rig) -> str:
    """The text of the page of game 1, as a phone in the box's language shows it."""
    source = open_source(rig.journal, rig.host.words, "", rig.ends_wanted.append)
    *_, reply = source.answer(Topic.GAME, 1)
    assert reply is not None
    return "".join(ElementTree.fromstring(draw_game(reply, rig.host.words)).itertext())


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_ends_with_one_story_on_box_phone_and_terminal(
    tmp_path: Path, said: RunCommand, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "games"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for module in ("estimates", "telling"):
        monkeypatch.setattr(f"companion.store.story.{module}.ENDS", FEW)
    settings = next(config_paths({"XDG_CONFIG_HOME": str(tmp_path)}))
    settings.parent.mkdir()
    settings.write_text(f'language = "{language}"\n', "utf-8")
    record = stored("four-players-odd-pile")
    with Rig(BOARDS["bonnet"], tmp_path / "games") as rig:
        new_game(rig, record)
        end_at_the_winner(rig, record)
    printed = " ".join(said("games", 1, "--story").split())  # plays the ends out
    with Rig(BOARDS["bonnet"], tmp_path / "games", given={"language": language}) as rig:
        to_the_story(rig)
        words, story = rig.host.words.of("campanile-2009"), story_of(rig).story
        heard = hear_box(rig)
        journey(rig, *THROUGH_THE_STORY)
        page = read_phone(rig)
    assert (story.ends, story.pending) == (FEW, None)
    told = [tell_moment(words, story, each) for each in story.moments]
    bests = [tell_best(words, story, seat) for seat in range(len(story.names))]
    moments = [each._replace(done=()) for each in (*told, *bests) if each is not None]
    sentences = [*tell_said(words, story), *tell_how(words, story)]
    for sentence in (*sentences, *(each for text in moments for each in text.sentences)):
        assert sentence in heard
        assert sentence in page
        assert " ".join(sentence.split()) in printed
    assert "story." not in page


def test_a_phone_learns_why_there_is_no_story(tmp_path: Path) -> None:
    with Rig(BOARDS["bonnet"], tmp_path / "games") as rig:
        keep(rig, "three-players-at-intermezzo")
        source = open_source(rig.journal, rig.host.words, "", rig.ends_wanted.append)
        *_, reply = source.answer(Topic.GAME, 1)
    assert reply is not None
    why = rig.host.words.say("story.none.unread")
    assert (reply["game"]["story"], reply["game"]["no_story"]) == (None, why)
    page = str(draw_game(reply, rig.host.words))
    assert why in page
