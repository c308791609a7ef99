"""Saved games for other programs: rows for CSV files, and a game for the app BG Stats."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import quote

from companion import PRODUCT
from companion.core.csv_text import CsvRow, keep_text
from companion.games import load_plugin
from companion.games.unnamed import is_unnamed
from companion.store.history.play import Play, PlayedTurn
from companion.store.history.statistics import PlayerGame

RESULT_COLUMNS = (
    *("number", "game", "ended", "player", "seat", "points", "rank", "won", "players"),
    *("turns", "seconds"),
)


def result_rows(found: Iterable[PlayerGame]) -> Iterator[CsvRow]:
    """A heading, then a row for each player of each finished game; times in UTC."""
    yield [*RESULT_COLUMNS]
    for each in found:
        yield [
            *(each.number, each.game, f"{each.ended:%Y-%m-%dT%H:%M:%SZ}"),
            keep_text(each.name),
            *(each.seat + 1, each.points, each.rank, int(each.won), each.players),
            *(each.turns, round(each.thought.total_seconds())),
        ]


def turn_rows(play: Play) -> Iterator[CsvRow]:
    """A heading, then a row for each turn: its answers, and heights and points at its end."""
    heights = list(play.turns[-1].heights)
    columns = [f"height {name}" for name in heights] + [f"points {name}" for name in play.players]
    yield ["turn", "player", "ended", "seconds", "said", *columns]
    for turn in play.turns:
        if turn.number and turn.answers:
            yield _turn_row(turn, play, heights)


def _turn_row(turn: PlayedTurn, play: Play, heights: list[str]) -> CsvRow:
    answers = [each.answer for each in turn.answers if not each.omitted]
    return [
        turn.number,
        keep_text(play.players[turn.seat]) if turn.own and turn.seat is not None else "",
        f"{turn.answers[-1].at:%Y-%m-%dT%H:%M:%SZ}",
        round(turn.thinking_time.total_seconds()),
        "  ".join(f"{answer.key} {answer.word}" for answer in answers),
        *(turn.heights.get(name, 0) for name in heights),
        *turn.points,
    ]


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SECONDS_A_MINUTE = 60


def play_data(play: Play, game: str, duration: timedelta) -> dict[str, Any]:
    """Describe the finished play as the app's JSON.

    The app knows games and players again by their ids; unnamed players have none. ``game`` is the
    title the app searches for, ``duration`` the playing time, 0 if it is unknown.
    """
    winners = play.outcome.winners if play.outcome is not None else ()
    bgg_id = load_plugin(play.game).bgg_id
    minutes = max(1, round(duration.total_seconds() / SECONDS_A_MINUTE))
    return {
        "sourceName": PRODUCT,
        "sourcePlayId": f"{play.begun.astimezone(UTC):%Y%m%d%H%M%S}-{play.number}",
        "playDate": f"{play.last.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        **({"durationMin": minutes} if duration else {}),
        "game": {
            "name": game,
            "sourceGameId": play.game,
            **({"bggId": bgg_id} if bgg_id is not None else {}),
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                **({} if is_unnamed(player.name, play.game) else {"sourcePlayerId": player.name}),
                "startPlayer": seat == 0,
                "score": player.points,
                "winner": seat in winners,
            }
            for seat, player in enumerate(play.table.players)
        ],
    }


def bg_stats_link(play: Play, game: str, duration: timedelta) -> str:
    """Return the link; also the longest names leave it short enough for a QR code."""
    text = json.dumps(play_data(play, game, duration), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe=",:")
