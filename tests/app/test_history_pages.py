"""The history at the box, by way of mock pins: kept games and players' figures as pages."""

from collections.abc import Hashable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.app.history_browser import AT_ONCE, figure_pages, game_pages
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Press, Signal
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import BUILT_IN, words_in
from companion.store.history.play import Play
from companion.store.history.statistics import player_games, totals
from companion.store.journal import JournalReader, JournalUnreadable, StoredGame
from companion.store.saved_games import ReplayedGame, replay_stored, try_replay
from companion.text import Words
from companion.ui.input.history import (
    FiguresPage,
    GainPage,
    GamePicker,
    Pages,
    PersonPicker,
    ResultPage,
    TurnPage,
)
from companion.ui.input.menu import menu_of
from companion.ui.screens import drawing, fonts, render
from companion.ui.screens.history import describe_figure
from tests import depth
from tests.app.amended import asks, resumed_where
from tests.app.at_the_box import picture_of
from tests.app.conftest import MakeRig
from tests.app.journeys import journey, new_game, stands, stored
from tests.app.reading import asked, kept
from tests.buttons import BACK, DOWN, MENU, NEXT, OK, PREVIOUS, UP
from tests.entries import view_of
from tests.store.history import STORED, played, renamed
from tests.store.history import stored as told
from tests.ui.screens.test_room import WIDE

ANY_BOARD = pytest.mark.parametrize("board", BOARDS)
FINISHED = ("three-players", "1996-two-players", "capitol-three-players")
UNFINISHED = "five-players-mid-turn"
MANY = depth.at_depth(6, 12) * AT_ONCE


def keep(rig: Rig, *games: str | Session) -> None:
    """Keep games, or those stored by a name, a day after another, nine seconds an answer."""
    for day, game in enumerate(games):
        session = told(game) if isinstance(game, str) else game
        time = DEMO_STARTED_AT + timedelta(days=day)
        number = rig.journal.begin(session.name, None, time)
        for answer in session.answers:
            rig.journal.append(number, [(answer.key, answer.word)], time)
            time += timedelta(seconds=9)


def say(rig: Rig, *items: str) -> None:
    """Open the box's menu and choose in it, and in the history's, by buttons."""
    rig.press(MENU)
    for key, item in zip(("box", "history"), items, strict=False):
        rig.choose(key, item)


def pages(rig: Rig) -> Sequence[object]:
    assert isinstance(rig.entry, Pages)
    return rig.entry.pages


def picker(rig: Rig) -> GamePicker:
    assert isinstance(rig.entry, GamePicker)
    return rig.entry


# Saved games ------------------------------------------------------------------------------------


@ANY_BOARD
def test_a_kept_game_is_told_from_its_result_turn_by_turn(make_rig: MakeRig, board: str) -> None:
    keep(make_rig(board), *FINISHED)
    rig = make_rig(board)
    on, back = (DOWN, UP) if BOARDS[board].axes == 2 else (NEXT, PREVIOUS)
    home = rig.frame
    journey(rig, ("home", MENU), ("box", on, OK), ("history", OK), ("kept games",))
    assert [each.number for each in picker(rig).games] == [3, 2, 1]
    assert picker(rig).stands.what == "won"
    rig.press(back)
    assert picker(rig).stands.players == ("Zoë O'Neill",)
    journey(
        rig,
        ("kept games", OK),
        ("finished-game", OK),
        ("leaf ResultPage", OK),
        ("leaf TurnPage", back),
    )
    journey(rig, ("leaf ResultPage", back), ("leaf GainPage", on), ("leaf ResultPage",))
    found = pages(rig)
    assert [type(each) for each in found[:2]] == [ResultPage, TurnPage]
    assert sum(isinstance(each, GainPage) for each in found) == 2
    pictures = set()
    for _ in found:
        pictures.add(rig.frame)
        rig.press(OK)
    assert len(pictures) == len(found)
    journey(rig, ("leaf ResultPage", BACK), ("kept games", BACK), ("history", BACK), ("box", BACK))
    assert asked(rig.entry) == "home"
    assert rig.frame == home


def test_a_game_that_is_not_at_its_end_says_how_it_stands(stick: Rig) -> None:
    keep(stick, UNFINISHED)
    say(stick, "history", "games")
    assert picker(stick).stands.what == "turn"
    journey(stick, ("kept games", OK), ("saved-game", DOWN, OK), ("leaf ResultPage",))
    page = pages(stick)[0]
    assert isinstance(page, ResultPage)
    assert page.stands.players == (kept(stick).table.player.name,)


def test_before_the_first_game_there_is_nothing_to_look_at(stick: Rig) -> None:
    journey(stick, ("home", MENU), ("box", DOWN, OK), ("notice nothing-kept", OK), ("box", BACK))
    assert asked(stick.entry) == "home"


def test_without_a_finished_game_there_are_no_players(stick: Rig) -> None:
    keep(stick, UNFINISHED)
    say(stick, "history", "players")
    journey(stick, ("notice nobody-counted", OK), ("history",))


