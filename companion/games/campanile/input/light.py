"""Light play's one picture for what comes next: a tower and its floors, or a scoring card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.conversation import Answer, Grade, Objection, Question
from companion.core.interfaces import Press
from companion.games.campanile.input.likely import weigh_next
from companion.games.campanile.input.towers import TowerPicker, map_panel_keys, start_floors
from companion.games.campanile.rules.table import TOWERS
from companion.games.campanile.rules.table2009 import Campanile2009Table
from companion.ui.input.context import InputContext
from companion.ui.input.entry import Answered, Doubt, PanelAnswers, Step, attempt
from companion.ui.input.hints import Hints
from companion.ui.input.likely import start_in_ring, uniform


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPicker(TowerPicker):
    """The next tower and its floors in one stroke, or the scoring card that has come instead.

    The scoring cards follow the towers in the ring, beside the pile. ``question`` has the options
    of both; a tower also answers ``card_question``, with its default: an ordinary card.
    """

    card_question: Question
    cards: tuple[Answer, ...] = ()
    """The scoring cards that may have come, as they follow the last tower."""

    @property
    def card(self) -> Answer | None:
        at = self.at - len(self.towers)
        return self.cards[at] if at >= 0 else None

    @property
    def place_count(self) -> int:
        return len(self.towers) + len(self.cards)

    def by_button(self, press: Press) -> Step:
        """Move along towers and cards; a card has no floors, UP and DOWN lead back to a tower."""
        if self.card is not None and press in (Press.UP, Press.DOWN):
            return replace(self, at=len(self.towers) // 2)
        step = TowerPicker.by_button(self, press)
        if isinstance(step, NextPicker) and step.card is not None:
            return replace(step, choosing_floors=False, floors_given=False)
        return step

    def confirm(self) -> Step:
        if self.card is not None:
            return attempt(self, self.card_question, self.card)
        return TowerPicker.confirm(self)

    def take_answer(self, question: Question, answer: Answer) -> Step:
        """A card, or a tower, whose floors are asked for after it."""
        if answer.key == self.card_question.key:
            return attempt(self, self.card_question, answer)
        objection = question.judge(answer)
        return self.refuse(objection) if objection is not None else self._follow(answer)

    def _answer(self) -> Step:
        return self._follow(Answer("tower", self.style), Answer("floors", self.floors))

    def _follow(self, *answers: Answer) -> Step:
        """Answer that the card was an ordinary one, and then these."""
        ordinary = self.card_question.default
        assert ordinary is not None, "the record omits an ordinary card"
        doubt = self.card_question.find_objection(ordinary)
        if doubt is not None:
            return Doubt(answers=(ordinary, *answers), objection=doubt, below=self)
        return Answered((ordinary, *answers))


def ask_next(
    card_question: Question,
    table: Campanile2009Table,
    context: InputContext,
    previous: Sequence[Answer],
) -> NextPicker:
    """Ask for the next tower, or for the scoring card that the last turn has turned up.

    The cards are drawn beside the pile, Intermezzo nearer the towers.
    """
    towers = table.row_from_left(context.mirrored)
    cards = tuple(
        option
        for option in card_question.options
        if option != card_question.default and not _is_forbidden(card_question.judge(option))
    )
    cards = cards if context.mirrored else cards[::-1]

    def object_to(answer: Answer) -> Objection | None:
        if answer.key == card_question.key:
            return card_question.judge(answer)
        return table.object_to_tower(answer)

    both = Question("tower", card_question.seat, (*TOWERS, *cards), object_to)
    chances = uniform(both) if context.hints is Hints.NONE else weigh_next(both, table)
    by_word = {answer.word: chance for answer, chance in chances.items()}
    places = (*towers, *(card.word for card in cards))
    start = start_in_ring([by_word[place] for place in places], len(towers) // 2, len(towers))
    by_key = {answer.key: answer.word for answer in previous}
    given = by_key.get("tower", by_key.get("show"))
    return NextPicker(
        question=both,
        towers=towers,
        axes=context.axes,
        at=places.index(given) if given in places else start,
        floors=start_floors(table, previous),
        card_question=card_question,
        cards=cards,
        keys=PanelAnswers(both, map_panel_keys(both, table, context)),
    )


def _is_forbidden(objection: Objection | None) -> bool:
    return objection is not None and objection.grade is Grade.RULE
