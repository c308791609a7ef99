"""Nothing that a game does stops the box: each fault is named once, and all else goes on."""

from __future__ import annotations

import gc
import json
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

import pytest

from companion.app.app_builder import read_board_files
from companion.app.box import Preference
from companion.app.demo.rig import Rig
from companion.app.game_check.self_test import find_faults
from companion.box.devices.boards import BOARDS
from companion.cli import main
from companion.core import guard
from companion.core.conversation import Answer, Conversation
from companion.core.game_table import Outcome
from companion.core.interfaces import Press
from companion.games import BUILT_IN, list_games, read_record, replay_session, words_in
from companion.games.unnamed import is_unnamed
from companion.outlets.board.evening_page import draw_evening
from companion.outlets.board.page import EveningView, draw_card
from companion.outlets.board.reports import TOPIC
from companion.outlets.mqtt.outbox import Outbox
from companion.outlets.mqtt.publications import Publications
from companion.outlets.protocol import AnswerMessage, GetMessage, Topic
from companion.outlets.web.table_page import Role, TableContent
from companion.store.ends_worker import EndsPlayer
from companion.store.journal import Journal, JournalReader
from companion.text.question_text import word_notice
from companion.text.words import GameWords
from companion.ui.input.commands import AmendAt, BeginGame, HostCommand, ResumeGame
from companion.ui.input.menu import Menu, Notice
from tests.app.phones import Phone
from tests.app.reading import asked
from tests.buttons import MENU, OK
from tests.entries import install
from tests.fakes.faulty import (
    AT_PLAY,
    RESULT,
    RULES,
    TABLE,
    UNUSABLE,
    WHOLE,
    FaultyPlugin,
    asking,
    change,
    raise_error,
    with_rules,
)
from tests.fakes.nim.nim_game.input import StonePicker
from tests.fakes.nim.nim_game.plugin import PLUGIN
from tests.fakes.nim.nim_game.rules import Nim, NimTable
from tests.fakes.table_socket import FakeTableSocket
from tests.outlets.board.messages import EVENING, HallRig
from tests.shipped import read_shipped

pytestmark = pytest.mark.usefixtures("unstrict")
ROOT = Path(__file__).parents[2]
GAINS = count()
NOW = EVENING
COMMANDS: tuple[Callable[[str], list[str]], ...] = (
    lambda folder: ["games", "--folder", folder],
    lambda folder: ["players", "--folder", folder],
    lambda folder: ["export", "--csv", "--folder", folder],
    lambda folder: ["games", "1", "--folder", folder],
)


@pytest.fixture(autouse=True)
def _short_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Parts that hang are stopped soon; what does not hang gets more than it needs.

    What all tests before have left is collected elsewhere: that takes as long as these limits, and
    Hypothesis, which counts that time, would keep the alarm to itself.
    """
    monkeypatch.setattr(guard, "LIMIT", 0.3)
    monkeypatch.setattr(guard, "REPLAY_LIMIT", 0.6)
    gc.disable()
    yield
    gc.enable()


def nim_record() -> str:
    assert PLUGIN.record is not None
    return PLUGIN.record.read_text("utf-8")


def keep_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finished game of Campanile, one of Nim, and one of Nim that is not over."""
    install(monkeypatch, WHOLE)
    nim = read_record(nim_record()).answers
    other = read_shipped("campanile-2009").answers
    journal = Journal.open(folder, NOW)
    for name, seats, answers in (
        ("campanile-2009", 3, other),
        ("nim", 2, nim),
        ("nim", 2, nim[:-2]),
    ):
        number = journal.begin(name, seats, NOW)
        journal.append(number, [(each.key, each.word) for each in answers], NOW)
    journal.close()


def read_kept(folder: Path) -> list[Any]:
    reader = JournalReader(folder)
    return [reader.answers(each.number) for each in reader.games()]


