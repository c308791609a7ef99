"""A keypad from the shop at the whole companion: found, lost, stuck; its digits, and its arrows."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.box import People
from companion.app.demo.rig import Rig, check_result, people_of, play_record
from companion.box.devices.boards import BOARDS
from companion.box.panel.keypad import LOOK_EVERY, Keypads
from companion.box.panel.pad_keys import STUCK_AFTER
from companion.core.interfaces import HEIGHT_KEYS, Press, Tune
from companion.core.keypad import ARROWS, KEY_OF, KEYPAD
from companion.ui.input.keypad_page import KeypadPage
from tests.app.journeys import begin
from tests.app.reading import answered, asked
from tests.app.test_keys import BEGUN, SETUP
from tests.buttons import MENU, OK
from tests.fakes.input_devices import DOWN, FakeInputDevices, FakePad
from tests.shipped import read_shipped

ARROW_LABELS = {arrow: KEY_OF[digit].label for digit, arrow in ARROWS.items()}
CODES = {key.label: key.codes[0] for key in KEYPAD}


class PadRig(Rig):
    """A rig with a kernel at which pads are plugged in."""

    def __init__(self, folder: Path, board: str, known: People = ()) -> None:
        self.kernel = FakeInputDevices()
        made: list[Keypads] = []

        def open_them(inbox, clock):  # type: ignore[no-untyped-def]  # as the rig calls it
            made.append(Keypads(inbox, clock, devices=self.kernel))
            return made[0]

        super().__init__(BOARDS[board], folder, known, keypads=open_them)
        self.keypads = made[0]

    def plug_in(self) -> FakePad:
        pad = self.kernel.plug_in("Pad")
        self.pass_time(LOOK_EVERY)
        return pad

    def pass_time(self, seconds: float) -> None:
        self.seconds += seconds
        self.keypads.look()
        while ready := self.kernel.ready():
            self.keypads.read(ready)
        self.app.pump()

    def tap(self, pad: FakePad, *labels: str) -> None:
        for label in labels:
            self.kernel.now = self.seconds
            pad.press(CODES[label])
            self.pass_time(0.5)


class PadOnly(PadRig):
    """A rig at which nothing but a pad is pressed."""

    def __init__(self, folder: Path, board: str, known: People) -> None:
        super().__init__(folder, board, known)
        self.pad = self.plug_in()
        self.press(Press.OK)

    def press(self, *presses: Press) -> None:
        for press in presses:
            assert press is Press.OK or not self.entry.digits_answer
            self.tap(self.pad, ARROW_LABELS.get(press) or KEY_OF[press].label)


@pytest.fixture
def make_padded(tmp_path: Path) -> Iterator[Callable[[str], PadRig]]:
    made: list[PadRig] = []

    def make(board: str) -> PadRig:
        made.append(PadRig(tmp_path, board))
        return made[-1]

    yield make
    for rig in made:
        rig.keypads._drop_all()
        rig.__exit__(None, None, None)


@pytest.fixture(params=["bonnet", "four-buttons"])
def padded(make_padded: Callable[[str], PadRig], request: pytest.FixtureRequest) -> PadRig:
    return make_padded(str(request.param))


def test_found_it_shows_its_keys_and_the_first_that_answers_counts(padded: PadRig) -> None:
    begin(padded, BEGUN)
    pad = padded.plug_in()
    assert isinstance(padded.entry, KeypadPage)
    padded.tap(pad, "5", "2", "8", "7", "6")
    assert answered(padded, SETUP) == [
        "tower blue",
        "floors 2",
        "marker red",
        "take yellow",
        "show brown",
    ]
    assert padded.chime.history[-1] is not Tune.REFUSAL


def test_any_other_press_only_ends_the_picture(padded: PadRig) -> None:
    padded.plug_in()
    padded.press(OK)
    assert asked(padded.entry) == "home"


def test_one_two_three_take_the_open_cards(padded: PadRig) -> None:
    begin(padded, BEGUN)
    pad = padded.plug_in()
    padded.tap(pad, "5", "2", "0", "3")  # red lies there twice, and is drawn once
    assert answered(padded, SETUP)[3:] == []
    padded.tap(pad, "2")
    assert answered(padded, SETUP)[3:] == ["take yellow"]


def test_a_turn_of_all_keys(padded: PadRig) -> None:
    begin(padded, BEGUN)
    pad = padded.plug_in()
    padded.tap(pad, "5", "2", "0", "1", "/")
    assert asked(padded.entry) == "doubt intermezzo-early"
    padded.tap(pad, ".")
    assert asked(padded.entry) == "show"
    padded.tap(pad, "9")
    assert asked(padded.entry) == "box"


def test_where_no_tower_is_asked_for_digits_are_arrows(padded: PadRig) -> None:
    pad = padded.plug_in()
    padded.tap(pad, ".", "9")
    assert asked(padded.entry) == "box"
    before = padded.entry
    padded.tap(pad, "2")
    assert padded.entry != before
    padded.tap(pad, "8")
    assert padded.entry == before
    padded.tap(pad, "6", "4", "+", "-")
    assert padded.entry == before


def test_without_a_keypad_a_panels_keys_are_no_arrows(padded: PadRig) -> None:
    padded.press(MENU)
    padded.keys(HEIGHT_KEYS[1])
    assert padded.entry.refused is not None


def test_lost_it_is_told_and_found_again_forgotten(padded: PadRig) -> None:
    begin(padded, BEGUN)
    pad = padded.plug_in()
    padded.tap(pad, "5")
    pad.pull_out()
    padded.pass_time(0.1)
    assert asked(padded.entry) == "notice keypad-lost"
    assert padded.chime.history[-1] is Tune.LOST
    pad.plug_in()
    padded.pass_time(LOOK_EVERY)
    assert isinstance(padded.entry, KeypadPage)
    padded.tap(pad, "2")
    assert answered(padded, SETUP) == ["tower blue", "floors 2"]


def test_a_stuck_key_is_named_by_its_label(padded: PadRig) -> None:
    pad = padded.plug_in()
    padded.press(OK)
    padded.kernel.now = padded.seconds
    pad.move(CODES["4"], DOWN)
    padded.pass_time(0.1)
    padded.pass_time(STUCK_AFTER + 1)
    assert asked(padded.entry) == "notice stuck"
    words = padded.host.view.words.say("notice.stuck", **padded.entry.values)  # type: ignore[attr-defined]  # a notice
    assert words == "Button 4 is stuck and ignored until released."


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("board", ["bonnet", "four-buttons"])
@pytest.mark.parametrize("game", ["bologna-towers", "capitol"])
def test_a_whole_game_without_towers_in_a_row_is_played_by_the_pad_alone(
    tmp_path: Path, game: str, board: str
) -> None:
    record = read_shipped(game)
    with PadOnly(tmp_path, board, people_of(record)) as rig:
        for _ in play_record(rig, record):
            pass
        assert check_result(rig, record).game.result == record.result
        rig.keypads._drop_all()
