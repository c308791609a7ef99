"""The history at the box: fetches saved games and players' figures, and makes pages of them.

A game is replayed when it is opened. Players' figures need all games: these are counted a few at a
time, so that the loop goes round meanwhile, and what has been counted is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.app.notices import journal_notice
from companion.core.events import STANDINGS
from companion.core.names import fold_name
from companion.games import load_plugin
from companion.store.history.play import Play, PlayedTurn
from companion.store.history.statistics import PlayerGame, Totals, totals
from companion.store.journal import JournalError, JournalReader, StoredGame
from companion.store.saved_games import GameSummaries, replay_stored
from companion.store.saved_stories import SavedStories, is_told
from companion.text import Words
from companion.ui.input.commands import HostCommand, ResumeGame, ShowStory
from companion.ui.input.entry import Command, Entry
from companion.ui.input.history import (
    Counting,
    Figure,
    FiguresPage,
    GainPage,
    GamePicker,
    GameStatus,
    KnownPlayer,
    OpenSavedGame,
    Pages,
    PersonPicker,
    PlayerPoints,
    PointAtSavedGame,
    ResultPage,
    SavedGame,
    ShowPlayer,
    ShowTurns,
    TurnPage,
)
from companion.ui.input.menu import Notice, ReplayRefusal, menu_of
from companion.ui.input.story import RENEWED_EVERY, StoryPages
from companion.ui.screens.story import split_story

AT_ONCE = 2
"""Games counted before the loop goes on: well under a second on the slowest Pi."""
HISTORY_ITEMS: Mapping[str, Command] = {
    "games": HostCommand.LIST_SAVED_GAMES,
    "players": HostCommand.COUNT_SAVED_GAMES,
}
OWN, OTHERS = 6, 3
"""Answers shown on one page: of a player's own turn, and of an auction, where each has a name."""


class HistoryBrowser:
    """Lists and pages of the journal's games, each as an entry."""

    def __init__(
        self,
        journal: JournalReader,
        words: Callable[[], Words],
        play_out_ends: Callable[[int], None] = lambda _number: None,
    ) -> None:
        """``words`` gives those of the box, ``play_out_ends`` has a game's ends played out."""
        self._journal, self._words = journal, words
        self._stories = SavedStories(journal.folder, play_out_ends)
        self._told: tuple[StoredGame, Play] | None = None
        """The game whose story was opened last."""
        self._told_at: float | None = None
        """When its story was told anew; None at first."""
        self._listed: list[StoredGame] = []
        """The saved games as they were when the list was opened, the latest first."""
        self.summaries = GameSummaries(journal)
        self._figures: list[PlayerGame] = []
        """Those of all games when they were last counted, the latest game's first."""

    def open(self, below: Entry) -> Entry:
        """The choice between games and players, over an entry; or a notice that there are none."""
        if not self._journal.games():
            return Notice(key="nothing-kept", below=below)
        return replace(menu_of("history", HISTORY_ITEMS), below=below)

    def list_games(self, below: Entry) -> GamePicker:
        """All saved games, the latest first; raises JournalError."""
        self._listed = self._journal.games()[::-1]
        games = tuple(
            SavedGame(each.number, each.name, each.begun.astimezone().date())
            for each in self._listed
        )
        return self._point_at(GamePicker(below=below, games=games, at=0, stands=GameStatus("")), 0)

    def begin_count(self, below: Entry) -> Counting:
        """The entry with which `count_more` begins; raises JournalError."""
        return Counting(below=below, done=0, games=len(self._journal.games()))

    def run(self, command: Command) -> Entry:
        """What a command of one of the lists opens; raises JournalError."""
        match command:
            case PointAtSavedGame(picker, at):
                return self._point_at(picker, at)
            case OpenSavedGame(picker):
                return self._open_game(picker)
            case ShowTurns(picker):
                return self._show_turns(picker)
            case ShowPlayer(name, below):
                return self._show_player(name, below)
        raise TypeError(command)

    def _point_at(self, picker: GamePicker, at: int) -> GamePicker:
        status = status_of(replay_stored(self._journal, self._listed[at]).play)
        return replace(picker, at=at, stands=status)

    def _open_game(self, picker: GamePicker) -> Entry:
        stored = self._listed[picker.at]
        _, play, refused = replay_stored(self._journal, stored)
        if play is None:
            because = ReplayRefusal(stored.name, refused) if refused is not None else None
            values = {"number": stored.number}
            return Notice(key="unshowable", values=values, below=picker, because=because)
        if play.outcome is None:
            items = {"resume": ResumeGame(stored.number), "turns": ShowTurns(picker)}
            return replace(menu_of("saved-game", items), below=picker)
        if is_told(stored) and load_plugin(play.game).story is not None:
            items = {"turns": ShowTurns(picker), "story": ShowStory(stored.number)}
            return replace(menu_of("finished-game", items), below=picker)
        return Pages(below=picker, pages=tuple(game_pages(play)))

    def _show_turns(self, picker: GamePicker) -> Entry:
        play = replay_stored(self._journal, self._listed[picker.at]).play
        assert play is not None, "its menu was opened"
        return Pages(below=picker, pages=tuple(game_pages(play)))

    def show_story(self, number: int, below: Entry) -> Entry:
        """How a finished game went, over an entry; raises JournalError."""
        stored = next(each for each in self._journal.games() if each.number == number)
        play = replay_stored(self._journal, stored).play
        if play is None or (story := self._stories.tell(stored, play)) is None:
            return Notice(key="no-story", below=below)
        self._told, self._told_at = (stored, play), None
        return StoryPages(story=story, below=below, pages=split_story(self._words(), story))

    def renew(self, entry: Entry, now: float) -> Entry:
        """The entry as it is by now: a story with more ends, or more saved games counted."""
        return self._renew_story(entry, now) if entry.is_story else self.count_more(entry)

    def _renew_story(self, entry: Entry, now: float) -> Entry:
        """Tell the story anew, unless it was told shortly before; the page shown stays."""
        assert isinstance(entry, StoryPages), "no other entry tells one"
        assert self._told is not None, "it was opened"
        if self._told_at is not None and now < self._told_at + RENEWED_EVERY:
            return entry
        is_first, self._told_at = self._told_at is None, now
        story = None if is_first else self._stories.tell(*self._told)
        return entry if story is None else entry.retold(story, split_story(self._words(), story))

    def count_more(self, entry: Entry) -> Entry:
        """Count a few more games, then list who played them; or say that they can't be read."""
        assert isinstance(entry, Counting), "no other entry counts"
        try:
            return self._count_more(entry)
        except JournalError as error:
            return journal_notice(error, entry.below)

    def _count_more(self, entry: Counting) -> Entry:
        games = self.summaries.games()
        new = [game for game in games if not self.summaries.has(game)]
        for stored in new[:AT_ONCE]:
            self.summaries.of(stored)
        if len(new) > AT_ONCE:
            return replace(entry, done=len(games) - len(new) + AT_ONCE)
        summaries = map(self.summaries.of, reversed(games))
        self._figures = [each for summary in summaries for each in summary.figures]
        names = [each.name for each in self._figures if each.name]
        if not names:
            return Notice(key="nobody-counted", below=entry.below)
        called = {fold_name(name): name for name in reversed(names)}  # as in the latest game
        counted = Counter(map(fold_name, names)).most_common()
        people = tuple(KnownPlayer(called[person], games) for person, games in counted)
        return PersonPicker(below=entry.below, people=people)

    def _show_player(self, name: str, below: Entry) -> Entry:
        its = (each for each in self._figures if fold_name(each.name) == fold_name(name))
        every = totals(sorted(its, key=lambda each: each.number))
        pages = tuple(page for each in every for page in figure_pages(each))
        return Pages(below=below, pages=pages)


