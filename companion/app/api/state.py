"""The whole state of the table in words, for programs that follow it: see docs/table-api.md."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.app.api.open_entry_text import (
    Described,
    OpenEntry,
    describe_notice,
    describe_open,
    in_words_of_its_game,
    read_entry,
)
from companion.app.api.story import describe_chances
from companion.app.strokes import StrokeLog
from companion.core.conversation import Answer, Question
from companion.core.events import tell_points
from companion.core.session import Session
from companion.core.snapshot import TableSnapshot, encode_snapshot, publish
from companion.games import load_plugin
from companion.games.page_text import describe_page
from companion.outlets.protocol import VERSION, game_id
from companion.text import Words
from companion.text.event_text import as_sentence
from companion.text.question_text import describe_action
from companion.text.snapshot_text import word_snapshot
from companion.ui.input.amendment import Action, action_of
from companion.ui.input.box_pages import Peek
from companion.ui.input.entry import Entry
from companion.ui.input.guide import Guide, Standings, Winner
from companion.ui.input.hints import Hints, ViewSettings
from companion.ui.input.remote import OpenKind
from companion.ui.screens.view import View

LAST_ACTIONS = 8
"""How many of the last actions the state tells."""


class StateSource(NamedTuple):
    """What a state is made from, beside the words."""

    view: View
    languages: Collection[str]
    """Those it is told in; "" is the box's own."""
    frame: bytes
    resting: bool = False
    phones: int = 0
    """Changes with the paired phones."""
    game: int = 0
    """The number of the view's game."""
    events: int = 0
    """Changes with the game's events."""


class TableStates:
    """Builds the state at each change, in every language that is asked for.

    ``words`` gives the words of a language, ``box`` is the table's id. `open.number` counts from
    ``first_number``: after a restart from another one, so that no press of before counts. What
    follows from the answers alone is kept until there is another answer.
    """

    def __init__(self, words: Callable[[str], Words], box: str, first_number: int = 0) -> None:
        self._words_of = words
        self._box = box
        self._words: dict[str, Words] = {}
        self._number = 0
        self._open_number = first_number
        self._open = OpenEntry(OpenKind.BOX)
        self._opened: dict[str, Described] = {}
        """What is open, by language."""
        self._signature: tuple[object, ...] = ()
        self._last_press: str | None = None
        """Whose phone has brought what is open, "" for the box; None at the start."""
        self._presser = ""
        self._in_words = AnswersInWords(None, (), ViewSettings(), StrokeLog())

    def describe(self, source: StateSource) -> dict[str, Described]:
        """The state in each of the source's languages."""
        view = source.view
        self._number += 1
        self.count_open(view)
        frame = b64encode(source.frame).decode()
        self._presser = ""
        shared = {"phones": source.phones, "resting": source.resting, "frame": frame}
        shared |= {"last_press": self._last_press}
        ids = {"id": game_id(self._box, source.game), "events": source.events}
        return {
            language: self._state(in_words_of_its_game(view, self.words_in(language, view)), ids)
            | shared
            for language in source.languages
        }

    def note_press(self, name: str) -> None:
        """Take note whose phone has just pressed: what is open next, it has brought."""
        self._presser = name

    def count_open(self, view: View) -> int:
        """The number of what is open now: another one whenever something else is."""
        before, self._in_words = self._in_words, self._in_words.renewed(view)
        self._open = read_entry(view, self._open if self._in_words is before else None)
        name = view.session.name if view.session is not None else ""
        signature = (name, view.answers, *self._open.signature)
        if signature != self._signature:
            self._last_press = self._presser if self._signature else None
            self._signature, self._open_number = signature, self._open_number + 1
            self._opened.clear()
        return self._open_number

    def _describe_open(self, view: View) -> Described:
        language = view.words.language
        if language not in self._opened:
            self._opened[language] = describe_open(self._open, self._open_number, view)
        return self._opened[language]

    def words_in(self, language: str, view: View) -> Words:
        """The words of a language, "" for the box's, which may be another one any time."""
        if language in ("", view.words.language):
            return view.words
        if language not in self._words:
            self._words[language] = self._words_of(language)
        return self._words[language]

    def _state(self, view: View, ids: Described) -> Described:
        known, opened = self._in_words, self._describe_open(view)
        actions, notice = known.actions(view.words), describe_notice(view)
        return {
            "version": VERSION,
            "number": self._number,
            "language": view.words.language,
            "box": self._box,
            "game": _describe_game(view, ids),
            "players": _describe_players(view),
            "open": opened,
            "table": known.table(view),
            "outlook": known.outlook(view),
            "standings": _shown_standings(view.entry),
            **_describe_chart(view),
            **({} if view.amending is None else {"amending": view.amending}),
            "actions": actions,
            "notice": notice,
            "announcement": _announce(view, self._open, opened, actions, notice),
        }


