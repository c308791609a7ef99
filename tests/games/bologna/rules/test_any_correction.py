"""Games in which the table keeps correcting go on, and what lies on the table can always be."""

from random import Random

import pytest

from companion.core.session import Session
from companion.games.bologna.rules.board import FIELDS
from companion.games.bologna.rules.cards import FACES
from companion.games.bologna.rules.corrections import CORRECTIONS
from tests.core.answering import any_answer, assert_told_again, correct_if_taken
from tests.games.bologna.rules.staging import seated

NAMES = ("Rosa", "Jakob", "Emma")
HALF_TOLD = ("to", "with", "from")
"""Questions that a correction may make needless."""
VARIANTS = ("light", "cards-96", "end-at-empty-pile", "secure-built", "specials-build")


def any_correction(rng: Random) -> tuple[str, str]:
    """A correction that may be so, or not."""
    what = rng.choice(CORRECTIONS).key
    name, at, few = rng.choice(NAMES), rng.choice(FIELDS), rng.randint(0, 3)
    stones = rng.choices(NAMES, k=rng.randint(1, 7)) if rng.random() < 0.5 else [name] * (few + 4)
    corner, full_pile = rng.choice(FIELDS), rng.choice([79, 80, 81, 82, 83])
    faces = rng.choice([FACES, [face for face in FACES if face.special == "plague"]])
    words = {
        "cards": "unknown",
        "stack": f"{at}:{rng.choice(['+'.join(stones), 'none'])}",
        "roof": f"{at}:{rng.choice([name, 'none'])}",
        "plague": rng.choice(["none", f"{at}:{corner}", f"{at}:{at.neighbour(1, 1)}"]),
        "kind": f"{at}:{rng.choice(['noble', 'none', 'unknown'])}",
        "stones": f"{name}:{rng.choice([few, 25, 30])}",
        "roofs": f"{name}:{rng.choice([few, 4])}",
        "points": f"{name}:{few}",
        "collected": f"{name}:{rng.choice(['noble+farmer', 'none'])}",
        "player": name,
        "open": ",".join(rng.choices(faces, k=rng.randint(2, 4))),
        "pile": str(rng.choice([few * 10, full_pile])),
        "scorings": str(few),
        "tracking": "light",
    }
    return f"correct {what}", words[what]


def assert_can_be(session: Session) -> None:
    """No tower is too high, no roof lies on the ground, nothing is more than the box holds."""
    table = session.table
    standing = table.board.stacks.values()
    for seat, player in enumerate(table.players):
        built = sum(stack.stones.count(seat) for stack in standing)
        assert player.stones + built <= 30
        assert player.roofs + sum(stack.roof == seat for stack in standing) <= 4
    for stack in table.board.stacks.values():
        assert stack.height <= 6
        assert stack.stones or stack.roof is None
    assert all(min(player.stones, player.roofs) >= 0 for player in table.players)
    assert table.pile.left + table.pile.scorings_seen <= table.pile.size
    assert len(table.board.plague) in (0, 4)
    assert not table.board.stacks["5-5"].stones


def answer_any(session: Session, rng: Random) -> None:
    """Say what nothing stands against; no stone comes to where the plague is."""
    assert session.question is not None
    answer = any_answer(session.question, rng)
    assert answer is not None, session.question.key
    stacks = session.table.board.stacks
    heights = {at: stacks[at].height for at in session.table.board.plague}
    session.answer(answer)
    stacks = session.table.board.stacks
    assert all(stacks[at].height <= height for at, height in heights.items())


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_corrected_the_game_can_go_on(seed: int) -> None:
    rng = Random(seed)
    session = seated(variants=[each for each in VARIANTS if rng.random() < 0.4])
    for _ in range(150):
        if session.question is None:
            break
        if rng.random() < (0.7 if session.question.key in HALF_TOLD else 0.3):
            correct_if_taken(session, any_correction(rng))
        else:
            answer_any(session, rng)
        assert_can_be(session)
    for _ in range(1000):
        if session.question is None:
            break
        answer_any(session, rng)
        assert_can_be(session)
    assert session.result["state"] == "finished"
    assert_told_again(session)
