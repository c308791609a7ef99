"""What `firmware/README.md` tells of the wiring and the lamps is what the firmware does."""

import re

from firmware import lamps, pins
from tests.firmware.pico import FIRMWARE

README = (FIRMWARE / "README.md").read_text("utf-8")


def rows(first: str) -> list[list[str]]:
    """The rows of the table whose first heading is this, cell by cell."""
    table = README.split(f"\n| {first} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def names(numbers: tuple[int, ...]) -> str:
    return " ".join(f"GP{number}" for number in numbers)


def test_the_wiring_table_has_the_pins() -> None:
    told = {row[0]: row[2] for row in rows("Pico")}
    assert told[names(pins.ROWS)] == "rows 1 to 4"
    assert told[names(pins.COLUMNS)] == "columns 1 to 4"
    assert told[names((pins.LAMPS,))] == "the first lamp's data"


def test_the_boards_pin_numbers_belong_to_the_gpios() -> None:
    ground = (3, 8, 13, 18)
    left = [pin for pin in range(1, 21) if pin not in ground]
    for row in rows("Pico")[:3]:
        gpios = [int(name[2:]) for name in row[0].split()]
        assert [int(pin) for pin in row[1].split()] == [left[gpio] for gpio in gpios]


def test_the_table_of_keys_is_the_matrix() -> None:
    told = [cell for row in rows("keys") for cell in row[1:]]
    assert tuple(told) == pins.KEYS


def test_the_budget_is_told() -> None:
    assert f"limited to {lamps.BUDGET_MA} mA" in re.sub(r"\s+", " ", README)


def test_every_file_is_told() -> None:
    told = {row[0].strip("`/") for row in rows("file")}
    there = {path.name for path in FIRMWARE.iterdir() if path.suffix in ("", ".py")}
    assert told == there - {"__pycache__", ".mypy_cache"}
