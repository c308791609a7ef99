"""CSV that opens rightly in a spreadsheet, and is harmless there."""

import re
from collections.abc import Iterable

CsvRow = list[str | int]
MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet"
    "|août|septembre|octobre|novembre|décembre|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio"
    "|agosto|settembre|ottobre|dicembre|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mrz|okt|dez"
    "|janv|févr|avr|juil|déc|gen|mag|giu|lug|ago|set|ott|dic"
)
COMPUTED = re.compile(
    r"\s*[=+@\-\uff1d\uff0b\uff20\uff0d].*"  # also the wide ones of Japanese
    rf"|(?!')(?=.*\d)[\W\d_]*((?<=[\d.])[et](?=[-+\d])|[ap]m|{MONTHS})?[\W\d_]*"
    r"|#.*[!?/].*|true|false|wahr|falsch|vrai|faux|vero|falso",
    re.IGNORECASE | re.DOTALL,
)
"""A text of which a spreadsheet makes a formula, a number, a date or a truth: of 007 seven, and of
Jan 2 a day in January."""
SEPARATING = re.compile(r'[",;\t\r\n]')
"""What may separate cells: LibreOffice takes a semicolon for a comma, unless told otherwise."""


def keep_text(text: str) -> str:
    """A text that stays the same in a spreadsheet, but for an apostrophe before it."""
    return f"'{text}" if COMPUTED.fullmatch(text) else text


def write_csv(rows: Iterable[CsvRow]) -> str:
    """Write a line for each row; what people have written needs `keep_text` before."""
    return "".join(f"{','.join(map(_write_cell, row))}\n" for row in rows)


def _write_cell(cell: str | int) -> str:
    text = str(cell)
    return '"{}"'.format(text.replace('"', '""')) if SEPARATING.search(text) else text
