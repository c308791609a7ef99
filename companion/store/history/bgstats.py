"""The link that hands a finished game to the app BG Stats, as JSON.

The app wants times in UTC, and on Android `winner` and `startPlayer` of every player.
"""

import json
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import quote

from companion.games import load_plugin
from companion.store.history.play import Play
from companion.store.unnamed import is_unnamed

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Campanile Companion"
"""The app recognises games and players by this, so it never changes; unnamed players have no id."""
SECONDS_A_MINUTE = 60


def play_data(play: Play, game: str, duration: timedelta) -> dict[str, Any]:
    """Describe the finished play as the app's JSON.

    ``game`` is the title the app searches for, ``duration`` the playing time, 0 if it is unknown.
    """
    winners = play.outcome.winners if play.outcome is not None else ()
    bgg_id = load_plugin(play.game).bgg_id
    minutes = max(1, round(duration.total_seconds() / SECONDS_A_MINUTE))
    return {
        "sourceName": SOURCE,
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
