"""Light play's one picture for what comes next: a tower and its floors, or a scoring card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Question
from companion.games.campanile.input.towers import TowerPicker
from companion.input.entry import Answered, Doubt, Step, attempt
from companion.interfaces import Press


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPicker(TowerPicker):
    """The next tower and its floors in one stroke, or the scoring card that has come instead.

    The scoring cards stand in the ring of towers, beside the pile. ``waiting`` asks what has been
    turned up: who says a tower has said that it was an ordinary card. ``question`` has both.
    """

    waiting: Question
    cards: tuple[Answer, ...] = ()
    """The scoring cards that may have come, as they follow the last tower."""

    @property
    def card(self) -> Answer | None:
        """The scoring card pointed at."""
        at = self.at - len(self.towers)
        return self.cards[at] if at >= 0 else None

    @property
    def places(self) -> int:
        """Towers and cards."""
        return len(self.towers) + len(self.cards)

    def by_button(self, press: Press) -> Step:
        """Move along towers and cards; a card has no floors, UP and DOWN lead back to a tower."""
        if self.card is not None and press in (Press.UP, Press.DOWN):
            return replace(self, at=len(self.towers) // 2)
        step = TowerPicker.by_button(self, press)
        if isinstance(step, NextPicker) and step.card is not None:
            return replace(step, choosing_floors=False, floors_said=False)
        return step

    def _ok(self) -> Step:
        if self.card is not None:
            return attempt(self, self.waiting, self.card)
        return TowerPicker._ok(self)

    def _say(self) -> Step:
        ordinary = self.waiting.default
        assert ordinary is not None, "an ordinary card goes without saying"
        built = (Answer("tower", self.style), Answer("floors", self.floors))
        doubt = self.waiting.objection(ordinary)
        if doubt is not None:
            return Doubt(answers=(ordinary, *built), objection=doubt, below=self)
        return Answered((ordinary, *built))