def unfold(table: str) -> str:
    """The words of a table in the terminal, whose cells are folded."""
    rows = ([cell.strip() for cell in line.split("│")] for line in table.splitlines())
    columns = zip_longest(*rows, fillvalue="")
    return " ".join(filter(None, (cell for column in columns for cell in column)))


class FaultyEvening:
    """A box on which a faulty game is played, with a reader of its socket and a voice."""

    def __init__(self, folder: Path) -> None:
        self.sockets: list[FakeTableSocket] = []
        self.rig = Rig(
            BOARDS["bonnet"],
            folder,
            given={Preference.VOICE: "on"},
            open_socket=self._open,  # type: ignore[arg-type]  # a fake
            for_readers=True,
        )

    def _open(self) -> FakeTableSocket:
        self.sockets.append(FakeTableSocket(self.rig.inbox.put))
        return self.sockets[-1]

    def play(self) -> None:
        """Leave what is told first; resume, begin, look at each page, and answer to the end."""
        self.leave_notices()
        assert isinstance(self.rig.entry, Menu)
        self.answer()
        self.rig.host.take_step(HostCommand.GO_HOME)
        self.rig.host.take_step(BeginGame("nim", 2))
        self.rig.app.pump()
        self.answer()
        self.leave_notices()

    def answer(self) -> None:
        for at in range(24):
            self.rig.press(OK)
            if at in (3, 14, 20) and self.rig.session is not None:
                self.look_at_pages()
            if at == 14:
                self.amend()

    def amend(self) -> None:
        """Begin to change the first answer of the turns."""
        asked = [each.key for each in self.rig.session.asked] if self.rig.session else []
        if "stones" in asked and not isinstance(self.rig.entry, Notice):
            self.rig.host.take_step(AmendAt(asked.index("stones")))
            self.rig.app.pump()

    def look_at_pages(self) -> None:
        if isinstance(self.rig.entry, Notice) or not self.rig.session.table.started:  # type: ignore[union-attr]  # asked before
            return
        for page in (HostCommand.SHOW_OUTLOOK, HostCommand.CHECK_TABLE):
            self.rig.press(MENU)
            self.rig.host.take_step(page)
            self.rig.app.pump()
            while isinstance(self.rig.entry, Notice):
                self.rig.press(OK)
            self.rig.host.take_step(HostCommand.CLOSE_BOX_MENU)
            self.rig.app.pump()

    def leave_notices(self) -> None:
        for _ in range(9):
            if not isinstance(self.rig.entry, Notice):
                return
            self.rig.press(OK)

    def pair_phone(self) -> Phone:
        (socket,) = self.sockets
        phone = Phone(self.rig, socket)
        self.rig.door.switch(on=True)
        self.rig.app.pump()
        phone.pair()
        return phone

    def ask(self, topic: Topic, number: int | None = None) -> Any:
        (socket,) = self.sockets
        count = len(socket.replies)
        socket.ask(GetMessage(1, topic, number))
        for _ in range(9):
            self.rig.app.pump()
        assert len(socket.replies) == count + 1
        return socket.replies[-1]


