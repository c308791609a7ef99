"""The pictures of README and docs/playing.md are the screens of the tests' stages, enlarged.

UPDATE_PICTURES=1 draws them anew, with the reference pictures.
"""

import os
import re
from pathlib import Path

import pytest
from PIL import Image

from companion.core.interfaces import HEIGHT, WIDTH
from companion.games import words_in
from companion.ui.screens import render
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "docs" / "pictures"
TIMES = 6
TOUR = {
    # A turn, and what it leads to
    "turn": "tower-possible",
    "award": "award-three",
    "tie": "tie-two",
    # The other games
    "piles": "piles-tower-late",
    "bologna": "bologna-board-line",
    "capitol": "capitol-look",
    # Amend and check
    "undone": "told-undone",
    "turns": "amend-turns",
    "no-longer": "amend-no-longer",
    "changes": "amend-changes",
    "table-check": "table-check-tower",
    "correct": "edit-markers-of-five",
    # Light play
    "light": "light-next",
    "light-marker": "light-marker",
    "light-intermezzo": "light-intermezzo",
    # Foresee
    "outlook": "outlook-turn-late",
    "everybody": "outlook-everybody-three",
    "styles": "outlook-styles-late",
    "flags-hidden": "outlook-flags-intermezzo",
    "flags-held": "outlook-flags-held-five",
    # Speak
    "settings": "settings",
    "german": "flag-level",
    "french": "flag-level",
    "italian": "flag-level",
    # Remember
    "games": "history-games",
    "told": "history-turn",
    "points": "figures-points",
    "shares": "figures-shares",
    "markers": "figures-markers",
    "thought": "tower-thought",
    "story": "story-curves-bands",
    "moment": "story-moment-chance",
    "best": "story-best",
    # A phone at the table
    "phone": "phone-open",
}
"""The stage of each picture, by its name in docs/pictures; `page-…` are those of the phone page."""
LANGUAGES = {"german": "de", "french": "fr", "italian": "it"}
"""Pictures that are not in English."""


def drawn(name: str) -> Image.Image:
    """The picture of that name as it is to be."""
    image = render(STAGES[TOUR[name]](Cast(words=words_in(LANGUAGES.get(name, "en")))))
    return image.resize((TIMES * WIDTH, TIMES * HEIGHT), Image.Resampling.NEAREST)


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", TOUR)
def test_a_picture_of_the_tour_is_the_screen_as_it_is(name: str) -> None:
    path = PICTURES / f"{name}.png"
    if os.environ.get("UPDATE_PICTURES") == "1":
        drawn(name).save(path, optimize=True)
    with Image.open(path) as kept:
        assert kept.convert("1").tobytes() == drawn(name).tobytes()


def test_the_tour_shows_each_picture_and_no_other() -> None:
    pages = [
        (ROOT / name).read_text("utf-8")
        for name in ("README.md", "docs/playing.md", "docs/phone.md", "docs/board.md")
    ]
    shown = re.findall(r"\((?:docs/)?pictures/([\w-]+)\.png\)", "\n".join(pages))
    pages_of_phone = {path.stem for path in PICTURES.glob("page-*.png")}
    assert sorted(shown) == sorted([*TOUR, *pages_of_phone])
    assert {path.stem for path in PICTURES.glob("*.png")} == pages_of_phone | set(TOUR)
