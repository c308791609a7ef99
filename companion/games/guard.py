"""The door of a plugin: judges its facets once, when it is loaded, and guards each that is called.

A facet that fails or gives something else than it has to is reported once, and what any game has
stands in for it; the rest of the game goes on. `companion.core.guard` has the mechanism.
Late: `fallbacks`, with the first fault; `table_drawing`, as only the phone page draws tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import wraps
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, get_args

from companion.core import guard
from companion.core.board_file import BoardFileError
from companion.core.conversation import Answer
from companion.core.events import EventKind, GameEvent, Worded
from companion.core.fields import TableField
from companion.core.game_base import BasicGame
from companion.core.game_checks import LONGEST_SENTENCE, check_answer, check_data, check_text
from companion.core.game_history import GameHistory
from companion.core.guard import GameFault, WrongResultError, describe_error, require
from companion.core.interfaces import HEIGHT, WIDTH, Lamp, Press
from companion.core.names import LONGEST_TITLE, is_game_name
from companion.core.palette import Colour
from companion.core.shapes import require_shape
from companion.core.snapshot import TableSnapshot
from companion.core.story import Assessment, Chances, GameStory
from companion.games.plugin import GamePlugin
from companion.text.words import GameWords
from companion.ui.input.context import GameInput
from companion.ui.input.entry import Entry, name_picture
from companion.ui.input.guide import ToldPage
from companion.ui.input.outlook import CountPage, FactPage, GameForecast
from companion.ui.screens.view import GameScreens

MOST_SEATS = 16
"""As many as the board of a hall has room for."""
ROUNDING = 1e-6
"""How far from 1 the sum of all chances may be."""
LONGEST_LIST = 200
"""Events, pages and lamps that a part gives at most."""
SAID = tuple[Worded, ...]

ResultCheck = Callable[..., Any]
"""(what the facet gives, its arguments) → what counts; raises where that is something else."""


class Facet(NamedTuple):
    """A facet of a plugin: what it has to be, and what it has to give where it is called."""

    hint: Any
    """The annotation of its value."""
    check: ResultCheck | None = None
    """None where it is not called."""
    judge: Callable[[Any], object] | None = None
    """Judges the value beyond its type; raises where it can't be used."""


def _seats(table: Any) -> int:
    return len(table.players)


def _take_all(found: Any, hint: Any, what: str, seats: int | None = None) -> tuple[Any, ...]:
    """All that a facet gives, up to a limit, each as annotated."""
    if isinstance(found, str):
        require(found, tuple, what)
    taken: list[Any] = []
    for each in found:
        require_shape(each, hint, f"{what}[{len(taken)}]", seats)
        taken.append(each)
        if len(taken) > LONGEST_LIST:
            raise WrongResultError(f"more than {LONGEST_LIST}")
    return tuple(taken)


def _check_told(told: Any, _event: Any, table: Any) -> Any:
    events = _take_all(told, GameEvent, "event", _seats(table))
    for each in events:
        check_data([each.said, each.reasons, each.details, each.title], "event")
    return events


def _check_pages(pages: Any, _event: Any, table: Any) -> Any:
    taken = _take_all(pages, ToldPage, "page", _seats(table))
    for page, _ in taken:
        hash(page)
        _check_page(page, table)
    return taken


def _check_page(page: Any, table: Any) -> None:
    """Check a page that any game may have; of another one what it says itself."""
    is_shared = isinstance(page, FactPage | CountPage)
    told = page if is_shared else getattr(page, "said", ())
    require_shape(told, type(page) if is_shared else SAID, "the page", _seats(table))
    check_data(told, "the page")


def _check_keys(keys: Any, *_: Any) -> Any:
    require_shape(keys, Mapping[Press, Answer], "the keys")
    for answer in keys.values():
        check_answer(answer)
    return keys


