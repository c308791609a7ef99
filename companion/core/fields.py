"""The fields of a table, each declared once: how a record corrects it, and what its editor offers.

A field is about the table, or about each player or place. A record's `correct KEY NAME:VALUE` is
parsed, judged and applied by it; the table check makes its row and its editor from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple

from companion.core.conversation import (
    CARDS_UNKNOWN,
    CORRECTION_KEY,
    Answer,
    CommonReason,
    Objection,
    build_objection,
)
from companion.core.corrections import (
    NONE,
    CorrectionReason,
    InvalidCorrection,
    find_seat,
    parse_number,
    refuse,
    require_choice,
)

KNOWN, TRACKED, LIGHT = "known", "tracked", "light"
"""The values of `COUNTED_CARDS` and `TRACKING`. No record corrects anything to the first two, which
say that nothing has changed."""

FieldOwner = Any
"""What a field is about: the table itself, a player, a place."""


@dataclass(frozen=True, slots=True)
class FieldSubject:
    """What fields are about: the record names one of them before the colon."""

    list_names: Callable[[Any], Sequence[str]]
    """(table) → the names, in the order of their pages."""
    find: Callable[[Any, str], FieldOwner]
    """(table, name) → what has that name; raises `InvalidCorrection`."""
    _: KW_ONLY
    title: str = ""
    """The title of the page of each; `{about}` stands for its name. Without one, its name."""
    form: str = ""
    """How the record writes any field of it, told in place of the field's own form."""
    board: str = ""
    """The title of the board that they are the places of; "" where each has a page of its own."""
    columns: int = 1
    """The columns of that board."""
    find_closed: Callable[[str], Objection | None] = lambda _name: None
    """(name) → why nothing can be corrected there."""


def _find_player(table: Any, name: str) -> Any:
    return table.players[find_seat(table.players, name)]


def list_player_names(table: Any) -> list[str]:
    """The players, clockwise from the starting player."""
    return [player.name for player in table.players]


TABLE = FieldSubject(lambda _table: ("",), lambda table, _name: table, title="table")
PLAYERS = FieldSubject(list_player_names, _find_player)


@dataclass(frozen=True, slots=True)
class TableField:
    """A field: what is corrected by its key, how it is read from the table and put there."""

    key: str
    """The record's word after `correct`."""
    of: FieldSubject = TABLE
    _: KW_ONLY
    form: str = ""
    """How the record writes it, told where it was written otherwise."""
    page: str = ""
    """The title of a page of several fields, whomever they are about; else the page of each."""
    label: str = ""
    """Its words are `field.LABEL`; without a label `field.KEY`."""
    read: Callable[[Any, FieldOwner], Any] | None = None
    """(table, owner) → what is believed; without it the attribute called ``key``."""
    find_instead: Callable[[Any, FieldOwner], str] = lambda _table, _owner: ""
    """(table, owner) → the word that stands in place of what is not known."""
    parse: Callable[[Any, FieldOwner, str], Any] | None = None
    """(table, owner, word) → the value, where it isn't parsed as usual."""
    put: Callable[[Any, FieldOwner, Any], None] | None = None
    """Set the value, or raise `InvalidCorrection`; without it the attribute called ``key``."""
    is_offered: Callable[[Any, FieldOwner], bool] = lambda _table, _owner: True
    """Whether the table check has a row for it now."""
    has_row_only: bool = False
    """Whether the record's word is that of another field, or of `CARDS_UNKNOWN`."""

    @property
    def written(self) -> str:
        """How the record writes it."""
        return self.form or ("VALUE" if self.of is TABLE else "NAME:VALUE")

    def correct(self, table: Any, word: str) -> None:
        """Apply the value of a record; raises `InvalidCorrection`, and nothing has changed."""
        name, colon, rest = ("", ":", word) if self.of is TABLE else word.partition(":")
        is_last_colon = self.form.count(":") == 1 and not self.of.form
        if not colon or (is_last_colon and ":" in rest):
            raise InvalidCorrection(CorrectionReason.FORM, form=self.of.form or self.written)
        owner = self.of.find(table, name)
        value = (self.parse or self.parse_value)(table, owner, rest)
        if self.put is None:
            setattr(owner, self.key, value)
        else:
            self.put(table, owner, value)

    def read_value(self, table: Any, owner: FieldOwner) -> Any:
        """What is believed."""
        return getattr(owner, self.key) if self.read is None else self.read(table, owner)

    def describe(self, table: Any, owner: FieldOwner) -> str:
        """What is believed, as the record writes it."""
        return self.find_instead(table, owner) or self.write(self.read_value(table, owner))

    def parse_value(self, table: Any, owner: FieldOwner, word: str) -> Any:
        """Parse what the record writes; raises `InvalidCorrection`."""
        raise NotImplementedError(table, owner, word)

    def write(self, value: Any) -> str:
        """Write a value as the record does."""
        return str(value)