def status_of(play: Play | None) -> GameStatus:
    """How far a saved game has come; None is one that these rules can't replay."""
    if play is None:
        return GameStatus("unreadable")
    table, outcome = play.table, play.outcome
    if outcome is not None:
        return GameStatus("won", tuple(table.players[seat].name for seat in outcome.winners))
    if not table.started:
        return GameStatus("setup")
    what, number = table.progress
    return GameStatus(what, (table.player.name,), number)


# Pages ------------------------------------------------------------------------------------------


def game_pages(play: Play) -> Iterator[ResultPage | TurnPage | GainPage]:
    """The pages of a game: its result, then turn by turn, each scoring on a page of its own."""
    winners = play.outcome.winners if play.outcome is not None else ()
    lines = [
        PlayerPoints(player.name, player.points, seat in winners)
        for seat, player in enumerate(play.table.players)
    ]
    yield ResultPage(play.game, status_of(play), _leader_first(lines))
    for turn in play.turns:
        if turn.number and turn.answers:
            yield from _turn_pages(play, turn)


def _turn_pages(play: Play, turn: PlayedTurn) -> Iterator[TurnPage | GainPage]:
    names, done = play.players, play.tell_actions(turn)
    who = names[turn.seat] if turn.own and turn.seat is not None else ""
    few = OWN if turn.own else OTHERS
    parts = (done.actions[first : first + few] for first in range(0, len(done.actions), few))
    for event in (*(replace(done, actions=part) for part in parts), *turn.events):
        if event.kind is STANDINGS:
            lines = list(map(PlayerPoints, names, event.gains))
            yield GainPage(play.game, event.name or "", event.number, _leader_first(lines))
        else:
            yield TurnPage(play.game, turn.number, who, turn.thinking_time, event, tuple(names))


def _leader_first(lines: Sequence[PlayerPoints]) -> tuple[PlayerPoints, ...]:
    return tuple(sorted(lines, key=lambda line: (not line.won, -line.points)))


def figure_pages(its: Totals) -> Iterator[FiguresPage]:
    """A player's figures in one game, one thought a page; unknown figures are left out."""
    shared = sum(game.shared for game in its.player_games)
    yield _page(its, Figure("games", its.games), Figure("won", its.wins, shared))
    yield _page(its, Figure("average", its.average), Figure("best", its.best))
    shares = [(origin, its.share(origin)) for origin in its.origins]
    if len(shares) > 1 and its.points > 0:
        yield _page(its, *(Figure(name, part or 0, round_) for (name, round_), part in shares))
    brought = [(value, found.each) for value, found in its.markers.items()]
    markers = [Figure("marker", each, value) for value, each in brought if each is not None]
    if markers:
        yield _page(its, *markers)
    if its.turn_time is not None:
        yield _page(its, Figure("turn-time", its.turn_time))


def _page(its: Totals, *figures: Figure) -> FiguresPage:
    return FiguresPage(its.name, its.game, figures)
