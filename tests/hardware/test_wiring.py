"""Drawings, boards, the panel's firmware and the documents name the same pins."""

import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from companion.box.config.settings import Config
from companion.box.devices.boards import BOARDS, I2c, Spi
from companion.core.interfaces import Press
from hardware.wiring.harness import DRAWINGS, HERE, bridges, joints, load, resolved
from hardware.wiring.header import KEYS, PANEL, PI, PICO, ROOT, pin, roles
from hardware.wiring.panel_ways import ROW_WAYS
from hardware.wiring.saving import COLOUR_NAMES
from hardware.wiring.schematic import SCHEMATICS
from hardware.wiring.steps_box import SEVEN_NAME, seven_pins
from tests.hardware.svg import rows, words

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/README.md")]
BUILDS = [*BOARDS, "tower-panel"]


def header(build: str) -> dict[int, str]:
    return PICO if build == "tower-panel" else PI


def used(drawing: str) -> set[str]:
    """The roles that a drawing's source names."""
    return set(re.findall(r"\$([a-z0-9-]+)", str(load(drawing))))


def gpios(build: str) -> set[int]:
    """All GPIOs of a build, from where the program has them."""
    if build == "tower-panel":
        return {*PANEL["ROWS"], *PANEL["COLUMNS"], PANEL["LAMPS"]}
    board = BOARDS[build]
    bus = {2, 3} if isinstance(board.bus, I2c) else {8, 10, 11, board.bus.dc, board.bus.reset}
    return {*board.pins, *bus, *board.led} | ({board.buzzer} if board.buzzer else set())


def test_a_header_has_each_gpio_once_and_ground_where_everybody_finds_it() -> None:
    assert sorted(int(name[4:]) for name in PI.values() if name[:4] == "GPIO") == list(range(28))
    assert {number for number, name in PI.items() if name == "GND"} == {
        *(6, 9, 14, 20, 25, 30, 34, 39),
    }
    assert [PI[1], PI[17], PI[2], PI[4]] == ["3.3V", "3.3V", "5V", "5V"]
    assert [pin(gpio) for gpio in (2, 3, 4, 17, 27, 22, 10, 21)] == [3, 5, 7, 11, 13, 15, 19, 40]
    named = sorted(int(name[2:]) for name in PICO.values() if re.fullmatch(r"GP\d+", name))
    assert named == [*range(23), 26, 27, 28]
    assert {number for number, name in PICO.items() if "GND" in name} == set(range(3, 40, 5))
    assert [PICO[36], PICO[39], PICO[40]] == ["3V3", "VSYS", "VBUS"]
    assert [pin(gpio, PICO) for gpio in (0, 15, 16, 28)] == [1, 20, 21, 34]


def test_a_gpio_that_is_not_led_out_is_refused() -> None:
    with pytest.raises(ValueError, match="GPIO 23"):
        pin(23, PICO)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_source_names_roles_and_never_a_gpio(drawing: str) -> None:
    assert not re.search(r"\bGP(IO)? ?\d", (HERE / f"{drawing}.yml").read_text("utf-8"))
    on_header = load(drawing)["connectors"]["A1"]["pins"]
    names = header(DRAWINGS[drawing])
    assert not [names[each] for each in on_header if isinstance(each, int) and "GP" in names[each]]


@pytest.mark.parametrize("build", BUILDS)
def test_every_role_of_a_build_is_drawn(build: str) -> None:
    drawn = set().union(*(used(each) for each, of in DRAWINGS.items() if of == build))
    assert {role for role in drawn if not role.startswith("keys-")} == set(roles(build))
    assert sorted(roles(build).values()) == sorted(gpios(build))


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_rendered_list_of_wires_has_the_pins_of_the_code(drawing: str) -> None:
    found = {}
    for row in rows(HERE / f"{drawing}.svg"):
        for name, number in pairwise(row):
            if re.fullmatch(r"GP(IO)?\d+", name) and number.isdecimal():
                found[name] = int(number)
    names = header(DRAWINGS[drawing])
    expected = {names[number]: number for number in resolved(drawing)["connectors"]["A1"]["pins"]
                if number in names and names[number].startswith("GP")}  # fmt: skip
    assert found == expected
    assert {int(name.lstrip("GPIO")) for name in found} <= gpios(DRAWINGS[drawing])


