"""Home: the menus before a game, and how a game is begun, resumed or repeated.

Late: `current_game`, `open_entry` and `context`, with the first game.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.app.box import Box, People
from companion.app.recent_games import RecentGames, Suggestions, UnfinishedGame
from companion.core import guard
from companion.core.conversation import Answer
from companion.core.game_table import GamePlayer
from companion.games import find_rules, list_games, load_plugin, title_of
from companion.games.unnamed import is_unnamed, name_seats
from companion.store.journal import JournalError
from companion.text import Words
from companion.text.words import list_usual_places
from companion.ui.input.commands import BeginGame, ChoosePlayers, HostCommand, ResumeGame, ShowStory
from companion.ui.input.entry import Command, Entry
from companion.ui.input.menu import Menu, Notice, Phrase, menu_of

if TYPE_CHECKING:
    from companion.app.current_game import CurrentGame
    from companion.core.game_base import BasicGame
    from companion.core.session import Session
    from companion.ui.input.context import InputContext

USUAL_PLAYERS = 3
GAMES_WITH_FEET = 10
"""A player's games in which pages say what OK and BACK do."""
MIRRORED, YES, NO = "mirrored", "yes", "no"
"""The journal's setting for the end of the row at which the open cards lie: of the game begun last,
and with a number behind it that of one game."""


