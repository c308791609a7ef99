"""Whatever is pressed in whatever game: there is a picture."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.interfaces import HEIGHT, WIDTH, Press
from companion.core.session import Session
from companion.games import start_session, words_in
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Entry
from companion.ui.screens import render
from tests import depth
from tests.entries import entry_for, guide_for, view_of
from tests.games.random_tables import RANDOM_TABLES

WORDS = words_in()
MOSTLY_OK = (*Press, *[Press.OK] * 6)
PRESSES = st.lists(st.sampled_from(MOSTLY_OK), min_size=20, max_size=60)


@settings(max_examples=depth.at_depth(6, 280))
@given(
    kind=st.sampled_from([*RANDOM_TABLES]),
    seed=st.integers(0, 10_000),
    steps=st.integers(0, 320),
    until=st.sampled_from((None, "intermezzo", "finito")),
    context=st.builds(InputContext, axes=st.sampled_from((1, 2)), mirrored=st.booleans()),
    presses=PRESSES,
)
def test_every_entry_has_its_picture(
    kind: str,
    seed: int,
    steps: int,
    until: str | None,
    context: InputContext,
    presses: Sequence[Press],
) -> None:
    game, play = RANDOM_TABLES[kind]
    session = start_session(game)
    for step in islice(play(Random(seed)), None if until else steps):
        session.answer_pair(*step.pair)
        if step.pair == ("show", until):
            break
    walk(session, context, presses)


def walk(session: Session, context: InputContext, presses: Sequence[Press]) -> None:
    """Press on from where the game stands, and draw each entry."""
    entry = opened(session, context)
    for press in presses:
        if entry is None:
            return
        image = render(view_of(entry, session, WORDS, context.mirrored))
        assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))
        entry = pressed(entry, press, session, context)


def opened(session: Session, context: InputContext) -> Entry | None:
    """What the table sees: the scoring, or the next question; None when the game is over."""
    scored = guide_for(session)
    if scored is not None or session.question is None:
        return scored
    return entry_for(session, context)


def pressed(entry: Entry, press: Press, session: Session, context: InputContext) -> Entry | None:
    """The entry after a press; answers are taken, ways out begin the question anew."""
    step = entry.press(press)
    if isinstance(step, Entry):
        return step
    if isinstance(step, Answered):
        for answer in step.answers:
            session.answer(answer)
    if session.question is None:
        return None
    return entry_for(session, context)
