"""Every word there must be is there and says what it is given."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from companion.box.devices.keyboard import KEY_NAMES
from companion.core.board_file import BoardFileReason
from companion.core.conversation import CommonReason, Reason, build_objection
from companion.core.corrections import CorrectionReason
from companion.core.events import Worded
from companion.core.game_base import SeatingReason
from companion.core.languages import LANGUAGES
from companion.core.record import RecordFault
from companion.games import load_plugin, words_in
from companion.games.campanile.rules.flags import Award, Flag, FlagPlace
from companion.games.campanile.rules.towers import STYLES, Style
from companion.games.campanile.tell import tell_award, tell_spare
from companion.text import Words
from companion.text.event_text import say_worded
from companion.ui.input.entry import PanelKeyReason
from tests.text.every import forms, texts

ROOT = Path(__file__).parents[2] / "companion"
KINDS: Mapping[str, Sequence[type[Reason]]] = {
    "": (CommonReason, SeatingReason, RecordFault, PanelKeyReason, BoardFileReason),
    "campanile-2009": (CorrectionReason,),
}
ROOMS = {
    "": ROOT,
    "campanile-2009": ROOT / "games" / "campanile",
    "bologna-towers": ROOT / "games" / "bologna",
    "capitol": ROOT / "games" / "capitol",
}


SAID = re.compile(r'\.say\(\s*"([^"]+)"[,)\s]')
"""A literal key that words are asked for."""


def keys_in(room: Path) -> Iterator[str]:
    """Every literal key that some code of a room asks words for."""
    of_a_game = () if room != ROOT else tuple(ROOMS.values())[1:]
    for file in room.rglob("*.py"):
        if any(file.is_relative_to(each) for each in of_a_game):
            continue
        yield from SAID.findall(file.read_text("utf-8"))


@pytest.fixture
def words() -> Words:
    return words_in().of("campanile-2009")


@pytest.mark.parametrize(("game", "kinds"), KINDS.items(), ids=[*KINDS])
def test_every_reason_has_words(game: str, kinds: Sequence[type[Reason]]) -> None:
    words = words_in().of(game)
    reasons = [reason for kind in kinds for reason in kind]
    assert [each for each in reasons if not words.has(f"reason.{each}")] == []


REFUSE = {"build_objection", "InvalidCorrection", "error", "no_more", "Material", "_declare_stock"}
"""What is given a reason."""


def reasons_in(room: Path) -> Iterator[str]:
    """Every reason that some code of a game's names, there and then or as a `reason`."""
    for file in room.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            found: Sequence[ast.expr] = ()
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in REFUSE:
                found = node.args
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("reason"):
                found = (node.value,)
            for each in found:
                ends = (each.body, each.orelse) if isinstance(each, ast.IfExp) else (each,)
                for end in ends:
                    if isinstance(end, ast.Constant) and isinstance(end.value, str):
                        yield end.value


@pytest.mark.parametrize(("game", "room"), [*ROOMS.items()][1:], ids=[*ROOMS][1:])
def test_every_reason_of_a_game_has_words_and_is_given(game: str, room: Path) -> None:
    words, named = load_plugin(game).words.sentences, set(reasons_in(room))
    worded = {key.split(".")[1] for key in words if re.fullmatch(r"reason\.[^.]+", key)}
    assert named - {"stones", "roofs"} == worded - {*CorrectionReason}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "room"), ROOMS.items(), ids=[*ROOMS])
def test_every_key_in_the_code_has_words(game: str, room: Path) -> None:
    """In a shared room they are words of any game, and in a game's folder also its own."""
    keys = set(keys_in(room))
    assert len(keys) > 5
    assert {key for key in keys if not words_in().of(game).has(key)} == set()


