"""A cast plays the stored games again: other names, other words, at any question they came to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from companion.core.conversation import Answer
from companion.core.interfaces import Press
from companion.core.session import Session
from companion.games import load_plugin, read_record, start_session, words_in
from companion.games.unnamed import name_seats
from companion.text import Words
from companion.text.words import list_usual_places
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Entry
from companion.ui.input.hints import Hints
from companion.ui.input.outlook import open_outlook
from companion.ui.screens import View
from tests.entries import entry_for, guide_for, view_of

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
PLAYER = re.compile(r'^player ("[^"]*"|\S+)', re.MULTILINE)
NAMES = ("Albert", "Birgit", "Franziska", "Helmut", "Zoë")


@cache
def _played(record: str, names: tuple[str, ...]) -> Session:
    """The game of a stored record, played by these; a cast plays it again."""
    rest = iter(names)
    text = (PLAYTHROUGHS / f"{record}.game").read_text(encoding="utf-8")
    return read_record(PLAYER.sub(lambda _: f'player "{next(rest)}"', text))


@dataclass(frozen=True)
class Cast:
    """Who plays, and in which words."""

    names: Sequence[str] = NAMES
    words: Words = words_in()  # noqa: RUF009  # nothing changes it

    def replay(self, record: str) -> Session:
        """The game of a stored record, played by this cast."""
        return self._replay(record, None)

    def asked(self, record: str, key: str, nth: int) -> Session:
        """The stored game when this question was asked for the nth time, from the end if < 0."""
        asked = _played(record, tuple(self.names)).asked
        places = [at for at, each in enumerate(asked) if each and each.key == key]
        return self._replay(record, places[nth - (nth > 0)])

    def _replay(self, record: str, count: int | None) -> Session:
        played = _played(record, tuple(self.names))
        session = start_session(played.name)
        session.replay(played.answers[:count])
        return session

    def before(
        self,
        session: Session,
        *presses: Press,
        axes: int = 2,
        mirrored: bool = False,
        people: tuple[tuple[str, str], ...] = (),
        said: Answer | None = None,
    ) -> View:
        """The view of the question that stands, after some presses.

        The cursor starts where it is likely, or on what is ``said`` to have been undone here.
        """
        assert session.question is not None
        context = InputContext(
            axes,
            mirrored,
            people,
            name_seats(self.words, 5),
            place_names=list_usual_places(self.words.of(session.name)),
        )
        entry: Entry = entry_for(session, context, () if said is None else (said,))
        for press in presses:
            step = entry.press(press)
            assert isinstance(step, Entry), "the presses only lead to another entry"
            entry = step
        return view_of(entry, session, self.words, mirrored)

    def page(self, session: Session, number: int) -> View:
        """A page of the scoring that the last answer brought."""
        pages = guide_for(session)
        assert pages is not None
        return view_of(replace(pages, at=number % len(pages.pages)), session, self.words)

    def page_of(self, session: Session, kind: type, nth: int) -> View:
        """The nth page of a kind in the scoring that the last answer brought."""
        pages = guide_for(session)
        assert pages is not None
        return self.page(
            session, [at for at, each in enumerate(pages.pages) if isinstance(each, kind)][nth]
        )

    def outlook(self, session: Session, page: int = 0) -> View:
        """A page of the outlook on the game."""
        view = self.before(session)
        forecast = load_plugin(session.name).input.forecast
        assert forecast is not None
        outlook = open_outlook(forecast(view.table), view.table.players, Hints.ALL, view.entry)
        return view._replace(entry=replace(outlook, at=page % len(outlook.pages)))

    def host(self, entry: Entry) -> View:
        """One of the host's own entries, before a game has begun."""
        return view_of(entry, None, self.words)
