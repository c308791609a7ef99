"""Whatever is pressed in the table check: there is a picture, and what it says can be so."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import Session
from companion.games import start_session, words_in
from companion.games.campanile.input.table_check import TableCheck, begin_table_check
from companion.input.context import InputContext
from companion.input.entry import Answered, Entry
from companion.input.table_check import TableCheckEntry
from companion.interfaces import HEIGHT, WIDTH, Press
from companion.screens import render
from tests import depth
from tests.entries import entry_for, view_of
from tests.games.campanile.rules.dealer import Custom, Dealer
from tests.games.campanile.rules.dealer1996 import Custom1996, Dealer1996

WORDS = words_in()
BUTTONS = (Press.RIGHT, Press.LEFT, Press.UP, Press.DOWN, Press.NEXT, Press.BACK, *[Press.OK] * 5)
PRESSES = st.lists(st.sampled_from(BUTTONS), min_size=40, max_size=120)


def played(edition: str, seed: int, players: int, steps: int) -> Session:
    session, rng = start_session(edition), Random(seed)
    dealer = Dealer(Custom(players), rng)
    if edition == "campanile-1996":
        dealer = Dealer1996(Custom1996(players, higher=True), rng)
    for step in islice(dealer.play(), steps):
        session.answer_pair(*step.pair)
    return session


@settings(max_examples=depth.examples(60))
@given(
    edition=st.sampled_from(("campanile-2009", "campanile-1996")),
    seed=st.integers(0, 10_000),
    players=st.integers(2, 5),
    steps=st.integers(20, 200),
    presses=PRESSES,
)
def test_every_page_has_its_picture_and_every_editor_its_correction(
    edition: str, seed: int, players: int, steps: int, presses: Sequence[Press]
) -> None:
    session = played(edition, seed, players, steps)
    if not session.table.started or session.question is None:
        return
    below = entry_for(session, InputContext())
    entry: Entry = begin_table_check(session.table, below)
    for press in presses:
        image = render(view_of(entry, session, WORDS))
        assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))
        step = entry.press(press)
        if isinstance(step, Entry):
            entry = step
        elif isinstance(step, Answered):
            (correction,) = step.answers
            session.answer(correction)
            if session.question is None:
                return
            assert not isinstance(entry, TableCheck) or entry.chosen is not None
            assert isinstance(entry, TableCheckEntry)
            entry = entry.renew(session.table)
        else:
            return