def apply_correction(
    table: Any, fields: Sequence[TableField], answer: Answer, *, started: bool
) -> Objection | None:
    """Apply a correction; return the objection where it is refused and nothing has changed."""
    known = {each.key: each for each in fields if not each.has_row_only}
    field = known.get(answer.key.removeprefix(CORRECTION_KEY))
    if field is None:
        reason = CommonReason.UNKNOWN_CORRECTION
        return build_objection(reason, known=(*known, "cards unknown"))
    if not started:
        return build_objection(CorrectionReason.SETUP_FIRST)
    try:
        field.correct(table, answer.word)
    except InvalidCorrection as no:
        return no.objection
    return None


# Numbers and words -------------------------------------------------------------------------------


class FormPart(NamedTuple):
    """One value of a form: the numbers or words it may be; its label's words are `part.LABEL`."""

    choices: range | tuple[str, ...]
    label: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The choices as the record writes them."""
        return tuple(map(str, self.choices))

    def including(self, value: int | str) -> FormPart:
        """The part with a value that is none of its choices: a number beyond its bounds."""
        if isinstance(value, str) or isinstance(self.choices, tuple):
            known = str(value) in self.words
            return self if known else self._replace(choices=(str(value), *self.words))
        least, most = min(self.choices.start, value), max(self.choices.stop, value + 1)
        return self._replace(choices=range(least, most))


Bounds = Callable[[FieldOwner, int, range], Objection]
"""(owner, number, the numbers there may be) → why it is none of them."""


def _refuse_number(_owner: FieldOwner, _number: int, among: range) -> Objection:
    return build_objection(CorrectionReason.NUMBER_BOUNDS, fewest=among[0], most=among[-1])


def no_more(reason: str) -> Bounds:
    """Refuse a number by this reason, which says the most there may be."""
    return lambda _owner, _number, among: build_objection(reason, most=among[-1])


@dataclass(frozen=True, slots=True)
class FormField(TableField):
    """One value or several, each a number between two others or one of some words."""

    _: KW_ONLY
    list_parts: Callable[[Any, FieldOwner], Sequence[FormPart]]
    separator: str = ","
    refuse: Bounds | None = _refuse_number
    """Why a number is refused; None where the bounds are the editor's alone and ``put`` judges."""
    is_list: bool = False
    """Whether the parts are a list of numbers, however few, each parsed before they are counted."""

    def parse_value(self, table: Any, owner: FieldOwner, word: str) -> Any:
        """Parse a value, or a list of several."""
        parts = self.list_parts(table, owner)
        is_single = len(parts) == 1 and not self.is_list
        words = [word] if is_single else word.split(self.separator)
        form = self.separator.join([self.written] * len(parts)) if self.is_list else self.written
        if self.is_list:
            words = [str(parse_number(each, form)) for each in words]
        if len(words) != len(parts):
            raise InvalidCorrection(CommonReason.LIST_LENGTH, items=len(parts))
        values = [self._parse_part(owner, *each) for each in zip(parts, words, strict=True)]
        return values[0] if is_single else values

    def _parse_part(self, owner: FieldOwner, part: FormPart, word: str) -> int | str:
        among = part.choices
        if isinstance(among, tuple):
            require_choice(word, among)
            return word
        sign, digits = ("-", word[1:]) if among.start < 0 and word[:1] == "-" else ("", word)
        number = int(f"{sign}{parse_number(digits, self.written)}")
        if number not in among and self.refuse is not None:
            refuse(self.refuse(owner, number, among))
        return number

    def write(self, value: Any) -> str:
        """Write one value or several."""
        return self.separator.join(map(str, self.list_values(value)))

    def list_values(self, value: Any) -> Sequence[int | str]:
        """The values of the parts; a single one may stand for itself."""
        return (value,) if isinstance(value, (int, str)) else tuple(value)


