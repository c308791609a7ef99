"""Games of Capitol to begin a journey at: kept as far as a record tells, and resumed."""

from companion.app.demo.rig import Rig
from companion.games import read_record
from companion.ui.input.guide import Guide
from tests.app.journeys import go_home, journey
from tests.buttons import OK
from tests.games.capitol.rules import staging

GAME = "capitol"
SETUP = f"""
game {GAME}
player "Player 1"  colour red
player "Player 2"  colour blue
{"".join(f'prefecture "{word}"' + chr(10) for word in staging.BOARD)}
"""
ANSWERS = len(read_record(SETUP).answers)
BUILT = """
play permit  site Capitolinus  house round:1
play permit  site Capitolinus  house round:1
play pass
play pass
"""


def begin(rig: Rig, text: str = "") -> Rig:
    """A game of two kept as far as the record tells, and resumed."""
    record = read_record(SETUP + text)
    number = rig.journal.begin(GAME, 2, rig._now())
    pairs = [(answer.key, answer.word) for answer in record.answers]
    rig.journal.append(number, pairs, rig._now())
    go_home(rig)
    journey(rig, ("home", OK))
    while isinstance(rig.entry, Guide):
        rig.press(OK)
    return rig
