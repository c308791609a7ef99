"""A turn's and a scoring's screens: towers and names keep to their places, whatever they are."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageChops

from companion.core.conversation import Answer
from companion.core.events import AWARD
from companion.core.interfaces import WIDTH
from companion.core.languages import LANGUAGES
from companion.games.campanile.input import TiePage
from companion.games.campanile.screens.pieces import LABEL_TOP
from companion.games.campanile.screens.turn import GROUND_Y, TOWER_HEIGHT
from companion.ui.input.guide import RankingPage
from companion.ui.screens import render
from companion.ui.screens.choice import MAIN_Y, UNDER_MAIN, divide_row
from companion.ui.screens.drawing import BODY_TOP, SAFE_WIDTH
from companion.ui.screens.fonts import TEXT
from tests.games.campanile.rules import staging
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES
from tests.ui.screens.fitting import look_at, of_view
from tests.ui.screens.stages import ROW

HEADER_BOTTOM = BODY_TOP - 2


@pytest.mark.parametrize("highest", [0, 3, 6, 15, 24, 33, 51])
def test_a_tower_fits_between_its_height_and_its_name(highest: int) -> None:
    """Whatever it grows by, and the growth is seen; tower cards end below 54 floors."""
    cast = Cast()
    view = cast.before(staging.stage(cast.names[:2], ROW, dict.fromkeys(ROW, 1), {}))
    view.table.towers["red"].floors = highest
    left, right = divide_row(len(ROW))[0]
    roof = (left, UNDER_MAIN + TEXT.capital, right, GROUND_Y - TOWER_HEIGHT)
    body = (left, GROUND_Y - TOWER_HEIGHT, right, GROUND_Y)
    pictures = []
    for floors in (1, 2, 3):
        entry = replace(view.entry, at=0, number=floors)  # type: ignore[call-arg]  # a TowerPicker
        image = render(view._replace(entry=entry))
        assert image.crop(roof).getbbox() is None
        pictures.append(image.crop(body).tobytes())
    other = replace(view.entry, at=1, number=1)  # type: ignore[call-arg]  # so too
    still = render(view._replace(entry=other)).crop(body).tobytes()
    assert still not in pictures


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_markers_under_a_tower_are_named_from_the_base_on(players: int) -> None:
    """All of them, whatever their names; each is left of the next, or in the row above."""
    names = ("Maximiliane", "Bartholomäus", "Jo", "Wilhelmine", "Wim")
    view = STAGES["marker-among-five"](Cast(names))
    tower = view.table.towers["red"]
    tower.rows[players:] = []
    lines = look_at(of_view(view), "en").lines
    owners = [view.table.players[row.seat].name for row in tower.rows]
    drawn = [line for line in lines if MAIN_Y + TEXT.capital < line.y < LABEL_TOP - 1]
    shown = [line for line in drawn if not line.text.isdigit()]
    assert len(shown) == players
    for line, name in zip(shown, owners, strict=True):
        assert name.startswith(line.text.removesuffix("…"))
        assert len(line.text) >= min(len(name), 4)
    assert max(line.box[2] for line in drawn) <= SAFE_WIDTH
    for before, line in pairwise(drawn):
        assert before.box[3] < line.y or before.box[2] < line.x


def test_equal_open_cards_are_one_card_with_their_number() -> None:
    view = STAGES["take"](Cast())
    view.table.display[:] = ["blue", "yellow", "blue"]
    cards = (Answer("take", "blue"), Answer("take", "yellow"))
    entry = replace(view.entry, choices=cards)  # type: ignore[call-arg]  # a ChoicePicker it is
    labels = [line.text for line in look_at(of_view(view._replace(entry=entry)), "en").lines]
    assert labels[-2:] == ["Bl ×2", "Ye"]  # a times sign it is


def test_tie_pages_follow_their_award() -> None:
    """One for each tie that decides about a chip, with those who are level."""
    pages = STAGES["finito"](Cast()).entry.pages  # type: ignore[attr-defined]  # a Guide it is
    ties = [(at, page) for at, page in enumerate(pages) if isinstance(page, TiePage)]
    for at, page in ties:
        before = next(each for each in reversed(pages[:at]) if not isinstance(each, TiePage))
        assert before.event == page.event
        assert page.level in page.event.source.ties
    told = [page.event for page in pages if isinstance(page, RankingPage)]
    awards = [event.source for event in told if event.kind is AWARD]
    assert len(ties) == sum(len(award.ties) for award in awards) == 3


@pytest.mark.parametrize("stage", ["tie-two", "tie-three", "tie-four", "tie-five"])
def test_a_tie_names_everybody_level_the_nearest_first_and_in_a_bar(stage: str) -> None:
    """With names of twelve letters, each farther from the base than the one before."""
    view = STAGES[stage](Cast([f"Bartholomä{at}" for at in range(5)]))
    level = view.entry.page.level  # type: ignore[attr-defined]  # a guide's page it is
    lines = look_at(of_view(view), "en").lines
    names = [line for line in lines if line.text.startswith("Barth")]
    assert [line.lit for line in names] == [False] + [True] * (len(level) - 1)
    for before, line in pairwise(names):
        assert line.x > before.x
        assert line.y > before.y


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "stage", ["show", "show-others", "take", "tower-late", "marker-where", "piles-value"]
)
def test_a_name_of_nine_letters_is_whole_beside_its_verb(stage: str, language: str) -> None:
    view = STAGES[stage](Cast())
    for player in view.table.players:
        player.name = "Franziska"
    shown = [(line.text, line.font) for line in look_at(of_view(view), language).lines]
    assert ("Franziska", TEXT) in shown


@pytest.mark.parametrize("stage", ["tower-possible", "piles-tower-one-axis"])
def test_a_name_and_its_verb_end_before_what_stands_at_the_right(stage: str) -> None:
    view = STAGES[stage](Cast())
    player = view.table.player
    player.name = ""
    nobody = render(view).crop((0, 0, WIDTH, HEADER_BOTTOM))
    beside = nobody.crop((WIDTH // 2, 0, WIDTH, HEADER_BOTTOM)).getbbox()
    assert beside is not None
    for wide in range(1, 13):
        player.name = "W" * wide + "l" * (12 - wide)
        header = render(view).crop((0, 0, WIDTH, HEADER_BOTTOM))
        written = ImageChops.difference(nobody, header).getbbox()
        assert written is not None
        assert written[2] + 2 <= WIDTH // 2 + beside[0]
