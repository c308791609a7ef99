"""The commands on kept games: what they print, what they refuse, and that the words are there."""

import csv
import json
import os
import sys
from contextlib import closing
from datetime import timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
import segno
from PIL import Image

from companion.app.demo.rig import DEMO_STARTED_AT
from companion.cli import main
from companion.cli.arguments import STATES
from companion.cli.report.history import describe_past
from companion.games import BUILT_IN, load_plugin, words_in
from companion.store.history.exports import ADDRESS
from companion.store.journal import Journal, JournalReader
from companion.store.saved_games import SavedGameState, replay_game
from companion.store.story.telling import tell_story_of
from companion.text.question_text import describe_action
from companion.text.story_text import encode_story, tell_how, tell_said
from tests.app import recent_games
from tests.app.command import Terminal
from tests.app.recent_games import RunCommand, keep, numbers
from tests.store.history import STORED, played, renamed, stored
from tests.text.test_question_text import phrased

Capture = pytest.CaptureFixture[str]
UNREAD = words_in().say("story.none.unread")
TOWERS_OF_BOLOGNA = "bologna-three-players-96-cards"
pytestmark = pytest.mark.usefixtures("state")


# games ---------------------------------------------------------------------------------------


def test_a_games_story_is_told_in_sentences_and_as_a_table(state: Path, said: RunCommand) -> None:
    keep(state, "bologna-three-players-96-cards")
    text = said("games", 1, "--story")
    story = tell_story_of(replay_game(JournalReader(state), 1))
    assert story is not None
    words = words_in().of(story.game)
    for sentence in (*tell_said(words, story), *tell_how(words, story)):
        assert sentence in text
    assert text.count("\n│ ") == len(story.turns)
    assert json.loads(said("games", 1, "--story", "--json")) == encode_story(words, story)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((1, "--story"), f"game 1: {UNREAD}"),
        ((2, "--story"), "there is no saved game 2"),
        (("--story",), "which game? give its number"),
        ((1, "--json"), "--json is for the story of a game"),
    ],
)
def test_what_has_no_story_is_refused_in_a_line(
    state: Path, capsys: Capture, arguments: tuple[object, ...], why: str
) -> None:
    keep(state, "five-players-mid-turn")
    try:
        status = main(["games", *map(str, arguments)])
    except SystemExit as misused:
        status = misused.code  # type: ignore[assignment]  # a number
    assert status
    assert why in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_story_is_told_once_the_end_has_been_read_at_the_box(
    state: Path, said: RunCommand, capsys: Capture, options: tuple[str, ...]
) -> None:
    ended = stored("capitol-three-players")
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        number = journal.begin(ended.name, 3, DEMO_STARTED_AT)
        pairs = [(answer.key, answer.word) for answer in ended.answers]
        journal.append(number, pairs, DEMO_STARTED_AT)
        assert main(["games", "1", "--story", *options])
        told = capsys.readouterr()
        assert (told.out, UNREAD in told.err) == ("", True)
        journal.mark_read(number, DEMO_STARTED_AT, over=True)
    assert "Round 1" in said("games", 1, "--story", *options)


def test_games_are_chosen_by_game_player_state_and_day(state: Path, said: RunCommand) -> None:
    keep(
        state,
        *("three-players", "four-players", "five-players-mid-turn"),
        *("capitol-three-players", "four-players-before-the-first-turn"),
    )
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        for game in ("campanile-1492", "campanile-2009"):
            number = journal.begin(game, 2, DEMO_STARTED_AT)
            journal.append(number, [("player", "Ada")], DEMO_STARTED_AT)
    assert numbers(said("games")) == [1, 2, 3, 4, 5, 6, 7]
    assert numbers(said("games", "--game", "capitol")) == [4]
    assert numbers(said("games", "--player", "ana maría")) == [2, 3, 4, 5]
    assert numbers(said("games", "--state", "finished")) == [1, 2, 4]
    assert numbers(said("games", "--state", "unreadable")) == [6]
    day = [(DEMO_STARTED_AT + timedelta(days=days)).astimezone().date() for days in range(5)]
    assert numbers(said("games", "--since", day[1], "--until", day[2])) == [2, 3]
    assert numbers(said("games", "--since", day[1], "--state", "finished")) == [2, 4]
    assert said("games", "--player", "nobody") == "no saved game matches\n"


def test_the_states_one_can_ask_for_are_those_there_are() -> None:
    assert list(STATES) == list(SavedGameState)


def test_a_game_is_told_turn_by_turn(state: Path, said: RunCommand) -> None:
    keep(state, "three-players")
    lines = said("games", 1).splitlines()
    assert lines[0] == "Campanile: Zoë O'Neill wins with 18 points"
    turns = [line for line in lines if line.startswith("│")]
    play = played(stored("three-players"))
    assert len([turn for turn in turns if turn.split("│")[1].strip()]) == len(play.turns) - 1
    assert "yellow tower +3" in turns[0]
    assert "0:35" in turns[1]
    held = [turn for turn in turns if not turn.split("│")[1].strip()]
    assert "Intermezzo: Édouard: 3, Zoë O'Neill: 5, Jörg: 4" in held[0]
    assert "Finito: Édouard: 8, Zoë O'Neill: 13, Jörg: 5" in held[1]


