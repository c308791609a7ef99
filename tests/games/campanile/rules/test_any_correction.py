"""Games of Campanile in which the table keeps correcting go on, to their end where they are let."""

from collections import Counter
from random import Random

import pytest

from companion.core.session import Session
from companion.games.campanile.rules.corrections import CORRECTIONS
from companion.games.campanile.rules.towers import MARKERS_EACH, STYLES
from tests.core.answering import answer_any, assert_told_again, correct_if_taken
from tests.games.campanile.rules.test_corrections import NEW, OLD, seated

FULL_PILE = {(NEW, 2): 26, (NEW, 3): 53, (OLD, 2): 39, (OLD, 3): 45}
GAMES = [
    pytest.param(NEW, "AB", ("move-markers",), id="2009, two"),
    pytest.param(NEW, "ABC", (), id="2009, three"),
    pytest.param(OLD, "AB", ("extended-tower", "higher-chips"), id="1996, two"),
    pytest.param(OLD, "ABC", (), id="1996, three"),
]


def any_correction(rng: Random, names: str) -> tuple[str, str]:
    """A correction that may be so, or not."""
    what = rng.choice(CORRECTIONS).key
    name, other = rng.sample(names, 2)
    style, few = rng.choice(STYLES), rng.randint(0, 3)
    row = f"{name}:{'+'.join(rng.choices('123', k=rng.randint(1, 4)))}"
    counts = [str(rng.choice([0, 1, few + 2, few * 8, 27, 60])) for _ in range(rng.choice([1, 3]))]
    words = {
        "cards": "unknown",
        "floors": f"{style}:{rng.randint(0, 24)}",
        "influence": f"{style}:{rng.choice([row, f'{row},{other}:{few}', 'none'])}",
        "open": ",".join(rng.choices([*STYLES], k=rng.choice([2, 3]))),
        "pile": ",".join(counts),
        "chips": f"{name}:{rng.choice(['none', '1', '4+2'])}",
        "player": name,
        "tracking": "light",
    }
    return f"correct {what}", words[what]


def assert_can_be(session: Session) -> None:
    """No marker is made or lost, no tower shrinks below the ground, no supply is exceeded."""
    table = session.table
    rows = [row for tower in table.towers.values() for row in tower.rows]
    for seat, player in enumerate(table.players):
        placed = [marker for row in rows if row.seat == seat for marker in row.markers]
        for marker, each in MARKERS_EACH.items():
            assert player.stock[marker] >= 0
            assert player.stock[marker] + placed.count(marker) == each
    assert all(tower.floors >= 0 for tower in table.towers.values())
    left = session.result["pile"]
    counts = left if isinstance(left, list) else [left]
    assert min(counts) >= 0
    assert sum(counts) <= FULL_PILE[session.name, len(table.players)]
    won = Counter(chip for player in table.players for chip in player.chips)
    assert won <= Counter(table.CHIPS) or table.outcome  # the flags do not count what was told
    assert max(Counter(table.open_cards).values(), default=0) <= table.cards_per_style


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("game", "names", "variants"), GAMES)
def test_whatever_is_corrected_the_game_can_go_on(
    game: str, names: str, variants: tuple[str, ...], seed: int
) -> None:
    rng, session = Random(seed), seated(game, names, *variants)
    for _ in range(150):
        if session.question is None:
            break
        if rng.random() < 0.4:
            correct_if_taken(session, any_correction(rng, names))
        else:
            answer_any(session, rng)
        assert_can_be(session)
    for _ in range(500):
        if session.question is None:
            break
        answer_any(session, rng)
        assert_can_be(session)
    assert session.result["state"] == "finished"
    assert_told_again(session)
