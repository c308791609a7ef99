"""Players who gave no name: the box calls them by their seat in its language, a page in its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from companion.core.languages import LANGUAGES
from companion.games import words_in
from companion.outlets.web.people import State
from companion.text.words import Words

SEAT = "seat.unnamed"
SENT = frozenset({"key", "value", "frame"})
"""What of a state is no text: what a page sends back, and the picture."""


def name_seats(state: State, words: Words) -> State:
    """The state with those who gave no name called by their seat in the language of the words."""
    names = {player["name"]: name_seat(player["name"], words) for player in state["players"]}
    names = {name: own for name, own in names.items() if name != own}
    if not names:
        return state
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)")
    renamed: State = _rename(state, pattern, names)
    return renamed


def name_seat(name: str, words: Words) -> str:
    """A player's name; who gave none is called by the seat in the language of the words."""
    number = re.search(r"\d{1,2}$", name)
    if number is None or name not in _list_seat_names(number[0]):
        return name
    return words.say(SEAT, number=number[0])


@cache
def _list_seat_names(number: str) -> Collection[str]:
    """What the player of a seat is called without a name, in any language."""
    return {words_in(language).say(SEAT, number=number) for language in LANGUAGES}


def _rename(told: Any, pattern: re.Pattern[str], names: Mapping[str, str]) -> Any:
    if isinstance(told, str):
        return pattern.sub(lambda found: names[found[0]], told)
    if isinstance(told, list):
        return [_rename(each, pattern, names) for each in told]
    if isinstance(told, dict):
        return {
            key: each if key in SENT else _rename(each, pattern, names)
            for key, each in told.items()
        }
    return told
