"""Each kind of mistake in a game is found, and named with its part and its place."""
# ruff: noqa: E501  a mistake and what is found of it stand in one line each

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app.game_check import playing
from tests.app.game_check.conftest import CheckMistake


class Mistake(NamedTuple):
    """What is changed in a file of Nim, and what a line of the report must say of it."""

    file: str
    text: str
    mistake: str
    found: str
    """A regular expression."""
    hash_seeds: tuple[int, ...] = ()


TAKE = "        self.left -= count\n"
OBJECT = "        if int(answer.word) > self.left:\n"
LEFT = 'number_field("left", range(1, STONES + 1))'
PLUGIN = "PLUGIN = GamePlugin(\n"
STORY = (
    "from companion.core.story import Assessment, GameStory\n\n"
    f"{PLUGIN}    story=GameStory(assess=lambda table: {{}}, model=Path('none.json')),\n"
)
HISTORY = "measure=_measure_taken)"
PLAYED_OUT = "SHARES = [(1.0, 0.0), (0.0, 1.0)] * 999\n\nPLUGIN ="
SNAPSHOT = "    snapshot=take_nim_snapshot,\n"
TAKES = 'TAKES = tuple(Answer("stones", count) for count in (1, 2, 3))'
DRAW = '    drawing.draw_header(image, view.words.say("menu.stones"))\n'
MOVE = "        return replace(self, count=min(max(self.count + along(press), 1), len(TAKES)))"
TURN = """        answer = yield from ask(
            lambda: Question("stones", table.seat, TAKES, table.object_to_stones)
        )
"""
ASKED = 'Question("stones", table.seat'
COUNTED = """import GameWords{}

WORDS = GameWords(
    sentences={{
{}        "menu.stones": "How many stones?",
        "did.stones": {},
"""
SEED = r"(nim_game/records/nim.game:\d+|seed \d, after \d+ answers: .*)"
MISTAKES = {
    # The plugin --------------------------------------------------------------------------
    "syntax": Mistake(
        "rules.py",
        "STONES = 10",
        "STONES = = 10",
        r"nim_game/rules.py:\d+: plugin: SyntaxError: .*",
    ),
    "import": Mistake(
        "rules.py",
        "STONES = 10",
        "STONES = 1 // 0",
        r"nim_game/rules.py:\d+: plugin: ZeroDivisionError: .*",
    ),
    "no plugin": Mistake(
        "plugin.py",
        "PLUGIN = GamePlugin(",
        "PLAY = GamePlugin(",
        r"plugin: AttributeError: module 'nim_game.plugin' has no attribute 'PLUGIN'",
    ),
    "title": Mistake(
        "plugin.py",
        'title="Nim"',
        'title="The very long title"',
        r"nim_game/plugin.py:\d+: title: 19 letters, not 1 to 18 of one line",
    ),
    "words": Mistake(
        "plugin.py",
        "words=WORDS",
        "words=WORDS.sentences",
        r"nim_game/plugin.py:\d+: words: .*not GameWords",
    ),
    "seats": Mistake(
        "rules.py",
        "seats = range(2, 4)",
        "seats = range(2, 99)",
        r"nim_game/plugin.py:\d+: rules: seats is range\(2, 99\), not within 1 to 16",
    ),
    "a name of two words": Mistake(
        "rules.py",
        'name = "nim"',
        'name = "Nim Game"',
        r"nim_game/plugin.py:\d+: rules: name is 'Nim Game', not at most 18 small letters, digits and hyphens, .*",
    ),
    "another name": Mistake(
        "rules.py",
        'name = "nim"',
        'name = "nim-game"',
        r"nim_game/plugin.py:\d+: rules: name is nim-game, but nim_game.plugin:PLUGIN is installed as nim",
    ),
    "too few colours": Mistake(
        "rules.py",
        '("red", "blue", "green")',
        '("red", "blue", "red")',
        r"nim_game/plugin.py:\d+: rules: 2 colours, fewer than 3 players",
    ),
    # The rules ---------------------------------------------------------------------------
    "an answer raises": Mistake(
        "rules.py",
        TAKE,
        "        self.left //= 0\n",
        rf"nim_game/rules.py:\d+: rules: ZeroDivisionError: .* \({SEED}\)",
    ),
    "an answer prints": Mistake(
        "rules.py",
        TAKE,
        f"        print('took', count)\n{TAKE}",
        r"nim_game/rules.py:\d+: rules: prints 'took \d', which only the log shows",
    ),
    "no ending": Mistake(
        "rules.py",
        "        if self.left:\n",
        "        if True:\n            self.left = 5\n",
        rf"rules: the game is not over after 100 answers \({SEED}\)",
    ),
    "no question ever": Mistake(
        "rules.py",
        TAKE,
        "        while True:\n            pass\n",
        rf"nim_game/rules.py:\d+: rules: it took too long \({SEED}\)",
    ),
    "no yield from": Mistake(
        "rules.py",
        "yield from ask(",
        "ask(",
        r"nim_game/rules.py:\d+: rules: AttributeError: 'generator' object has no .*: is `yield from` missing\? .*",
    ),
    "no yield": Mistake(
        "rules.py",
        "answer = yield from ask(",
        "answer = TAKES[0] if 1 else (",
        r"nim_game/rules.py:\d+: rules: TypeError: 'NoneType' object is not iterable: is `yield from` missing\? .*",
    ),
    "yield alone": Mistake(
        "rules.py",
        "yield from ask(",
        "yield ask(",
        r"nim_game/rules.py:\d+: rules: what is asked is generator, not Question: is `yield from` missing\? .*",
    ),
    "nothing is legal": Mistake(
        "rules.py",
        OBJECT,
        "        if True:\n",
        rf"rules: stones: there is no legal answer \({SEED}\)",
    ),
    "a key of two words": Mistake(
        "rules.py",
        ASKED,
        'Question("many stones", table.seat',
        r"rules: the question many stones: its key is no word of a record .*",
    ),
    "nobody's seat": Mistake(
        "rules.py",
        ASKED,
        f"{ASKED} + 5",
        r"nim_game/rules.py:\d+: rules: stones: seat 5, but there are \d players .*",
    ),
    "the seat behind the last": Mistake(
        "rules.py",
        ASKED,
        f"{ASKED} + 1",
        r"nim_game/rules.py:\d+: rules: stones: seat 2, but there are 2 players .*",
    ),
    "an option twice": Mistake(
        "rules.py",
        "in (1, 2, 3)",
        "in (1, 2, 2)",
        rf"nim_game/rules.py:\d+: rules: the option stones 2 is there twice \({SEED}\)",
    ),
    "an option twice in words": Mistake(
        "rules.py",
        "in (1, 2, 3)",
        'in (1, 2, "2")',
        rf"rules: the question stones: the option 2 stands there twice \({SEED}\)",
    ),
    "unhashable": Mistake(
        "rules.py",
        'Answer("stones", count)',
        'Answer("stones", [count])',
        r"nim_game/rules.py:\d+: rules: .*unhashable type: 'list' .*",
    ),
    "an objection raises": Mistake(
        "rules.py",
        OBJECT,
        "        if answer.value > self.right:\n",
        r"nim_game/rules.py:\d+: rules.objection: AttributeError: .*right.*",
    ),
    "no objection": Mistake(
        "rules.py",
        '            return build_objection("too-few-stones", left=self.left)\n',
        '            return "too few"\n',
        r"nim_game/rules.py:\d+: rules.objection: the objection is str, not Objection .*",
    ),
    "no reason": Mistake(
        "rules.py",
        'build_objection("too-few-stones",',
        "build_objection(5,",
        r"nim_game/rules.py:\d+: rules.objection: the objection's reason is int, not str .*",
    ),
    "judging changes": Mistake(
        "rules.py",
        OBJECT,
        f"        self.turn += 1\n{OBJECT}",
        r"rules: the question stones: to judge an answer changes the table .*",
    ),
    "chance": Mistake(
        "rules.py",
        TAKE,
        "        import random\n\n        self.left -= random.choice((1, min(2, self.left)))\n",
        r"rules: the (replay of the answers (gives another table after|refuses)|answers given again are refused:) .*",
    ),
    "kept elsewhere": Mistake(
        "rules.py",
        TAKE,
        f"        HELD.append(count)\n        self.turn += len(HELD)\n{TAKE}\n\nHELD: list[int] = []\n\n\nclass Other:\n    def other(self):\n",
        r"rules: .*",
    ),
    "the order of a set": Mistake(
        "rules.py",
        TAKES,
        'TAKES = tuple(Answer("stones", count) for count in {"1", "2", "3"})',
        rf"rules: two runs differ in what is asked: .* \({SEED}\)",
        (1, 2, 3),
    ),
    "nobody is told": Mistake(
        "rules.py",
        "        self.finish()\n",
        "        self.finish()\n        self.events.pop()\n",
        r"rules: the last answer's events lack the outcome: .*",
    ),
    "no event": Mistake(
        "rules.py",
        "        self.finish()\n",
        '        self.finish()\n        self.events.append("over")\n',
        r"nim_game/rules.py:\d+: rules: an event is str, not Event .*",
    ),
    "turn_begins": Mistake(
        "rules.py",
        'turn_begins = frozenset({"stones"})',
        'turn_begins = frozenset({"stone"})',
        r"nim_game/rules.py:\d+: rules: turn_begins names stone, which was never asked",
    ),
    "variants are not asked": Mistake(
        "rules.py",
        "    def play_turn(self)",
        """    variants = ("quick",)

    def set_up(self) -> Conversation:
        yield from ()

    def play_turn(self)""",
        r"nim_game/rules.py:\d+: rules: variants are never asked: is `yield from super\(\).set_up\(\)` missing in set_up\?",
    ),
    "a correction raises": Mistake(
        "rules.py",
        LEFT,
        f"{LEFT[:-1]}, parse=lambda _table, _owner, word: int(word))",
        rf"nim_game/rules.py:\d+: rules: ValueError: invalid literal .* \({SEED}\)",
    ),
    "a refused correction changes": Mistake(
        "rules.py",
        LEFT,
        f"{LEFT[:-1]}, put=lambda t, _, n: (setattr(t, 'left', n + 1), PLAYERS.find(t, '')))",
        r"correct left: is refused, and has changed the table .*",
    ),
    "a correction takes nonsense": Mistake(
        "rules.py",
        LEFT,
        f"{LEFT[:-1]}, parse=lambda _table, _owner, word: len(word))",
        r"correct left: '.*' is accepted, which is none of 1 to 10 .*",
    ),
    "a player kept across a yield": Mistake(
        "rules.py",
        f"{TURN}        table.take",
        f"        seat = table.seat\n{TURN}        table.seat = seat\n        table.take",
        r"nim_game/rules.py:\d+: rules: after correct player .* goes on otherwise than one that begins"
        r" then: is something kept across a yield\? .*",
    ),
    "a player kept across a turn's second question": Mistake(
        "rules.py",
        f"{TURN}        table.take",
        f"{TURN}        player = table.player\n        sure = Answer('sure', 'yes')\n"
        "        yield from ask(lambda: Question('sure', table.seat, (sure,), lambda _: None))\n"
        "        player.taken += 1\n        table.take",
        r"nim_game/rules.py:\d+: rules: something of the table is kept across the question sure .*",
    ),
    "a number kept across a turn's second question": Mistake(
        "rules.py",
        f"{TURN}        table.take",
        f"{TURN}        seat = table.seat\n        sure = Answer('sure', 'yes')\n"
        "        yield from ask(lambda: Question('sure', table.seat, (sure,), lambda _: None))\n"
        "        table.seat = seat\n        table.take",
        r"nim_game/rules.py:\d+: rules: seat keeps (player|player's seat) across the question, so .*",
    ),
    # The result, the snapshot, the history -------------------------------------------------
    "the result is no JSON": Mistake(
        "rules.py",
        "    left: int = STONES\n",
        "    left: int = STONES\n    kept: object = frozenset({1})\n",
        r"nim_game/rules.py:\d+: rules.result: the result.kept is frozenset, which JSON does not have .*",
    ),
    "no snapshot": Mistake(
        "plugin.py",
        SNAPSHOT,
        "    snapshot=lambda table: {},\n",
        r"nim_game/plugin.py:\d+: snapshot: the snapshot is dict, not TableSnapshot .*",
    ),
    "no number in a snapshot": Mistake(
        "tell.py",
        'Count("left", table.left)',
        'Count("left", float("nan"))',
        r"nim_game/tell.py:\d+: snapshot: the snapshot.parts\['left'\].value is float, not int or str .*",
    ),
    "one thing for several": Mistake(
        "tell.py",
        'return (Count("taken", player.taken),)',
        'return Count("taken", player.taken)',
        r"nim_game/tell.py:\d+: snapshot: the snapshot.players\[0\].holds is Count, not tuple .*",
    ),
    "two parts of a key": Mistake(
        "tell.py",
        '[Count("left", table.left)]',
        '[Count("left", table.left)] * 2',
        r"nim_game/tell.py:\d+: snapshot: two parts have the key left .*",
    ),
    "megabytes": Mistake(
        "tell.py",
        'Count("left", table.left)',
        'Count("left", "x" * 5_000_000)',
        r"nim_game/tell.py:\d+: snapshot: 50\d* letters of data, more than 200000 .*",
    ),
    "a snapshot changes": Mistake(
        "tell.py",
        "    return take_snapshot(",
        "    table.turn += 1\n    return take_snapshot(",
        r"snapshot: changes the table, which only answers may .*",
    ),
    "a model that is not there": Mistake(
        "plugin.py",
        PLUGIN,
        STORY.format("Assessment(((1.0,),) * len(table.players), (0,) * len(table.players))"),
        r"nim_game/plugin.py:\d+: story: BadModelError: none.json: No such file or directory .*",
    ),
    "figures raise": Mistake(
        "plugin.py",
        PLUGIN,
        STORY.format("1 // 0"),
        r"nim_game/plugin.py:\d+: story.assess: ZeroDivisionError: .*",
    ),
    "measure raises": Mistake(
        "tell.py",
        "{player.name: player.taken",
        "{player.name: player.takn",
        r"nim_game/tell.py:\d+: history.measure: AttributeError: .* no attribute 'takn' .*",
    ),
    "measure gives no numbers": Mistake(
        "tell.py",
        ": player.taken",
        ": str(player.taken)",
        r"nim_game/tell.py:\d+: history.measure: it\['.*'\] is str, not int .*",
    ),
    "changes that can't be compared": Mistake(
        "tell.py",
        HISTORY,
        "measure=_measure_taken, changes=lambda old, new: [new.lft] if old is not new else [])",
        r"nim_game/tell.py:\d+: history.changes: AttributeError: .*",
    ),
    "a change without words": Mistake(
        "tell.py",
        HISTORY,
        "measure=_measure_taken, changes=lambda old, new: [new.left] if old is not new else [])",
        r"screens.describe_change: is missing, and history.changes finds \d+ .*",
    ),
    "a board that can't be read": Mistake(
        "plugin.py",
        PLUGIN,
        f"{PLUGIN}    read_board=lambda text: (text.split()[1],),\n",
        r"nim_game/plugin.py:\d+: read_board: IndexError: .*",
    ),
    "a sign without a word": Mistake(
        "plugin.py",
        "screens=GameScreens(",
        'screens=GameScreens(legend={"stone": ("##", "##")}, ',
        r"words: sign.stone: there is no sentence of this key.*",
    ),
    "ends by chance": Mistake(
        "plugin.py",
        PLUGIN,
        STORY.format(
            "Assessment(((1.0,),) * len(table.players), (0,) * len(table.players)), play_out=lambda table, *_: SHARES.pop()"
        ).replace("PLUGIN =", PLAYED_OUT),
        r"nim_game/plugin.py:\d+: story.play_out: .*|story.play_out: the same seed gives other .*",
    ),
    "a chart without a title": Mistake(
        "tell.py", 'grows="taken"', 'grows="takn"', r"words: chart.takn: the chart has no title .*"
    ),
    # What is seen and heard ----------------------------------------------------------------
    "tell raises": Mistake(
        "tell.py",
        "        ranking = (",
        "        ranking = (*1, ",
        r"nim_game/tell.py:\d+: tell: TypeError: .*",
    ),
    "tell names nobody": Mistake(
        "tell.py",
        "Ranked(event.seat,",
        "Ranked(event.seat + 9,",
        r"nim_game/tell.py:\d+: tell: event\[0\].*seat is \d+, but there are \d players .*",
    ),
    "a page raises": Mistake(
        "screens.py",
        "    (player,) =",
        "    (player, _) =",
        r"nim_game/screens.py:\d+: screens.events\[award\]: ValueError: .*",
    ),
    "an entry raises": Mistake(
        "screens.py",
        DRAW,
        f"{DRAW}    entry.nothing()\n",
        r"nim_game/screens.py:\d+: screens.entries\[StonePicker\] at stones: AttributeError: .*",
    ),
    "no step": Mistake(
        "input.py",
        MOVE,
        "        return None",
        r"entry StonePicker: .* gives no step: None .*",
    ),
    "BACK that raises": Mistake(
        "input.py",
        "    def move(self",
        "    def go_back(self) -> Step:\n        return self.before\n\n    def move(self",
        r"nim_game/input.py:\d+: input: AttributeError: .*before.* .*",
    ),
    "a move that never ends": Mistake(
        "input.py",
        MOVE,
        "        while True:\n            pass",
        rf"nim_game/input.py:\d+: input: it took too long \({SEED}\)",
    ),
    "a picker without a title": Mistake(
        "words.py",
        '"menu.stones": "How many stones?"',
        '"nim.stones": "How many stones?"',
        r"words: menu.stones: there is no sentence of this key .*",
    ),
    "an entry of no question": Mistake(
        "plugin.py",
        '{"stones": open_stones}',
        '{"stone": open_stones}',
        r"input.entries: names stone, which the rules never ask",
    ),
    # Words ---------------------------------------------------------------------------------
    "an unknown placeholder": Mistake(
        "words.py",
        "takes {stones}",
        "takes {stone}",
        r"nim_game/words.py:\d+: words: did.stones: {stone} has no value here; known: {stones}",
    ),
    "a placeholder of a reason": Mistake(
        "words.py",
        "only {left} left",
        "only {lft} left",
        r"nim_game/words.py:\d+: words: reason.too-few-stones: {lft} has no value here; known: {left} .*",
    ),
    "a word is counted": Mistake(
        "words.py",
        COUNTED.format("", "", '"takes {stones}"'),
        COUNTED.format(
            ", Plural",
            '        **{f"stones.{count}": f"{count} stones" for count in (1, 2, 3)},\n',
            'Plural("stones", "takes {stones}", "takes {stones} in all")',
        ),
        r"nim_game/words.py:\d+: words: did.stones: no sentence: {stones} is no number here, but '\d stones' .*",
    ),
    "an open brace": Mistake(
        "words.py",
        "only {left} left",
        "only {left left",
        r"nim_game/words.py:\d+: words: reason.too-few-stones: no sentence: expected '}' before end of string",
    ),
    "a reason without a word": Mistake(
        "words.py",
        '"reason.too-few-stones"',
        '"reason.too-few"',
        r"words: reason.too-few-stones: there is no sentence of this key .*",
    ),
    "a part without a word": Mistake(
        "words.py",
        '"table.left"',
        '"table.lft"',
        r"words: table.left: there is no sentence of this key .*",
    ),
    "an event without a word": Mistake(
        "words.py",
        '"nim.title"',
        '"nim.titles"',
        r"words: nim.title: there is no sentence of this key .*",
    ),
    "a ranking that nobody hears": Mistake(
        "tell.py",
        "said=(said,), ",
        "",
        r"nim_game/tell.py:\d+: tell: award: nothing is said, so its ranking is only seen .*",
    ),
    "a tie-break without a word": Mistake(
        "rules.py",
        "    left: int = STONES\n",
        "    left: int = STONES\n"
        "    from companion.core.game_table import TieBreak\n"
        "    tie_breaks = (TieBreak('stones', lambda player: player.taken),)\n",
        r"words: score.won.stones: there is no sentence of this key.*",
    ),
    "a list without a title": Mistake(
        "rules.py",
        ASKED,
        'Question("heap", table.seat',
        r"words: menu.heap: there is no sentence of this key .*",
    ),
    # The record ----------------------------------------------------------------------------
    "a record that is refused": Mistake(
        "records/nim.game",
        "stones 3\n",
        "stones 4\n",
        r"nim_game/records/nim.game:5: record: stones 4: not one of 1, 2, 3",
    ),
    "a record that ends early": Mistake(
        "records/nim.game", "stones 1\n", "", r"nim_game/records/nim.game: record: .*"
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found(
    check_mistake: CheckMistake, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(playing, "MOST_ANSWERS", 100)
    file, text, mistake, found, hash_seeds = MISTAKES[name]
    report = check_mistake(file, text, mistake, hash_seeds=hash_seeds)
    lines = [line.replace(f"{Path.cwd()}/", "") for line in report.lines]
    assert any(re.fullmatch(found, line) for line in lines), "\n".join(lines)