@pytest.mark.sample(6)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_whatever_was_said_in_a_turn_has_words(path: Path) -> None:
    play = played(stored(path.stem))
    words = phrased(play.game)
    for turn in play.turns[1:]:
        for each in turn.answers:
            assert describe_action(words, "", [(each.answer.key, each.answer.word)])
        assert all(describe_past(words, event, play.players) for event in turn.events)


def test_every_game_says_what_grows_in_it() -> None:
    for game in BUILT_IN:
        assert words_in().of(game).has(f"chart.{load_plugin(game).history.grows}")


# players -------------------------------------------------------------------------------------


def test_players_stand_in_a_table_for_each_game(state: Path, said: RunCommand) -> None:
    keep(state, "three-players", "four-players", "capitol-three-players")
    out = said("players")
    assert out.index("Campanile") < out.index("Capitol")
    zoe = [line.split("│")[1:-1] for line in out.splitlines() if "Zoë" in line]
    figures, sources = ([cell.strip() for cell in cells] for cells in zoe)
    assert figures == ["Zoë O'Neill", "2", "2", "16.5", "18", "0:33"]
    assert sources[:3] == ["Zoë O'Neill", "27 %", "73 %"]
    assert sources[4] == "3.6"
    assert said("players", "--game", "capitol").count("Round 1") == 1