SAID = {
    "bonnet": {"stick up": Press.UP, "stick down": Press.DOWN, "stick left": Press.LEFT,
               "stick right": Press.RIGHT, "stick pressed": Press.OK, "A": Press.OK,
               "B": Press.BACK},
    "waveshare-hat": {"stick up": Press.UP, "stick down": Press.DOWN, "stick left": Press.LEFT,
                      "stick right": Press.RIGHT, "stick pressed": Press.OK, "KEY1": Press.OK,
                      "KEY2": Press.BACK, "KEY3": Press.MENU},
}  # fmt: skip


@pytest.mark.parametrize("build", SAID)
def test_a_board_that_is_pushed_on_has_each_button_at_its_pin(build: str) -> None:
    found = {}
    for row in rows(HERE / f"{build}.svg"):
        if len(row) == 4 and row[3] in SAID[build]:
            name, mine, theirs, what = row
            assert mine == theirs
            found[int(name.removeprefix("GPIO"))] = SAID[build][what]
    assert found == BOARDS[build].pins


def test_each_wire_of_the_four_buttons_joins_its_pin_to_its_button() -> None:
    found = {}
    for row in rows(HERE / "four-buttons.svg"):
        ends = re.search(r"A1:(\d+):GPIO(\d+) .*? \w+:?\d?:?(\w*)$", " ".join(row))
        if ends:
            assert pin(int(ends[2])) == int(ends[1])
            found[int(ends[2])] = ends[3].lower()
    board = BOARDS["four-buttons"]
    assert {gpio: found[gpio] for gpio in board.pins} == {
        gpio: press.value for gpio, press in board.pins.items()
    }
    assert (found[2], found[3]) == ("sda", "scl")
    parts = {joint.pin: joint.part for joint in joints("four-buttons")}
    assert (parts[pin(board.buzzer or 0)], parts[pin(board.led[0])]) == ("R2", "R1")
    assert bridges("four-buttons") == [("R2", "LS1", "one wire"), ("R1", "D1", "long leg")]


@pytest.mark.parametrize("drawing", ["four-buttons", "tower-panel-keys", "tower-panel-lamps"])
def test_red_is_power_and_black_is_ground_and_nothing_else(drawing: str) -> None:
    for joint in joints(drawing):
        name = header(DRAWINGS[drawing]).get(joint.pin, "USB")
        assert (joint.colour == "RD") == (name in {"3.3V", "VBUS"}), joint
        assert (joint.colour == "BK") == (name == "GND"), joint


@pytest.mark.parametrize("path", sorted(HERE.glob("*.svg")), ids=lambda path: path.stem)
def test_wherever_a_drawing_tells_gpio_and_pin_they_belong_together(path: Path) -> None:
    build = next(each for each in BUILDS if path.stem.startswith(each))
    told = " ".join(words(path))
    assert told
    led_out = gpios(build) | ({8, 10, 11, *Spi()[2:]} if path.stem == SEVEN_NAME else set())
    for name, number in re.findall(r"\b(GP\d+)(?:,| ·) pin (\d+)", told):
        assert PICO[int(number)] == name
    for number, name in re.findall(r"pin (\d+) (GPIO\d+|GND|3\.3V|5V)", told):
        assert PI[int(number)] == name
    for name in re.findall(r"\bGP(?:IO)?(\d+)", told):
        assert int(name) in led_out


