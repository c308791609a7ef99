"""The table check: pages of what the companion believes, confirmed or corrected one by one.

The pages are data, `CheckPage`, made of the game's fields. The rows are the editors of
`row_editors`, whose answers are corrections of the record. A page with places is a board, on
which the place is chosen that is corrected, with the `GridCursor` of `grid`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from companion.core.conversation import CORRECTION_KEY, Answer, Objection
from companion.core.interfaces import Press
from companion.ui.input.entry import Answered, Entry, Exit, Step, TableCheckEntry, along
from companion.ui.input.grid import NO_PLACE, GridCursor


class CheckPage(NamedTuple):
    """A page: its rows, or the places of a board, row by row, each with a page of its own."""

    title: str
    """Its words are `table_check.TITLE`; without a title ``about`` stands there."""
    about: str = ""
    """The tower, player or field that the page is about, as the record names it."""
    rows: tuple[FieldEditor, ...] = ()
    places: tuple[CheckPage, ...] = ()
    columns: int = 1
    refusal: Objection | None = None
    """Why nothing can be corrected at this place."""


CheckPageMaker = Callable[[Any], tuple[CheckPage, ...]]
"""(table) → the pages of its table check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCheck(TableCheckEntry):
    """The pages one by one. OK confirms a page or opens the row pointed at, BACK goes back."""

    make_pages: CheckPageMaker
    pages: tuple[CheckPage, ...] = field(hash=False, repr=False)
    below: Entry
    """The entry that was open before."""
    axes: int
    page_at: int = 0
    place: int | None = None
    """The place of the board whose page this is; None for a page of its own."""
    at: int = 0
    """0: the page is right; from 1: one of its rows."""
    changed: bool = False
    """Whether anything has been corrected."""

    @property
    def page(self) -> CheckPage:
        page = self.pages[self.page_at]
        return page if self.place is None else page.places[self.place]

    def move(self, press: Press) -> Step:
        return replace(self, at=(self.at + along(press)) % (len(self.page.rows) + 1))

    def confirm(self) -> Step:
        if self.at:
            return replace(self.page.rows[self.at - 1], below=self).start()
        if self.place is not None:
            return self._return_to_board()
        return self._confirm_page()

    def go_back(self) -> Step:
        if self.place is not None:
            return self._return_to_board()
        return self.turn_to(self.page_at - 1) if self.page_at else Exit.BACK

    def renew(self, table: Any) -> TableCheck:
        pages = self.make_pages(table)
        renewed = replace(self, pages=pages, changed=True)
        return replace(renewed, at=min(self.at, len(renewed.page.rows)))

    def unchanged_below(self) -> Entry | None:
        return None if self.changed else self.below

    def _confirm_page(self) -> Step:
        return Exit.DONE if self.page_at + 1 == len(self.pages) else self.turn_to(self.page_at + 1)

    def turn_to(self, page_at: int) -> TableCheck:
        """The page of that number."""
        kind = BoardCheck if self.pages[page_at].places else TableCheck
        return self._show(kind, page_at=page_at, at=0)

    def _return_to_board(self) -> TableCheck:
        cursor = GridCursor(self.place, in_row=True)
        return self._show(BoardCheck, place=None, at=0, cursor=cursor)

    def _show(self, kind: type[TableCheck], **changes: Any) -> TableCheck:
        """The page with these changes, as an entry of that kind."""
        same = {each.name: getattr(self, each.name) for each in fields(TableCheck)}
        return kind(**{**same, **changes})


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCheck(TableCheck):
    """A page that is a board. OK confirms it, or opens the page of the place pointed at."""

    cursor: GridCursor = NO_PLACE

    def move(self, press: Press) -> Step:
        page = self.page
        return replace(self, cursor=self.cursor.move(press, len(page.places), page.columns))

    def confirm(self) -> Step:
        place = self.cursor.place
        if place is None:
            return self._confirm_page()
        if not self.cursor.in_row:
            return replace(self, cursor=self.cursor.enter_row())
        refusal = self.page.places[place].refusal
        return self.refuse(refusal) if refusal else self._show(TableCheck, place=place, at=1)

    def go_back(self) -> Step:
        if self.cursor.place is None:
            return TableCheck.go_back(self)
        return replace(self, cursor=self.cursor.back(self.axes))


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldEditor(TableCheckEntry):
    """A row of a page, and its editor once it is opened. OK corrects, BACK leaves it as it is."""

    key: str
    """What is corrected: the record's word after `correct`."""
    label: str = ""
    """Its words are `field.LABEL`; without a label `field.KEY`."""
    about: str = ""
    """The tower, player or field that the record names before the value; "" for none."""
    present: str
    """What is believed now, as the record writes it."""
    below: TableCheck | None = field(default=None, repr=False)
    """The page, once the editor is open."""

    @property
    def page(self) -> TableCheck:
        assert self.below is not None, "only a page opens it"
        return self.below

    @property
    def word(self) -> str:
        """The value as OK would correct it, as the record writes it."""
        raise NotImplementedError

    def start(self) -> FieldEditor:
        """The editor with its cursor where it begins, on its page."""
        return self

    def renew(self, table: Any) -> TableCheck:
        return self.page.renew(table)

    def go_back(self) -> Step:
        return self.page

    def _correct(self) -> Step:
        """The correction; the page where nothing is different."""
        if self.word == self.present:
            return self.page
        word = f"{self.about}:{self.word}" if self.about else self.word
        return Answered((Answer(f"{CORRECTION_KEY}{self.key}", word),))