def number_field(
    key: str,
    among: Callable[[Any, FieldOwner], range] | range,
    of: FieldSubject = TABLE,
    **more: Any,
) -> FormField:
    """Declare a number between two others."""

    def list_parts(table: Any, owner: FieldOwner) -> tuple[FormPart]:
        return (FormPart(among if isinstance(among, range) else among(table, owner)),)

    return FormField(key, of, list_parts=list_parts, **more)


def choice_field(
    key: str,
    choices: Callable[[Any], Sequence[str]] | tuple[str, ...],
    of: FieldSubject = TABLE,
    **more: Any,
) -> FormField:
    """Declare one of some words."""

    def list_parts(table: Any, _owner: FieldOwner) -> tuple[FormPart]:
        return (FormPart(choices if isinstance(choices, tuple) else tuple(choices(table))),)

    return FormField(key, of, list_parts=list_parts, **more)


def _give_turn(table: Any, _owner: FieldOwner, seat: int) -> None:
    table.seat = seat


def seat_field(
    key: str,
    put: Callable[[Any, FieldOwner, Any], None] | None = _give_turn,
    of: FieldSubject = TABLE,
    *,
    read: Callable[[Any, FieldOwner], int | None] = lambda table, _owner: int(table.seat),
    may_be_none: bool = False,
    **more: Any,
) -> FormField:
    """Declare one of the players, whom the table knows by seat: whose turn it is, for one."""

    def read_name(table: Any, owner: FieldOwner) -> str:
        seat = read(table, owner)
        return NONE if seat is None else str(table.players[seat].name)

    def parse(table: Any, _owner: FieldOwner, word: str) -> int | None:
        return None if may_be_none and word == NONE else find_seat(table.players, word)

    def list_choices(table: Any) -> list[str]:
        return [NONE] * may_be_none + list_player_names(table)

    return choice_field(key, list_choices, of, read=read_name, parse=parse, put=put, **more)


# Places -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceField(TableField):
    """One of the places of a board, chosen on its picture, or none of them."""

    _: KW_ONLY
    words: tuple[str, ...]
    """What the record writes for each place, row by row."""
    columns: int

    def parse_value(self, table: Any, owner: FieldOwner, word: str) -> str:  # noqa: ARG002  as of every field
        """Parse the word of a place."""
        require_choice(word, (NONE, *self.words))
        return word


# Cards --------------------------------------------------------------------------------------------


def _is_tracked(table: Any, _owner: FieldOwner) -> bool:
    return not table.light


COUNTED_CARDS = choice_field(
    "cards",
    (CARDS_UNKNOWN.word,),
    page="cards",
    read=lambda table, _: KNOWN if table.knows_hands else CARDS_UNKNOWN.word,
    is_offered=_is_tracked,
    has_row_only=True,
)
"""Whether what counting the cards proves still holds."""
TRACKING = choice_field(
    "tracking",
    (LIGHT,),
    page="cards",
    read=lambda _table, _: TRACKED,
    put=lambda table, _, __: table.track_lightly(),
    is_offered=_is_tracked,
)
"""Full tracking, which can be given up for light play."""
