"""Draws the picture of the board in docs/pictures anew.

    python -m tests.outlets.board.pictures

It needs Playwright and Chromium, as the browser's tests do.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.outlets.board.messages import COLOURS, HallRig, event, game, result, results
from tests.outlets.board.running import run_board
from tests.outlets.web.conftest import CHROMIUM
from tests.outlets.web.pictures import keep

TELEVISION: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "en"}
TABLES = (
    ("Anna", "Ben", "Cleo"),
    ("Emma", "Jakob", "Rosa", "Theo"),
    ("Birgit", "Albert", "Franziska"),
    ("Livia", "Marcus"),
    ("Greta", "Ines", "Paul", "Karl", "Ada"),
    ("Lucia", "Matteo", "Irma"),
    ("Oskar", "Mia"),
    ("Hugo", "Lena", "Nils"),
)
AWARD = "Blue tower: Albert 6, Birgit 4, Franziska 2"
REASON = "Albert and Birgit have an influence of 2 each; Albert is nearer the base."


def make_evening(folder: Path) -> HallRig:
    """A hall in the middle of an evening."""
    hall = HallRig(folder)
    for number, names in enumerate(TABLES, 1):
        turn = number % len(names)
        changes: dict[str, Any] = {
            "names": names,
            "game": game(progress=f"Turn {3 * number}"),
            "left": 50 - 4 * number,
            "light": COLOURS[turn],
            "players": [
                {"name": name, "colour": colour, "turn": seat == turn}
                for seat, (name, colour) in enumerate(zip(names, COLOURS, strict=False))
            ],
        }
        leads = ", ".join(f"{name} {3 - seat}" for seat, name in enumerate(names[:3]))
        towers, left = {"label": "Towers", "text": leads}, str(changes["left"])
        changes["parts"] = [{"label": "Cards left in the pile", "text": left}, towers]
        if number == 3:
            changes |= {"waiting": True, "doing": "Intermezzo", "light": None}
        elif number == 4:
            changes |= {"game": game(name="capitol", title="Capitol", progress="Round 2")}
            changes["parts"] = [
                {"label": "Blocks left", "text": "31"},
                {"label": "Consul", "text": "Marcus"},
                {"label": "Prefectures", "text": "Livia 4, Marcus 3"},
            ]
        elif number == 6:
            bologna = game(name="bologna-towers", title="Türme von Bologna", finished=True)
            changes |= {"game": bologna, "left": None, "light": None}
        elif number == 7:
            changes |= {"game": None, "players": [], "doing": "", "light": None, "left": None}
        hall.add(number, **changes)
    hall.hear(3, "event", event(3, text=AWARD, lines=[REASON]))
    hall.hear(8, "status", "offline")
    over = {"Lucia": 63, "Matteo": 65, "Irma": 55}
    hall.hear(6, "result", results(6, result(over, (), "g1", 2.9, "bologna-towers")))
    games = (
        result({"Emma": 14, "Rosa": 14, "Jakob": 13}, ["Emma"], "a", 0.8),
        result({"Anna": 12, "Emma": 14, "Ben": 9}, (), "b", 1.6),
        result({"Livia": 42, "Anna": 45}, (), "c", 2.1, "capitol"),
    )
    hall.hear(2, "result", results(2, *games))
    hall.hall.connect(True)
    return hall


def draw() -> None:
    """Draw the picture."""
    from playwright.sync_api import sync_playwright

    with (
        TemporaryDirectory() as folder,
        run_board(lambda: make_evening(Path(folder))) as board,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(**TELEVISION).new_page()
        page.goto(board.address)
        keep("board", page)
        browser.close()


if __name__ == "__main__":
    draw()
