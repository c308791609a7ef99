"""Every stage there is: whoever stages screens in a module of their own names it here."""

from functools import cache

from companion.ui.screens import View
from tests.games.bologna.screens import stages as _bologna
from tests.games.campanile.screens import stages_1996 as _campanile1996
from tests.games.campanile.screens import stages_light as _light
from tests.games.campanile.screens import stages_outlook as _outlook
from tests.games.capitol.screens import stages as _capitol
from tests.ui.screens import stages as _shared
from tests.ui.screens import stages_amendment as _amendment
from tests.ui.screens import stages_box as _box
from tests.ui.screens import stages_history as _history
from tests.ui.screens import stages_phone as _phone
from tests.ui.screens import stages_story as _story
from tests.ui.screens import stages_table_check as _table_check
from tests.ui.screens.cast import Cast
from tests.ui.screens.stage import STAGES

__all__ = ["STAGES", "staged"]
STAGED = (
    _shared,
    _campanile1996,
    _bologna,
    _box,
    _capitol,
    _history,
    _light,
    _amendment,
    _table_check,
    _outlook,
    _phone,
    _story,
)


@cache
def staged(name: str) -> View:
    """The view of a stage as the usual cast plays it; nothing changes it."""
    return STAGES[name](Cast())
