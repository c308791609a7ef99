"""The options and forms of what is open: what a paired phone may press."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, takewhile
from operator import itemgetter
from typing import NamedTuple

from companion.outlets.pages.frame import draw_dot
from companion.outlets.web.people import State
from companion.outlets.web.seat_names import name_seat
from companion.text.words import Words
from companion.ui.markup import Markup, element

MANY = 16
"""Of more options each stands small, and each reason once below them."""
MOST_REASONS = 4
"""More reasons are not listed: a press on an option tells its own."""
LONG_ROW = 8
"""Of more than ``MANY`` options, rows of this length are folded away."""
MOST_PLACES = 8
"""Options that are places of the table stand in its order, each always at its own spot."""
MANY_NUMBERS = 40
"""More numbers than that have no buttons: one is written into a field."""
SHORT = 3
"""So many letters have numbers and fields, which stand many in a row."""
LAYOUTS = {7: "small", 11: "medium"}
"""The class of a row of options of so many letters at most; a disc counts as ``DISC``."""
DISC = 2
FEW_LONG = 2
"""So many longer options among short ones get a row of their own."""


def _place(
    options: Sequence[State], row: Sequence[str]
) -> tuple[Sequence[tuple[int, State]], Sequence[State]]:
    """The options that are places of the row, each with its spot from 1 on, and the others."""
    if len(row) > MOST_PLACES:
        return [], options
    values = {each["value"]: each for each in options}
    placed = [(spot, values[key]) for spot, key in enumerate(row, 1) if key in values]
    return placed, [each for each in options if each["value"] not in row]


def draw_plain_options(opened: State, row: Sequence[str]) -> Iterable[Markup]:
    """What may be answered, for somebody who only watches."""
    placed, others = _place(opened["options"], row)
    options = [*(option for _spot, option in placed), *others]
    possible = [option for option in options if not _is_refused(option)]
    if not possible or len(possible) > MANY:
        return []
    items = (element("li", _draw_disc(option), option["text"]) for option in possible)
    return [element("ul", *items, class_="possible")]


def _is_refused(option: State) -> bool:
    """Whether an option can't be chosen; what is only doubtful can, and is then confirmed."""
    return bool(option["refused"]) and option["refused"]["grade"] == "rule"


def draw_options(opened: State, words: Words, row: Sequence[str]) -> Iterable[Markup]:
    """Draw the options in their order, each at its place, whether it is refused or not."""
    options = opened["options"]
    numbers = [each["value"] for each in options if type(each["value"]) is int]
    if len(numbers) == len(options) > MANY_NUMBERS:
        yield _draw_number(opened, numbers, words)
    elif len(options) > MANY:
        yield from _draw_many(opened, words)
    else:
        yield from _draw_forms(options, opened, row)


class _Crowd(NamedTuple):
    """How the options of a row are drawn that are among very many."""

    shared: str
    """The words that all begin with, which stand above them."""
    reasons: Mapping[str, str]
    """The id of each reason, which stands below them all."""


def _draw_forms(
    options: Sequence[State], opened: State, places: Sequence[str] = ()
) -> Iterable[Markup]:
    """Draw a form of buttons for each row of options with the same key."""
    for key, group in groupby(options, itemgetter("key")):
        yield _draw_form(key, list(group), opened, places)


def _draw_many(opened: State, words: Words) -> Iterable[Markup]:
    """Draw very many options small; long rows stand folded away under the words that they share."""
    reasons = _list_reasons(opened["options"])
    ids = {why: f"why-{number}" for number, why in enumerate(reasons)}
    for key, group in groupby(opened["options"], itemgetter("key")):
        row = list(group)
        shared = _shared_words([option["text"] for option in row]) if len(row) >= LONG_ROW else ""
        form = _draw_form(key, row, opened, crowd=_Crowd(shared, ids))
        if shared:
            name = f"row-{key}-{opened['number']}"
            summary = element("summary", f"{shared} …", class_="option")
            yield element("details", summary, form, data_key=name, class_="row")
        else:
            yield form
    key = f"reasons-{opened['number']}"
    yield element("div", *_draw_reasons(reasons, ids, words), class_="reasons", data_key=key)


def _list_reasons(options: Sequence[State]) -> Mapping[str, Sequence[str]]:
    """Each reason with what it stands against, neighbours as a range."""
    ranges: dict[str, list[str]] = {}
    for why, group in groupby(options, _reason_of):
        if why:
            first, *others = [each["text"] for each in group]
            ranges.setdefault(why, []).append(
                f"{first}\N{EN DASH}{others[-1]}" if others else first
            )
    return ranges


def _draw_reasons(
    reasons: Mapping[str, Sequence[str]], ids: Mapping[str, str], words: Words
) -> Iterable[Markup]:
    """Draw each reason once; very many for screen readers alone, others press for theirs."""
    if not reasons:
        return
    is_long = len(reasons) > MOST_REASONS
    if is_long:
        yield element("p", words.say("web.press-for-reason"), class_="reason")
    said = {
        why: why if is_long else words.say("list.of", what=", ".join(against), said=why)
        for why, against in reasons.items()
    }
    parts = (element("p", text, class_="reason", id=ids[why]) for why, text in said.items())
    yield element("div", *parts, class_="for-screen-readers" if is_long else None)


def _reason_of(option: State) -> str:
    return str(option["refused"]["text"]) if option["refused"] else ""


