"""Questions, the answers to choose from, and answers given, in words.

An answer is a short phrase, "Birgit: marker under red", from the sentences `did.KEY`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from companion.core.conversation import CORRECTION_KEY, Answer, CommonReason, Refused
from companion.core.game_checks import check_text
from companion.core.guard import LONGEST_REASON, attempt
from companion.core.languages import LANGUAGES
from companion.text.words import Words

if TYPE_CHECKING:
    from companion.core.conversation import Question


OF_A_VALUE = "value"
"""The kind of a correction's value where its game names none."""
Pair = tuple[str, str]
"""An answer's key and value, as a record has them."""


def describe_actions(words: Words, said: Iterable[tuple[str, Pair]]) -> str:
    """Several players' answers, each with the player's name; "" where none is wanted."""
    groups = groupby(said, itemgetter(0))
    return ", ".join(describe_action(words, who, [pair for _, pair in its]) for who, its in groups)


def describe_action(words: Words, who: str, pairs: Sequence[Pair]) -> str:
    """One player's answers: "Birgit: marker under red"; ``who`` is "" for nobody's.

    The longest row of answers that has a phrase together gets that; an answer without a phrase is
    written as in a record.
    """
    phrases, rest = [], list(pairs)
    while rest:
        count = next((n for n in range(len(rest), 1, -1) if words.has(_key_of(rest[:n]))), 1)
        phrases.append(_phrase(words, rest[:count]))
        del rest[:count]
    action = ", ".join(phrases)
    return words.say("did.of", who=who, action=action) if who else action


def describe_correction(words: Words, key: str, about: str, word: str) -> str:
    """What is corrected to ``word``, without what it is about: "Albert 3+2, Birgit 1"."""
    whole = f"{about}:{word}" if about else word
    return _join_parts(words, _value_parts(words, f"{CORRECTION_KEY}{key}", whole)[bool(about) :])


def _key_of(pairs: Sequence[Pair]) -> str:
    return "did." + "+".join(key for key, _ in pairs)


def _phrase(words: Words, pairs: Sequence[Pair]) -> str:
    values = {key: describe_value(words, key, word) for key, word in pairs}
    key, word = pairs[0]
    if key.startswith(CORRECTION_KEY):
        what = name_correction(words, key.removeprefix(CORRECTION_KEY))
        return words.say("did.correct", what=what, to=values[key])
    together = _key_of(pairs)
    for phrase in (f"{together}.{word or 'none'}", together):
        if words.has(phrase):
            return words.say(phrase, **values)
    return words.say("did.other", what=key, to=values[key])


def name_correction(words: Words, key: str) -> str:
    """What is corrected: its own words inside a sentence, else those of its row."""
    if words.has(f"corrected.{key}"):
        return words.named("corrected", key)
    row = next((row for row in (f"field.{key}", f"table.{key}") if words.has(row)), None)
    label = key if row is None else words.say(row, about="…")
    return label if LANGUAGES[words.language].has_capital_nouns else label[:1].lower() + label[1:]


def describe_value(words: Words, key: str, word: str) -> str:
    """A value in words, part by part: `red:Albert:3+2` is "red Albert 3+2"."""
    return _join_parts(words, _value_parts(words, key, word))


def _join_parts(words: Words, parts: Sequence[str]) -> str:
    """The parts in a row; a colon keeps the number of "Player 2" from the one behind it."""
    said = parts[0]
    for before, part in pairwise(parts):
        apart = re.search(r" \d$", before) and part[:1].isdigit()
        said = words.say("list.of", what=said, said=part) if apart else f"{said} {part}"
    return said


def _value_parts(words: Words, key: str, word: str) -> list[str]:
    split = word.split(":")
    kinds = [each.split() for each in _kinds_of(words, key, has_name=len(split) > 1)]
    value_text = words.value_texts.get(key)
    first = len(kinds) - 1
    if value_text is None or len(split) <= first:
        kinds += [kinds[-1]] * len(split)
        return [_part(words, its, part) for its, part in zip(kinds, split, strict=False)]
    parts = [_part(words, its, part) for its, part in zip(kinds, split[:first], strict=False)]
    rest = ":".join(split[first:])

    def word_value(words: Words, rest: str) -> str:
        return check_text(value_text(words, rest))

    part = f"words.value_texts[{key}]"
    return [*parts, attempt(words.game, part, lambda _words, rest: rest, word_value, words, rest)]


def _kinds_of(words: Words, key: str, *, has_name: bool) -> Sequence[str]:
    """The kinds of an answer's parts; a correction's value is of those of the field's own key."""
    if key in words.answer_kinds or not key.startswith(CORRECTION_KEY):
        return words.answer_kinds.get(key, (key,))
    field = key.removeprefix(CORRECTION_KEY)
    kinds = words.answer_kinds.get(field, (f"{OF_A_VALUE} {field}",))
    return ("", *kinds) if has_name else kinds


def _part(words: Words, kinds: Sequence[str], part: str) -> str:
    """A list in words: `joker-4+6` is "joker 4 + 6", and `3+2` stays."""
    lists = ([_word(words, kinds, word) for word in each.split("+")] for each in part.split(","))
    return ", ".join(("+" if all(map(str.isdigit, each)) else " + ").join(each) for each in lists)


def _word(words: Words, kinds: Sequence[str], word: str) -> str:
    return next((words.named(kind, word) for kind in kinds if words.has(f"{kind}.{word}")), word)


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
    told = describe_value(words, item.key, item.word)
    return None if told == item.word else told


def name_list(words: Words, title: str, question: Question, chosen: int) -> str:
    """What a list is titled where several items are chosen from it, after so many."""
    title = name_menu(words, title)
    if question.items == 1:
        return title
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


def why_refused(words: Words, refused: Refused) -> str:
    """Why a record or a saved game can't be replayed, with the answer that is refused."""
    answer, objection = refused.answer, refused.objection
    if objection.reason is CommonReason.GAME_FAULT:
        return "{part}: {problem}".format_map(objection.values)
    why = words.why(objection, answer.key)
    if objection.reason is not CommonReason.NOT_INSTALLED:
        why = f"{answer.key} {answer.word}: {why}"
    # the answer may be of any length
    return f"{why[:LONGEST_REASON]}…" if len(why) > LONGEST_REASON else why


def word_notice(
    words: Words,
    key: str,
    values: Mapping[str, str | int],
    because: tuple[str, Refused] | None,
) -> str:
    """The sentence of a notice, with its reason: what a game's rules refuse."""
    said = words.say(f"notice.{key}", **values)
    if because is None:
        return said
    game, refused = because
    return words.say("because", said=said, why=why_refused(words.of(game), refused))


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
