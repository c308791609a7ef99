"""docs/game-reference.md names every part that a game can have and every key of words, no other."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.app.game_check.playing import LONGEST_ANSWER
from companion.core import game_checks
from companion.core import guard as core_guard
from companion.core.conversation import Question
from companion.core.events import GameEvent, Ranked
from companion.core.fields import FieldSubject
from companion.core.game_base import BasicGame, BasicPlayer, BasicTable
from companion.core.game_history import GameHistory
from companion.core.game_table import Outcome
from companion.core.names import LONGEST_TITLE
from companion.core.palette import Colour
from companion.core.snapshot import PARTS, Piece, Place, Standing
from companion.core.story import GameStory
from companion.games import BUILT_IN, load_plugin
from companion.games import guard as games_guard
from companion.games.plugin import GamePlugin
from companion.games.table_drawing import PlacePicture, TableDrawing, TablePicture
from companion.text.words import VALUE_KINDS, GameWords
from companion.ui.input.context import GameInput
from companion.ui.input.outlook import CountedPiece, CountPage, FactPage, GameForecast
from companion.ui.screens.view import GameScreens
from tests.fakes.nim.nim_game.words import WORDS as NIM_WORDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "game-reference.md").read_text("utf-8")
DERIVED = (BasicGame, BasicTable, BasicPlayer)
"""A game overrides and calls their methods; of the others it gives the fields."""
SECTIONS: dict[str, Any] = {
    **{f"### `{each.__name__}`": each for each in (*DERIVED, Question, GamePlugin)},
    **{f"### `{each.__name__}`": each for each in (GameInput, GameScreens, GameHistory, GameStory)},
    **{f"### `{each.__name__}`": each for each in (Outcome, FieldSubject, Colour)},
    **{
        f"### `{each.__name__}`": each for each in (GameForecast, FactPage, CountPage, CountedPiece)
    },
    **{f"### `{each.__name__}`": each for each in (Place, Standing, Piece, Ranked)},
    **{f"### `{each.__name__}`": each for each in (TableDrawing, TablePicture, PlacePicture)},
    "## Words": GameWords,
    "## Events": GameEvent,
}
OF_THE_BOX = {"board.", "card.", "web."}
"""Keys that the box asks for its own words: a game's keys that begin so are none of them."""


def read_names(heading: str) -> list[str]:
    """The first column of the table under a heading."""
    _, found, rest = PAGE.partition(f"\n{heading}\n")
    assert found, heading
    table = re.search(r"^\|.*(?:\n\|.*)+", rest, re.M)
    assert table is not None
    cells = [line.split("|")[1] for line in table[0].splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def parts_of(kind: type) -> set[str]:
    names = {name for name in inspect.get_annotations(kind) if not name.startswith("_")}
    if kind in DERIVED:
        names |= {name for name in vars(kind) if not name.startswith("_")}
    return names


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_part_has_a_row_and_every_row_is_a_part(heading: str) -> None:
    assert sorted(read_names(heading)) == sorted(parts_of(SECTIONS[heading]))


def test_the_parts_of_a_snapshot_are_told_with_their_fields() -> None:
    told = [re.fullmatch(r"(\w+)\((.*)\)", each) for each in read_names("## The table")]
    fields = {each[1]: each[2].split(", ") for each in told if each}
    for kind in PARTS.values():
        named = fields[kind.__name__]
        assert named == list(kind._fields)[: len(named)]


def test_the_bounds_are_those_of_the_guard() -> None:
    _, _, rest = PAGE.partition("| of | most |\n|---|---|\n")
    told = [float(line.split("|")[2]) for line in rest.partition("\n\n")[0].splitlines()]
    assert told == [
        games_guard.MOST_SEATS,
        game_checks.MOST_OPTIONS,
        game_checks.LONGEST_WORD,
        LONGEST_TITLE,
        game_checks.LONGEST_SENTENCE,
        game_checks.LONGEST_DATA,
        games_guard.LONGEST_LIST,
        core_guard.LIMIT,
        core_guard.REPLAY_LIMIT,
        LONGEST_ANSWER,
    ]


# Keys of words ----------------------------------------------------------------------------------


@cache
def find_strings() -> frozenset[str]:
    """The strings of the code that belongs to no game, and how its f-strings begin."""
    return frozenset(_read_strings()) | {f"{kind}." for kind in VALUE_KINDS}


def _read_strings() -> Iterator[str]:
    games = tuple((ROOT / "companion" / "games").glob("*/"))
    for file in (ROOT / "companion").rglob("*.py"):
        if file.parents[0] in games or file.parents[1] in games:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".named"):
                kind = ast.unparse(node.args[0])
                yield f"{ast.literal_eval(kind)}." if kind.startswith("'") else ""


NAMED = frozenset(
    re.split(r"[A-Z{]", key)[0] for key in read_names("### Keys") if re.match(r"[a-z_]", key)
)
"""How the keys begin that the page names."""


def test_every_key_of_the_page_is_asked_by_the_code() -> None:
    assert [each for each in NAMED if not {each, each.removesuffix(".")} & find_strings()] == []


def test_every_key_that_a_game_words_for_the_code_is_on_the_page() -> None:
    games = [load_plugin(name).words.sentences for name in BUILT_IN]
    words = [key for sentences in (*games, NIM_WORDS.sentences) for key in sentences]
    filled_in = [each for each in find_strings() if re.fullmatch(r"[a-z_]+(\.[a-z-]+)*[.-]", each)]
    worded = {each for each in filled_in if any(key.startswith(each) for key in words)}
    assert worded - NAMED == OF_THE_BOX