class Home:
    """The menus before a game, built from the journal."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._journal = box.journal
        self._recent = RecentGames.look(box.journal)
        self._suggestions: dict[str, Suggestions] = {}
        self._undone: dict[tuple[str, int], Sequence[Answer]] = {}
        """What was undone of a setup, by the question and how often it was asked before."""
        self._practised_of: tuple[int, People] | None = None
        self._is_practised = False
        """Whether one of these players of a game, by its number, has played often."""
        self._told: int | None = None
        """The number of a game with a story whose end was shown since the box was switched on."""

    def open_first(self) -> Menu | Notice:
        """The menu, or a notice before it: of a quarantined journal, or an unplayable game."""
        if self._journal.quarantined is not None:
            return Notice(key="aside", values={"name": self._journal.quarantined.name})
        if self._recent.unplayable is not None:
            number, because = self._recent.unplayable
            return Notice(key="unplayable", values={"number": number}, because=because)
        return home_menu(self._recent)

    # The menus -----------------------------------------------------------------------------

    def open_menu(self) -> Menu:
        """The first menu, after a fresh look at the saved games; raises JournalError."""
        self._recent, self._suggestions = RecentGames.look(self._journal), {}
        return home_menu(self._recent, self._told)

    def open_after(self, game: CurrentGame) -> Menu:
        """The first menu after a game's end: its story comes first, if it has one."""
        if load_plugin(game.session.name).story is not None:
            self._told = game.number
        return self.open_menu()

    @property
    def unread(self) -> int | None:
        """The number of the game played last, if the pages of its last answer were not read."""
        return self._recent.unread

    def choose_game(self, game: str = "") -> Menu:
        """The games; the cursor stands on this one, or on the one played last."""
        listings, broken = list_games()
        for each in broken:
            if isinstance(each.refused, guard.GameFault):
                guard.report(each.refused)
        names = list(listings)
        last = self._recent.last_setup
        game = game or (last.game if last is not None else names[0])
        at = names.index(game) if game in names else 0
        menu = menu_of("game", {name: ChoosePlayers(name) for name in names}, at)
        return replace(menu, labels={name: listing.title for name, listing in listings.items()})

    def choose_players(self, game: str, count: int | None = None) -> Menu:
        """How many play; the cursor stands on this number, or on that of last time."""
        seats = find_rules(game).seats
        again = self._suggest(game).last_setup
        wanted = count or (len(again.players) if again is not None else USUAL_PLAYERS)
        items = {each: BeginGame(game, each) for each in seats}
        menu = menu_of("players", items, at=seats.index(wanted) if wanted in seats else 0)
        return replace(menu, below=self.choose_game(game))

    def _suggest(self, game: str) -> Suggestions:
        """What the saved games suggest for a game; raises JournalError.

        They are read once for each game after home was shown, before an answer is given.
        """
        if game not in self._suggestions:
            self._suggestions[game] = Suggestions.look(self._journal, game)
        return self._suggestions[game]

    # The way into a game -------------------------------------------------------------------

    def open_table(self, command: BeginGame | ResumeGame) -> CurrentGame:
        """The game that a command begins or resumes; raises JournalError."""
        if isinstance(command, ResumeGame):
            return self.resume(command.number)
        return self._begin(command.game, command.seats)

    def resume(self, number: int) -> CurrentGame:
        """The saved game of that number, as far as it has come; raises JournalError."""
        stored = next(game for game in self._journal.games() if game.number == number)
        self._suggest(stored.name)
        self.forget_undone()
        return _current_game().resume(self._journal, self._box.now, stored)

    def repeat_setup(self) -> tuple[CurrentGame, tuple[Answer, ...]]:
        """A new game, and the answers of the last setup to give in it; raises JournalError."""
        again = self._recent.last_setup
        assert again is not None, "the menu offers it only where there is one"
        self.forget_undone()
        return self._begin(again.game, len(again.players)), again.answers

    def _begin(self, game: str, seats: int) -> CurrentGame:
        self._suggest(game)
        return _current_game().begin(self._journal, self._box.now, game, seats)

    def open_entry(
        self,
        session: Session,
        previous: Sequence[Answer],
        players: Sequence[GamePlayer],
        words: Words,
        *,
        mirrored: bool,
    ) -> Entry:
        """The entry of a session's question; ``previous`` are its answers that were undone.

        ``players`` are those of the game as it is saved: an amendment may move them.
        """
        from companion.ui.input.open_entry import open_entry

        context = self.input_context(session.game, players, words, mirrored=mirrored)
        plugin = load_plugin(session.name)
        previous = _name_seat_of_today(session, previous, context.seat_names)
        return open_entry(session, plugin.input, context, previous, plugin.tell)

    def keep_undone(self, session: Session, answers: Sequence[Answer]) -> None:
        """Keep what was undone of a setup, to be offered when the same is asked again."""
        if not session.table.started and answers:
            self._undone[_place_in_setup(session)] = answers

    def find_undone(self, session: Session) -> Sequence[Answer]:
        """What was answered to the open question of a setup before it was undone."""
        if session.table.started:
            self.forget_undone()
        return self._undone.get(_place_in_setup(session), ())

    def _undone_people(self, game: str) -> People:
        """Who sat down before it was undone, by their seats: maybe they sit in another order.

        Without the colours: these are not likely to be anybody else's.
        """
        strokes = [self._undone[key, seat] for key, seat in sorted(self._undone) if key == "player"]
        return tuple((first.word, "") for first, *_ in strokes if not is_unnamed(first.word, game))

    def forget_undone(self) -> None:
        """Forget what was undone: another game is opened, or the setup is over."""
        self._undone = {}

    def needs_feet(self, game: CurrentGame) -> bool:
        """Whether pages say what OK and BACK do: nobody at the table has played often enough."""
        people = _named_people(game.session.name, game.session.table.players)
        of = game.number, people
        if self._practised_of != of:
            with suppress(JournalError):
                games = [self._journal.count_games_of(name) for name, _ in people]
                self._practised_of, self._is_practised = of, max(games, default=0) > GAMES_WITH_FEET
        return not self._is_practised

    def take_over_side(self, game: CurrentGame, before: CurrentGame | None) -> bool:
        """Whether the open cards lie at the other end: as in its setup, or as usual.

        ``before`` is the game that was open: if BACK led to its beginning, its setup goes on, and
        its side is stored for the game. Raises JournalError.
        """
        setting = self._journal.setting
        own = setting(f"{MIRRORED}.{game.number}")
        if before is not None and not before.session.answers and not game.session.answers:
            own = setting(f"{MIRRORED}.{before.number}")
            if own is not None:
                self.store_side(own == YES, game.number)
        return (own or setting(MIRRORED)) == YES

    def store_side(self, mirrored: bool, number: int) -> None:
        """Store at which end the open cards of the game of this number lie; raises JournalError."""
        self._journal.set(f"{MIRRORED}.{number}", YES if mirrored else NO, self._box.now())

    def keep_side(self, mirrored: bool) -> None:
        """Let the open cards lie there in the next game, too: a game has started with it."""
        with suppress(JournalError):  # then the next one begins as the one before
            if (self._journal.setting(MIRRORED) == YES) != mirrored:
                self._journal.set(MIRRORED, YES if mirrored else NO, self._box.now())

    def input_context(
        self,
        game: BasicGame[Any],
        players: Sequence[GamePlayer],
        words: Words,
        *,
        mirrored: bool = False,
    ) -> InputContext:
        from companion.ui.input.context import InputContext

        suggestions = self._suggest(game.name)
        setup, playing = suggestions.last_setup, _named_people(game.name, players)
        undone = self._undone_people(game.name)
        return InputContext(
            axes=self._box.board.axes,
            mirrored=mirrored,
            people=(*playing, *undone, *suggestions.people, *self._box.known),
            seat_names=name_seats(words, game.seats[-1]),
            place_names=list_usual_places(words.of(game.name)),
            last_setup=setup.answers if setup is not None else (),
            board=suggestions.board,
            printed=self._box.printed.get(game.name, ()),
            hints=self._box.preferences.hints,
        )


