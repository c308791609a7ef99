"""*Phone* in the box's menu, by way of mock pins: the code, the pairing, the list, the hotspot."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.app.api.phones import TRY_EVERY, PhoneReason, Phones
from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.box.service import hotspot
from companion.box.service.machine import WEB_PORT
from companion.core.interfaces import Tune
from companion.store.journal import Journal, JournalUnwritable
from companion.ui.input.phone_picture import LOOK_EVERY, PhonePicture, WifiNetwork, ask_about_phone
from companion.ui.input.remote import OpenKind, kind_of
from tests.app.at_the_box import choose, mid_turn
from tests.app.conftest import MakeRig
from tests.app.journeys import TWO_BOARDS, journey
from tests.app.reading import asked, pointed_at
from tests.buttons import BACK, LEFT, MENU, OK, RIGHT

ADDRESS = "192.168.178.23"
CODE_LIFETIME = 120.0


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The machine's addresses; it has no hotspot."""
    addresses = [ADDRESS]
    monkeypatch.setattr("companion.app.phone_menu.find_address", lambda: addresses[0])
    monkeypatch.setattr(hotspot, "SETTINGS", Path("/nonexistent"))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    return addresses


def picture(rig: Rig) -> PhonePicture:
    assert isinstance(rig.entry, PhonePicture)
    return rig.entry


def show_code(rig: Rig) -> str:
    """From home or a game: switch Phone on, or show its code again."""
    rig.press(MENU)
    choose(rig, "phone")
    if asked(rig.entry) == "phone":
        rig.choose("phone", "show")
    return picture(rig).code


def ask(rig: Rig, code: str, name: str = "Anna") -> PhoneReason | None:
    """A phone shows the code, as the table's socket would pass it on."""
    reason = rig.door.phones.ask(code, name, rig.seconds)
    if reason is None:
        rig.host.entry = ask_about_phone(rig.entry, name)
        rig.app.pump()
        rig.look()
    return reason


def pair(rig: Rig, name: str = "Anna") -> str:
    assert ask(rig, show_code(rig), name) is None
    journey(rig, ("confirm phone", OK), ("notice phone-paired", OK))
    secret = rig.door.phones.take_secret()
    assert secret is not None
    phone = rig.door.phones.find(secret)
    assert phone is not None
    rig.door.phones.note_seen(phone)
    return secret


@pytest.mark.parametrize("board", TWO_BOARDS)
def test_the_code_is_four_presses_away(make_rig: MakeRig, board: str) -> None:
    rig = make_rig(board)
    code = show_code(rig)
    assert rig.presses == 4
    assert len(code) == 8
    assert picture(rig).text == f"HTTP://{ADDRESS}:{WEB_PORT}/{code}"
    assert rig.door.is_on


