"""The evening as files: CSV of its games and of its standings, and BG Stats.

The names of the columns never change and are English, as those of `companion export --csv`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion import PRODUCT
from companion.core.csv_text import CsvRow, keep_text, write_csv
from companion.core.names import fold_name
from companion.games import BUILT_IN, load_plugin
from companion.outlets.board.corrections import correct
from companion.outlets.board.evening import Evening, EveningPlace, find_share, find_start
from companion.outlets.board.reports import BoardResult
from companion.outlets.board.store import BoardStore

EXPORTS = ("csv", "standings", "bgstats")
GAME_COLUMNS = (
    *("table", "game", "began", "ended", "player", "colour", "seat", "points", "won", "players"),
    *("share", "id", "counts", "trace"),
)
PLACE_COLUMNS = ("place", "player", "wins", "games", "points", "share", "rate")
LONGEST_GAME = timedelta(hours=12)
"""A game that took longer was interrupted, and its playing time is not known."""
ABOUT = "This is a Play file that can be read by Board Game Stats."


def open_evening(store: BoardStore, since: time | datetime, now: datetime) -> Evening:
    """The evening as the file has it, with what was set right."""
    corrections = store.corrections()
    start = find_start(since, now)
    return Evening(start, (correct(each, corrections) for each in store.results(now, start)))


def export_evening(store: BoardStore, kind: str, since: time | datetime, now: datetime) -> str:
    """Return the evening's games as the text of a file of one of the `EXPORTS`."""
    evening = open_evening(store, since, now)
    if kind == "csv":
        return write_games_csv(evening.games)
    if kind == "bgstats":
        return write_bg_stats(evening.games)
    return write_places_csv(evening.places())


def write_games_csv(games: Sequence[BoardResult]) -> str:
    """Write a heading, then a row for each player of each game; times in UTC."""
    return write_csv(_game_rows(games))


def write_places_csv(places: Sequence[EveningPlace]) -> str:
    """Write a heading, then a row for each player of the evening."""
    rows: list[CsvRow] = [
        [
            *(each.place, keep_text(each.name), each.wins, each.games, each.points),
            *(f"{float(each.share):.4f}", f"{float(each.rate):.4f}"),
        ]
        for each in places
    ]
    return write_csv([[*PLACE_COLUMNS], *rows])


def _game_rows(games: Sequence[BoardResult]) -> Iterator[CsvRow]:
    yield [*GAME_COLUMNS]
    for game in games:
        best = max(player.points for player in game.players)
        for seat, player in enumerate(game.players):
            yield [
                *(keep_text(game.table_name), keep_text(game.game)),
                *(_format_time(game.began), _format_time(game.ended)),
                *(keep_text(player.name), keep_text(player.colour), seat + 1, player.points),
                *(int(seat in game.winners), len(game.players)),
                f"{float(find_share(player.points, best)):.4f}",
                *(keep_text(game.id), int(game.counts), keep_text(game.trace)),
            ]


def _format_time(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


# BG Stats ---------------------------------------------------------------------------------------


def write_bg_stats(games: Sequence[BoardResult]) -> str:
    """Write all games as a play file of the app BG Stats.

    Everything has an id that is the same in every file, so that the app knows it again.
    """
    games = [each for each in games if each.counts]
    names = {fold_name(player.name): player.name for game in games for player in game.players}
    people = {key: number for number, key in enumerate(names, 1)}
    titles = {name: number for number, name in enumerate({game.game: 0 for game in games}, 1)}
    places = {game.table: game.table_name for game in games}
    locations = {table: number for number, table in enumerate(places, 1)}
    content = {
        "about": ABOUT,
        "players": [
            {
                "uuid": _uuid("player", key),
                "id": number,
                "name": names[key],
                "isAnonymous": False,
            }
            for key, number in people.items()
        ],
        "locations": [
            {"uuid": _uuid("table", table), "id": number, "name": places[table]}
            for table, number in locations.items()
        ],
        "games": [_describe_game(name, number) for name, number in titles.items()],
        "plays": [
            _describe_play(game, people)
            | {"gameRefId": titles[game.game], "locationRefId": locations[game.table]}
            for game in games
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _describe_game(name: str, number: int) -> Mapping[str, Any]:
    # Only those built in: a name from the network must not import anything.
    plugin = load_plugin(name) if name in BUILT_IN else None
    bgg_id = plugin.bgg_id if plugin else None
    return {
        "uuid": _uuid("game", name),
        "id": number,
        "name": (plugin.full_title or plugin.title) if plugin else name,
        **({"bggId": bgg_id} if bgg_id is not None else {}),
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }


def _describe_play(game: BoardResult, people: Mapping[str, int]) -> dict[str, Any]:
    duration = game.ended - game.began
    known = timedelta() < duration < LONGEST_GAME
    return {
        "uuid": _uuid("play", f"{game.table}/{game.id}"),
        "playDate": f"{game.ended.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        **({"durationMin": max(1, round(duration / timedelta(minutes=1)))} if known else {}),
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "playerScores": [
            {
                "playerRefId": people[fold_name(player.name)],
                "score": str(player.points),
                "winner": seat in game.winners,
                "startPlayer": seat == 0,
                "newPlayer": False,
                "seatOrder": seat + 1,
            }
            for seat, player in enumerate(game.players)
        ],
    }


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{PRODUCT}/{kind}/{name}"))