def test_the_schematics_have_every_gpio_every_key_and_every_lamp() -> None:
    told = {name: " ".join(words(HERE / f"{name}.svg")) for name in SCHEMATICS}
    box, keys, lamps = told.values()
    assert {int(gpio) for gpio in re.findall(r"GPIO(\d+)", box)} == gpios("four-buttons")
    assert {int(gpio) for gpio in re.findall(r"GP(\d+)", keys + lamps)} == gpios("tower-panel")
    for name in (
        *(f"S{n} {key}" for n, key in enumerate(KEYS, 1)),
        *(f"D{n}" for n in range(1, 17)),
    ):
        for word in name.split():
            assert re.search(rf"\b{word}\b", keys), name
    assert re.findall(r"\bLED(\d+)", lamps) == [str(n) for n in range(1, 11)]
    for role, gpio in roles("tower-panel").items():
        if role != "lamps":
            assert f"{role.replace('-', ' ')} GP{gpio} · pin {pin(gpio, PICO)}" in keys


@pytest.mark.parametrize("path", sorted(HERE.glob("*-step-*.svg")), ids=lambda path: path.stem)
def test_a_step_leaves_its_number_to_the_list_that_shows_it(path: Path) -> None:
    assert not re.search(r"\bstep\b", " ".join(words(path)), re.IGNORECASE)


def test_the_last_step_of_the_box_tells_all_of_it() -> None:
    told = " ".join(words(HERE / "four-buttons-step-4.svg"))
    assert {int(gpio) for gpio in re.findall(r"GPIO(\d+)", told)} == gpios("four-buttons")


def test_the_panel_has_a_key_at_each_crossing_and_each_row_its_own() -> None:
    assert len(PANEL["ROWS"]) * len(PANEL["COLUMNS"]) == len(KEYS) == 16
    assert len(gpios("tower-panel")) == 9
    for row, way in enumerate(ROW_WAYS):
        keys = [stop for stop in way if isinstance(stop, int)]
        assert sorted(keys) == list(range(4 * row, 4 * row + 4))
    matrix = resolved("tower-panel-keys")["connectors"]["X1"]
    assert matrix["pins"] == [f"{what} {n}" for what in ("column", "row") for n in range(1, 5)]
    named = matrix["pinlabels"]
    assert named[0].split(", ") == [KEYS[0], KEYS[4], KEYS[8], KEYS[12]]
    assert named[5].split(", ") == list(KEYS[4:8])


def test_documents_give_each_gpio_its_own_pin() -> None:
    pairs = 0
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        for name, number in re.findall(r"\b(GPIO\d+), pin (\d+)", text):
            assert PI[int(number)] == name, document
            pairs += 1
        for name, number in re.findall(r"\b(GP\d+|VBUS), pin (\d+)", text):
            assert PICO[int(number)] == name, document
            pairs += 1
        for number in re.findall(r"3\.3 V, pin (\d+)", text):
            assert PI[int(number)] == "3.3V", document
    assert pairs >= 18


def test_the_page_on_building_wires_the_box_as_it_is_drawn() -> None:
    text = (ROOT / "docs" / "building.md").read_text("utf-8")
    table = [row.split("|") for row in text.splitlines() if re.match(r"\|.*\bpin \d", row)]
    told = {}
    for row in table:
        what = re.search(r"VCC|GND|SDA|SCL|\*(?P<button>\w+)\*|piezo|LED", row[1])
        assert what is not None, row
        told[(what["button"] or what[0]).lower()] = [
            int(number) for number in re.findall(r"pin (\d+)", " ".join(row[2:]))
        ]
    ends: dict[str, list[int]] = defaultdict(list)
    for joint in joints("four-buttons"):
        name = {"LS1": "piezo", "R2": "piezo", "R1": "led", "D1": "led"}.get(joint.part)
        button = {"S1": "back", "S2": "previous", "S3": "next", "S4": "ok"}.get(joint.part)
        ends[name or button or joint.end.lower()].append(joint.pin)
    assert {what: sorted(pins) for what, pins in told.items()} == {
        what: sorted(pins) for what, pins in ends.items()
    }


