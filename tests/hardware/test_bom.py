"""The lists of parts hold what the wiring holds, no more and no less; the budget adds up."""

import csv
import re
import runpy
from collections import Counter
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest
from gpiozero.tones import Tone  # type: ignore[import-untyped]  # gpiozero has no stubs

from companion.box.config.reader import read_config
from companion.box.devices.boards import BOARDS
from companion.box.devices.chime import MID_TONE, OCTAVES
from hardware.wiring.harness import DRAWINGS, HERE, load
from hardware.wiring.header import ROOT
from hardware.wiring.steps_box import seven_pins
from tests.hardware.svg import words

BOM = ROOT / "hardware" / "bom"
README = (ROOT / "hardware" / "README.md").read_text("utf-8")
BUILDS = [*BOARDS, "tower-panel"]
LARGE = "four-buttons-242"
"""The second list of the hand-wired box, with the larger screen."""
COLUMNS = ["reference", "part", "value", "quantity", "number or description", "note"]


def rows(build: str) -> list[dict[str, str]]:
    with (BOM / f"{build}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def expanded(references: str) -> Iterator[str]:
    """`S1-S3 R1` is S1, S2, S3 and R1."""
    for each in references.split():
        kind, first, last = re.fullmatch(r"([A-Z]+)(\d+)(?:-\1(\d+))?", each).groups()  # type: ignore[union-attr] # a list that is written otherwise fails here
        yield from (f"{kind}{n}" for n in range(int(first), int(last or first) + 1))


def wired(build: str) -> tuple[Counter[tuple[str, str]], set[str]]:
    """How many of each part and value the sources of a build hold, and their references."""
    counted: Counter[tuple[str, str]] = Counter()
    references: set[str] = set()
    for source in (load(drawing) for drawing, of in DRAWINGS.items() if of == build):
        for name, connector in source["connectors"].items():
            counted.update(_additional(connector))
            if not connector.get("ignore_in_bom") and name not in references:
                own = set(expanded(name))
                counted[connector["type"], connector["subtype"]] += len(own - references)
                references |= own
        for name, cable in source.get("cables", {}).items():
            part, value = cable["type"].split(", ", 1)
            counted[part, value] += len(cable["colors"])
            references.add(name)
        for item in source.get("additional_bom_items", []):
            counted[item["type"], item["subtype"]] += item["qty"]
    return counted, references


def _additional(connector: dict[str, Any]) -> Counter[tuple[str, str]]:
    parts = connector.get("additional_components", [])
    return Counter({(part["type"], part["subtype"]): part["qty"] for part in parts})


def test_there_is_a_list_for_each_build_and_no_other() -> None:
    assert {path.stem for path in BOM.glob("*.csv")} == {*BUILDS, LARGE}


def test_the_list_with_the_larger_screen_differs_in_the_screen_and_its_screws() -> None:
    small, large = rows("four-buttons"), rows(LARGE)
    pairs = [pair for pair in zip(small, large, strict=True) if pair[0] != pair[1]]
    assert [(one["part"], other["value"]) for one, other in pairs] == [
        ("OLED screen", "128x64, SPI or I2C"),
        ("hook-up wire", "26 AWG, 20 cm"),
        ("pan head screw", "M2 x 5"),
    ]
    more = [int(other["quantity"]) - int(one["quantity"]) for one, other in pairs]
    assert more == [0, len(seven_pins()) - 4, 0]
    page = (ROOT / "hardware" / "enclosure" / "README.md").read_text("utf-8")
    assert "| OLED to the lid | M2 × 4, pan head; for 2.42″ M2 × 5 | 4 |" in page


@pytest.mark.parametrize("build", [*BUILDS, LARGE])
def test_a_list_is_filled_in(build: str) -> None:
    for row in rows(build):
        assert list(row) == COLUMNS
        assert all(row[column].strip() for column in COLUMNS[1:]), row
        assert row["quantity"].isdecimal()


@pytest.mark.parametrize("build", BUILDS)
def test_the_totals_are_those_of_the_wiring(build: str) -> None:
    listed: Counter[tuple[str, str]] = Counter()
    for row in rows(build):
        listed[row["part"], row["value"]] += int(row["quantity"])
    assert listed == wired(build)[0]


@pytest.mark.parametrize("build", BUILDS)
def test_every_reference_is_listed_once_and_drawn(build: str) -> None:
    listed = [each for row in rows(build) for each in expanded(row["reference"])]
    assert len(listed) == len(set(listed))
    drawn = " ".join(
        word
        for path in HERE.glob(f"{build}*.svg")
        for word in words(path)
    ).replace("-LED10", "")  # fmt: skip
    assert set(re.findall(r"\b(?:A|S|D|R|C|W|LS|LED)\d+\b", drawn)) == set(listed)
    assert wired(build)[1] <= set(listed)


@pytest.mark.parametrize("build", BUILDS)
def test_a_row_has_as_many_references_as_pieces(build: str) -> None:
    for row in rows(build):
        references = list(expanded(row["reference"]))
        if references and not row["reference"].startswith("W"):
            assert len(references) == int(row["quantity"]), row


def test_the_screws_are_those_of_the_case_and_the_panel() -> None:
    page = (ROOT / "hardware" / "enclosure" / "README.md").read_text("utf-8")
    table = re.findall(r"^\| (.+) \| (M[\d.]+) \S (\d+), (\w+).*? \| (\d+) \|$", page, re.M)
    told: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for where, size, length, head, count in table:
        told["panel" in where or "Pico" in where][f"{head} {size} x {length}"] += int(count)
    for build, of_panel in (("four-buttons", False), ("tower-panel", True)):
        listed = Counter(
            {
                f"{row['part'].split()[0]} {row['value']}": int(row["quantity"])
                for row in rows(build)
                if row["part"].endswith("screw")
            }
        )
        assert listed == told[of_panel]


def tables() -> Iterator[tuple[str, dict[str, int]]]:
    """The tables of the page whose second column is mA: their heads, and mA by line."""
    for head, body in re.findall(r"^\| ([\w -]+) \| mA \|\n\|[-|]+\n((?:\|.*\n)+)", README, re.M):
        lines = [line.strip("|\n ").split(" | ") for line in body.splitlines()]
        yield head, {what.strip("* "): int(value.strip("* |")) for what, value in lines}


def test_the_budgets_add_up() -> None:
    found = dict(tables())
    assert list(found) == ["four-buttons", "tower panel", "box and panel"]
    for lines in found.values():
        together = lines.pop("together")
        assert sum(lines.values()) == together
    both = {name: sum(found[name].values()) for name in ("four-buttons", "tower panel")}
    assert found["box and panel"] == both


def test_the_budget_is_the_firmwares() -> None:
    lamps = runpy.run_path(str(ROOT / "firmware" / "lamps.py"))
    panel = dict(tables())["tower panel"]
    assert panel["lamps, limited by the firmware (`BUDGET_MA`)"] == lamps["BUDGET_MA"]
    assert panel["together"] <= 250, "what MicroPython asks of a USB port"
    most = 10 * 3 * lamps["CHANNEL_MA"]
    assert f"ten\nlamps would take {most} mA" in README


def resistor(name: str) -> str:
    """The value of a resistor of the box, as its list has it."""
    return next(r["value"] for r in rows("four-buttons") if name in expanded(r["reference"]))


def test_the_piezos_resistor_spares_the_pin_and_not_the_sound() -> None:
    ohms, farads = int(resistor("R2").split()[0]), 20e-9
    peak, delay = 3.3 / ohms, ohms * farads
    assert peak <= 0.016, "what a pin of the Pi is made for"
    assert Tone(MID_TONE).up(12 * OCTAVES).frequency < 4000
    assert delay < 0.1 * (1 / 4000 / 2)
    assert f"3.3 V / {ohms} Ω = {peak * 1000:.0f} mA" in README
    assert f"{ohms} Ω x 20 nF = {delay * 1e6:.0f} µs" in README


def test_the_lights_current_is_ohms_law() -> None:
    value = resistor("R1")
    ohms = int(value.split()[0])
    line = f"LED: (3.3 V - 2.0 V) / {value}"
    assert dict(tables())["four-buttons"][line] == round((3.3 - 2.0) / ohms * 1000)


def test_the_diode_brings_the_lamps_within_reach_of_three_volts() -> None:
    """Worst case: the most that USB may give, the least that the diode takes; VIH is 0.7 VDD."""
    supply = 5.25 - 0.65
    assert 0.7 * 5.25 > 3.3 > 0.7 * supply
    assert "at most 4.6 V are left, and 3.2 V are enough" in README


@pytest.mark.parametrize("page", ["hardware/README.md", "docs/building.md"])
def test_the_pages_set_the_controllers_of_the_screens_in_the_list(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    blocks = re.findall(r'^ *board = "four-buttons"\n\n *\[oled\]\n *controller = .+\n', text, re.M)
    found = [read_config(dedent(block).encode(), None) for block in blocks]
    assert found
    assert all(config.board.name == "four-buttons" for config in found)
    screens = " ".join(
        row["number or description"]
        for build in ("four-buttons", LARGE)
        for row in rows(build)
        if row["reference"] == "A2"
    )
    for config in found:
        assert f"({config.board.controller.upper()})" in screens