@pytest.mark.parametrize(
    ("buttons", "yes", "stuck"),
    [({}, "OK: yes", "OK"), ({"ok": "✓"}, "✓: yes", "✓"), (KEY_NAMES, "↵: yes", "↵")],
)
def test_sentences_name_the_buttons_as_the_board_does(
    buttons: Mapping[str, str], yes: str, stuck: str
) -> None:
    words = words_in(buttons=buttons)
    assert words.say("foot.yes") == yes
    assert words.say("notice.stuck", button="ok").startswith(f"Button {stuck} is")
    assert words.of("capitol").say("doubt.ok.correct-cards").startswith(yes[: yes.index(":")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_names_a_button_by_a_word_of_its_own(language: str) -> None:
    """It names `{ok}` and `{back}`; only the doctor's result is "not OK"."""
    fixed = re.compile(r"\b(OK|BACK)\b")
    others = ("button.", "doctor.state.")
    assert {
        name: text
        for name, text in texts(language).items()
        if not name.startswith(others) and any(map(fixed.search, forms(text)))
    } == {}


def test_what_is_spoken_names_no_button() -> None:
    """A label such as ✓ can't be spoken."""
    heard = [text for name, text in texts("en").items() if name.startswith("say.")]
    assert heard
    assert not [
        each for text in heard for each in forms(text) if "{ok}" in each or "{back}" in each
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_of_towers_are_unique_and_short(language: str) -> None:
    words = words_in(language).of("campanile-2009")
    short = [words.say(f"short.{style}") for style in STYLES]
    assert len(set(short)) == len(STYLES)
    assert max(map(len, short)) <= 2


def test_a_reason_names_styles_and_colours_in_words(words: Words) -> None:
    assert words.why(build_objection("not-open", style="blue")) == "no blue card is open"
    assert (
        words.why(build_objection(CommonReason.COLOUR_TAKEN, colour="red"))
        == "Red is already taken"
    )
    known = ("red", "red", "brown")
    objection = build_objection("hand-known", player="Emma", style="yellow", known_styles=known)
    assert "red, red, brown" in words.why(objection)


def test_a_reason_names_cards_with_a_sign_in_words(words: Words) -> None:
    words, cards, dealt = words.of("bologna-towers"), ("plague-4", "6"), ("2", "fire-8")
    held = build_objection("cards-not-held", player="Emma", cards=cards, known_cards=dealt)
    assert words.why(held) == "Emma was dealt only 2, fire 8"
    assert "plague-4" not in words.why(build_objection("card-not-open", card="plague-4"))


def test_a_question_may_word_a_reason_closer(words: Words) -> None:
    objection = build_objection(CommonReason.NOT_A_CHOICE, value="4", choices=("1", "2", "3"))
    assert words.why(objection, "floors") == "a tower grows by 1, 2 or 3 floors"
    assert words.why(objection, "tower") == "not one of 1, 2, 3"


def test_a_name_is_never_taken_for_a_key_or_a_pattern(words: Words) -> None:
    assert words.say("score.place", player="{influence}", influence=3) == "{influence}: 3"


def test_words_in_a_row(words: Words) -> None:
    assert [words.listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


def award(*places: FlagPlace, flag: Flag = (2,), level: tuple[Style, ...] = ()) -> Award:
    """An award of a made-up flag."""
    return Award(Style.RED, 7, 3, level, flag, places)


def test_ties_are_told_only_where_they_decide_about_a_chip(words: Words) -> None:
    names = ["Emma", "Rosa", "Jakob", "Lia"]
    level = (FlagPlace(1, 5, 2), FlagPlace(0, 5, None))
    last = (FlagPlace(2, 1, None), FlagPlace(3, 1, None))
    tied = award(*level, *last, level=(Style.BLUE,))
    assert tied.ties == [level]

    def say(*told: Worded) -> list[str]:
        return [say_worded(words, each, names) for each in told]

    assert say(*tell_award(tied).reasons)[1:] == [
        "as high as blue: nearer the cards first",
        "Rosa and Emma have 5 each: Rosa is nearer the base",
    ]
    assert say(*tell_spare(tied)) == []
    assert say(*tell_spare(award())) == ["nobody has a marker here"]
    assert say(*tell_spare(award(level[0], flag=(2, 1)))) == ["nobody takes the 1"]
    assert say(*tell_award(award()).reasons)[1:] == []
