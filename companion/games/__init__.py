"""The games: those built in, by name, and where each one's plugin lives.

A game's folder is imported only when that game is chosen, resumed or scored; a saved game that is
only listed or replayed needs its rules and words. Plugins of other distributions are found by their
entry points, which are looked up only when a list of all games is needed, or a game that is not
built in.
Late: `metadata` with that list; `guard` with the first plugin; `table_drawing`, as only the phone
page draws tables; `record`, as the box reads none.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.conversation import Answer, CommonReason, Refused, build_objection
from companion.core.guard import IMPORT_LIMIT, GameFault, describe_error, run
from companion.core.languages import SOURCE
from companion.core.session import Session
from companion.text.words import NO_LABELS, GameWords, Words

if TYPE_CHECKING:
    from importlib import metadata

    from companion.core.game_base import BasicGame
    from companion.games.plugin import GamePlugin
    from companion.games.table_drawing import TablePage

ENTRY_POINT_GROUP = "campanile_companion.games"
"""Another distribution names its plugins here: `NAME = "module:PLUGIN"`."""


class GameListing(NamedTuple):
    """What a list of games shows of one before it is loaded."""

    name: str
    """Its name in a record."""
    title: str
    """What people call it."""
    seats: range
    """How many may play."""
    board_setting: str = ""
    """The setting that names a file about the printed board; empty if there is none."""


class GameNotFoundError(LookupError):
    """No game of this name is built in or installed, or its plugin can't be loaded.

    ``problem`` says what is wrong with the plugin; empty where there is none.
    """

    def __init__(self, name: str, problem: str = "") -> None:
        super().__init__(name, problem)
        self.name = name
        self.problem = problem

    @property
    def refused(self) -> Refused:
        """Why its saved games can't be read: the fault of its plugin, or that there is none."""
        if self.problem:
            return GameFault(self.name, "plugin", self.problem)
        objection = build_objection(CommonReason.NOT_INSTALLED, game=self.name)
        return Refused(Answer("game", self.name), objection)


class BuiltInGame(NamedTuple):
    """A built-in game, and where its parts are, as `module:NAME`: each is imported when needed."""

    listing: GameListing
    plugin: str
    rules: str
    """Its rules alone are enough to replay it."""
    words: str
    page: str = ""
    """Draws pictures of its table for the phone page; "" for words alone."""


BUILT_IN: Mapping[str, BuiltInGame] = {
    game.listing.name: game
    for game in (
        BuiltInGame(
            GameListing("campanile-2009", "Campanile", range(2, 6)),
            "companion.games.campanile.plugin:CAMPANILE_2009",
            "companion.games.campanile.rules.game2009:Campanile2009",
            "companion.games.campanile.words:WORDS",
            "companion.games.campanile.page:draw_table",
        ),
        BuiltInGame(
            GameListing("campanile-1996", "Campanile 1996", range(2, 6)),
            "companion.games.campanile.plugin:CAMPANILE_1996",
            "companion.games.campanile.rules.game1996:Campanile1996",
            "companion.games.campanile.words:WORDS",
            "companion.games.campanile.page:draw_table",
        ),
        BuiltInGame(
            GameListing("bologna-towers", "Türme von Bologna", range(3, 5), "bologna-map"),
            "companion.games.bologna.plugin:BOLOGNA",
            "companion.games.bologna.rules.game:Bologna",
            "companion.games.bologna.words:WORDS",
            "companion.games.bologna.page:draw_table",
        ),
        BuiltInGame(
            GameListing("capitol", "Capitol", range(2, 5), "capitol-board"),
            "companion.games.capitol.plugin:CAPITOL",
            "companion.games.capitol.rules.game:Capitol",
            "companion.games.capitol.words:WORDS",
            "companion.games.capitol.page:draw_table",
        ),
    )
}
"""The built-in games by name."""
BOARD_FILE_KEYS: Mapping[str, str] = {
    game.listing.board_setting: name
    for name, game in BUILT_IN.items()
    if game.listing.board_setting
}
"""The game whose printed board a file describes, by the setting that names the file."""


class _TwoPlugins(NamedTuple):
    """Two distributions name a plugin so: nobody knows which one is meant."""

    name: str
    value: str = ""

    def load(self) -> None:
        raise LookupError("two distributions have a game of this name")


@lru_cache(maxsize=1)
def _entry_points() -> "Mapping[str, metadata.EntryPoint | _TwoPlugins]":
    from importlib import metadata

    found: dict[str, metadata.EntryPoint | _TwoPlugins] = {}
    for each in metadata.entry_points(group=ENTRY_POINT_GROUP):
        found[each.name] = _TwoPlugins(each.name) if each.name in found else each
    return found


@cache
def load_plugin(name: str) -> "GamePlugin":
    """Import the plugin of the game of that name; raises GameNotFoundError."""
    from companion.games.guard import guard_plugin, judge_plugin

    if name in BUILT_IN:
        place, load = BUILT_IN[name].plugin, lambda: _import_part(BUILT_IN[name].plugin)
    elif (found := _entry_points().get(name)) is not None:
        place, load = found.value, found.load
    else:
        raise GameNotFoundError(name)
    plugin = _load(name, load)
    if problems := judge_plugin(plugin, name, place):
        raise GameNotFoundError(name, "; ".join(problems))
    return guard_plugin(plugin)


