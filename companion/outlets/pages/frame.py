"""What stands round the content of every page, in the language that the browser asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.languages import LANGUAGES
from companion.text.words import Words
from companion.ui.markup import Markup, element, join_markup


def read_language(accepted: str) -> str:
    """The language that an ``Accept-Language`` prefers, of those there are; "" for none."""
    best, found = 0.0, ""
    for part in accepted[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        language, quality = name.partition("-")[0].lower(), _read_quality(weight)
        if language in LANGUAGES and quality > best:
            best, found = quality, language
    return found


def _read_quality(weight: str) -> float:
    return float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else float(not weight)


SHEET = Path(__file__).parent / "static" / "page.css"
COLOURS = frozenset(re.findall(r"^\.(\w+) { --paint:", SHEET.read_text("utf-8"), re.MULTILINE))
"""The colours that the sheet paints."""
BAR = 2
"""The height of a bar of points, in hundredths of its width."""


def draw_dot(colour: str) -> Markup:
    """A disc in a player's or a piece's colour; nothing where it is no colour."""
    return element("span", class_=f"dot {colour}") if colour in COLOURS else Markup()


def draw_named(player: Mapping[str, Any]) -> Markup:
    """A name beside its disc."""
    return element("span", draw_dot(player["colour"]), player["name"], class_="named")


def draw_bar(share: float, colour: str) -> Markup:
    """A bar as long as its share, in a colour of the sheet or the accent."""
    size = {"x": 0, "y": 0, "height": BAR, "rx": BAR / 2}
    return element(
        "svg",
        element("rect", **size, width=100, class_="all"),
        element("rect", **size, width=f"{100 * share:.1f}", class_=colour or None),
        viewBox=f"0 0 100 {BAR}",
        class_="bar",
        aria_hidden="true",
    )


ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Cpath fill='%23b4532a' d='M8 0l4 4v12H4V4z'/%3E"
    "%3Cpath fill='%23fff' d='M7 6h2v3H7z'/%3E%3C/svg%3E"
)
"""A tower; a page without an icon makes every browser ask for one."""
REFRESH = 30
"""Seconds after which a page with changes is asked for again where no script follows them."""
DOCTYPE = Markup("<!DOCTYPE html>\n")


def frame_page(
    words: Words,
    title: str,
    main: Markup,
    navigation: Mapping[str, str],
    here: str,
    *,
    events: str | None = None,
    again: str = "",
    reply: str = "",
    hold: str | None = None,
    soon: str | None = None,
    class_: str | None = None,
    sheets: Sequence[str] = (),
) -> Markup:
    """Build a page round its ``main``.

    ``navigation`` has the key of each page's name by its path. ``events`` is where changes come
    from, ``again`` the page's own path, which a browser without JavaScript asks for again and
    again, ``reply`` what was said to a form that was sent without JavaScript, ``hold`` for how many
    milliseconds after a new question no press counts: one aimed anew, and one where the finger
    lay; ``soon`` is what such a press is told. ``sheets`` are files beside ``page.css``.
    """
    body = element(
        "body",
        element("a", words.say("web.skip"), class_="skip", href="#main"),
        _draw_navigation(words, navigation, here),
        main,
        _draw_status(reply),
        data_events=events,
        data_hold=hold,
        data_soon=soon,
        data_lost=words.say("web.lost"),
        data_fault=words.say("web.error"),
        class_=class_,
    )
    head = _build_head(title, ["page.css", *sheets], again)
    return join_markup([DOCTYPE, element("html", head, body, lang=words.language)])


def _build_head(title: str, sheets: Sequence[str], again: str) -> Markup:
    refresh = element("meta", http_equiv="refresh", content=f"{REFRESH};url={again}")
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href=ICON),
        *(element("link", rel="stylesheet", href=f"/static/{sheet}") for sheet in sheets),
        element("script", src="/static/page.js", type="module"),
        *([element("noscript", refresh)] if again else []),
    )


def _draw_navigation(words: Words, navigation: Mapping[str, str], here: str) -> Markup:
    links = (
        element(
            "li",
            element("a", words.say(key), href=path, aria_current="page" if path == here else None),
        )
        for path, key in navigation.items()
    )
    return element("nav", element("ul", *links), aria_label=words.say("web.navigation"))


def _draw_status(reply: str) -> Markup:
    """Draw the one live region: a reply for everybody, and what only screen readers need."""
    return element(
        "div",
        element("p", reply, id="reply"),
        element("p", id="announcement", class_="for-screen-readers"),
        id="status",
        role="status",
        aria_live="polite",
    )


def draw_error(words: Words, sentence: str) -> Markup:
    """Draw the content of a page that says what did not work."""
    return element(
        "main",
        element("h1", words.say("web.error")),
        element("p", sentence),
        element("p", element("a", words.say("web.home"), class_="button", href="/")),
        id="main",
        class_="narrow",
    )