def _check_forecast(forecast: Any, table: Any) -> Any:
    require_shape(forecast, GameForecast, "the forecast")
    if len(forecast.gained) != _seats(table):
        raise WrongResultError(f"gained has {len(forecast.gained)} of {_seats(table)} players")
    for page in forecast.pages:
        _check_page(page, table)
    return forecast


def _check_snapshot(snapshot: Any, table: Any) -> Any:
    require_shape(snapshot, TableSnapshot, "the snapshot", _seats(table))
    check_data(snapshot, "the snapshot")
    return snapshot


def _check_entry(entry: Any, *_: Any) -> Any:
    return require(entry, Entry)


def check_nothing(_drawn: Any, *_: Any) -> None:
    """What a picture's function returns does not matter."""


def _check_board(answers: Any, *_: Any) -> Any:
    for each in _take_all(answers, Answer, "answer"):
        check_answer(each)
    return answers


def _check_lamps(lamps: Any, _view: Any) -> Any:
    return _take_all(lamps, Lamp, "lamp")


def _check_changes(changes: Any, *_: Any) -> Any:
    for each in (taken := _take_all(changes, Any, "change")):
        hash(each)
    return [*taken]


def _check_drawing(drawing: Any, *_: Any) -> Any:
    from companion.games.table_drawing import check_drawing

    return check_drawing(drawing)


def _check_assessment(assessment: Any, table: Any) -> Any:
    require_shape(assessment, Assessment, "the assessment")
    for name, each in (("figures", assessment.figures), ("points", assessment.points)):
        if len(each) != _seats(table):
            raise WrongResultError(f"{name} has {len(each)} of {_seats(table)} players")
    if not all(map(isfinite, (*chain(*assessment.figures), assessment.progress))):
        raise WrongResultError("a figure is no finite number")
    return assessment


def _check_changes_told(told: Any, _before: Any, _after: Any) -> Any:
    taken = _take_all(told, Worded, "change")
    check_data(taken, "change")
    return taken


def _check_chances(chances: Any, table: Any, *_: Any) -> Any:
    require_shape(chances, Chances | None, "it")
    if chances is None:
        return None
    if len(chances) != _seats(table):
        raise WrongResultError(f"chances of {len(chances)} of {_seats(table)} players")
    if not all(0 <= each <= 1 for each in chances) or abs(sum(chances) - 1) > ROUNDING:
        raise WrongResultError("the chances do not add up to 1")
    return chances


def _giving(hint: Any) -> ResultCheck:
    def check(found: Any, *_: Any) -> Any:
        require_shape(found, hint, "it")
        return found

    return check


def _judge_rules(rules: Any) -> None:
    """Judge the class of a game's rules, which says who may play."""
    for name in ("play", "correct", "result"):
        if not callable(getattr(rules, name, None)):
            raise WrongResultError(f"the rules have no method {name}")
    if not is_game_name(name := require(rules.name, str, "name")):
        wanted = f"at most {LONGEST_TITLE} small letters, digits and hyphens, a letter first"
        raise WrongResultError(f"name is {name!r:.40}, not {wanted}")
    _judge_seats(rules)
    for field in require(rules.corrections, tuple, "corrections"):
        require(field, TableField, "a correction")
    for each in ("turn_begins", "setup_ends", "printed"):
        for key in require(getattr(rules, each), frozenset, each):
            require(key, str, f"a key of {each}")


def _judge_seats(rules: Any) -> None:
    """Judge how many may play, and with which colours."""
    seats, colours = require(rules.seats, range, "seats"), require(rules.colours, tuple, "colours")
    if not seats or min(seats) < 1 or max(seats) > MOST_SEATS:
        raise WrongResultError(f"seats is {seats!r}, not within 1 to {MOST_SEATS}")
    for colour in colours:
        require(colour, str, "a colour")
    if len(set(colours)) < max(seats) and rules.play is BasicGame.play:
        raise WrongResultError(f"{len(set(colours))} colours, fewer than {max(seats)} players")


