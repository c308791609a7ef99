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
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996

WORDS = words_in()
MOSTLY_OK = (*Press, *[Press.OK] * 6)
PRESSES = st.lists(st.sampled_from(MOSTLY_OK), min_size=20, max_size=60)


@given(
    seed=st.integers(0, 10_000),
    players=st.integers(2, 5),
    steps=st.integers(0, 320),
    until=st.sampled_from((None, "intermezzo", "finito")),
    context=st.builds(InputContext, axes=st.sampled_from((1, 2)), mirrored=st.booleans()),
    presses=PRESSES,
)
def test_every_entry_has_its_picture(
    seed: int,
    players: int,
    steps: int,
    until: str | None,
    context: InputContext,
    presses: Sequence[Press],
) -> None:
    session = start_session("campanile-2009")
    custom = Custom(players, moving=players == 2, misbuilt=seed % 3 == 0, light=seed % 2 == 0)
    dealer = Dealer(custom, Random(seed))
    for number, step in enumerate(dealer.play()):
        if until is None and number == steps:
            break
        session.answer_pair(*step.pair)
        if step.pair == ("show", until):
            break
    walk(session, context, presses)


@settings(max_examples=depth.examples(60))
@given(
    seed=st.integers(0, 10_000),
    players=st.integers(2, 5),
    steps=st.integers(0, 200),
    context=st.builds(InputContext, axes=st.sampled_from((1, 2)), mirrored=st.booleans()),
    presses=PRESSES,
)
def test_every_entry_of_1996_has_its_picture(
    seed: int, players: int, steps: int, context: InputContext, presses: Sequence[Press]
) -> None:
    session = start_session("campanile-1996")
    extended = ("", "extended-tower", "extended-only")[seed % 3]
    custom = Custom1996(players, light=seed % 2 == 1, higher=True, extended=extended)
    dealer = Dealer1996(custom, Random(seed))
    for step in islice(dealer.play(), steps):
        session.answer_pair(*step.pair)
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