def _load(name: str, load: Callable[[], Any]) -> Any:
    """Load what is in the folder of a game; whatever that raises becomes one GameNotFoundError."""
    try:
        return run(name, "plugin", load, limit=IMPORT_LIMIT)
    except (Exception, SystemExit) as error:  # noqa: BLE001  code of others must leave the other games alone
        cause = (error.error if isinstance(error, GameFault) else None) or error
        raise GameNotFoundError(name, describe_error(cause)) from cause


def _import_part(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _find_part(name: str, part: str) -> Any:
    """A part of the plugin of that name; of a built-in game nothing else is imported."""
    if name not in BUILT_IN:
        return getattr(load_plugin(name), part)
    place = getattr(BUILT_IN[name], part)
    return _load(name, lambda: _import_part(place)) if place else None


def find_rules(name: str) -> "type[BasicGame[Any]]":
    """The rules of the game of that name, alone; raises GameNotFoundError."""
    rules: type[BasicGame[Any]] = _find_part(name, "rules")
    return rules


class GameList(NamedTuple):
    """All games that can be played, and the plugins that can't be loaded."""

    games: Mapping[str, GameListing]
    broken: Sequence[GameNotFoundError]


def list_games() -> GameList:
    """List the games built in and installed, in this order."""
    games = {name: game.listing for name, game in BUILT_IN.items()}
    taken = sorted(_entry_points().keys() & BUILT_IN.keys())
    broken = [GameNotFoundError(name, "a built-in game has this name") for name in taken]
    for name in sorted(_entry_points().keys() - BUILT_IN.keys()):
        try:
            plugin = load_plugin(name)
        except GameNotFoundError as error:
            broken.append(error)
        else:
            games[name] = GameListing(name, plugin.title, plugin.rules.seats)
    return GameList(games, broken)


def find_folder(name: str) -> Path:
    """The folder with the files of the game of that name; raises GameNotFoundError.

    Its plugin is not imported: it may be one that can't be.
    """
    if name not in BUILT_IN and name not in _entry_points():
        raise GameNotFoundError(name)
    place = BUILT_IN[name].plugin if name in BUILT_IN else _entry_points()[name].value
    if not place:
        load_plugin(name)  # says why there is none
    try:
        spec = find_spec(place.partition(":")[0])
    except (Exception, SystemExit) as error:  # its package is imported, which is code of others
        raise GameNotFoundError(name, describe_error(error)) from error
    if spec is None or spec.origin is None:
        raise GameNotFoundError(name, f"there is no module {place.partition(':')[0]}")
    return Path(spec.origin).parent


def find_faulty_games() -> list[tuple[str, str]]:
    """The games that can't be loaded or don't begin, each with what is wrong."""
    games, broken = list_games()
    found = [(each.name, each.problem) for each in broken]
    for name in games:
        try:
            start_session(name)
        except GameFault as fault:
            found.append((name, fault.problem))
    return found


def title_of(name: str) -> str:
    """What people call the game of that name; the name of one that can't be loaded."""
    if name in BUILT_IN:
        return BUILT_IN[name].listing.title
    try:
        return load_plugin(name).title
    except GameNotFoundError:
        return name


def words_in(language: str = SOURCE, buttons: Mapping[str, str] = NO_LABELS) -> Words:
    """The words of a language, with those of every game; ``buttons`` as in `Words`.

    Raises ValueError.
    """
    return Words(language, find_words, title_of, buttons)


def find_words(name: str) -> GameWords:
    """The words of the game of that name, alone; none of a game that can't be loaded."""
    try:
        words: GameWords = _find_part(name, "words")
    except GameNotFoundError:
        return GameWords()
    return words


def find_page(name: str) -> "TablePage | None":
    """What draws pictures of that game's table for the phone page, alone; None for words alone."""
    try:
        page: TablePage | None = _find_part(name, "page")
    except GameNotFoundError:
        return None
    if page is None or name not in BUILT_IN:
        return page
    from companion.games.table_drawing import guard_page

    return guard_page(name, page)


def start_session(name: str) -> Session:
    """Start a game of that name; raises GameNotFoundError."""
    return Session(find_rules(name))


def replay_session(name: str, pairs: Sequence[tuple[str, str]]) -> Session:
    """Start a game and give these answers; raises GameNotFoundError and Refused."""
    return Session.from_pairs(find_rules(name), pairs)


def check_replay(session: Session) -> None:
    """Raise GameFault where a game comes out otherwise when its answers are given again.

    The tests prove it of the built-in ones.
    """
    if session.name not in BUILT_IN:
        session.check_replay()


def read_record(text: str) -> Session:
    """Replay a record, complete or not; raises BadRecord."""
    from companion.core.record import RecordFault, parse_record

    def start_recorded(name: str) -> Session:
        try:
            return start_session(name)
        except GameNotFoundError as error:
            objection = (
                build_objection(RecordFault.BROKEN_GAME, problem=error.problem)
                if error.problem
                else build_objection(RecordFault.UNKNOWN_GAME, known=tuple(list_games().games))
            )
            raise Refused(Answer("game", name), objection) from None

    return parse_record(text, start_recorded)
