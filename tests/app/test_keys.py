"""The tower panel's keys: each answers its question at once, or is refused with its reason."""

from itertools import count

import pytest

from companion.app.demo.rig import PANEL, Rig, route
from companion.core.conversation import Answer
from companion.core.interfaces import HEIGHT_KEYS, TOWER_KEYS, KeyPress, PanelStatus, Press, Tune
from companion.games import read_record
from companion.games.campanile.input.towers import TowerPicker
from companion.ui.input.guide import Guide, Winner
from companion.ui.input.menu import Notice
from tests.app.conftest import MakeRig
from tests.app.journeys import begin, new_game, play_on, resumed, stored
from tests.app.reading import answered, asked, playing, refusal
from tests.buttons import BACK, LEFT, OK, RIGHT, UP

NONE, INTERMEZZO, FINITO = Press.NONE, Press.CARD_1, Press.CARD_2
ONE, TWO, THREE = HEIGHT_KEYS
BEIGE, BLUE, BROWN, YELLOW, RED = TOWER_KEYS
"""The towers' keys at the row of BEGUN."""
BEGUN = """
game campanile-2009
player "Player 1"  colour red
player "Player 2"  colour blue
row beige,blue,brown,yellow,red
open red,red,yellow
"""
SETUP = len(read_record(BEGUN).answers)


@pytest.fixture
def begun(rig: Rig) -> Rig:
    """Two players at their first turn, on either board."""
    begin(rig, BEGUN)
    return rig


def said(rig: Rig) -> list[str]:
    return answered(rig, SETUP)


def told_and_heard(rig: Rig) -> str:
    """Why a key is refused, which the chime says too."""
    assert rig.chime.history[-1] is Tune.REFUSAL
    return refusal(rig)


def test_a_full_turn_is_five_keys(begun: Rig) -> None:
    begun.keys(BLUE, TWO, RED, YELLOW, BROWN)
    assert said(begun) == ["tower blue", "floors 2", "marker red", "take yellow", "show brown"]
    assert asked(begun.entry) == "tower"


def test_the_height_may_come_before_the_tower(begun: Rig) -> None:
    begun.keys(THREE)
    assert said(begun) == []
    begun.keys(BROWN)
    assert said(begun) == ["tower brown", "floors 3"]


def test_of_several_towers_and_heights_the_last_one_counts(begun: Rig) -> None:
    begun.keys(BROWN, RED, ONE)
    assert said(begun) == ["tower red", "floors 1"]


def test_back_takes_a_tower_back_that_has_no_height_yet(begun: Rig) -> None:
    begun.keys(BROWN, BACK, TWO)
    assert said(begun) == []
    begun.keys(RED)
    assert said(begun) == ["tower red", "floors 2"]


def test_a_tower_by_its_key_and_its_floors_by_the_stick(stick: Rig) -> None:
    record = read_record(BEGUN)
    resumed(stick, record)
    play_on(stick, record)
    stick.keys(BROWN)
    stick.press(UP, OK)
    assert said(stick) == ["tower brown", "floors 3"]
    stick.press(LEFT, RIGHT)
    stick.keys(RED, YELLOW)
    stick.press(OK)
    assert said(stick)[2:4] == ["marker red", "take yellow"]


def test_intermezzo_is_a_key_and_asks_to_be_confirmed_when_it_is_early(begun: Rig) -> None:
    begun.keys(BLUE, TWO, NONE, YELLOW, INTERMEZZO)
    assert asked(begun.entry) == "doubt intermezzo-early"
    begun.keys(RED)
    names = begun.board.button_names
    assert told_and_heard(begun) == f"{names['ok']}: yes, {names['back']}: no"
    begun.keys(OK)
    assert isinstance(begun.entry, Guide)
    assert said(begun)[-1] == "show intermezzo"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ((NONE,), "choose the tower that grows, and its floors"),
        ((BLUE, FINITO), "choose the tower that grows, and its floors"),
        ((BLUE, TWO, BLUE), "no blue card is open"),
        ((BLUE, TWO, INTERMEZZO), "choose a tower for the marker, or none"),
        ((BLUE, TWO, ONE), "choose a tower for the marker, or none"),
        ((BLUE, TWO, NONE, BEIGE), "no beige card is open"),
        ((BLUE, TWO, NONE, NONE), "choose the open card taken"),
        ((BLUE, TWO, NONE, RED, NONE), "choose the card turned up"),
        ((BLUE, TWO, NONE, RED, THREE), "choose the card turned up"),
    ],
)
def test_a_key_that_is_no_answer_is_refused_with_its_reason(
    begun: Rig, keys: tuple[Press, ...], reason: str
) -> None:
    begun.keys(*keys[:-1])
    before = said(begun)
    begun.keys(keys[-1])
    assert told_and_heard(begun) == reason
    assert said(begun) == before


def test_a_refused_key_is_forgotten_at_the_next_one(begun: Rig) -> None:
    begun.keys(BLUE, TWO, BLUE, RED)
    assert said(begun) == ["tower blue", "floors 2", "marker red"]
    assert begun.entry.refused is None