def test_the_page_about_building_has_the_numbers_of_the_boards() -> None:
    text = (ROOT / "docs/building.md").read_text("utf-8")
    table = [row.strip("|").split("|") for row in text.splitlines() if row.startswith("| ")]
    columns = {name.strip("` "): [] for name in BOARDS}  # type: dict[str, list[str]]
    begins = next(i for i, row in enumerate(table) if "`bonnet`" in row[1])
    for row in table[begins + 2 : begins + 8]:
        for cells, cell in zip(columns.values(), row[1:], strict=True):
            cells.append(cell)
    for name, cells in columns.items():
        found = {int(n) for n in re.findall(r"(?<![\w-])(\d+)(?![\w-])", " ".join(cells))}
        board = BOARDS[name]
        assert set(board.pins) <= found, name
        fixed = {8, 10, 11} if isinstance(board.bus, Spi) else set()
        assert found - {1, 3, 4, 128, 330, 1106, 1306} <= gpios(name) | fixed, name


def test_the_folders_page_wires_the_panel_as_its_firmware_reads_it() -> None:
    text = (ROOT / "hardware" / "README.md").read_text("utf-8")
    found = re.findall(r"^ *\| (row|column|lamps' data)(?: (\d))?.*?\| GP(\d+), pin", text, re.M)
    told = {f"{what.split(' ')[0].strip(chr(39))}{'-' + n if n else ''}": int(gpio)
            for what, n, gpio in found}  # fmt: skip
    assert told == roles("tower-panel")
    buttons = re.search(r"pins ([\d, ]+), one by one", text)
    assert buttons is not None
    assert {int(n) for n in buttons[1].split(",")} == {
        pin(gpio) for gpio in BOARDS["four-buttons"].pins
    }


def test_the_folders_page_wires_the_screen_with_seven_pins_as_it_is_drawn() -> None:
    text = (ROOT / "hardware" / "README.md").read_text("utf-8")
    found = re.findall(r"^   \| ([A-Z]{2,3})\b.*? \| (\w+) \| \S.*, pin (\d+) \|$", text, re.M)
    assert found == [
        (joint.end, COLOUR_NAMES[joint.colour], str(joint.pin)) for joint in seven_pins()
    ]


def test_the_firmwares_page_gives_the_same_pins() -> None:
    text = (ROOT / "firmware" / "README.md").read_text("utf-8")
    told: dict[int, str] = {}
    for names, numbers in re.findall(r"^\| ([A-Z0-9 ]+) \| ([\d ]+) \|", text, re.M):
        told.update(zip(map(int, numbers.split()), names.split(), strict=True))
    assert told == {number: PICO[number] for number in told}
    drawn = [*joints("tower-panel-keys"), *joints("tower-panel-lamps")]
    assert set(told) == {joint.pin for joint in drawn if joint.pin in PICO}


def test_the_system_switches_on_what_the_boards_are_wired_to() -> None:
    installer = (ROOT / "systemd" / "boot_config.sh").read_text("utf-8")
    assert all(board.bus.port == 1 for board in BOARDS.values() if isinstance(board.bus, I2c))
    assert "dtparam=i2c_arm=on" in installer
    assert "dtparam=spi=on" in installer
    port = Config().tower_panel
    rules = (ROOT / "systemd" / "udev.rules").read_text("utf-8")
    assert f'SYMLINK+="{Path(port).name}"' in rules
    firmware = (ROOT / "firmware" / "panel.py").read_text("utf-8")
    assert re.findall(r'ATTRS\{product\}=="(.+?)"', rules) == re.findall(
        r'^USB_PRODUCT = "(.+)"$', firmware, re.MULTILINE
    )
    assert port in (ROOT / "hardware" / "README.md").read_text("utf-8")
