"""Sentences about a number of things: one form for one of them, another for many."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Plural(NamedTuple):
    """A sentence in the forms of its language, chosen by the value named ``by``."""

    by: str
    one: str
    many: str
    none: str = ""
    """The form for 0; the one for many where this is empty."""

    def form_for(self, values: Mapping[str, object]) -> str:
        """The form for these values; a number below zero counts by its amount."""
        number = abs(int(str(values[self.by])))
        if number == 0:
            return self.none or self.many
        return self.one if number == 1 else self.many

    def translated(self, ngettext: Callable[[str, str, int], str]) -> "Plural":
        """The same sentence in the forms that ``ngettext`` gives for 0, 1 and 2."""
        none, one, many = (ngettext(self.one, self.many, number) for number in (0, 1, 2))
        return Plural(self.by, one, many, none)


Sentence = str | Plural
