"""The notice that a keypad has been found, which is a picture of what each of its keys says."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.interfaces import DIRECT_KEYS, Press
from companion.ui.input.entry import Step
from companion.ui.input.menu import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypadPage(Notice):
    """Any press goes on; a key that names an answer counts at once."""

    @property
    def digits_answer(self) -> bool:
        return self.below is not None and self.below.digits_answer

    def press(self, press: Press) -> Step:
        if self.below is not None and press in DIRECT_KEYS:
            return self.below.press(press)
        return Notice.press(self, press)
