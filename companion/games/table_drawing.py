"""What the phone page's tables of all games share: players' marks, pixel signs, lists of facts.

A player has a colour, the pattern that this colour has on the box, and an initial.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.palette import PALETTE, UNKNOWN, Colour
from companion.games.svg_pieces import INK, draw_disc, draw_pattern, fill_of, shorten_names
from companion.text import Words
from companion.ui.markup import Markup, element, join_markup

OUTLINE: Mapping[str, str | int] = {"stroke": INK, "stroke_width": 2}
"""Around pieces, whose colour may be that of the background."""


class PlayerMark(NamedTuple):
    """How a player's pieces are drawn."""

    fill: str
    """A paint of SVG: the colour with its pattern."""
    paint: str
    """The colour alone."""
    initial: str
    """The first letters of the name, as many as tell the players apart."""


def mark_players(prefix: str, players: Sequence[Mapping[str, Any]]) -> dict[str, PlayerMark]:
    """The marks by the players' names; ``prefix`` begins the patterns' ids."""
    short = shorten_names([player["name"] for player in players])
    return {
        player["name"]: PlayerMark(
            f"url(#{prefix}-stone-{seat})",
            fill_of(player["colour"] or "", _colour_of(player)),
            short[seat],
        )
        for seat, player in enumerate(players)
    }


def _colour_of(player: Mapping[str, Any]) -> Colour:
    return PALETTE.get(player["colour"] or "", UNKNOWN)


def define_patterns(prefix: str, players: Sequence[Mapping[str, Any]]) -> Markup:
    """The patterns that the marks' fills name, in a drawing that shows nothing."""
    patterns = [
        draw_pattern(f"{prefix}-stone-{seat}", player["colour"] or "", _colour_of(player))
        for seat, player in enumerate(players)
    ]
    return element("svg", element("defs", *patterns), width=0, height=0, aria_hidden="true")


def draw_player_disc(mark: PlayerMark) -> Markup:
    """A player's disc beside the name, its pattern at the rim."""
    rim = element("circle", cx=16, cy=16, r=15, fill=mark.fill, stroke=INK)
    return draw_picture(32, 32, rim, draw_disc(16, 16, 12, mark.paint, mark.initial), class_="disc")


def draw_picture(width: float, height: float, *parts: str, class_: str = "") -> Markup:
    """A drawing that a screen reader skips: what it shows stands beside it in words."""
    size = {"width": width, "height": height} if class_ else {"width": "100%"}
    return element(
        "svg",
        *parts,
        viewBox=f"0 0 {width:g} {height:g}",
        **size,
        class_=class_ or None,
        aria_hidden="true",
        focusable="false",
    )


def draw_rows(x: float, y: float, pixel: float, rows: Sequence[str], ink: str = INK) -> Markup:
    """A sign of pixels, as the box draws it; its left upper corner is at ``x`` and ``y``."""
    runs = []
    for down, row in enumerate(rows):
        start = 0
        for lit in row.split("."):
            if lit:
                left, top = x + start * pixel, y + down * pixel
                runs.append(
                    f"M{left:g} {top:g}h{len(lit) * pixel:g}v{pixel:g}h-{len(lit) * pixel:g}z"
                )
            start += len(lit) + 1
    return element("path", d="".join(runs), fill=ink)


def draw_sign(rows: Sequence[str]) -> Markup:
    """A sign of pixels beside a word."""
    return draw_picture(
        24, 24, draw_rows(1, 1, 22 / max(len(rows), len(rows[0])), rows), class_="disc"
    )


def list_facts(words: Words, facts: Iterable[tuple[str, object]]) -> Markup:
    """A list of facts, each a word's key and what is so."""
    rows = (words.say("list.of", what=words.say(key), said=said) for key, said in facts)
    return list_items(rows)


def list_items(items: Iterable[str], **attributes: str) -> Markup:
    """A list; empty markup for no items."""
    rows = [element("li", item) for item in items]
    return element("ul", *rows, **attributes) if rows else Markup("")


def draw_player(mark: PlayerMark, name: str, colour: str, *parts: str) -> Markup:
    """A player's card: the disc, the name and the colour as its heading, and what is known."""
    named = element("span", colour, class_="muted")
    heading = element("h4", draw_player_disc(mark), " ", name, " ", named)
    return element("article", heading, *parts, class_="card")


def draw_section(heading: str, *parts: str) -> Markup:
    """A part of the table under its heading."""
    return element("section", element("h3", heading), join_markup(parts), class_="laid-out")
