"""Stages of the history: saved games, one of them turn by turn, players and their figures."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache

from companion.app.history_browser import figure_pages, game_pages, status_of
from companion.core.events import rank_points
from companion.store.history.play import Play, replay
from companion.store.history.statistics import player_games, totals
from companion.store.journal import TimedAnswer
from companion.ui.input.box_pages import Peek
from companion.ui.input.history import (
    Counting,
    FiguresPage,
    GainPage,
    GamePicker,
    GameStatus,
    KnownPlayer,
    Pages,
    PersonPicker,
    SavedGame,
    TurnPage,
)
from companion.ui.input.menu import menu_of
from companion.ui.screens import View
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, staged

BEGUN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
MENU = menu_of("history", ["games", "players"])
GAMES = (
    SavedGame(12, "bologna-towers", date(2026, 11, 20)),
    SavedGame(11, "campanile-2009", date(2026, 11, 14)),
    SavedGame(10, "capitol", date(2026, 10, 31)),
    SavedGame(9, "campanile-1996", date(2026, 10, 30)),
    SavedGame(8, "campanile-2009", date(2026, 10, 2)),
)


def _play(cast: Cast, record: str, answers: int | None = None) -> Play:
    """A stored game as the history tells it, 13 seconds an answer; perhaps not to its end."""
    return _told(tuple(cast.names), record, answers)


@cache
def _told(names: tuple[str, ...], record: str, answers: int | None) -> Play:
    session = Cast(names).replay(record)
    said, times = session.answers[:answers], []
    for place, answer in enumerate(said):
        at = BEGUN + timedelta(seconds=13 * place)
        times.append(TimedAnswer(answer.key, answer.word, at, at - timedelta(seconds=13)))
    return replay(1, session.name, BEGUN, times)


def _list(cast: Cast, at: int, how: GameStatus) -> View:
    return cast.host(GamePicker(below=MENU, games=GAMES, at=at, stands=how))


@staged
def history_players_one_game(cast: Cast) -> View:
    people = tuple(KnownPlayer(name, 1) for name in cast.names)
    return cast.host(PersonPicker(below=MENU, people=people, at=2))


@staged
def history_players(cast: Cast) -> View:
    people = tuple(KnownPlayer(name, 40 - 9 * at) for at, name in enumerate(cast.names))
    return cast.host(PersonPicker(below=MENU, people=people, at=1))


STAGES |= {
    "history-menu": lambda cast: cast.host(replace(MENU, below=MENU)),
    "history-games": lambda cast: _list(
        cast, 0, status_of(_play(cast, "bologna-three-players-96-cards"))
    ),
    "history-games-level": lambda cast: _list(cast, 3, GameStatus("won", tuple(cast.names[:2]))),
    "history-games-under-way": lambda cast: _list(
        cast, 2, GameStatus("round", (cast.names[2],), 3)
    ),
    "history-games-set-up": lambda cast: _list(cast, 3, GameStatus("setup")),
    "history-games-unreadable": lambda cast: _list(cast, 4, GameStatus("unreadable")),
    "history-unfinished": lambda cast: cast.host(menu_of("saved-game", ["resume", "turns"])),
    "history-counting": lambda cast: cast.host(Counting(below=MENU, done=120, games=348)),
}

# One game ----------------------------------------------------------------------------------------


def _page(cast: Cast, play: Play, kind: type, which: int = 0) -> View:
    pages = tuple(game_pages(play))
    places = [at for at, page in enumerate(pages) if isinstance(page, kind)]
    return cast.host(Pages(below=MENU, pages=pages, at=places[which]))


def _first(cast: Cast, play: Play) -> View:
    return cast.host(Pages(below=MENU, pages=tuple(game_pages(play))))


@staged
def history_turn_of_bologna(cast: Cast) -> View:
    """The turn of which there is most to tell."""
    pages = _turns(_play(cast, "bologna-three-players-96-cards"))
    return cast.host(
        Pages(below=MENU, pages=(max(pages, key=lambda page: len(page.event.actions)),))
    )


@staged
def history_auction_of_capitol(cast: Cast) -> View:
    pages = _turns(_play(cast, "capitol-three-players"))
    longest = [page for page in pages if not page.who and len(page.event.actions) > 1]
    return cast.host(Pages(below=MENU, pages=(longest[1],)))


def _turns(play: Play) -> Sequence[TurnPage]:
    return [page for page in game_pages(play) if isinstance(page, TurnPage)]


STAGES |= {
    "history-result": lambda cast: _first(cast, _play(cast, "three-players")),
    "history-result-five": lambda cast: _first(cast, _play(cast, "five-players")),
    "history-result-under-way": lambda cast: _first(cast, _play(cast, "three-players", 80)),
    "history-turn": lambda cast: _page(cast, _play(cast, "three-players"), TurnPage, 11),
    "history-gain": lambda cast: _page(cast, _play(cast, "five-players"), GainPage),
}

# A player's figures ------------------------------------------------------------------------------


def _figures(cast: Cast, records: Sequence[str], what: str, name: int = 0) -> View:
    found = [each for record in records for each in player_games(_play(cast, record))]
    (its,) = totals(each for each in found if each.name == cast.names[name])
    pages: list[FiguresPage] = list(figure_pages(its))
    (page,) = (page for page in pages if page.figures[0].what == what)
    return cast.host(Pages(below=MENU, pages=(page,)))


@staged
def figures_won_shared(cast: Cast) -> View:
    view = _figures(cast, ["three-players"], "games")
    entry = view.entry
    assert isinstance(entry, Pages)
    page = entry.page
    assert isinstance(page, FiguresPage)
    games, won = (each._replace(value=104) for each in page.figures)
    return cast.host(
        replace(entry, pages=(page._replace(figures=(games, won._replace(number=2))),))
    )


STAGES |= {
    "figures-won": lambda cast: _figures(cast, ["three-players"] * 12, "games"),
    "figures-points": lambda cast: _figures(cast, ["three-players", "four-players"], "average"),
    "figures-shares": lambda cast: _figures(cast, ["three-players"], "intermezzo"),
    "figures-shares-of-bologna": lambda cast: _figures(
        cast, ["bologna-three-players-96-cards"], "first", 2
    ),
    "figures-shares-of-capitol": lambda cast: _figures(cast, ["capitol-three-players"], "round", 2),
    "figures-markers": lambda cast: _figures(cast, ["three-players"], "marker"),
    "figures-time": lambda cast: _figures(cast, ["three-players"], "turn-time", 2),
}

# Thinking time ------------------------------------------------------------------------------------


def _thinking(view: View) -> View:
    return view._replace(
        thinking_times=tuple(timedelta(seconds=1234 + 877 * seat) for seat in range(5))
    )


@staged
def peek_thought(cast: Cast) -> View:
    view = cast.before(cast.asked("five-players", "tower", 25))
    peek = Peek(standings=rank_points(view.table.players), below=view.entry, open=True)
    return _thinking(view._replace(entry=peek))


@staged
def peek_thought_of_bologna(cast: Cast) -> View:
    view = cast.before(cast.asked("bologna-three-players-96-cards", "build", -1))
    for seat, player in enumerate(view.table.players):
        player.points = 109 - seat
    peek = Peek(standings=rank_points(view.table.players), below=view.entry, open=True)
    return _thinking(view._replace(entry=peek))


STAGES |= {
    "tower-thought": lambda cast: _thinking(cast.before(cast.asked("three-players", "tower", 20))),
    "light-thought": lambda cast: _thinking(
        cast.before(cast.asked("four-players-light", "tower", 9))
    ),
    "bologna-board-thought": lambda cast: _thinking(
        cast.before(cast.asked("bologna-three-players-96-cards", "build", -1))
    ),
    "capitol-turn-thought": lambda cast: _thinking(
        cast.before(cast.asked("capitol-three-players", "play", -1))
    ),
}