def _layout_of(options: Sequence[State], crowd: _Crowd | None) -> str | None:
    """The class of a row by the length of what stands in it; a reason takes more room."""
    lengths = sorted(len(_text_of(each, crowd)) + DISC * bool(_draw_disc(each)) for each in options)
    if len(lengths) <= 1:
        return None
    if len(lengths) > 2 * FEW_LONG and lengths[-1 - FEW_LONG] <= SHORT:
        return "short"
    has_reasons = crowd is None and any(each["refused"] for each in options)
    least = max(LAYOUTS) if has_reasons else 0
    return next((LAYOUTS[each] for each in LAYOUTS if each >= max(least, lengths[-1])), None)


def _text_of(option: State, crowd: _Crowd | None) -> str:
    text = str(option["text"])
    return text.removeprefix(crowd.shared).strip() if crowd else text


def _shared_words(texts: Sequence[str]) -> str:
    """The words that all these begin with."""
    split = [text.split() for text in texts]
    same = takewhile(lambda column: len(set(column)) == 1, zip(*split, strict=False))
    return " ".join(column[0] for column in same)


def _draw_form(
    key: str,
    options: Sequence[State],
    opened: State,
    places: Sequence[str] = (),
    crowd: _Crowd | None = None,
) -> Markup:
    placed, others = _place(options, places)
    dense = "dense" if crowd else None
    lists = [
        ("placed", [_draw_option(each, crowd, f"at-{spot}") for spot, each in placed]),
        (
            _layout_of(others, crowd),
            [_draw_option(each, crowd, _length_of(each, crowd)) for each in others],
        ),
    ]
    return element(
        "form",
        element("input", type="hidden", name="asked", value=opened["number"]),
        element("input", type="hidden", name="key", value=key),
        *(
            element(
                "ul", *items, class_=" ".join(filter(None, ["options", layout, dense])), role="list"
            )
            for layout, items in lists
            if items
        ),
        method="post",
        action="/answer",
        data_key=f"{key}-{opened['number']}",
    )


def _length_of(option: State, crowd: _Crowd | None) -> str | None:
    return "long" if len(_text_of(option, crowd)) > SHORT else None


def _draw_option(option: State, crowd: _Crowd | None, class_: str | None) -> Markup:
    refused, reason, text = _is_refused(option), _reason_of(option), _text_of(option, crowd)
    own_id = f"why-{option['key']}-{option['value']}".replace(" ", "-")
    button = element(
        "button",
        _draw_disc(option),
        text,
        name="value",
        value=option["value"],
        class_="option",
        type="button" if refused else None,
        aria_label=option["text"] if text != option["text"] else None,
        aria_disabled="true" if refused else None,
        aria_describedby=(crowd.reasons[reason] if crowd else own_id) if reason else None,
        tabindex=-1 if refused and crowd else None,  # or very many are in the way
    )
    after = [element("span", reason, class_="reason", id=own_id)] if reason and not crowd else []
    return element("li", button, *after, class_=class_)


def _draw_disc(option: State) -> Markup:
    """The disc of an option that is a colour."""
    return draw_dot(str(option["value"]))


def draw_free(opened: State, words: Words) -> Iterable[Markup]:
    """Draw what was written before as buttons, and a field for anything else."""
    if not opened["free"]:
        return
    known = [
        {**each, "key": opened["key"], "text": name_seat(each["text"], words), "refused": None}
        for each in opened["free"]["suggestions"]
    ]
    yield from _draw_forms(known, opened)
    label, hint = words.say("web.own-words"), opened["free"]["hint"]
    yield _draw_field(opened, words, label, hint, maxlength=64, autocomplete="off")


def _draw_number(opened: State, numbers: Sequence[int], words: Words) -> Markup:
    """Draw a field for a number; the box says why one is refused."""
    least, most = min(numbers), max(numbers)
    label = words.say("web.number", least=least, most=most)
    return _draw_field(opened, words, label, type="number", min=least, max=most)


def _draw_field(
    opened: State, words: Words, label: str, hint: str = "", **attributes: str | int
) -> Markup:
    hint_id = f"hint-{opened['number']}" if hint else None
    field = element("input", name="value", required=True, **attributes, aria_describedby=hint_id)
    return element(
        "form",
        element("input", type="hidden", name="asked", value=opened["number"]),
        element("input", type="hidden", name="key", value=opened["key"]),
        element("label", label, field),
        *([element("p", hint, class_="reason", id=hint_id)] if hint else []),
        element("button", words.say("web.send"), class_="option"),
        method="post",
        action="/answer",
        class_="free",
        data_key=f"free-{opened['number']}",
    )


def draw_presses(opened: State) -> Markup:
    """Draw the buttons that may be pressed, in the bar, which stays without any."""
    buttons = [
        element(
            "button",
            press["text"],
            name="press",
            value=press["press"],
            class_="option" if press["press"] == "ok" else "quiet",
        )
        for press in opened["presses"]
    ]
    forms = [_draw_press_form(opened, "/press", *buttons)] if buttons else []
    return element("div", *forms, class_="bar")


def draw_undo(opened: State, words: Words) -> Iterable[Markup]:
    """Draw undo, which stands in the bar, but before the question: not next to the options."""
    if not opened["undo"]:
        return []
    return [
        _draw_press_form(opened, "/undo", element("button", words.say("box.undo"), class_="quiet"))
    ]


def _draw_press_form(opened: State, action: str, *buttons: Markup) -> Markup:
    asked = element("input", type="hidden", name="asked", value=opened["number"])
    return element(
        "form",
        asked,
        *buttons,
        method="post",
        action=action,
        class_=f"{action[1:]}-form",
        data_key=action,
    )
