"""Questions and the answers to choose from in words, for the screen and for a phone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.text.action_text import describe_action, describe_value
from companion.text.words import Words

if TYPE_CHECKING:
    from companion.core.conversation import Answer, Question

NO_VALUES: Mapping[str, str | int] = {}


def name_menu(words: Words, title: str) -> str:
    """What a list is titled: its words under `menu.`, else its key."""
    key = f"menu.{title}"
    return words.say(key) if words.has(key) else title


def name_item(
    words: Words,
    title: str,
    item: Answer,
    values: Mapping[str, str | int] = NO_VALUES,
) -> str | None:
    """An item of the list of that title by its own words; None where it has none."""
    for kind in (title, item.key):
        key = f"{kind}.{item.word or 'none'}"
        if words.has(key):
            return words.say(key, **values)
    return None


def name_list(words: Words, title: str, question: Question, chosen: int) -> str:
    """What a list is titled where several items are chosen from it, after so many."""
    title = name_menu(words, title)
    return words.say("menu.of-a-list", title=title, number=chosen + 1, items=question.items)


def ask_in_words(words: Words, title: str, question: Question, chosen: int = 0) -> str:
    """A question in a sentence, for whoever doesn't see the box's picture; else its title.

    `question.TITLE.N` asks for the item, or the player, of that number, `question.TITLE` for any
    other. Of a list the next item is asked for, after so many.
    """
    number = chosen + 1 if question.items > 1 else (question.seat or 0) + 1
    for key in (f"question.{title}.{number}", f"question.{title}"):
        if words.has(key):
            return words.say(key, number=number)
    if question.items > 1:
        return name_list(words, title, question, chosen)
    return name_menu(words, title)


def explain_text(words: Words, key: str) -> str:
    """What text answers the question, and an example; "" where any does."""
    hint = f"question.{key}.hint"
    return words.say(hint) if words.has(hint) else ""


@lru_cache(maxsize=64)  # the same few lists come again and again, with up to 273 options
def name_options(words: Words, title: str, options: tuple[Answer, ...]) -> tuple[str, ...]:
    """Answers to choose in words that need no picture beside them.

    ``title`` is that of the list that the box shows, "" where it draws a picture. Where the options
    have several keys, each says what it does.
    """
    by_phrase = len({option.key for option in options}) > 1
    return tuple(_name_option(words, title, option, by_phrase=by_phrase) for option in options)


def _name_option(words: Words, title: str, option: Answer, *, by_phrase: bool) -> str:
    text = name_item(words, title, option) if title else None
    if text is None and not by_phrase:
        text = describe_value(words, option.key, option.word)
    phrase = f"did.{option.key}.{option.word or 'none'}"
    if text is None or (text == option.word and words.has(phrase)):
        text = describe_action(words, "", [(option.key, option.word)])
    text = text or words.say("menu.nothing")
    return f"{text[:1].upper()}{text[1:]}"


def overruling_key(words: Words, key: str) -> str:
    """The key of what OK does where the answer of that ``key`` overrules a doubt."""
    overruling = f"doubt.ok.{key}".replace(" ", "-")
    return overruling if words.has(overruling) else "doubt.ok"