def begin_turns(evening: FaultyEvening) -> None:
    """Begin Nim, and set it up."""
    rig = evening.rig
    rig.host.take_step(BeginGame("nim", 2))
    rig.app.pump()
    while rig.session is None or not rig.session.table.started:
        rig.press(OK)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    keep_games(tmp_path / "games", monkeypatch)
    return tmp_path / "games"


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", AT_PLAY)
def test_a_game_that_fails_is_named_once_and_all_else_goes_on(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    fault = AT_PLAY[name]
    install(monkeypatch, fault.plugin)
    kept = read_kept(folder)
    with caplog.at_level(logging.WARNING):
        evening = FaultyEvening(folder)
        with evening.rig:
            evening.play()
            EndsPlayer(folder).play_out(2, lambda: False)
            _check_outlets(evening)
            _check_hall(evening, tmp_path)
        (file := tmp_path / "board.toml").write_text("")
        read_board_files({"nim": file})
        _check_commands(folder, tmp_path, fault, capsys)
    after = read_kept(folder)
    stays = 3 if fault.stops_play else 2
    assert after[:stays] == kept[:stays], "games that are over, or can't be read, stay as they are"
    if not fault.stops_play:
        ended = [replay_session("nim", each).question is None for each in after[2:]]
        assert ended[0], "the resumed one is played to its end by buttons"
        assert any(ended[1:]), ended
    named = [each.getMessage() for each in caplog.records]
    lines = [each for each in named if each.startswith(f"game nim: {fault.part}: ")]
    if fault.part == TABLE:
        assert len(lines) == len([each for each in named if each.startswith("game nim: ")]) <= 1
    else:
        assert len(lines) == bool(fault.part), named
    assert not [each for each in caplog.records if each.name.startswith("companion.outlets")]
    assert "\n" not in "".join(named)


def _check_outlets(evening: FaultyEvening) -> None:
    """The socket has stayed open; page, broker and saved games are told by it."""
    (socket,) = evening.sockets
    assert not socket.is_closed
    for state in socket.states[:: max(1, len(socket.states) // 6)]:
        assert TableContent(state, words_in()).draw(Role.PRESS)
    assert evening.ask(Topic.EVENTS)
    games = evening.ask(Topic.GAMES)["games"]
    assert len(games) >= 3
    assert evening.ask(Topic.PLAYERS)
    assert evening.ask(Topic.GAME, 1)["game"]
    assert evening.ask(Topic.RESULTS)["results"]
    evening.ask(Topic.GAME, 2)


def _check_hall(evening: FaultyEvening, folder: Path) -> None:
    """The board of a hall understands all that the table's broker is told, and shows it."""
    (socket,) = evening.sockets
    outbox = Outbox(folder / "outbox", 1)
    table = Publications(outbox, "Table", lambda: None, home_assistant=True)
    with closing(outbox), closing(HallRig(folder / "hall")) as board:
        for state in socket.states[:: max(1, len(socket.states) // 6)]:
            outbox.record(state["box"], evening.ask(Topic.EVENTS)["events"], just_opened=True)
            table.show(state)
            table.show_results(evening.ask(Topic.RESULTS))
            while (sent := table.take_next()) is not None:
                if TOPIC.fullmatch(sent.topic):
                    board.hall.hear(sent.topic, sent.payload, sent.retain)
                table.acknowledge(sent)
        (shown,) = board.hall.tables
        assert board.hall.find_result(shown) is None or shown.name == "Table"
        for words in (words_in(), words_in("de")):
            assert draw_card(shown, None, words)
        names = {each.game for each in board.hall.find_results()}
        assert "campanile-2009" in names
        assert draw_evening(board.hall.evening, EveningView(), words_in())


def _check_commands(
    folder: Path, tmp_path: Path, fault: FaultyPlugin, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    for command in COMMANDS:
        assert main(command(str(folder))) == 0, command
        told = capsys.readouterr()
        assert "Traceback" not in told.err
    main(["games", "--folder", str(folder)])
    listed = unfold(capsys.readouterr().out)
    assert "Campanile" in listed
    why = f"can't be read now: {'rules' if fault.part else 'stones'}"
    assert (why in listed) == fault.stops_play, listed
    file = tmp_path / "nim.game"
    file.write_text(nim_record())
    for options in ([], ["--json"]):
        status = main(["score", *options, str(file)])
        told = capsys.readouterr()
        needs_result = options and fault.part == RESULT
        assert status == (1 if fault.stops_play or needs_result else 0), told.err
        assert len(told.err.splitlines()) == status, told.err
        if options and not status:
            assert json.loads(told.out)["winners"] == ["Player 1"]


def test_each_press_that_the_rules_fail_at_shows_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, WHOLE)
    monkeypatch.setattr(NimTable, "take_stones", raise_error)
    evening = FaultyEvening(tmp_path / "games")
    with evening.rig as rig:
        begin_turns(evening)
        rig.press(OK)
        for _ in range(3):
            assert isinstance(rig.entry, Notice)
            assert str(rig.entry.values["problem"]).startswith("rules: KeyError: 'place'")
            rig.press(OK)
            assert not isinstance(rig.entry, Notice), "once for each press"
            rig.press(OK)


def test_a_phone_is_refused_what_the_rules_fail_at_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, WHOLE)
    monkeypatch.setattr(NimTable, "take_stones", raise_error)
    evening = FaultyEvening(tmp_path / "games")
    with evening.rig as rig:
        begin_turns(evening)
        phone = evening.pair_phone()
        for _ in range(2):
            refused = phone.ask(AnswerMessage, "stones", "1")["refused"]
            assert refused["reason"] == "game-fault"
            assert refused["text"].startswith("a fault of the game: rules: KeyError")
            evening.leave_notices()
            assert isinstance(rig.entry, StonePicker)


def test_what_can_not_be_told_is_told_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = tuple(Answer("stones", f"{each:0>100}") for each in range(1000))
    install(monkeypatch, asking(options=many))
    monkeypatch.setattr("companion.app.table_service.LONGEST_LINE", 100_000)
    evening = FaultyEvening(tmp_path / "games")
    with evening.rig:
        begin_turns(evening)
        (socket,) = evening.sockets
        (line,) = socket.states[-1]["open"]["lines"]
        assert re.fullmatch(r"Nim has a fault: state: \d+ bytes, more than \d+", line)


def test_a_result_that_is_no_data_is_left_out_of_the_results(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, with_rules(result=lambda _self: {"taken": {1}}))
    evening = FaultyEvening(folder)
    with evening.rig as rig:
        rig.app.pump()
        evening.pair_phone()
        results = evening.ask(Topic.RESULTS)["results"]
        assert {each["result"]["game"] for each in results} == {"campanile-2009"}
        assert [str(each).split(":")[0] for each in guard.list_faults()] == ["game nim"]


def test_a_saved_game_that_the_rules_refuse_says_why(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, with_rules(table_class=staticmethod(partial(NimTable, left=2))))
    evening = FaultyEvening(folder)
    with evening.rig as rig:
        for verb in ("resume", "show"):
            notice = rig.entry
            assert isinstance(notice, Notice)
            assert word_notice(rig.host.words, notice.key, notice.values, notice.because) == (
                f"This version can't {verb} game 3. It stays saved. Reason: stones 3: only 2 left."
            )
            rig.press(OK)
            rig.host.take_step(HostCommand.LIST_SAVED_GAMES)
            rig.app.pump()
            rig.press(OK)


def test_a_game_that_is_no_longer_installed_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = read_kept(folder)
    evening = FaultyEvening(folder)
    with evening.rig as rig:
        rig.app.pump()
        phone = evening.pair_phone()
        install(monkeypatch)
        refused = phone.ask(AnswerMessage, "home", "resume")["refused"]
        assert refused == {"reason": "not-installed", "text": "nim is not installed"}
        assert isinstance(rig.entry, Notice)
        assert (rig.entry.key, rig.entry.values) == ("not-installed", {"game": "nim"})
        rig.press(OK)
        assert asked(rig.entry) == "home"
        said = evening.ask(Topic.GAME, 3)["refused"]["text"]
    assert said.endswith("stays saved. Reason: nim is not installed.")
    with Rig(BOARDS["bonnet"], folder) as rig:
        notice = rig.entry
        assert isinstance(notice, Notice)
        assert notice.key == "unplayable"
        said = word_notice(words_in("de"), notice.key, notice.values, notice.because)
        assert said.endswith("Es bleibt gespeichert. Grund: nim ist nicht installiert.")
    assert read_kept(folder) == kept


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", UNUSABLE)
def test_a_facet_that_can_not_be_used_is_named_and_the_other_games_can_be_played(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    install(monkeypatch, UNUSABLE[name])
    games, broken = list_games()
    assert [*games] == [*BUILT_IN]
    (problem,) = (each.problem for each in broken)
    assert problem.startswith(name.partition(":")[0] + ":"), problem
    assert "\n" not in problem
    evening = FaultyEvening(folder)
    with evening.rig as rig:
        evening.leave_notices()
        assert asked(rig.entry) == "home"
        rig.host.take_step(HostCommand.CHOOSE_GAME)
        rig.press(Press.RIGHT)
        evening.leave_notices()
    assert main(["games", "--folder", str(folder)]) == 0
    listed = unfold(capsys.readouterr().out)
    assert f"can't be read now: plugin: {problem}"[:50] in listed


def test_the_self_test_tells_which_games_can_not_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, WHOLE)
    assert find_faults(None) == []
    for plugin, problem in (
        (UNUSABLE["rules: seats = (2, 3)"], "rules: seats is tuple, not range"),
        (RULES["rules that ask nothing"], "rules: nothing is asked"),
    ):
        install(monkeypatch, plugin)
        assert find_faults(None) == [("nim", problem)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("facet", ["tell", "snapshot", "screens.lamps", "history.measure", "page"])
def test_the_self_test_names_the_part_that_fails_also_without_a_game_of_it(
    monkeypatch: pytest.MonkeyPatch, facet: str
) -> None:
    install(monkeypatch, change("record", None, AT_PLAY[f"{facet} raises"].plugin))
    ((game, problem),) = find_faults(None)
    assert (game, problem.partition(" (")[0]) == ("nim", f"{facet}: KeyError: 'place'")


def test_the_self_test_names_what_fails_at_the_game_that_was_saved_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_in_the_middle(table: NimTable) -> Any:
        if table.started and table.players[0].name == "Player 1":
            raise ValueError("eight stones")
        return WHOLE.snapshot(table)

    plugin = change("record", None, change("snapshot", fail_in_the_middle))
    install(monkeypatch, plugin)
    assert find_faults(None) == []
    ((_, problem),) = find_faults(folder)
    assert problem.startswith("snapshot: ValueError: eight stones")


def score_by_chance(table: NimTable, count: int) -> None:
    NimTable.take_stones(table, count)
    if table.outcome is not None:
        table.player.points = next(GAINS)


def test_a_game_in_which_chance_decides_is_named_when_it_is_over_and_when_it_is_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    by_chance = type("TableOfChance", (NimTable,), {"take_stones": score_by_chance})
    install(monkeypatch, with_rules(table_class=by_chance))
    problem = "rules: the same answers give another table: does chance decide?"
    (file := tmp_path / "nim.game").write_text(nim_record())
    for options in ([], ["--json"]):
        assert main(["score", *options, str(file)]) == 1
        assert capsys.readouterr() == ("", f"{file}: a fault of the game: {problem}\n")
    evening = FaultyEvening(tmp_path / "games")
    with evening.rig as rig:
        begin_turns(evening)
        while not guard.list_faults():
            rig.press(OK)
        assert [each.problem for each in guard.list_faults()] == [problem]
        assert rig.session is not None
        assert rig.session.question is None
        assert isinstance(rig.entry, Notice)


def test_a_saved_game_in_which_chance_decides_tells_no_winner(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    by_chance = type("TableOfChance", (NimTable,), {"take_stones": score_by_chance})
    install(monkeypatch, with_rules(table_class=by_chance))
    kept = read_kept(folder)
    assert main(["games", "--folder", str(folder)]) == 0
    listed = unfold(capsys.readouterr().out)
    assert "can't be read now: rules: the same answers give another table" in listed
    assert main(["games", "2", "--folder", str(folder)]) == 1
    assert "does chance decide?" in capsys.readouterr().err
    with FaultyEvening(folder).rig as rig:
        rig.host.take_step(ResumeGame(2))
        rig.app.pump()
        assert [each.part for each in guard.list_faults()] == ["rules"]
    assert read_kept(folder) == kept


def test_a_saved_game_whose_figures_change_the_table_is_told_by_the_rules_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def sort_players(table: NimTable) -> Any:
        table.players.sort(key=lambda each: each.name, reverse=True)
        return {}

    def list_games() -> str:
        assert main(["games", "2", "--folder", str(folder)]) == 0
        return capsys.readouterr().out

    install(monkeypatch, change("history.measure", lambda _: {}, change("tell", lambda *_: [])))
    told = list_games()
    assert "Player 1 wins" in told
    install(monkeypatch, change("history.measure", sort_players, change("tell", lambda *_: [])))
    assert list_games() == told
    assert [each.part for each in guard.list_faults()] == ["table"]


def test_who_writes_a_game_sees_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(monkeypatch, RULES["rules that raise at a turn"])
    file = tmp_path / "nim.game"
    file.write_text(nim_record())
    try:
        assert main(["score", str(file)]) == 1
        assert [each for each in caplog.records if each.exc_info] == []
        guard.forget_faults()
        assert main(["score", "--debug", str(file)]) == 1
    finally:
        guard.log.setLevel(logging.NOTSET)
    assert [str(each.exc_info[1]) for each in caplog.records if each.exc_info] == ["'place'"]


def test_what_a_game_prints_is_logged_and_leaves_the_output_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def print_turn(self: Nim) -> Conversation:
        print("a turn", "of", self.table.player.name)
        yield from Nim.play_turn(self)

    install(monkeypatch, with_rules(play_turn=print_turn))
    file = tmp_path / "nim.game"
    file.write_text(nim_record())
    assert main(["score", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == ["Player 1"]
    logged = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    (line,) = logged
    assert re.fullmatch(r"game nim prints: a turn of Player 1 \(test_faulty_games.py:\d+\)", line)


def test_a_translation_that_can_not_be_read_leaves_the_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = tmp_path / "de" / "LC_MESSAGES" / "companion.mo"
    compiled.parent.mkdir(parents=True)
    compiled.write_bytes(b"no catalogue")
    colours = {"colour.pink": "Pink", "menu.stones": "How many?"}
    words = GameWords(sentences=colours, catalogues=tmp_path)
    install(monkeypatch, change("words", words, with_rules(name="translated-nim")))
    assert words_in("de").of("translated-nim").say("menu.stones") == "How many?"
    assert is_unnamed("Pink", "translated-nim")
    (fault,) = guard.list_faults()
    assert fault.part == "words.catalogues"


EAT = """
from contextlib import ExitStack
from companion.app import play
from companion.core import guard
def eat():
    eaten = []
    while True:
        eaten.append(bytearray(10**7))
play.MOST_MEMORY = 50 << 20
with ExitStack() as stack:
    play.limit_memory(stack)
    print(guard.attempt("nim", "tell", lambda: "goes on", eat), len(bytearray(30 << 20)))
"""


def test_a_game_that_fills_the_memory_fails_alone_and_gives_it_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EAT], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == f"goes on {30 << 20}\n"
    assert done.stderr == "game nim: tell: MemoryError\n"


class TableOfNobody(NimTable):
    """A table where nobody wins, which can't be told."""

    def finish(self, _outcome: Outcome | None = None) -> None:
        super().finish(Outcome((), "none", ()))


class WonByNobody(Nim):
    """Nim which nobody wins."""

    table_class = TableOfNobody


@pytest.mark.parametrize("command", ["score", "demo"])
def test_what_a_command_can_not_tell_or_press_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    install(monkeypatch, change("rules", WonByNobody) if command == "score" else PLUGIN)
    monkeypatch.setattr(StonePicker, "confirm", raise_error)
    (file := tmp_path / "nim.game").write_text(nim_record())
    assert main([command, str(file)]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "a fault of the game" in error
