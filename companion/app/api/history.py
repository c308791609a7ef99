"""What the table's socket replies about saved games, players and results, a little at a time.

An unfinished game is described without any points: its players may have hidden them.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from companion.app.api.events import describe_logged
from companion.app.api.figures import describe_players
from companion.app.api.story import describe_best, describe_chart, describe_story
from companion.core.events import STANDINGS
from companion.core.game_table import Outcome
from companion.core.guard import GameFault, report
from companion.games.unnamed import name_seats
from companion.outlets.protocol import MOST_RESULTS, Topic, game_id
from companion.store.history.play import Play, PlayedTurn
from companion.store.history.statistics import totals
from companion.store.journal import JournalError, JournalReader, StoredGame
from companion.store.saved_games import (
    GameSummaries,
    GameSummary,
    ReplayedGame,
    SavedGameState,
    replay_stored,
)
from companion.store.saved_stories import SavedStories, is_told
from companion.store.story.telling import tell_why_none
from companion.store.unnamed import UnnamedPlayers
from companion.text import Words
from companion.text.event_text import describe_event, describe_winner, say_worded
from companion.text.figures import format_duration, scoring_name
from companion.text.question_text import word_notice

log = logging.getLogger(__name__)

MOST_GAMES = 500
"""So many games are listed, the latest."""
MOST_BYTES = 200 * 1024
"""So long may a reply's list be, in bytes of JSON; a whole reply stays below 256 KiB."""
MOST_LETTERS = 2_000
"""So long may the words of one turn be."""

GOING_ON = (SavedGameState.SETUP, SavedGameState.PLAYING)
"""The states of a game that is not over."""

Described = dict[str, Any]


class GamesSource(NamedTuple):
    """What the replies are made from."""

    journal: JournalReader
    words: Words
    summaries: GameSummaries
    """Those of the box, so that no game is counted twice."""
    untold: int | None = None
    """The number of a game that counts as unfinished: the box has not shown its winner yet."""
    box: str = ""
    """The table's id."""
    shown: int | None = None
    """The number of a game whose winner the box is showing."""
    stories: SavedStories | None = None
    """None where no stories are told."""

    def summarise(self, game: StoredGame) -> GameSummary:
        """The summary of a game, as far as the box has shown it."""
        summary = self.summaries.of(game)
        if game.number != self.untold:
            return summary
        return summary._replace(state=SavedGameState.PLAYING, winners=(), figures=())

    def replay(self, game: StoredGame) -> ReplayedGame:
        """The play of a game, or why there is none."""
        return replay_stored(self.journal.with_names(UnnamedPlayers(self.words)), game)

    def answer(self, what: Topic, number: int | None) -> Iterator[Described | None]:
        """Work on a reply: None as long as there is more to do, then what the reply holds.

        At each step one game is replayed at most. ``number`` is that of the game, if one is asked
        for.
        """
        try:
            match what:
                case Topic.GAME:
                    yield from _answer_game(number, self)
                case Topic.GAMES:
                    yield from _count_games(self.summaries, MOST_GAMES)
                    yield _list_games(self)
                case Topic.PLAYERS:
                    yield from _count_games(self.summaries, None)
                    yield _list_players(self)
                case Topic.RESULTS:
                    yield from _list_results(self)
        except JournalError as error:
            log.error("saved games asked for at the table's socket: %r", error)
            yield _refuse("unreadable", self.words.say("notice.unread"))


def open_source(
    journal: JournalReader, words: Words, box: str, play_out_ends: Callable[[int], None]
) -> GamesSource:
    """The source of a box's journal; ``play_out_ends`` has a game's missing ends played out."""
    stories = SavedStories(journal.folder, play_out_ends)
    summaries = GameSummaries(journal)
    return GamesSource(journal, words, summaries, box=box, stories=stories)


def _refuse(reason: str, text: str) -> Described:
    return {"refused": {"reason": reason, "text": text}}


def _count_games(summaries: GameSummaries, most: int | None) -> Iterator[None]:
    for game in reversed(summaries.games()[-most:] if most else summaries.games()):
        if not summaries.has(game):
            summaries.of(game)
            yield


def _fit(items: Iterable[Described]) -> list[Described]:
    """As many of these items, from the first, as fit into a reply."""
    room, fitting = MOST_BYTES, []
    for item in items:
        room -= len(json.dumps(item).encode()) + 2
        if room < 0:
            break
        fitting.append(item)
    return fitting


# The list of games ------------------------------------------------------------------------------


def _list_games(source: GamesSource) -> Described:
    latest = source.summaries.games()[-MOST_GAMES:][::-1]
    listed = (_describe_listed(game, source.summarise(game), source.words) for game in latest)
    return {"games": _fit(listed)}


def _describe_listed(game: StoredGame, summary: GameSummary, words: Words) -> Described:
    its = words.of(game.name)
    players = [
        {"name": each.name or at_seat, "colour": each.colour}
        for each, at_seat in zip(
            summary.players, name_seats(words, len(summary.players)), strict=True
        )
    ]
    names = [player["name"] for player in players]
    winners = [names[seat] for seat in summary.winners]
    whose = winners or names[summary.seat : summary.seat + 1]
    return {
        **_describe_stored(game, words),
        "players": players,
        "state": summary.state.value,
        "status": _describe_state(its, summary.state, whose, summary.progress),
        "winners": winners,
    }


def _describe_stored(game: StoredGame, words: Words) -> Described:
    return {
        "number": game.number,
        "game": game.name,
        "title": words.title_of(game.name),
        "when": game.begun.astimezone().isoformat(),
    }


