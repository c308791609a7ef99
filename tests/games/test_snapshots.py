"""The table of every stored game as it is told and drawn: no points, no markup, no counted pile."""

from collections.abc import Iterator

import pytest

from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.core.snapshot import Pile
from companion.games import load_plugin
from tests.app.journeys import PLAYTHROUGHS
from tests.games.tables import HOSTILE, check_drawing, draw, states, take_snapshot

RECORDS = sorted(path.stem for path in PLAYTHROUGHS.glob("*.game"))
EVERY = 7
"""Of so many states one is looked at."""
pytestmark = pytest.mark.parametrize("name", RECORDS)


def some_states(name: str, names: tuple[str, ...] = ()) -> Iterator[Session]:
    """States of a stored game, and its end."""
    for number, session in enumerate(states(name, names)):
        if number % EVERY == 0:
            yield session
    yield session


@pytest.mark.sample(2)
def test_without_hints_only_the_count_of_the_pile_is_left_out(name: str) -> None:
    counted = False
    for session in some_states(name):
        hinted, unhinted = take_snapshot(session), take_snapshot(session, counted=False)
        pairs = zip(hinted.parts, unhinted.parts, strict=True)
        others = [(told, hidden) for told, hidden in pairs if told != hidden]
        assert all(isinstance(part, Pile) and part.left is None for _, part in others)
        assert hinted._replace(parts=()) == unhinted._replace(parts=())
        counted |= bool(others)
    assert counted or "light" in name


@pytest.mark.sample(2)
def test_points_are_told_and_never_published(name: str) -> None:
    for session in some_states(name):
        points = [player.points for player in session.table.players]
        told = load_plugin(session.name).snapshot(session.table)
        assert [each.points for each in told.players] == points
        shown = [(each.points, each.scored) for each in take_snapshot(session).players]
        assert shown == [(None, ())] * len(points)


@pytest.mark.sample(2)
@pytest.mark.usefixtures("undrawn")
def test_every_table_is_drawn_whatever_the_players_are_called(name: str) -> None:
    names = () if "taken-over" in name else HOSTILE  # corrections name the players
    for number, session in enumerate(some_states(name, names)):
        language = [*LANGUAGES][number % len(LANGUAGES)]
        drawn = draw(session.name, take_snapshot(session, language), language)
        check_drawing(drawn)
        if session.table.started and names:
            assert "&lt;b&gt;" in drawn
