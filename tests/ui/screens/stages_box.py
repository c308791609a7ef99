"""Stages of the host's own menus and of the box's."""

from dataclasses import replace
from datetime import UTC, datetime

from companion.app.home import home_menu
from companion.app.recent_games import LastSetup, RecentGames, UnfinishedGame
from companion.core.conversation import Answer, Grade, Question, accept_any, build_objection
from companion.core.events import Ranked
from companion.games import BUILT_IN, start_session, title_of
from companion.store.journal import StoredGame
from companion.ui.input.box_pages import About, Legend, Peek
from companion.ui.input.commands import HostCommand
from companion.ui.input.entry import Doubt
from companion.ui.input.keypad_page import KeypadPage
from companion.ui.input.menu import BoxConfirm, Menu, NewSign, Notice, UndoConfirm, menu_of
from companion.ui.input.numbers import open_number
from companion.ui.screens import View
from tests.buttons import OK
from tests.entries import view_of
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES, Stage, staged
from tests.ui.screens.stages import tower_late

YESTERDAY = datetime(2026, 5, 1, tzinfo=UTC)

# The host's own ------------------------------------------------------------------------------


def _home(cast: Cast, at: int, *games: tuple[str, tuple[str, int] | None], latest: int = 1) -> View:
    """Home with these unfinished games, and with a result if the ``latest`` game is another."""
    unfinished = tuple(
        UnfinishedGame(number, game, tuple(cast.names[: 6 - number]), progress)
        for number, (game, progress) in enumerate(games, 1)
    )
    last = LastSetup("bologna-towers", tuple(cast.names[:3]), ())
    menu = home_menu(
        RecentGames(
            latest=latest,
            unfinished=unfinished,
            result=StoredGame(9, "bologna-towers", 3, YESTERDAY, YESTERDAY, 40)
            if latest == 9
            else None,
            unread=None,
            last_setup=last,
            unplayable=None,
        )
    )
    return cast.host(replace(menu, at=at))


NO_GAMES = RecentGames(None, (), None, None, None, None)
TURN, ROUND = ("turn", 45), ("round", 3)
STAGES |= {
    "home-first": lambda cast: cast.host(home_menu(NO_GAMES)),
    "home": lambda cast: _home(cast, 1, ("campanile-2009", TURN)),
    "home-resume": lambda cast: _home(cast, 0, ("campanile-2009", TURN), ("capitol", ROUND)),
    "home-resume-setup": lambda cast: _home(cast, 0, ("campanile-1996", None)),
    "home-others": lambda cast: _home(
        cast, 2, ("capitol", ROUND), ("campanile-1996", TURN), ("bologna-towers", TURN)
    ),
    "home-result": lambda cast: _home(cast, 2, ("campanile-2009", TURN), latest=9),
}


@staged
def which_game(cast: Cast) -> View:
    titles = {name: title_of(name) for name in BUILT_IN}
    return cast.host(replace(menu_of("game", list(BUILT_IN), 1), labels=titles))


def _number(cast: Cast, at: int, axes: int = 2, *, ones: bool = False) -> View:
    """One of 200 numbers, in the question of a game that has just begun."""
    options = tuple(Answer("players", number) for number in range(1, 201))
    picker = open_number(Question("players", None, options, accept_any), axes)
    session = start_session("campanile-2009")
    return view_of(replace(picker, at=at, tens_chosen=ones), session, cast.words)


STAGES |= {
    "number-of-many": lambda cast: _number(cast, 136),
    "number-first": lambda cast: _number(cast, 0),
    "number-tens": lambda cast: _number(cast, 136, 1),
    "number-ones": lambda cast: _number(cast, 136, 1, ones=True),
}


@staged
def confirm(cast: Cast) -> View:
    below = tower_late(cast).entry
    return cast.host(
        UndoConfirm(
            key="undo", command=HostCommand.UNDO, below=below, values={"player": cast.names[0]}
        )
    )


@staged
def doubt(cast: Cast) -> View:
    known = ("yellow", "yellow", "brown")
    hand = build_objection(
        "hand-known",
        Grade.COUNT,
        player=cast.names[1],
        style="yellow",
        known_styles=known,
    )
    view = tower_late(cast)
    answers = (Answer("tower", "red"), Answer("floors", 2))
    return view._replace(entry=Doubt(answers=answers, objection=hand, below=view.entry))


def _of_the_disk(key: str) -> Notice:
    return Notice(key=key, values={"megabytes": 0})


def _waiting(why: str) -> Notice:
    return replace(_of_the_disk(f"waiting-{why}"), foot="foot.again")


