"""Games in which the table keeps correcting go on: there is always something that can be said."""

from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from companion.core.conversation import Refused
from companion.core.session import Session
from companion.games.capitol.rules.corrections import CORRECTIONS
from tests.core.answering import answer_any, assert_told_again, correct_if_taken
from tests.games.capitol.rules.staging import BOARD, begun

NAMES = ("Anna", "Bert", "Cleo")
PLACES = tuple(word.split(":")[0] for word in BOARD)


def any_correction(rng: Random) -> tuple[str, str]:
    """A correction that may be so, or not."""
    what = rng.choice(CORRECTIONS).key
    name, place = rng.choice(NAMES), rng.choice(PLACES)
    tall = rng.choice([1, 2, 3, 13, 50])
    heights = "+".join(str(rng.randint(1, tall)) for _ in range(rng.choice([1, 2, 2, 4])))
    shape = rng.choice(["round", "square"])
    few = rng.randint(0, 3)
    words = {
        "cards": "unknown",
        "prefecture": f"{place}:{rng.choice(['pink', 'purple'])}:{few + 3}:{few}:{few}",
        "houses": f"{place}:{rng.choice([f'{shape}:{name}:{heights}', 'none'])}",
        "fountains": f"{place}:{few}",
        "buildings": f"{place}:{rng.choice(['temple', 'amphitheatre', 'none'])}",
        "supply": str(rng.choice([few, 40, 90])),
        "roofless": f"{name}:{rng.choice([heights, 'none'])}",
        "finished": f"{name}:{rng.choice([f'{shape}:{heights}', 'none'])}",
        "roofs": f"{name}:{rng.randint(0, 5)},{rng.randint(0, 5)}",
        "hand": f"{name}:{few * rng.randint(1, 4)},{rng.randint(0, 3)},{rng.randint(0, 2)}",
        "points": f"{name}:{few}",
        "player": name,
        "passed": rng.choice(["none", name, "Anna,Bert,Cleo"]),
        "consul": name,
        "round": str(few + 1),
    }
    return f"correct {what}", words[what]


def used_up(session: Session) -> Counter[str]:
    """How much of everything in the box lies on the table, stocks included."""
    result, used = session.result, Counter[str]()
    used["blocks"] = result["supply"]
    for player in result["players"]:
        used["blocks"] += sum(player["roofless"])
        used.update({f"{player['name']} {shape}": n for shape, n in player["roofs"].items()})
        used.update(player["hand"] or {})
    standing = [house for there in result["prefectures"] for house in there["houses"]]
    finished = [
        {"player": player["name"], **house}
        for player in result["players"]
        for house in player["finished"]
    ]
    for house in (*standing, *finished):
        used["blocks"] += house["height"]
        used[f"{house['player']} {house['shape']}"] += 1
    for there in session.table.board:
        used["temples"] += there.temples
        used["amphitheatres"] += there.amphitheatres
        used["fountains"] += there.placed
    return used


BUILDINGS = ("temples", "amphitheatres", "fountains")
IN_THE_BOX = {
    "blocks": 90,
    **{f"{name} {shape}": 5 for name in NAMES for shape in ("round", "square")},
    "temples": 2,
    "amphitheatres": 2,
    "fountains": 8,
    "roof": 14,
    "floor": 24,
    "permit": 24,
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(25))
def test_after_any_correction_no_supply_is_exceeded(seed: int) -> None:
    rng, session = Random(seed), begun(*NAMES)
    taken = 0
    for _ in range(300):
        with suppress(Refused):
            session.answer_pair(*any_correction(rng))
            taken += 1
        used = used_up(session)
        assert {thing: n for thing, n in used.items() if n > IN_THE_BOX[thing]} == {}
    assert taken > 50


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_corrected_the_game_can_go_on(seed: int) -> None:
    rng, session = Random(seed), begun(*NAMES)
    for _ in range(150):
        if session.question is None:
            break
        if rng.random() < 0.4:
            correct_if_taken(session, any_correction(rng))
        else:
            answer_any(session, rng)
        used = used_up(session)
        assert {each: used[each] for each in BUILDINGS if used[each] > IN_THE_BOX[each]} == {}
    assert_told_again(session)
