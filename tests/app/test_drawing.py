"""When pictures are drawn: once for each change of the view, and never at a mere wake."""

import pytest
from PIL.Image import Image

from companion.app import loop
from companion.app.demo.rig import DEMO_STARTED_AT, Rig, demo
from companion.box.devices.boards import BOARDS
from companion.core.interfaces import Press, Signal
from companion.games import words_in
from companion.ui.screens import render
from companion.ui.screens.view import View
from tests.app.conftest import MakeRig
from tests.app.journeys import begin, begun_in_short, go_home, journey, resume, stored
from tests.app.reading import playing
from tests.app.test_keys import BEGUN
from tests.shipped import read_shipped

BREATH = 0.04
"""Seconds between two wakes while the light breathes."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every picture that has been rendered."""
    pictures: list[bytes] = []

    def counted(view: View) -> Image:
        image = render(view)
        pictures.append(image.tobytes())
        return image

    monkeypatch.setattr(loop, "render", counted)
    return pictures


def wait(rig: Rig, seconds: float) -> None:
    """Wake the loop at every step of the breathing light."""
    for _ in range(round(seconds / BREATH)):
        rig.seconds += BREATH
        rig.app.pump()


def test_nothing_is_drawn_while_only_the_light_breathes(
    make_rig: MakeRig, drawn: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = make_rig("bonnet")
    begin(rig, BEGUN)
    drawn.clear()
    lamps: list[object] = []
    monkeypatch.setattr(rig.lamps, "show", lamps.append)
    wait(rig, 12)
    assert (drawn, lamps) == ([], [])
    rig.press(Press.OK)
    assert (len(drawn), len(lamps)) == (1, 1)


def test_a_press_that_changes_nothing_draws_nothing(stick: Rig, drawn: list[bytes]) -> None:
    stick.keys(Press.RELEASED)
    assert drawn == []


@pytest.mark.parametrize("board", ["bonnet", "four-buttons"])
def test_no_picture_of_a_demo_is_drawn_twice_in_a_row(board: str, drawn: list[bytes]) -> None:
    record = begun_in_short(read_shipped("campanile-2009"))
    demo(record, BOARDS[board], words_in(), None)
    assert len(drawn) > len(record.answers)
    repeated = [at for at in range(1, len(drawn)) if drawn[at - 1] == drawn[at]]
    assert repeated == []


def test_a_lost_picture_is_sent_again_as_it_was_drawn(
    stick: Rig, drawn: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_answer(_frame: bytes) -> None:
        raise OSError(5, "Input/output error")

    drawn.clear()
    with monkeypatch.context() as broken:
        broken.setattr(stick.oled, "show", no_answer)
        stick.press(Press.OK)
    assert stick.app.picture.lost
    wait(stick, 5)
    assert not stick.app.picture.lost
    assert drawn == [stick.frame]


def test_the_picture_is_sent_again_when_asked_for_without_being_drawn(
    stick: Rig, drawn: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    drawn.clear()
    monkeypatch.setattr(stick.oled, "show", sent.append)
    stick.inbox.put(Signal.REDRAW)
    stick.app.pump()
    assert (len(sent), drawn) == (1, [])


def test_a_game_that_stands_otherwise_is_drawn_though_its_entry_is_equal(make_rig: MakeRig) -> None:
    """The table is part of the view: its session keeps the answers, from which it follows."""
    rig = make_rig("bonnet")
    begin(rig, BEGUN)
    before = rig.host.view
    assert rig.host.view == before
    playing(rig).undo()
    assert rig.host.view != before


@pytest.mark.parametrize(("games", "shown"), [(9, True), (10, False)])
def test_pages_say_what_ok_and_back_do_until_somebody_has_played_ten_games(
    rig: Rig, games: int, shown: bool
) -> None:
    for _ in range(games):
        number = rig.journal.begin("campanile-2009", 2, DEMO_STARTED_AT)
        rig.journal.append(number, [("player", "Ada"), ("colour", "red")], DEMO_STARTED_AT)
    record = stored("three-players-at-intermezzo", "Bo", "Ada")
    number = rig.journal.begin(record.name, 3, DEMO_STARTED_AT)
    pairs = [(answer.key, answer.word) for answer in record.answers]
    rig.journal.append(number, pairs, DEMO_STARTED_AT)
    go_home(rig)
    resume(rig)
    journey(rig, ("page scoring",))
    assert rig.host.view.shows_feet == shown