def _name_seat_of_today(
    session: Session, previous: Sequence[Answer], seat_names: Sequence[str]
) -> Sequence[Answer]:
    """What was undone, an unnamed player called by the seat in the language of the day."""
    question = session.question
    if question is None or question.seat is None or not previous:
        return previous
    first, *others = previous
    if first.key != "player" or not is_unnamed(first.word, session.name):
        return previous
    return [Answer(first.key, seat_names[question.seat]), *others]


def _place_in_setup(session: Session) -> tuple[str, int]:
    key = session.question.key if session.question is not None else ""
    return key, sum(answer.key == key for answer in session.answers)


def _named_people(game: str, players: Sequence[GamePlayer]) -> People:
    """Those of the players who have a name of their own, and their colours."""
    named = [player for player in players if not is_unnamed(player.name, game)]
    return tuple((player.name, player.colour) for player in named if player.colour is not None)


def home_menu(recent: RecentGames, told: int | None = None) -> Menu:
    """The first menu; unfinished games come first if the game played last is one of them.

    ``told`` is the number of a game whose story may be told, as long as it was the last finished.
    """
    items: dict[str, Command] = {"new": HostCommand.CHOOSE_GAME}
    phrases: dict[str, Phrase] = {}
    if (again := recent.last_setup) is not None:
        items = {"again": HostCommand.REPEAT_SETUP, **items}
        phrases["again"] = Phrase("home.again", names=(title_of(again.game), *again.players))
    if (result := recent.result) is not None:
        if result.number == told:
            items = {"story": ShowStory(result.number), **items}
        items["result"] = ResumeGame(result.number)
        phrases["result"] = Phrase("home.result", names=(title_of(result.name),))
    resumes: dict[str, Command] = {}
    for place, game in enumerate(recent.unfinished, 1):
        item = "resume" if place == 1 else f"resume-{place}"
        resumes[item] = ResumeGame(game.number)
        phrases[item] = _resume_phrase(game)
    is_first = recent.latest in [game.number for game in recent.unfinished]
    items = {**resumes, **items} if is_first else {**items, **resumes}
    return replace(menu_of("home", items), phrases=phrases)


def _resume_phrase(game: UnfinishedGame) -> Phrase:
    title = title_of(game.game)
    if game.progress is None:
        return Phrase("home.setup", {"game": title}, game.players, title)
    what, number = game.progress
    return Phrase(f"home.{what}", {"game": title, "number": number}, game.players, title)


def _current_game() -> type[CurrentGame]:
    from companion.app.current_game import CurrentGame

    return CurrentGame
