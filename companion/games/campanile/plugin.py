"""The plugins of both Campaniles: the edition of 2009 and that of 1996."""

from dataclasses import replace
from pathlib import Path

from companion.games.campanile.describe import describe_table
from companion.games.campanile.history import HISTORY
from companion.games.campanile.input import INPUT
from companion.games.campanile.rules import Campanile1996, Campanile2009
from companion.games.campanile.rules.snapshot import take_campanile_snapshot
from companion.games.campanile.screens import SCREENS
from companion.games.campanile.speech import SPEECH
from companion.games.campanile.tell import tell_event
from companion.games.campanile.words import WORDS
from companion.games.plugin import GamePlugin, load_report_late

RECORDS = Path(__file__).with_name("records")


CAMPANILE_2009 = GamePlugin(
    rules=Campanile2009,
    tell=tell_event,
    title="Campanile",
    words=WORDS,
    input=INPUT,
    screens=SCREENS,
    speech=SPEECH,
    history=HISTORY,
    report=load_report_late("companion.games.campanile.report"),
    record=RECORDS / "campanile-2009.game",
    snapshot=take_campanile_snapshot,
    describe=describe_table,
)
CAMPANILE_1996 = replace(
    CAMPANILE_2009,
    rules=Campanile1996,
    title="Campanile 1996",
    full_title="Campanile",
    record=RECORDS / "campanile-1996.game",
)
