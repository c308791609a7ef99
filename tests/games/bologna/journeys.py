"""Bologna to begin a journey with: a game set up, three players seated, what is refused."""

from companion.app.demo.rig import Rig
from companion.core.conversation import Answer
from companion.games import read_record
from tests.app.journeys import new_game
from tests.buttons import OK

GAME = "bologna-towers"
SHUFFLED = "mchnfsc/fsmhcnh/nhcmsfm/csf.nhc/hmncfsn/sfhnmcf/nhsfcms"
"""A map with a kind on each field."""
SETUP = f"""
game {GAME}
player "Player 1"  colour red
player "Player 2"  colour blue
player "Player 3"  colour green
open 5,6,2,fire-8
"""


def to_the_map(rig: Rig) -> None:
    """Three players are seated and no variant is chosen."""
    new_game(rig, read_record(SETUP))
    for number, colour in enumerate(("red", "blue", "green"), 1):
        rig.say([Answer("player", f"Player {number}"), Answer("colour", colour)])
    rig.press(OK)


def refusal(rig: Rig, *presses: object) -> object:
    """Why the presses are refused."""
    rig.press(*presses)  # type: ignore[arg-type]  # presses they are
    return None if rig.entry.refused is None else rig.entry.refused.reason