def _judge_title(title: str) -> None:
    if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
        raise WrongResultError(f"{len(title)} letters, not 1 to {LONGEST_TITLE} of one line")


def _judge_words(words: GameWords) -> None:
    for key, kinds in words.answer_kinds.items():
        if not kinds:
            raise WrongResultError(f"answer_kinds[{key}] is empty")
    for key, sentence in words.sentences.items():
        for each in (sentence,) if isinstance(sentence, str) else sentence.forms:
            if len(each) > LONGEST_SENTENCE:
                raise WrongResultError(f"{key}: {len(each)} letters")


def _judge_signs(signs: Mapping[str, Sequence[str] | str]) -> None:
    """Judge small pictures: rows of one length; a word is none."""
    for name, rows in signs.items():
        if isinstance(rows, str):
            continue
        wide = len(rows[0]) if rows else 0
        if not 0 < wide <= WIDTH or len(rows) > HEIGHT or any(len(row) != wide for row in rows):
            raise WrongResultError(f"[{name!r:.40}] is no picture: rows of one length")
        if not set().union(*rows) <= {"#", "."}:
            raise WrongResultError(f"[{name!r:.40}] has other letters than # and dots")


def _judge_record(record: Path | None) -> None:
    if record is not None and not record.is_file():
        raise WrongResultError(f"no file {record}")


_CALLED = Mapping[str, Callable]  # type: ignore[type-arg]  # any function
_DRAWN = Mapping[type, Callable]  # type: ignore[type-arg]  # any function
_TOLD = Mapping[EventKind, Callable]  # type: ignore[type-arg]  # any function
_FUNCTION: Any = Callable
_HEIGHTS, _FIGURES = Mapping[str, int], tuple[Mapping[int, float], ...]

FACETS: Mapping[str, Facet] = {
    "rules": Facet(type, judge=_judge_rules),
    "title": Facet(str, judge=_judge_title),
    "full_title": Facet(str, judge=check_text),
    "bgg_id": Facet(int | None),
    "tell": Facet(_FUNCTION, _check_told),
    "words": Facet(GameWords, judge=_judge_words),
    "input": Facet(GameInput),
    "input.entries": Facet(_CALLED, _check_entry),
    "input.strokes": Facet(frozenset[str]),
    "input.ends_or_scores": Facet(_FUNCTION | None, lambda ends, *_: bool(ends)),
    "input.pages": Facet(_TOLD, _check_pages),
    "input.panel_keys": Facet(_FUNCTION, _check_keys),
    "input.forecast": Facet(_FUNCTION | None, _check_forecast),
    "screens": Facet(GameScreens),
    "screens.entries": Facet(_DRAWN, check_nothing),
    "screens.choices": Facet(_CALLED, check_nothing),
    "screens.signs": Facet(Mapping[str, Sequence[str]], judge=_judge_signs),
    "screens.legend": Facet(Mapping[str, Sequence[str] | str], judge=_judge_signs),
    "screens.unnamed_signs": Facet(_FUNCTION | None, _giving(Sequence[str])),
    "screens.pages": Facet(_DRAWN, check_nothing),
    "screens.events": Facet(_TOLD, check_nothing),
    "screens.running": Facet(_CALLED, check_text),
    "screens.palette": Facet(Mapping[str, Colour]),
    "screens.lamps": Facet(_FUNCTION | None, _check_lamps),
    "screens.describe_change": Facet(_FUNCTION | None, check_text),
    "history": Facet(GameHistory),
    "history.grows": Facet(str),
    "history.of_players": Facet(bool),
    "history.measure": Facet(_FUNCTION, _giving(_HEIGHTS)),
    "history.share_markers": Facet(_FUNCTION, _giving(_FIGURES)),
    "history.count_markers": Facet(_FUNCTION, _giving(Sequence[int])),
    "history.marker_values": Facet(Sequence[int]),
    "history.changes": Facet(_FUNCTION, _check_changes),
    "story": Facet(GameStory | None),
    "story.assess": Facet(_FUNCTION, _check_assessment),
    "story.model": Facet(Path),
    "story.tell_changes": Facet(_FUNCTION, _check_changes_told),
    "story.play_out": Facet(_FUNCTION | None, _check_chances),
    "read_board": Facet(_FUNCTION | None, _check_board),
    "record": Facet(Path | None, judge=_judge_record),
    "snapshot": Facet(_FUNCTION, _check_snapshot),
    "page": Facet(_FUNCTION | None, _check_drawing),
}
"""Every facet of a plugin, by its name: a test compares them with the fields of `GamePlugin`."""
CONTAINERS = (GameInput, GameScreens, GameHistory, GameStory | None)
"""Facets whose fields are facets themselves."""