def test_as_a_service_the_page_has_the_usual_port(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/campanile-companion")
    code = show_code(rig)
    assert picture(rig).text == f"HTTP://{ADDRESS}/{code}"


def test_ok_toggles_the_size_and_back_leaves(rig: Rig) -> None:
    show_code(rig)
    large = rig.frame
    rig.press(OK)
    assert picture(rig).is_small
    assert rig.frame != large
    rig.press(OK, LEFT, RIGHT)
    assert not picture(rig).joins
    assert rig.frame == large
    journey(rig, ("picture", BACK), ("box",))
    assert pointed_at(rig.entry) == "phone"


def test_a_code_is_renewed_while_it_is_shown(rig: Rig) -> None:
    code = show_code(rig)
    rig._wait(CODE_LIFETIME - 2)
    assert picture(rig).code == code
    rig._wait(3)
    assert picture(rig).code != code
    assert ask(rig, code) is PhoneReason.WRONG_CODE


def test_the_address_follows_the_network(rig: Rig, network: list[str]) -> None:
    network[0] = ""
    show_code(rig)
    alone = rig.frame
    network[0] = ADDRESS
    rig._wait(LOOK_EVERY)
    assert picture(rig).address == ADDRESS
    assert rig.frame != alone


def test_the_loop_looks_again_while_a_picture_is_shown(rig: Rig) -> None:
    show_code(rig)
    deadline = rig.app._deadline()
    assert deadline is not None
    assert deadline <= rig.seconds + LOOK_EVERY


def test_ok_at_the_box_pairs_and_the_phone_gets_its_secret_once(rig: Rig) -> None:
    secret = pair(rig)
    assert rig.door.phones.take_secret() is None
    assert [each.name for each in rig.door.phones.paired] == ["Anna"]
    phone = rig.door.phones.find(secret)
    assert phone is not None
    assert phone.name == "Anna"
    assert secret not in (rig.journal.setting("phones") or "")
    assert picture(rig).code, "there is another code"


def test_back_declines(rig: Rig) -> None:
    code = show_code(rig)
    assert ask(rig, code) is None
    rig.press(BACK)
    picture(rig)
    rig.door.phones.decline()  # by the door, which sees that the question is gone
    rig.door.phones.confirm()
    assert not rig.door.phones.paired
    assert rig.door.phones.take_secret() is None


def test_only_the_boxs_own_buttons_confirm(stick: Rig) -> None:
    mid_turn(stick)
    code = show_code(stick)
    assert kind_of(stick.entry) is OpenKind.BOX
    stick.press(BACK, BACK)
    assert kind_of(stick.entry) is OpenKind.QUESTION
    stick.door.phones._next_try_at = 0.0
    assert ask(stick, code) is None
    assert asked(stick.entry) == "confirm phone"
    assert kind_of(stick.entry) is OpenKind.BOX
    journey(stick, ("confirm phone", OK), ("notice phone-paired", OK), ("take",))


def test_a_phone_is_sent_away_after_a_confirmation(rig: Rig) -> None:
    anna, bert = pair(rig), pair(rig, "Bert")
    rig.press(BACK)
    if asked(rig.entry) == "box":
        choose(rig, "phone")
    rig.choose("phone", "list")
    journey(rig, ("phones", OK), ("confirm disconnect", BACK), ("phones", OK))
    journey(rig, ("confirm disconnect", OK), ("phones",))
    assert rig.door.phones.find(anna) is None
    assert rig.door.phones.find(bert) is not None
    journey(rig, ("phones", OK), ("confirm disconnect", OK), ("phone", BACK), ("box",))
    assert rig.door.phones.paired == ()
    assert Phones.from_text(rig.journal.setting("phones")).paired == ()


def test_no_phone_presses_in_the_menu_of_phones(rig: Rig) -> None:
    pair(rig)
    rig.press(BACK)
    if asked(rig.entry) == "box":
        choose(rig, "phone")
    assert kind_of(rig.entry) is OpenKind.BOX
    rig.choose("phone", "list")
    assert kind_of(rig.entry) is OpenKind.BOX
    rig.press(OK)
    assert kind_of(rig.entry) is OpenKind.BOX
    journey(rig, ("confirm disconnect", MENU), ("box", BACK), ("home",))


def test_it_is_switched_off_by_the_same_item(rig: Rig) -> None:
    show_code(rig)
    rig.press(BACK)
    choose(rig, "phone")
    rig.choose("phone", "off")
    assert asked(rig.entry) == "box"
    assert not rig.door.is_on
    assert pointed_at(rig.entry) == "phone"


def test_switched_off_while_a_phone_waits_it_comes_back_with_a_code(rig: Rig) -> None:
    assert ask(rig, show_code(rig)) is None
    rig.press(MENU)
    choose(rig, "phone")
    rig.choose("phone", "off")
    assert show_code(rig)


@pytest.mark.parametrize("board", TWO_BOARDS)
def test_a_power_cut_keeps_it_on_and_the_phones_paired(make_rig: MakeRig, board: str) -> None:
    secret = pair(make_rig(board))
    rig = make_rig(board)
    assert rig.door.is_on
    assert rig.door.phones.find(secret) is not None


def full(*_: object) -> None:
    raise JournalUnwritable(Path("games.sqlite"), 28, "No space left on device")


def test_phones_that_cannot_be_kept_are_those_of_before(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair(rig)
    phones, later = rig.door.phones, rig.seconds + TRY_EVERY
    (anna,) = phones.paired
    assert phones.ask(phones.make_code(later), "Bert", later) is None
    monkeypatch.setattr(rig.journal, "set", full)
    for change in (rig.door.pair, lambda: rig.door.disconnect_phone(anna.number)):
        with pytest.raises(JournalUnwritable):
            change()
        assert phones.paired == (anna,)
        assert phones.take_secret() is None


def test_what_cannot_be_kept_is_not_switched_on(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.press(MENU)
    monkeypatch.setattr(rig.journal, "set", full)
    choose(rig, "phone")
    assert asked(rig.entry) == "notice unsaved-full"
    assert rig.chime.history[-1] is Tune.REFUSAL
    assert not rig.door.is_on


def test_broken_settings_are_no_phones(rig: Rig, tmp_path: Path) -> None:
    del rig
    with closing(Journal.open(tmp_path / "other", DEMO_STARTED_AT)) as journal:
        journal.set("phones", "[[1, 2", DEMO_STARTED_AT)
        assert Phones.from_text(journal.setting("phones")).paired == ()


# The hotspot ---------------------------------------------------------------------------------


@pytest.fixture
def radio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fake systemd with the hotspot's unit: the file says whether it runs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "hotspot").write_text("ssid=Torre\npassword=K7M2QX4B\n")
    busctl, state = folder / "busctl", folder / "state"
    state.write_text("inactive")
    busctl.write_text(
        f'#!/bin/sh\ncase "$*" in *Denied*) exit 1;; *StartUnit*) printf active > {state};;\n'
        f"*StopUnit*) printf inactive > {state};;\n"
        f"""*) read it < {state} || true; echo "s \\"$it\\"";; esac\n"""
    )
    busctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(hotspot, "SETTINGS", folder / "hotspot")
    return state


def test_without_a_hotspot_its_item_is_absent(rig: Rig) -> None:
    show_code(rig)
    assert picture(rig).wifi is None
    rig.press(BACK)
    choose(rig, "phone")
    items = [each.word for each in rig.entry.items]  # type: ignore[attr-defined]  # it is a menu
    assert items == ["show", "off"]


def test_the_hotspot_shows_how_to_join_it_first(rig: Rig, radio: Path) -> None:
    show_code(rig)
    rig.press(BACK)
    choose(rig, "phone")
    rig.choose("phone", "hotspot-off")
    assert radio.read_text() == "active"
    assert picture(rig).text == "WIFI:T:WPA;S:Torre;P:K7M2QX4B;;"
    assert picture(rig).wifi == WifiNetwork("Torre", "K7M2QX4B")
    rig.press(RIGHT)
    assert picture(rig).text.startswith(f"HTTP://{ADDRESS}")
    rig.press(LEFT)
    assert picture(rig).joins
    rig.press(BACK)
    rig.choose("phone", "hotspot-on")
    assert radio.read_text() == "inactive"
    assert asked(rig.entry) == "phone"
    assert pointed_at(rig.entry) == "hotspot-off"


def test_a_hotspot_that_is_refused_says_why(rig: Rig, radio: Path) -> None:
    show_code(rig)
    rig.press(BACK)
    choose(rig, "phone")
    (radio.parent / "busctl").write_text(
        "#!/bin/sh\necho 'Call failed: Access denied' >&2\nexit 1\n"
    )
    rig.choose("phone", "hotspot-off")
    assert asked(rig.entry) == "notice hotspot-refused"
    rig.press(OK)
    assert asked(rig.entry) == "phone"
