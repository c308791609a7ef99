"""Whole pages with their navigation, and the pairing form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from companion.outlets.pages.frame import draw_named, frame_page
from companion.outlets.web.seat_names import name_seat
from companion.text.words import Words
from companion.ui import reading
from companion.ui.markup import Markup, element, join_markup


class SitePage(StrEnum):
    """A page of the navigation, by its path."""

    TABLE = "/"
    TV = "/tv"
    GAMES = "/games"
    PLAYERS = "/players"
    ELSEWHERE = ""


NAVIGATION: Mapping[str, str] = {
    SitePage.TABLE: "web.table",
    SitePage.TV: "web.tv",
    SitePage.GAMES: "web.games",
    SitePage.PLAYERS: "web.players",
}


def build_page(
    words: Words,
    title: str,
    main: Markup,
    here: SitePage = SitePage.ELSEWHERE,
    *,
    events: str | None = None,
    again: str = "",
    reply: str = "",
    phone: Markup | None = None,
) -> Markup:
    """Build a page round its ``main``; ``events`` is where its changes come from.

    ``again`` is its path, which a browser without JavaScript asks for again and again,
    ``reply`` is what the box said to a form that was sent without JavaScript, ``phone`` what
    stands above about the phone itself.
    """
    return frame_page(
        words,
        title,
        join_markup([phone or Markup(), main]),
        NAVIGATION,
        here,
        events=events,
        again=again,
        reply=reply,
        hold=f"{1000 * reading.READING_TIME:.0f} {1000 * reading.SEEING_TIME:.0f}",
        soon=words.say("web.too-soon"),
        sheets=["tv.css"] if here is SitePage.TV else (),
    )


def draw_phone(words: Words, name: str) -> Markup:
    """Draw whose phone it is, and what belongs to this phone alone; nothing for nobody's."""
    if not name:
        return element("aside", id="phone", class_="phone", hidden=True)
    signals = [
        element("label", element("input", type="checkbox", name=each), words.say(f"web.{each}"))
        for each in ("sound", "vibration")
    ]
    button = element("button", words.say("web.leave"), class_="quiet")
    whose = words.say("web.phone-of", player=name_seat(name, words))
    form = element("form", button, method="post", action="/leave")
    details = element("details", element("summary", whose), *signals, form)
    return element("aside", details, id="phone", class_="phone", aria_label=whose)


def draw_pairing(
    words: Words, code: str, players: Iterable[Mapping[str, Any]], reply: str = ""
) -> Markup:
    """Draw the form that pairs a phone; without a ``code`` it asks for it."""
    form = element(
        "form",
        _draw_code(words, code),
        _draw_names(words, list(players)),
        element("button", words.say("web.pair.send"), class_="option"),
        method="post",
        action="/pair",
        data_waiting=words.say("web.pair.wait"),
    )
    said = [element("p", reply, class_="notice")] if reply else []
    return element(
        "main", element("h1", words.say("web.pair")), *said, form, id="main", class_="narrow"
    )


def _draw_code(words: Words, code: str) -> Markup:
    if code:
        return element("input", type="hidden", name="code", value=code)
    return element(
        "label",
        words.say("web.pair.code"),
        element(
            "input",
            name="code",
            required=True,
            maxlength=8,
            autocomplete="off",
            autocapitalize="characters",
            spellcheck="false",
        ),
    )


def _draw_names(words: Words, players: Sequence[Mapping[str, Any]]) -> Markup:
    other = element("input", name="other", maxlength=12, autocomplete="off")
    if not players:
        return element("label", words.say("web.pair.name"), other)
    radios = [
        _draw_choice(draw_named(player), str(player["name"]), at == 0)
        for at, player in enumerate(players)
    ]
    radios.append(_draw_choice(words.say("web.pair.other"), "", False))
    return element(
        "fieldset",
        element("legend", words.say("web.pair.who")),
        *radios,
        element("label", words.say("web.pair.name"), other, class_="other-name"),
    )


def _draw_choice(text: str, value: str, chosen: bool) -> Markup:
    radio = element("input", type="radio", name="name", value=value, checked=chosen)
    return element("label", radio, text, class_="choice")