STAGES |= {
    "players": lambda cast: cast.host(menu_of("players", range(2, 6), 1)),
    "notice": lambda cast: cast.host(Notice(key="unsaved")),
    "notice-full": lambda cast: cast.host(_of_the_disk("unsaved-full")),
    "notice-read-only": lambda cast: cast.host(_of_the_disk("unsaved-read-only")),
    "notice-failing": lambda cast: cast.host(_of_the_disk("unsaved-failing")),
    "waiting-full": lambda cast: cast.host(_waiting("full")),
    "waiting-read-only": lambda cast: cast.host(_waiting("read-only")),
    "waiting-failing": lambda cast: cast.host(_waiting("failing")),
}

# The box -------------------------------------------------------------------------------------

ACTIONS = (
    "resume",
    "undo",
    "standings",
    "home",
    "history",
    "phone",
    "settings",
    "signs",
    "about",
    "off",
)
IN_FORCE = {
    "language": "de",
    "hints": "deck",
    "thinking-time": "off",
    "sound": "on",
    "voice": "off",
    "brightness": "100",
}


def _box_menu(at: int) -> Menu:
    return menu_of("box", ACTIONS, at)


@staged
def peek_open(cast: Cast) -> View:
    return (view := tower_late(cast))._replace(entry=_peek(view).press(OK))  # type: ignore[arg-type]  # an Entry it is


def _peek(view: View) -> Peek:
    return Peek(
        standings=(Ranked(2, 11, 0), Ranked(0, 9, 0), Ranked(1, 0, 0)),
        below=view.entry,
    )


@staged
def about(cast: Cast) -> View:
    values: dict[str, str | int] = {
        "version": "0.2.0",
        "address": "192.168.178.117",
        "minutes": 137,
        "games": 23,
        "health": "sound",
        "board": "four-buttons",
        "choice": "found",
    }
    return cast.host(About(values=values, below=_box_menu(8)))


@staged
def about_alone(cast: Cast) -> View:
    view = about(cast)
    assert isinstance(view.entry, About)
    return view._replace(entry=replace(view.entry, values={**view.entry.values, "address": ""}))


STAGES |= {
    "box-menu": lambda cast: cast.host(_box_menu(0)),
    "box-menu-middle": lambda cast: cast.host(_box_menu(4)),
    "box-menu-end": lambda cast: cast.host(_box_menu(8)),
    "settings": lambda cast: cast.host(menu_of("settings", list(IN_FORCE), 0, IN_FORCE)),
    "settings-end": lambda cast: cast.host(menu_of("settings", list(IN_FORCE), 5, IN_FORCE)),
    "peek": lambda cast: (view := tower_late(cast))._replace(entry=_peek(view)),
    "confirm-off": lambda cast: cast.host(
        BoxConfirm(key="box", command=HostCommand.POWER_OFF, below=_box_menu(8))
    ),
    "notice-off": lambda cast: cast.host(Notice(key="off")),
    "notice-off-refused": lambda cast: cast.host(
        Notice(key="off-refused", values={"why": "interactive authentication required"})
    ),
    "notice-no-voice": lambda cast: cast.host(Notice(key="no-voice")),
    "notice-farewell": lambda cast: cast.host(Notice(key="farewell")),
    "notice-rolled-back": lambda cast: cast.host(
        Notice(key="rolled-back", values={"failed": "1.1.0", "running": "1.0.0"})
    ),
    "keypad": lambda cast: cast.host(KeypadPage(key="keypad-found", values={"device": "Pad"})),
    "notice-refused": lambda cast: cast.host(
        Notice(key="refused-installer", values={"failed": "1.1.0", "running": "1.0.0"})
    ),
    "notice-stuck": lambda cast: cast.host(Notice(key="stuck", values={"button": "previous"})),
}


def _signs(stage: str, at: int = 0) -> Stage:
    """What the signs mean, over the screen of a stage."""

    def view(cast: Cast) -> View:
        below = STAGES[stage](cast)
        return below._replace(entry=Legend(below=below.entry, at=at))

    return view


def _new_sign(stage: str, key: str) -> Stage:
    """A sign that appears for the first time, on the screen of a stage."""
    return lambda cast: STAGES[stage](cast)._replace(new_sign=NewSign(key))


STAGES |= {
    "new-sign-thin": _new_sign("tower-late", "thin"),
    "new-sign-stock": _new_sign("capitol-turn-first", "stock"),
    "new-sign-columns": _new_sign("capitol-scored-tallest", "columns"),
    "new-sign-collected": _new_sign("bologna-tally-final", "collected"),
    "signs-thin": _signs("tower-late", 0),
    "signs-no-marker": _signs("tower-late", 1),
    "signs-eye": _signs("tower-late", 6),
    "signs-pile": _signs("tower-late", 8),
    "signs-of-bologna": _signs("bologna-board-late", 7),
    "signs-of-capitol": _signs("capitol-turn-late", 0),
}