def test_keys_say_the_row_and_the_open_cards_of_a_new_game(make_rig: MakeRig) -> None:
    rig = make_rig("bonnet")
    new_game(rig, read_record(BEGUN))
    rig.press(OK, OK)
    rig.keys(RED, RED)
    assert told_and_heard(rig) == "the red tower is already in the row"
    rig.keys(YELLOW, BLUE, BEIGE)
    assert playing(rig).answers[-1].word == "red,yellow,blue,beige,brown"
    rig.say([Answer("variant", "")])
    rig.keys(TOWER_KEYS[0], TOWER_KEYS[0], TOWER_KEYS[4])
    assert playing(rig).answers[-1].word == "red,red,brown"


def test_a_key_means_the_tower_as_it_is_drawn(begun: Rig) -> None:
    begun.keys(BLUE, TWO)
    begun.host.mirrored = True
    begun.keys(NONE, BLUE, RED)
    assert said(begun)[2:] == ["marker none", "take yellow", "show beige"]


def test_menus_letters_and_pages_refuse_what_they_do_not_ask(begun: Rig) -> None:
    begun.keys(Press.MENU, RED)
    assert asked(begun.entry) == "box"
    assert told_and_heard(begun) == "this key does nothing here"


@pytest.mark.sample(1)
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", ["three-players", "two-players-moving", "five-players"])
def test_whole_games_by_keys_and_buttons_mixed(rig: Rig, name: str) -> None:
    record = stored(name)
    new_game(rig, record)
    for number in count():
        if isinstance(rig.entry, Guide):
            if isinstance(rig.entry.page, Winner):
                break
            rig.keys(OK)
            continue
        done = rig.session.answers if rig.session is not None else []
        if len(done) == len(record.answers):
            break
        wanted = record.answers[len(done) :]
        if number % 3:
            rig.keys(*route(rig.entry, wanted, PANEL))
        else:
            rig.say(wanted)
    assert playing(rig).result == record.result


def test_a_lost_tower_panel_is_told_and_the_buttons_go_on(begun: Rig) -> None:
    begun.keys(BLUE)
    hear(begun, PanelStatus.LOST)
    assert isinstance(begun.entry, Notice)
    words = begun.host.view.words.say(f"notice.{begun.entry.key}")
    assert words == "Tower panel lost. The game is safe: use the buttons."
    assert begun.chime.history[-1] is Tune.LOST
    begun.press(OK)
    assert isinstance(begun.entry, TowerPicker)
    begun.say([Answer("tower", "blue"), Answer("floors", 2)])
    assert said(begun) == ["tower blue", "floors 2"]


def test_a_tower_panel_found_again_takes_the_notice_away(begun: Rig) -> None:
    begun.keys(BLUE)
    hear(begun, PanelStatus.LOST)
    hear(begun, PanelStatus.OTHER_VERSION)
    assert asked(begun.entry) == "notice tower-panel-other-version"
    hear(begun, PanelStatus.FOUND)
    begun.keys(TWO)
    assert said(begun) == ["tower blue", "floors 2"]


def test_a_silent_tower_panel_is_told_without_an_alarm(begun: Rig) -> None:
    tunes = len(begun.chime.history)
    hear(begun, PanelStatus.SILENT)
    assert asked(begun.entry) == "notice tower-panel-silent"
    assert len(begun.chime.history) == tunes
    begun.press(OK)
    assert asked(begun.entry) == "tower"


def pressed(key: Press) -> KeyPress:
    return KeyPress(key, 0.0)


def test_keys_and_the_loss_that_come_in_one_batch_are_heard_in_their_order(begun: Rig) -> None:
    for event in (pressed(BLUE), pressed(TWO), PanelStatus.LOST):
        begun.inbox.put(event)
    begun.app.pump()
    assert said(begun) == ["tower blue", "floors 2"]
    assert asked(begun.entry) == "notice tower-panel-lost"
    for back in (PanelStatus.FOUND, pressed(NONE)):
        begun.inbox.put(back)
    begun.app.pump()
    assert said(begun)[2:] == ["marker none"]


def test_a_tower_panel_found_takes_its_notice_away_wherever_it_lies(begun: Rig) -> None:
    hear(begun, PanelStatus.LOST)
    begun.press(Press.MENU)
    hear(begun, PanelStatus.FOUND)
    begun.press(BACK)
    assert asked(begun.entry) == "tower"


def test_back_takes_a_height_back_that_came_before_its_tower(begun: Rig) -> None:
    begun.keys(BLUE, TWO, NONE, YELLOW, BEIGE)
    begun.keys(THREE, BACK)
    assert asked(begun.entry) == "tower"
    begun.keys(RED)
    assert len(said(begun)) == 5, "the height is forgotten"


def hear(rig: Rig, news: PanelStatus) -> None:
    rig.inbox.put(news)
    rig.app.pump()
