"""Tables of kept games: the list, one game turn by turn, its story, and the players' figures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from companion.app.api.figures import MARKER, SHARE, describe_players
from companion.cli.report import describe_kept, headline, name_columns, tabulate
from companion.core.events import STANDINGS, GameEvent
from companion.core.story import Story
from companion.store.history.play import Play, PlayedTurn
from companion.store.history.statistics import PlayerGame, Totals
from companion.store.saved_games import ReplayedGame
from companion.text import Words
from companion.text.event_text import as_sentence, describe_details, describe_event
from companion.text.figures import format_duration, scoring_name
from companion.text.story_text import (
    MomentText,
    list_bands,
    name_chances,
    tell_bests,
    tell_how,
    tell_moment,
    tell_pending,
    tell_said,
)

SOURCES = (MARKER, SHARE)
"""The keys of figures in a grid of their own."""


def _print(*parts: RenderableType) -> None:
    Console(highlight=False).print(Group(*parts))


def day_and_time(time: datetime) -> str:
    """A time as this machine's clock and zone have it."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M")


# The list, and one game turn by turn ---------------------------------------------------------


def print_list(found: Iterable[ReplayedGame], words: Words) -> None:
    """Print kept games, each with how it stands."""
    rows = list[list[str]]()
    for each in found:
        stored = each.stored
        name = words.title_of(stored.name)
        stands = describe_kept(each, words)
        begun = day_and_time(stored.begun)
        rows.append([str(stored.number), begun, name, str(stored.answers), stands])
    headings = name_columns(words, "number", "begun", "game", "answers", "status")
    _print(tabulate("", headings, rows))


def print_turns(play: Play, words: Words) -> None:
    """Print a game turn by turn: who, how long, what was said, what a scoring gave."""
    words = words.of(play.game)
    turns = [turn for turn in play.turns if turn.number and turn.answers]
    rows = [_list_turn_cells(turn, play, words) for turn in turns]
    headings = name_columns(words, "turn", "player", "seconds", "action")
    tables = [tabulate("", headings, rows)] if rows else []
    _print(Text(headline(play.session, words), style="bold"), *tables)


def describe_past(words: Words, event: GameEvent, names: Sequence[str]) -> str:
    """What happened in a turn; of a scoring what it gave: "Round 2: Rosa 5, Jakob 3"."""
    if event.kind is not STANDINGS:
        return ", ".join(describe_event(words, event, names))
    gained = ", ".join(describe_details(words, event, names))
    scoring = scoring_name(words, event.name or "", event.number)
    return words.say("gain.scoring", scoring=scoring, gained=gained)


def _list_turn_cells(turn: PlayedTurn, play: Play, words: Words) -> list[str | Group]:
    actions, *others = (
        describe_past(words, event, play.players)
        for event in (play.tell_actions(turn), *turn.events)
    )
    who = play.players[turn.seat] if turn.own and turn.seat is not None else ""
    time = format_duration(words, turn.thinking_time) if turn.own else ""
    told = Group(Text(actions), *(Text(each, style="bold") for each in others))
    return [str(turn.number), who, time, told]


# Players -------------------------------------------------------------------------------------


def print_players(found: Sequence[Totals], words: Words) -> None:
    """Print everybody's figures, a table for each game."""
    _print(*_figures(found, words, by_name=True), Text(words.say("players.note")))


def print_player(found: Sequence[Totals], words: Words) -> None:
    """Print one player's figures, a table for each game, and every game played."""
    games = (each for totals in found for each in totals.player_games)
    rows = [_player_game_row(game, words) for game in sorted(games, key=attrgetter("number"))]
    headings = name_columns(words, "number", "ended", "game", "points", "place", "turn-time")
    note = Text(words.say("players.note"))
    _print(*_figures(found, words, by_name=False), note, tabulate("", headings, rows))


def _player_game_row(each: PlayerGame, words: Words) -> list[str]:
    time = Totals(each.name, each.game, [each]).turn_time
    place = words.say("players.place", rank=each.rank, players=each.players)
    return [
        str(each.number),
        day_and_time(each.ended),
        words.title_of(each.game),
        str(each.points),
        place,
        format_duration(words, time),
    ]


def _figures(found: Sequence[Totals], words: Words, *, by_name: bool) -> list[RenderableType]:
    games = groupby(describe_players(found, words), itemgetter("game"))
    return [part for _, its in games for part in _of_a_game([*its], words, by_name)]


def _of_a_game(
    found: Sequence[Mapping[str, Any]], words: Words, by_name: bool
) -> Iterator[RenderableType]:
    """A game's figures, and where points came from: two grids, for a terminal of 80 columns."""
    for title, are_sources in ((found[0]["title"], False), ("", True)):
        grid = [
            [each for each in player["figures"] if (each["key"] in SOURCES) is are_sources]
            for player in found
        ]
        if not grid[0]:
            continue
        names = [[player["name"]] if by_name else [] for player in found]
        headings = [
            *name_columns(words, *["player"] * by_name),
            *(each["text"] for each in grid[0]),
        ]
        rows = [
            [*name, *(each["shown"] for each in its)] for name, its in zip(names, grid, strict=True)
        ]
        yield tabulate(title, headings, rows)


# The story ----------------------------------------------------------------------------------------


def print_story(play: Play, story: Story, words: Words) -> None:
    """Print what is said of the game, its moments, everybody's best, and the chances."""
    parts = [*_list_parts(story, words)]
    Console(highlight=False).print(Text(headline(play.session, words), style="bold"), Group(*parts))


def _list_parts(story: Story, words: Words) -> Iterator[RenderableType]:
    yield from map(Text, tell_said(words, story))
    told = [tell_moment(words, story, moment) for moment in story.moments]
    for text in (*told, *tell_bests(words, story)):
        yield from _list_moment(text)
    if story.turns:
        headings, *rows = list_bands(words, story)
        yield Text()
        yield tabulate(name_chances(words, story), headings, rows)
    yield from map(Text, tell_how(words, story))
    if pending := tell_pending(words, story):
        yield Text(as_sentence(pending))


def _list_moment(text: MomentText) -> Iterator[Text]:
    yield Text()
    yield Text(text.title, style="bold")
    yield from map(Text, text.sentences)