class AnswersInWords:
    """What a game's answers and the settings decide; each part in words is made once a language."""

    def __init__(
        self,
        session: Session | None,
        answers: tuple[Answer, ...],
        settings: ViewSettings,
        strokes: StrokeLog,
    ) -> None:
        self._session = session
        self._strokes = strokes
        self._answers = answers
        self._settings = settings
        self._actions: list[Action] = []
        self._pages: list[object] = []
        self._described: dict[tuple[str, str], list[str]] = {}
        self._tables: dict[tuple[bool, str], Described] = {}
        self._snapshot: TableSnapshot | None = None
        if session is not None:
            plugin = load_plugin(session.name)
            self._snapshot = plugin.snapshot(session.table)
            self._actions = last_actions(session, strokes.follow(session))
            self._pages = _forecast_pages(session, settings.hints)

    def renewed(self, view: View) -> AnswersInWords:
        """The same as long as nothing else has been answered."""
        settings = ViewSettings(view.hints, view.mirrored)
        same = view.session is self._session and settings == self._settings
        if same and view.answers == self._answers:
            return self
        return AnswersInWords(view.session, view.answers, settings, self._strokes)

    def table(self, view: View) -> Described | None:
        """The table as data, with its words; the winners once their page is shown."""
        if self._snapshot is None:
            return None
        is_told = not isinstance(view.entry, Guide) or isinstance(view.entry.page, Winner)
        key = is_told, view.words.language
        if key not in self._tables:
            hints, mirrored = self._settings
            shown = publish(
                self._snapshot, counted=hints is not Hints.NONE, won=is_told, mirrored=mirrored
            )
            self._tables[key] = encode_snapshot(word_snapshot(shown, view.words))
        return self._tables[key]

    def actions(self, words: Words) -> list[str]:
        """The last actions, the latest last."""
        if ("actions", words.language) not in self._described:
            described = [describe_action(words, *action) for action in self._actions]
            self._described["actions", words.language] = described
        return self._described["actions", words.language]

    def outlook(self, view: View) -> list[str]:
        """What the outlook tells, but for the points."""
        if self._session is None:
            return []
        language = view.words.language
        if ("outlook", language) not in self._described:
            told = [said for page in self._pages for said in describe_page(page, view)]
            self._described["outlook", language] = told
        return self._described["outlook", language]


def last_actions(session: Session, bounds: Sequence[int]) -> list[Action]:
    """The actions of the last strokes, of which these are the bounds, but for silent ones."""
    asked, answers, players = session.asked, session.answers, session.table.players
    told = [(at, end) for at, end in pairwise(bounds) if not _is_silent(asked[at], answers[at])]
    return [action_of(asked[at:end], answers[at:end], players) for at, end in told[-LAST_ACTIONS:]]


def _is_silent(asked: Question, answer: Answer) -> bool:
    """Whether somebody only confirmed that nothing else is wanted, as no other variant."""
    return asked.omits(answer) and not asked.implicit


def _forecast_pages(session: Session, hints: Hints) -> list[object]:
    """The pages of the outlook but for the points, where there is one."""
    forecast, table = load_plugin(session.name).input.forecast, session.table
    if forecast is None or hints is Hints.NONE or not table.started or table.outcome is not None:
        return []
    return [page for page in forecast(table).pages if page is not None]


def _describe_game(view: View, ids: Described) -> Described | None:
    if view.session is None:
        return None
    table, words = view.session.table, view.words
    what, number = table.progress
    return {
        **ids,
        "name": view.session.name,
        "title": words.title_of(view.session.name),
        "started": table.started,
        "finished": table.outcome is not None,
        "progress": words.say(f"progress.{what}", number=number) if table.started else "",
    }


def _describe_players(view: View) -> list[Described]:
    if view.session is None:
        return []
    turn = view.session.turn_seat
    return [
        {"name": player.name, "colour": str(player.colour or ""), "turn": seat == turn}
        for seat, player in enumerate(view.session.table.players)
    ]


def _shown_standings(entry: Entry) -> list[Described] | None:
    """Everybody's points where the screen shows them."""
    match entry:
        case Peek(open=True, standings=standings):
            pass
        case Guide(page=Standings(event) | Winner(event)):
            standings = event.ranking
        case _:
            return None
    return [{"seat": each.seat, "points": each.value, "gained": each.gain} for each in standings]


def _describe_chart(view: View) -> Described:
    """Everybody's chances while the box tells how a game went, else nothing."""
    if not view.entry.is_story:
        return {}
    entry: Any = view.entry
    story = entry.story
    return {"chart": describe_chances(story, view.words.of(story.game))}


def _announce(
    view: View, open_entry: OpenEntry, opened: dict[str, Any], actions: list[str], notice: str
) -> str:
    """What has just happened, and what is asked of whom."""
    if opened["lines"]:
        return " ".join(opened["lines"])
    if isinstance(view.entry, Peek) and view.entry.open:
        return as_sentence(view.say(tell_points(view.entry.standings)))
    asked = opened["text"]
    if open_entry.kind is not OpenKind.QUESTION:
        return " ".join(filter(None, [notice and as_sentence(notice), asked]))
    players, seat = view.table.players, open_entry.seat
    if seat is not None and seat < len(players):
        asked = view.words.say("did.of", who=players[seat].name, action=asked)
    happened = notice or (actions[-1] if actions else "")
    return " ".join(filter(None, [happened and as_sentence(happened), asked]))
