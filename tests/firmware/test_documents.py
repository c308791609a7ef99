"""`firmware/README.md` describes the wiring and the files as they are."""

import re

from firmware import lamps, pins
from tests.firmware.pico import FIRMWARE

README = (FIRMWARE / "README.md").read_text("utf-8")


def table_rows(first: str) -> list[list[str]]:
    """The cells of the table whose first heading is ``first``."""
    table = README.split(f"\n| {first} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def gpio_names(numbers: tuple[int, ...]) -> str:
    return " ".join(f"GP{number}" for number in numbers)


def test_the_wiring_table_has_the_pins() -> None:
    wires = {row[0]: row[2] for row in table_rows("Pico")}
    assert wires[gpio_names(pins.ROWS)] == "rows 1 to 4"
    assert wires[gpio_names(pins.COLUMNS)] == "columns 1 to 4"
    assert wires[gpio_names((pins.LAMPS,))] == "the first lamp's data"


def test_the_table_of_keys_is_the_matrix() -> None:
    keys = [cell for row in table_rows("keys") for cell in row[1:]]
    assert tuple(keys) == pins.KEYS


def test_the_current_limit_is_documented() -> None:
    assert f"limited to {lamps.BUDGET_MA} mA" in re.sub(r"\s+", " ", README)


def test_every_file_is_documented() -> None:
    documented = {row[0].strip("`/") for row in table_rows("file")}
    files = {path.name for path in FIRMWARE.iterdir() if path.suffix in ("", ".py")}
    assert documented == files - {"__pycache__", ".mypy_cache"}
