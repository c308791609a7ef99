"""Tables of kept games: the list, one game turn by turn, its story, and the players' figures."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from rich.console import Console, Group, RenderableType
from rich.text import Text

from companion.cli.report import describe_kept, headline, name_columns, tabulate
from companion.core.events import STANDINGS, GameEvent
from companion.core.story import Story
from companion.store.history.play import Play, PlayedTurn
from companion.store.history.statistics import Origin, PlayerGame, Totals, origins
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
    return [
        part
        for game, its in groupby(found, attrgetter("game"))
        for part in _of_a_game(list(its), words.of(game), words.title_of(game), by_name=by_name)
    ]


def _of_a_game(
    found: Sequence[Totals], words: Words, title: str, *, by_name: bool
) -> Iterator[RenderableType]:
    """A game's figures, and where points came from: two grids, for a terminal of 80 columns."""
    names = [[each.name] if by_name else [] for each in found]
    first = ("player",) if by_name else ()
    headings = name_columns(words, *first, "games", "wins", "average", "best", "turn-time")
    rows = [[*name, *_cells(each, words)] for name, each in zip(names, found, strict=True)]
    yield tabulate(title, headings, rows)
    scorings = origins(game for each in found for game in each.player_games)
    shares = scorings if len(scorings) > 1 else []
    values = sorted({value for each in found for value in each.markers})
    if not shares and not values:
        return
    headings = [
        *name_columns(words, *first),
        *(scoring_name(words, scoring, number) for scoring, number in shares),
        *(words.say("column.marker", marker=value) for value in values),
    ]
    sources = (_sources(each, shares, values, words) for each in found)
    rows = [[*name, *its] for name, its in zip(names, sources, strict=True)]
    yield tabulate("", headings, rows)


def _cells(each: Totals, words: Words) -> list[str]:
    shared = sum(game.shared for game in each.player_games)
    wins = str(each.wins)
    if shared:
        wins = words.say("players.wins", wins=wins, shared=shared)
    time = format_duration(words, each.turn_time)
    return [str(each.games), wins, words.tenths(each.average), str(each.best), time]


def _sources(
    each: Totals, shares: Sequence[Origin], values: Sequence[int], words: Words
) -> list[str]:
    parts = [_percent(each.share(origin), words) for origin in shares]
    markers = each.markers
    brought = [
        _points(markers[value].each if value in markers else None, words) for value in values
    ]
    return [*parts, *brought]


def _percent(part: float | None, words: Words) -> str:
    if part is None:
        return words.say("players.unknown")
    return words.say("players.share", percent=round(part * 100))


def _points(points: float | None, words: Words) -> str:
    return words.say("players.unknown") if points is None else words.tenths(points)


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