def test_a_game_of_other_rules_stays_kept_and_is_not_told(stick: Rig) -> None:
    keep(stick, "three-players")
    number = stick.journal.begin("campanile-1492", 2, DEMO_STARTED_AT)
    stick.journal.append(number, [("player", "Ada")], DEMO_STARTED_AT)
    say(stick, "history", "games")
    assert picker(stick).stands.what == "unreadable"
    journey(stick, ("kept games", OK), ("notice unshowable", OK), ("kept games",))
    stick.press(DOWN)
    assert picker(stick).stands.what == "won"
    journey(stick, ("kept games", BACK), ("history", DOWN, OK), ("people",))


# Amid a game -------------------------------------------------------------------------------------


FROM_HERE, ALSO_FROM_HERE = ("row 1", "tower", "take"), ("player 2", "open 1", "marker", "show")


def test_the_game_under_way_is_returned_to_untouched(make_rig: MakeRig) -> None:
    finished = FINISHED[: depth.at_depth(1, 3)]
    keep(make_rig("bonnet"), *finished)
    rig, record = make_rig("bonnet"), stored("three-players-at-intermezzo")
    new_game(rig, record)
    seen = set()
    for _ in stands(rig, record):
        if (question := asked(rig.entry)) in seen or rig.session is None:
            continue
        if not depth.is_soak() and question not in FROM_HERE:
            continue
        seen.add(question)
        rig.press(DOWN) if question == "tower" else None
        picture, said = picture_of(rig, rig.entry), list(rig.session.answers)
        say(rig, "history", "games")
        journey(
            rig,
            ("kept games", DOWN, OK),
            ("finished-game", OK),
            ("leaf ResultPage", OK),
            ("leaf TurnPage", MENU),
        )
        journey(rig, ("box", BACK), (question,))
        assert picture_of(rig, rig.entry) == picture
        say(rig, "history", "players")
        journey(rig, ("people", OK), ("leaf FiguresPage", BACK), ("people", BACK))
        journey(rig, ("history", BACK), ("box", BACK), (question,))
        assert (picture_of(rig, rig.entry), rig.session.answers) == (picture, said)
    assert seen >= {*FROM_HERE, *ALSO_FROM_HERE[: depth.at_depth(0, 9)]}
    assert kept(rig, len(finished) + 1).result == record.result


def test_an_old_answer_being_said_anew_waits_meanwhile(stick: Rig) -> None:
    record = stored("three-players-at-intermezzo")
    resumed_where(stick, record, asks("take", 3))
    stick.press(MENU)
    stick.choose("box", "amend")
    stick.press(OK, OK)
    before, question = stick.frame, asked(stick.entry)
    assert stick.host._amendment is not None
    say(stick, "history", "games")
    journey(stick, ("kept games", OK), ("saved-game", DOWN, OK), ("leaf ResultPage", MENU))
    journey(stick, ("box", BACK), (question,))
    assert stick.host._amendment is not None
    assert stick.frame == before


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", FINISHED)
def test_pages_are_worded_as_their_game_is_whatever_is_being_played(game: str) -> None:
    others = {
        f"game.{one}.{other}": "another" for one in BUILT_IN for other in BUILT_IN if one != other
    }

    def drawn(page: Hashable, beside: str | None) -> bytes:
        words = words_in()
        words._words = {**words._words, **others}
        entry = Pages(below=menu_of("history", []), pages=(page,))
        return render(view_of(entry, told(beside) if beside else None, words)).tobytes()

    for page in [*game_pages(played(told(game)))][:4]:
        for other in (*FINISHED, "bologna-three-players-96-cards"):
            assert drawn(page, other) == drawn(page, None)


# Players -----------------------------------------------------------------------------------------


