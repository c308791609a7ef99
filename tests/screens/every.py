"""Every stage there is: whoever stages screens in a module of their own names it here."""

from tests.screens import stages as _shared
from tests.screens import stages1996 as _campanile1996
from tests.screens import stages_bologna as _bologna
from tests.screens import stages_box as _box
from tests.screens import stages_capitol as _capitol
from tests.screens import stages_history as _history
from tests.screens import stages_light as _light
from tests.screens import stages_mend as _mend
from tests.screens import stages_outlook as _outlook
from tests.screens.stage import STAGES

__all__ = ["STAGES"]
STAGED = (_shared, _campanile1996, _bologna, _box, _capitol, _history, _light, _mend, _outlook)