def _describe_state(
    words: Words, state: SavedGameState, whose: Sequence[str], progress: tuple[str, int]
) -> str:
    what, number = progress
    key = {SavedGameState.FINISHED: "won", SavedGameState.PLAYING: what}.get(state, state.value)
    return words.say(f"status.{key}", players=words.listed(whose), number=number)


# Results ----------------------------------------------------------------------------------------


def _list_results(source: GamesSource) -> Iterator[Described | None]:
    """The results, and which of the games looked through for them are not over, or over no more.

    A game that is undone is played last, so it is among them.
    """
    latest, unfinished = list[Described](), list[str]()
    stories = source.stories
    for game in reversed(source.summaries.games()):
        if len(latest) == MOST_RESULTS:
            break
        if not source.summaries.has(game):
            source.summaries.of(game)
            yield None
        state = source.summarise(game).state
        if state in GOING_ON:
            unfinished.append(game_id(source.box, game.number))
        elif state is SavedGameState.FINISHED and (play := source.replay(game).play) is not None:
            try:
                latest.append(_describe_ended(play, source.box))
            except GameFault as fault:
                report(fault)
                continue
            yield None
            if stories is not None and len(latest) == 1 and is_told(game, source.shown):
                latest[0] |= describe_best(stories.tell(game, play), source.words)
    yield {"results": _fit(latest)[::-1], "unfinished": unfinished[:MOST_RESULTS]}


def _describe_ended(play: Play, box: str) -> Described:
    """The result, as `companion score --json` prints it, and when the game was played."""
    return {
        "game": game_id(box, play.number),
        "began": play.begun.astimezone().isoformat(),
        "ended": play.last.astimezone().isoformat(),
        "result": play.session.result,
    }


# One game ---------------------------------------------------------------------------------------


def _answer_game(number: int | None, source: GamesSource) -> Iterator[Described | None]:
    words = source.words
    stored = next((each for each in source.journal.games() if each.number == number), None)
    if stored is None:
        yield _refuse("unknown-game", words.say("refused.unknown-game", number=number))
        return
    _, play, refused = source.replay(stored)
    if play is None:
        because = (stored.name, refused) if refused is not None else None
        text = word_notice(words, "unshowable", {"number": stored.number}, because)
        yield _refuse("unreadable", text)
        return
    yield None
    its, outcome = words.of(stored.name), play.outcome if number != source.untold else None
    finished = outcome is not None
    turns = [turn for turn in play.turns if turn.number and turn.answers]
    latest = _fit(_describe_turn(play, turn, its, finished) for turn in reversed(turns))
    game = {
        **_describe_stored(stored, words),
        "players": [{"name": each.name, "colour": each.colour} for each in play.table.players],
        **_describe_result(play, its, outcome),
        "turns": latest[::-1],
        "chart": describe_chart(play, its, finished=finished),
        **_describe_story(stored, play, source),
    }
    yield {"game": game}


def _describe_story(stored: StoredGame, play: Play, source: GamesSource) -> Described:
    """How a game went, or why that is not told."""
    its = source.words.of(stored.name)
    story, told = None, stored.number != source.untold and is_told(stored, source.shown)
    if told and source.stories is not None:
        story = source.stories.tell(stored, play)
    if story is None:
        why_none = say_worded(its, tell_why_none(play, told=told), play.players)
        return {"story": None, "no_story": why_none}
    return {"story": describe_story(story, its), "no_story": ""}


def _describe_result(play: Play, words: Words, outcome: Outcome | None) -> Described:
    table = play.table
    if outcome is None:
        state = SavedGameState.PLAYING if table.started else SavedGameState.SETUP
        whose = [table.player.name] if table.started else []
        progress = table.progress if table.started else ("turn", 1)
        status = _describe_state(words, state, whose, progress)
        return {"state": state.value, "status": status, "winners": [], "standings": None}
    standings = [
        {"seat": seat, "points": player.points, "won": seat in outcome.winners}
        for seat, player in enumerate(table.players)
    ]
    return {
        "state": SavedGameState.FINISHED.value,
        "status": describe_winner(words, outcome, table.players),
        "winners": [play.players[seat] for seat in outcome.winners],
        "standings": sorted(standings, key=lambda each: (not each["won"], -each["points"])),
    }


def _describe_turn(play: Play, turn: PlayedTurn, words: Words, finished: bool) -> Described:
    """A turn; before the game's end without corrections, which may tell points."""
    own = turn.own and turn.seat is not None
    done = play.tell_actions(turn, corrected=finished)
    text = " ".join(describe_event(words, done, play.players))
    shown = math.inf if finished else len(play.session.answers)
    return {
        "number": turn.number,
        "seat": turn.seat if own else None,
        "text": text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…",
        "time": format_duration(words, turn.thinking_time) if own and turn.thinking_time else "",
        "scorings": [
            {
                "text": scoring_name(words, event.name or "", event.number),
                "points": event.gains if finished else None,
            }
            for event in turn.events
            if event.kind is STANDINGS
        ],
        "events": [
            describe_logged(words, event, play.players)
            for event in turn.events
            if event.kind.is_public and event.answer < shown
        ],
    }


# Players' figures -------------------------------------------------------------------------------


def _list_players(source: GamesSource) -> Described:
    counted = map(source.summarise, source.summaries.games())
    figures = [each for summary in counted for each in summary.figures if each.name]
    found = totals(sorted(figures, key=attrgetter("number")))
    described = [*describe_players(found, source.words)]
    # if not all of them fit, those who have played least are left out
    kept = _fit(sorted(described, key=itemgetter("games"), reverse=True))
    return {"players": [data for data in described if data in kept]}
