"""Sentences about a number of things: one form for one of them, another for many."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

PluralRule = Callable[[int], int]
"""Which form of a sentence is for a number, as gettext counts them."""


def choose_english(number: int) -> int:
    """The first form for 1, the second for any other number."""
    return int(number != 1)


class Plural(NamedTuple):
    """A sentence in the forms of its language, chosen by the value named ``by``."""

    by: str
    one: str
    many: str
    others: tuple[str, ...] = ()
    """The forms of a language that has more than two."""
    choose: PluralRule = choose_english

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.one, self.many, *self.others)

    def form_for(self, values: Mapping[str, object]) -> str:
        """The form for these values; a number below zero counts by its amount.

        The rule of a language may name a form that its sentence does not have: then the last.
        Raises ValueError where the value is no number.
        """
        value = str(values[self.by])
        try:
            form = self.choose(abs(int(value)))
        except ValueError:
            raise ValueError(f"{{{self.by}}} is no number here, but {value!r}") from None
        return self.forms[min(form, len(self.forms) - 1)]


Sentence = str | Plural