@ANY_BOARD
def test_a_players_figures_stand_page_by_page(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    keep(rig, "three-players", "four-players", "1996-two-players", UNFINISHED)
    on = DOWN if BOARDS[board].axes == 2 else NEXT
    journey(rig, ("home", MENU), ("box", on, OK), ("history", on, OK), ("people",))
    assert isinstance(rig.entry, PersonPicker)
    assert rig.entry.people[0].games == 3
    name = rig.entry.people[0].name
    rig.press(OK)
    found = [page for page in pages(rig) if isinstance(page, FiguresPage)]
    assert {page.name for page in found} == {name}
    told_of = [(page.game, *(each.what for each in page.figures)) for page in found]
    assert told_of[:5] == [
        ("campanile-2009", "games", "won"),
        ("campanile-2009", "average", "best"),
        ("campanile-2009", "intermezzo", "finito"),
        ("campanile-2009", "marker", "marker", "marker"),
        ("campanile-2009", "turn-time"),
    ]
    assert ("campanile-1996", "games", "won") in told_of
    assert [each.value for each in found[0].figures] == [2, 2]


def test_a_player_is_listed_once_however_the_name_is_spelled(stick: Rig) -> None:
    keep(stick, *(renamed(told("1996-two-players"), name, "Ben") for name in ("Zoe", "ZOE")))
    say(stick, "history", "players")
    assert isinstance(stick.entry, PersonPicker)
    assert {tuple(each) for each in stick.entry.people} == {("ZOE", 2), ("Ben", 2)}
    while stick.entry.people[stick.entry.at].name != "ZOE":
        stick.press(NEXT)
    stick.press(OK)
    page = pages(stick)[0]
    assert isinstance(page, FiguresPage)
    assert (page.name, page.figures[0].value) == ("ZOE", 2)


def test_hundreds_of_games_are_counted_a_few_at_a_time(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop goes round meanwhile, and nothing is counted twice."""
    keep(stick, *["1996-two-players"] * MANY)
    counted: list[int] = []

    def count(journal: JournalReader, game: StoredGame) -> Play | None:
        counted.append(game.number)
        return try_replay(journal, game)

    monkeypatch.setattr("companion.store.saved_games.try_replay", count)
    say(stick, "history", "players")
    assert asked(stick.entry) == "counting"
    assert stick.app._deadline() == stick.seconds  # nobody has to press for it to go on
    before, picture = len(counted), stick.frame
    stick.app.pump()
    assert len(counted) == before + AT_ONCE
    assert stick.frame != picture
    while asked(stick.entry) == "counting":
        stick.app.pump()
    journey(stick, ("people", BACK), ("history", UP, OK), ("kept games", BACK))
    journey(stick, ("history", DOWN, OK))
    assert asked(stick.entry) == "people"
    assert sorted(counted) == list(range(1, MANY + 1))
    assert stick.app._deadline() != stick.seconds


def test_counting_can_be_left(stick: Rig) -> None:
    keep(stick, *["1996-two-players"] * MANY)
    say(stick, "history", "players")
    journey(stick, ("counting", OK), ("counting", BACK), ("history",))
    assert stick.host.entry.renewed_every is None


def test_the_list_of_hundreds_tells_one_game_at_a_press(
    stick: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(stick, *["1996-two-players"] * 9)
    told_of: list[int] = []

    def note(journal: JournalReader, game: StoredGame) -> ReplayedGame:
        told_of.append(game.number)
        return replay_stored(journal, game)

    monkeypatch.setattr("companion.app.history_browser.replay_stored", note)
    say(stick, "history", "games")
    stick.press(DOWN, DOWN, UP, OK)
    assert told_of == [9, 8, 7, 8, 8]


@pytest.mark.parametrize("item", ["games", "players"])
def test_a_journal_that_cannot_be_read_is_told_and_the_game_goes_on(
    stick: Rig, monkeypatch: pytest.MonkeyPatch, item: str
) -> None:
    keep(stick, *["1996-two-players"] * MANY)
    say(stick, "history", item)

    def fail(_number: int) -> None:
        raise JournalUnreadable(Path("games.sqlite"), 5, "Input/output error")

    monkeypatch.setattr(stick.journal, "timed_answers", fail)
    if item == "games":
        journey(stick, ("kept games", DOWN), ("notice unread", OK), ("kept games",))
    else:
        stick.press(OK)
        journey(stick, ("notice unread", OK), ("history",))
    stick.inbox.put(Signal.REDRAW)
    stick.app.pump()


# Room --------------------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [path.stem for path in STORED])
@pytest.mark.parametrize("words", [*map(Words, LANGUAGES)], ids=LANGUAGES)
def test_no_turn_is_told_in_more_words_than_a_page_holds(
    name: str, words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[str] = []
    fit = fonts.shorten_text

    def note(text: str, face: fonts.Font, room: int) -> str:
        cut.extend([text] if fit(text, face, room) != text else [])
        return fit(text, face, room)

    monkeypatch.setattr(fonts, "shorten_text", note)
    game = told(name)
    if not any(answer.key.startswith("correct") for answer in game.answers):  # they tell of names
        game = renamed(game, *WIDE)
    for page in game_pages(played(game)):
        if isinstance(page, TurnPage):
            entry = Pages(below=menu_of("history", []), pages=(page,))
            render(view_of(entry, None, words))
    assert cut == []


def test_a_key_of_the_panel_says_nothing_on_a_page(stick: Rig) -> None:
    keep(stick, "three-players")
    say(stick, "history", "games")
    stick.press(OK, OK)
    picture = stick.frame
    stick.keys(Press.NONE)
    assert stick.frame != picture
    stick.press(OK, UP)
    assert stick.frame == picture


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_figure_is_breaks_at_blanks_only(language: str) -> None:
    for name in (*FINISHED, "bologna-three-players-96-cards"):
        for its in totals(player_games(played(told(name)))):
            words = words_in(language).of(its.game)
            for page in figure_pages(its):
                column = drawing.SAFE_WIDTH // len(page.figures)
                for figure in page.figures:
                    lines = fonts.wrap_text(describe_figure(words, figure), fonts.SMALL, column)
                    assert len(lines) <= 2
                    assert " ".join(lines) == describe_figure(words, figure)
