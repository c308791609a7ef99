"""The link by which the app BG Stats takes over a finished play: its JSON, and nothing unsaid.

The app asks for times in UTC, and on Android for `winner` and `startPlayer` of every player.
"""

import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from companion.history.play import Play

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Campanile Companion"
"""Who hands over the play; the app knows games and players again by it, so it never changes."""
LONGEST = 8000
"""A link of this many characters or more is not taken by every phone."""
MINUTE = 60


def play_data(play: Play, game: str) -> dict[str, Any]:
    """The finished play as the app's JSON; ``game`` is the title that the app looks for."""
    winners = play.outcome.winners if play.outcome is not None else ()
    minutes = round(play.duration.total_seconds() / MINUTE)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{play.begun.astimezone(UTC):%Y%m%d%H%M%S}-{play.number}",
        "playDate": f"{play.last.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        **({"durationMin": minutes} if minutes else {}),
        "game": {
            "name": game,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.name,
                "startPlayer": seat == 0,
                "score": player.points,
                "winner": seat in winners,
            }
            for seat, player in enumerate(play.table.players)
        ],
    }


def link(play: Play, game: str) -> str:
    """The link that hands the finished play to the app; shorter than `LONGEST`."""
    text = json.dumps(play_data(play, game), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe=",:")