def test_no_table_is_cut_off_at_the_usual_width(
    state: Path, said: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names and headings stand whole in 80 columns, with the longest names."""
    monkeypatch.setenv("COLUMNS", "80")
    keep(state, "three-players", "1996-two-players", "capitol-three-players", TOWERS_OF_BOLOGNA)
    journal = JournalReader(state)
    names = [name for number in (1, 2, 3, 4) for name in replay_game(journal, number).players]
    out = said("players")
    assert "…" not in out
    for heading in ("Average", "Intermezzo", "3-marker", *names):
        assert heading in out
    for arguments in (("games",), ("players", names[0]), ("games", 4)):
        assert "…" not in said(*arguments)
    monkeypatch.setenv("COLUMNS", "48")
    assert "…" not in said("players")


def test_a_player_has_every_game_listed(state: Path, said: RunCommand, refused: RunCommand) -> None:
    keep(state, "three-players", "four-players", "1996-two-players", "five-players-mid-turn")
    lines = said("players", "zoë o'neill").splitlines()
    places = [line.split("│")[1:-1] for line in lines if " of " in line and "│" in line]
    assert [(int(cells[0]), cells[4].strip()) for cells in places] == [
        (1, "1 of 3"),
        (2, "1 of 4"),
        (3, "2 of 2"),
    ]
    assert refused("players", "Ada") == "nobody called Ada has finished a game"


def test_a_shared_win_is_marked(state: Path, said: RunCommand) -> None:
    keep(state, "bologna-three-players-share-the-win")
    assert said("players").count("1 (1 shared)") == 2


def test_before_the_first_end_there_are_no_players(state: Path, said: RunCommand) -> None:
    keep(state, "five-players-mid-turn")
    assert said("players") == f"no finished games yet in {state}\n"


def test_games_without_names_are_told_apart_from_no_games(
    state: Path, said: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"Player {number}" for number in (1, 2, 3)]
    monkeypatch.setattr(recent_games, "stored", lambda name: renamed(stored(name), *names))
    keep(state, "bologna-three-players-share-the-win")
    assert said("players") == f"nobody has given a name in the finished games in {state}\n"


# export, CSV, BG Stats -----------------------------------------------------------------------


def test_results_and_turns_are_read_by_a_spreadsheet(state: Path, said: RunCommand) -> None:
    keep(state, "three-players", "five-players-mid-turn", "four-players")
    results = list(csv.DictReader(StringIO(said("export", "--csv"))))
    assert [row["number"] for row in results] == ["1"] * 3 + ["3"] * 4
    assert [row["player"] for row in results if row["won"] == "1"] == ["Zoë O'Neill"] * 2
    turns = list(csv.DictReader(StringIO(said("export", 2, "--csv"))))
    assert len(turns) == len(played(stored("five-players-mid-turn")).turns) - 1


def test_the_link_is_printed_for_a_finished_game(
    state: Path, said: RunCommand, refused: RunCommand
) -> None:
    keep(state, "1996-two-players", "five-players-mid-turn", "bologna-three-players-96-cards")
    assert said("bg-stats", 1).startswith(f"{ADDRESS}%7B%22sourceName%22")
    assert "Die%20T%C3%BCrme%20von%20Bologna" in said("bg-stats", 3)
    assert refused("bg-stats", 2) == "game 2 is not finished"
    assert refused("bg-stats", 4) == "there is no saved game 4; `companion games` lists them"


def test_what_was_taken_back_was_played_too(state: Path, said: RunCommand) -> None:
    """Two minutes for an answer that was undone are minutes at the table; a night is not."""
    session = stored("three-players")
    *answers, last = ((each.key, each.word) for each in session.answers)
    time = DEMO_STARTED_AT
    with closing(Journal.open(state, time)) as journal:
        number = journal.begin(session.name, None, time)
        journal.append(number, answers, time := time + timedelta(seconds=10))
        journal.append(number, [("show", "wrong")], time := time + timedelta(minutes=2))
        journal.undo(number, 1, time := time + timedelta(seconds=10))
        journal.append(number, [last], time := time + timedelta(hours=9))
    assert "%22durationMin%22:2," in said("bg-stats", number)


def test_the_qr_code_in_the_terminal_is_the_links(state: Path, said: RunCommand) -> None:
    keep(state, "three-players")
    link, *lines = said("bg-stats", 1, "--qr").splitlines()
    halves = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    rows = []
    for line in lines:
        signs = line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m")
        rows += [[int(halves[sign][half]) for sign in signs] for half in (0, 1)]
    code = segno.make_qr(link, error="l", boost_error=False)
    expected = [list(map(int, row)) for row in code.matrix_iter(border=4)]
    assert rows[: len(expected)] == expected
    assert not any(map(any, rows[len(expected) :]))


@pytest.mark.soak
def test_a_qr_code_larger_than_the_window_is_refused_and_a_picture_offered(
    state: Path,
) -> None:
    """In 80 by 24 characters; and in a window that it fills together with the prompt."""
    keep(state, "three-players")
    with Terminal("bg-stats", 1, "--qr", state=state) as terminal:
        status, line = terminal.end()
    assert (status, terminal.said) == (1, b"")
    needed = "the QR code needs a window of 101×52; make it larger, or write a picture: "
    assert line == f"{needed}companion bg-stats 1 --png game-1.png\n"
    for size, status in (((52, 101), 0), ((51, 101), 1), ((52, 100), 1)):
        with Terminal("bg-stats", 1, "--qr", state=state, size=size) as terminal:
            assert terminal.end()[0] == status
            assert (b"\x1b[30;107m" in terminal.said) is (status == 0)


def test_the_qr_code_is_written_as_a_picture(
    state: Path, said: RunCommand, refused: RunCommand
) -> None:
    keep(state, "three-players")
    assert said("bg-stats", 1, "--png", "code.png").startswith(ADDRESS)
    with Image.open("code.png") as picture:
        assert picture.width == picture.height
        assert picture.width % 6 == 0
        assert picture.convert("L").getpixel((0, 0)) == 255
    line = refused("bg-stats", 1, "--png", "nowhere/code.png")
    assert line == "nowhere/code.png: can't be written: No such file or directory"


def test_a_missing_extra_is_one_line_that_names_it(
    state: Path, said: RunCommand, refused: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    keep(state, "three-players")
    install = "-m pip install 'campanile-companion[chart]'"
    assert refused("chart", "1", "chart.png").endswith(f" {sys.executable} {install}")
    assert not Path("chart.png").exists()
    assert said("chart", "1") == "game-1.svg\n"
    written = {each.text for each in ElementTree.parse("game-1.svg").iter()}
    players = played(stored("three-players")).table.players
    assert {f"{player.name}: {player.points}" for player in players} <= written


@pytest.mark.skipif(
    "CI" not in os.environ and not any(Path("/usr/share/fonts").rglob("*.[to]tf")),
    reason="no font is installed",
)
def test_a_chart_is_a_picture_too(
    state: Path, said: RunCommand, refused: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resvg_py

    keep(state, "three-players")
    assert said("chart", 1, "chart.png") == "chart.png\n"
    with Image.open("chart.png") as picture:
        assert picture.width == 1200
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    fontless = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", fontless)
    line = refused("chart", 1, "wordless.png")
    assert line.endswith("sudo apt install fonts-dejavu-core; an .svg needs none")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "command",
    ["games", "games 1", "players", "export 1", "chart 1", "bg-stats 1", "backup b"],
)
def test_a_damaged_journal_is_told_in_one_line_and_left_alone(
    state: Path, refused: RunCommand, command: str
) -> None:
    state.mkdir()
    journal = state / "games.sqlite"
    journal.write_bytes(b"not a journal")
    assert refused(*command.split()) == f"{journal}: the journal is damaged"
    assert journal.read_bytes() == b"not a journal"
    assert list(state.iterdir()) == [journal]


def test_names_in_markup_are_told_as_they_are(state: Path, said: RunCommand) -> None:
    session = renamed(stored("three-players"), "[red]x", "[/b]", "$a_b$")
    with closing(Journal.open(state, DEMO_STARTED_AT)) as journal:
        number = journal.begin(session.name, None, DEMO_STARTED_AT)
        journal.append(number, [(a.key, a.word) for a in session.answers], DEMO_STARTED_AT)
    names = ("[red]x", "[/b]", "$a_b$")
    assert any(f"{name} wins" in said("games") for name in names)
    for out in (said("games", 1), said("players"), said("export", "--csv")):
        assert all(name in out for name in names)
