"""Whatever is pressed on whatever evening: there are pictures, and what is kept is what stands."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.box.devices.boards import BOARDS
from companion.box.service.busctl import SystemRefused
from companion.core.interfaces import DIRECT_KEYS, Press
from companion.core.languages import LANGUAGES
from companion.core.session import Session
from companion.games import replay_session, words_in
from companion.store.journal import Journal
from companion.ui.input.box_pages import Peek
from companion.ui.input.menu import Menu
from companion.ui.screens import render
from tests import depth
from tests.app.journeys import go_home, resume, stored
from tests.buttons import BACK, MENU, OK

RECORDS = (
    "five-players",
    "three-players-light-at-intermezzo",
    "1996-three-players-higher-chips",
    "bologna-three-players-moved-roof",
    "capitol-three-players",
)
EVERY_LANGUAGE = [words_in(language) for language in LANGUAGES]
ARROWS = {
    "bonnet": (Press.UP, Press.DOWN, Press.LEFT, Press.RIGHT),
    "four-buttons": (Press.PREVIOUS, Press.NEXT),
}
EVENINGS = st.lists(st.lists(st.integers(0, 39), min_size=1, max_size=60), min_size=1, max_size=3)
"""What is pressed between one power cut and the next."""
REFUSED = patch("companion.app.box_menu.power_off", side_effect=SystemRefused("not here"))


@settings(max_examples=depth.at_depth(2, 40))
@given(
    board=st.sampled_from(sorted(ARROWS)),
    name=st.sampled_from(RECORDS),
    share=st.floats(0, 1),
    evenings=EVENINGS,
)
def test_whatever_is_pressed_is_shown_and_kept(
    board: str, name: str, share: float, evenings: Sequence[Sequence[int]]
) -> None:
    record = stored(name)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        stack.enter_context(REFUSED)
        begun(Path(folder), record, 1 + int(share * (len(record.answers) - 1)))
        for fingers in evenings:
            with Rig(BOARDS[board], Path(folder)) as rig:
                if rig.journal.games():  # else all has been taken back
                    resume(rig)
                for finger in fingers:
                    press(rig, finger)
                    everything_can_be_seen(rig)
                what_stands_is_kept(rig)
                go_home(rig)
                assert isinstance(rig.entry, Menu)
                assert rig.entry.title == "home"


def begun(folder: Path, record: Session, answers: int) -> None:
    """Keep the beginning of a game."""
    journal = Journal.open(folder, DEMO_STARTED_AT)
    number = journal.begin(record.name, len(record.table.players), DEMO_STARTED_AT)
    pairs = [(answer.key, answer.word) for answer in record.answers[:answers]]
    journal.append(number, pairs, DEMO_STARTED_AT)
    journal.close()


def press(rig: Rig, finger: int) -> None:
    """A key of the tower panel for the first numbers; then the buttons, OK more than others."""
    arrows = ARROWS[rig.board.name]
    buttons = (*arrows, *arrows, OK, OK, OK, OK, OK, OK, OK, OK, BACK, MENU)
    if finger < len(DIRECT_KEYS):
        rig.keys(DIRECT_KEYS[finger])
    else:
        rig.press(buttons[(finger - len(DIRECT_KEYS)) % len(buttons)])


def everything_can_be_seen(rig: Rig) -> None:
    """There is a picture in every language, and a closed eye tells nothing."""
    view = rig.host.view
    for words in EVERY_LANGUAGE:
        render(view._replace(words=words))
    if isinstance(view.entry, Peek):
        assert not view.entry.open, "nobody holds OK"
        nothing = view._replace(entry=replace(view.entry, standings=()), thinking_times=())
        assert render(view) == render(nothing)


def what_stands_is_kept(rig: Rig) -> None:
    """Every game of the journal can be told, and the one under way is told as it stands."""
    games = {each.number: each.name for each in rig.journal.games()}
    told = {
        number: replay_session(name, rig.journal.answers(number)) for number, name in games.items()
    }
    game = rig.host.game
    if game is not None and game.number in told:
        assert told[game.number].answers == game.session.answers
        assert told[game.number].result == game.session.result