def judge_plugin(plugin: object, name: str, place: str) -> list[str]:
    """What is wrong with a game's plugin; a line about a facet begins with the facet's name.

    ``place`` is where the plugin was found.
    """
    if not isinstance(plugin, GamePlugin):
        return [f"{place} is no GamePlugin"]
    other = f"rules: name is {plugin.name}, but {place} is installed as {name}"
    return [*_judge(plugin)] or ([other] if plugin.name != name else [])


def _judge(whole: Any, prefix: str = "") -> Iterator[str]:
    for name in _fields_of(whole):
        part, value = f"{prefix}{name}", getattr(whole, name)
        facet = FACETS[part]
        try:
            if facet.hint in CONTAINERS:
                require(value, get_args(facet.hint) or facet.hint)
            else:
                require_shape(value, facet.hint, "it")
            if facet.judge is not None:
                facet.judge(value)
        except Exception as error:  # noqa: BLE001  whatever a stranger's object does
            yield f"{part}: {describe_error(error)}"
            continue
        if facet.hint in CONTAINERS and value is not None:
            yield from _judge(value, f"{part}.")


def _fields_of(whole: Any) -> Sequence[str]:
    return getattr(whole, "_fields", None) or [each.name for each in fields(whole)]


def guard_plugin(plugin: GamePlugin) -> GamePlugin:
    """The plugin with every facet that is called behind its guard."""
    guarded: GamePlugin = _guard(plugin.name, plugin)
    return guarded


def _guard(game: str, whole: Any, prefix: str = "") -> Any:
    changed: dict[str, Any] = {}
    for name in _fields_of(whole):
        part, value = f"{prefix}{name}", getattr(whole, name)
        facet = FACETS[part]
        if value is None:
            continue
        if facet.hint in CONTAINERS:
            changed[name] = _guard(game, value, f"{part}.")
        elif facet.check is None:
            continue
        elif isinstance(value, Mapping):
            changed[name] = {
                key: guard_facet(game, part, each, _name_of(key)) for key, each in value.items()
            }
        else:
            changed[name] = guard_facet(game, part, value)
    return whole._replace(**changed) if hasattr(whole, "_replace") else replace(whole, **changed)


def _name_of(key: Any) -> str:
    name = getattr(key, "__name__", None) or getattr(key, "name", None) or key
    return f"[{name}]"


def guard_facet(game: str, facet: str, call: Callable[..., Any], item: str = "") -> Any:
    """A facet that is called, behind its guard; ``item`` is its key where there are several."""
    check, part = FACETS[facet].check, f"{facet}{item}"
    assert check is not None, "it is called"
    passes = (GameFault, BoardFileError) if facet == "read_board" else (GameFault,)

    def checked(*arguments: Any) -> Any:
        return check(call(*arguments), *arguments)

    @wraps(call, assigned=(), updated=())
    def guarded(*arguments: Any) -> Any:
        its = name_picture(arguments[-1]) if facet == "screens.entries" else part
        try:
            return guard.run(game, its, checked, *arguments, passes=passes)
        except GameFault as fault:
            guard.report(fault)
            from companion.games.fallbacks import FALLBACKS

            return FALLBACKS[facet](*arguments)

    return guarded
