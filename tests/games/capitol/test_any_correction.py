"""Games in which the table keeps correcting go on: there is always something that can be said."""

from random import Random

import pytest

from companion.core.conversation import CARDS_UNKNOWN, Refused
from companion.core.record import write
from companion.games import read_record, start_session
from companion.games.capitol.rules.corrections import CORRECTIONS
from tests.core.answering import any_answer
from tests.games.capitol.staging import BOARD, begun

NAMES = ("Anna", "Bert", "Cleo")
PLACES = tuple(word.split(":")[0] for word in BOARD)


def any_correction(rng: Random) -> tuple[str, str]:
    """A correction that may be so, or not."""
    what = rng.choice(["cards", *CORRECTIONS])
    name, place = rng.choice(NAMES), rng.choice(PLACES)
    heights = "+".join(str(rng.randint(1, 3)) for _ in range(rng.randint(1, 2)))
    shape = rng.choice(["round", "square"])
    few = rng.randint(0, 3)
    words = {
        "cards": "unknown",
        "prefecture": f"{place}:{rng.choice(['pink', 'purple'])}:{few + 3}:{few}:{few}",
        "houses": f"{place}:{rng.choice([f'{shape}:{name}:{heights}', 'none'])}",
        "fountains": f"{place}:{few}",
        "buildings": f"{place}:{rng.choice(['temple', 'amphitheatre', 'none'])}",
        "supply": str(few),
        "roofless": f"{name}:{rng.choice([heights, 'none'])}",
        "finished": f"{name}:{rng.choice([f'{shape}:{heights}', 'none'])}",
        "roofs": f"{name}:{few},{rng.randint(0, 1)}",
        "hand": f"{name}:{few},{rng.randint(0, 3)},{rng.randint(0, 2)}",
        "points": f"{name}:{few}",
        "player": name,
        "passed": rng.choice(["none", name, "Anna,Bert,Cleo"]),
        "consul": name,
        "round": str(few + 1),
    }
    return f"correct {what}", words[what]


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_corrected_the_game_can_go_on(seed: int) -> None:
    rng, session = Random(seed), begun(*NAMES)
    for _ in range(150):
        if session.question is None:
            break
        if rng.random() < 0.4:
            before = session.result
            try:
                session.say(*any_correction(rng))
            except Refused:
                assert session.result == before
            continue
        answer = any_answer(session.question, rng)
        if answer is None:  # a hand told smaller than what was bid: only counting stands against it
            session.answer(CARDS_UNKNOWN)
            answer = any_answer(session.question, rng)
        assert answer is not None
        session.answer(answer)
    again = start_session("capitol")
    again.replay(session.answers)
    assert again.result == session.result
    assert read_record(write(session)).result == session.result
