"""What is open as data in words: the part `open` of the state, and its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.conversation import Answer, Grade, Objection, Question, Reason, Value
from companion.core.interfaces import Press
from companion.games.page_text import describe_page
from companion.text import Words
from companion.text.question_text import (
    ask_in_words,
    describe_action,
    describe_value,
    explain_text,
    name_item,
    name_menu,
    name_options,
    overruling_key,
    word_notice,
)
from companion.ui.input.entry import Doubt, Entry
from companion.ui.input.guide import Guide
from companion.ui.input.hints import Hints
from companion.ui.input.menu import Confirm, ListMenu, Menu, Notice
from companion.ui.input.remote import PRESSES, OpenKind, kind_of, question_of
from companion.ui.screens import find_sentences
from companion.ui.screens.view import View

AFTER_A_BUTTON = ": \u00a0\u202f"
"""What stands between the name of a button and what it does, in any language."""
HOME = "home"
"""The menu from which BACK leads to the game that was left, if to any."""
Described = dict[str, Any]
"""A part of the state, ready for JSON."""


class JudgedOption(NamedTuple):
    """An answer to choose, and what speaks against it."""

    answer: Answer
    objection: Objection | None


class OpenEntry(NamedTuple):
    """What is open, in no language: what `open.number` counts the changes of."""

    kind: OpenKind
    key: str = ""
    seat: int | None = None
    question: Question | None = None
    """Of a question only."""
    options: Sequence[JudgedOption] = ()
    chosen: tuple[str, ...] = ()
    """The items of a list so far."""
    title: str = ""
    """What the list is worded by that the box shows, if it is one."""
    suggestions: tuple[tuple[str, str], ...] = ()
    """What to offer where any text is an answer, each with the key of its words."""
    at: int = 0
    """The page of a guide; the turn that is being changed."""

    @property
    def signature(self) -> tuple[object, ...]:
        """What must differ where another thing is open."""
        options = [(each.answer, each.objection) for each in self.options]
        return self.kind, self.key, self.seat, options, self.chosen, self.suggestions, self.at


def kind_in(view: View) -> OpenKind:
    """What is open to somebody who is not at the box, where old answers are changed."""
    return OpenKind.BOX if view.amending is not None else kind_of(view.entry)


def read_entry(view: View, before: OpenEntry | None = None) -> OpenEntry:
    """What is open to somebody who is not at the box; each option is judged once.

    ``before`` is what was open before, if no answer has been given since.
    """
    entry, kind = view.entry, kind_in(view)
    match entry:
        case _ if kind is OpenKind.BOX:
            return OpenEntry(kind, at=view.amending or 0)
        case Entry(is_story=True):
            return OpenEntry(kind, at=getattr(entry, "place", 0))
        case Guide(at=at):
            return OpenEntry(kind, at=at)
        case Doubt():
            options = [JudgedOption(each, entry.objection) for each in entry.answers]
            return OpenEntry(kind, entry.answers[-1].key, options=options)
        case Confirm() | Notice():
            values = [JudgedOption(Answer(*each), None) for each in entry.values.items()]
            return OpenEntry(kind, entry.key, options=values)
        case Menu(question=None):
            items = [JudgedOption(each, None) for each in entry.items]
            return OpenEntry(kind, entry.title, options=items)
    question = question_of(entry)
    assert question is not None, "nothing else asks for an answer"
    chosen = entry.chosen if isinstance(entry, ListMenu) else ()
    if before is not None and before.question is question and before.chosen == chosen:
        return before
    return _read_question(view, question, chosen)


def _read_question(view: View, question: Question, chosen: tuple[str, ...]) -> OpenEntry:
    entry, doubts = view.entry, view.hints is Hints.ALL
    options = [
        JudgedOption(each, _judge(question, each, chosen, doubts=doubts))
        for each in question.options
    ]
    default = question.default
    if default is not None and default not in question.options and not chosen:
        options.append(JudgedOption(default, None))
    return OpenEntry(
        OpenKind.QUESTION,
        question.key,
        question.seat,
        question,
        options,
        chosen,
        entry.title if isinstance(entry, Menu) else "",
        () if question.options else tuple(entry.suggestions.items()),
    )


def _judge(
    question: Question, option: Answer, chosen: tuple[str, ...], *, doubts: bool
) -> Objection | None:
    """What speaks against an option; in a list, against it as the next item.

    ``doubts`` are hints: without them an unlikely answer is doubted only once it is given.
    """
    if option == question.default:
        return None
    objection = question.judge_option(option, chosen)
    if objection is not None and objection.grade is not Grade.RULE and not doubts:
        return None
    return objection


def describe_open(open_entry: OpenEntry, number: int, view: View) -> Described:
    """The part `open` in the words of the view, which are those of its game."""
    leads_nowhere = open_entry.key == HOME and not view.answers
    presses = () if leads_nowhere else PRESSES[open_entry.kind]
    return {
        "number": number,
        "kind": open_entry.kind.value,
        "key": open_entry.key,
        "seat": open_entry.seat,
        "text": _title(open_entry, view),
        "lines": _lines(open_entry.kind, view),
        "options": _options(open_entry, view),
        "list": _list(open_entry),
        "free": _free(open_entry, view.words),
        "presses": [_press(press, view) for press in presses],
        "undo": can_undo(open_entry.kind, view),
    }


def _title(open_entry: OpenEntry, view: View) -> str:
    words = view.words
    if view.amending is not None:
        key = "open.amending" if view.amending else "open.amending-setup"
        return words.say(key, number=view.amending)
    if open_entry.kind is OpenKind.BOX:
        return words.say("open.box")
    if open_entry.kind is OpenKind.MENU:
        return name_menu(words, open_entry.key)
    if open_entry.question is not None:
        return ask_in_words(
            words, open_entry.title or open_entry.key, open_entry.question, len(open_entry.chosen)
        )
    return ""


def _lines(kind: OpenKind, view: View) -> list[str]:
    words = view.words
    match view.entry:
        case _ if kind is OpenKind.BOX:
            return []
        case Entry(is_story=True):
            return find_sentences(type(view.entry))(words, view.entry)
        case Guide(page=page):
            return describe_page(page, view) or [words.say("open.page")]
        case Doubt(objection=objection, answers=answers):
            return [words.why(objection, answers[-1].key)]
        case Confirm(key=key, values=values):
            return [words.say(f"confirm.{key}", **values)]
        case Notice(key=key, values=values, because=because):
            return [word_notice(words, key, values, because)]
    return []


def _options(open_entry: OpenEntry, view: View) -> list[Described]:
    if open_entry.question is not None:
        answers = tuple(each.answer for each in open_entry.options)
        texts = name_options(view.words, open_entry.title, answers)
        key = open_entry.question.key
        return [
            _option(answer, text, _refusal(objection, view.words, key))
            for (answer, objection), text in zip(open_entry.options, texts, strict=True)
        ]
    if open_entry.kind is OpenKind.MENU and isinstance(view.entry, Menu):
        return [_option(each, _item(each, view.entry, view.words)) for each in view.entry.items]
    return []


def _option(answer: Answer, text: str, refused: Described | None = None) -> Described:
    value = answer.value if type(answer.value) is int else answer.word
    return {"key": answer.key, "value": value, "text": text, "refused": refused}


def _refusal(objection: Objection | None, words: Words, key: str) -> Described | None:
    """Why an option is refused; None where it is not."""
    if objection is None:
        return None
    return _refusal_for(
        objection.reason, tuple(objection.values.items()), objection.grade, words, key
    )


@lru_cache(maxsize=1024)  # the same towers are full at every question
def _refusal_for(
    reason: Reason, values: tuple[tuple[str, Value], ...], grade: Grade, words: Words, key: str
) -> Described:
    text = words.why(Objection(reason, dict(values), grade), key)
    return {"reason": str(reason), "text": text, "grade": grade.value}


def _item(item: Answer, menu: Menu, words: Words) -> str:
    """An item of a list of things to do, with all names that belong to it."""
    phrase = menu.phrases.get(item.word)
    if phrase is None:
        own = name_item(words, menu.title, item, menu.values)
        return own if own is not None else menu.labels.get(item.word, item.word)
    text = words.say(phrase.key, **phrase.values)
    return words.say("list.of", what=text, said=", ".join(phrase.names)) if phrase.names else text


def _list(open_entry: OpenEntry) -> Described | None:
    if open_entry.question is None or open_entry.question.items < 2:
        return None
    return {"items": open_entry.question.items, "chosen": list(open_entry.chosen)}


def _free(open_entry: OpenEntry, words: Words) -> Described | None:
    """What to suggest where any text is an answer, and how it is written."""
    if open_entry.question is None or open_entry.question.options:
        return None
    key = open_entry.key
    suggestions = [
        {
            "value": value,
            "text": _begin(words.say(own)) if own else describe_value(words, key, value),
        }
        for value, own in open_entry.suggestions
    ]
    return {"suggestions": suggestions, "hint": explain_text(words, key)}


def _press(press: Press, view: View) -> Described:
    """A button by what it does: elsewhere it is not called as on the box."""
    text = view.words.say(_foot(press, view), ok="", back="").lstrip(AFTER_A_BUTTON)
    return {"press": press.value, "text": _begin(text)}


def _begin(text: str) -> str:
    """A text that stands alone."""
    return f"{text[:1].upper()}{text[1:]}"


def _foot(press: Press, view: View) -> str:
    """The key of what a button does."""
    is_ok = press is Press.OK
    match view.entry:
        case Doubt(answers=answers):
            return overruling_key(view.words, answers[0].key) if is_ok else "doubt.back"
        case Confirm():
            return "foot.yes" if is_ok else "foot.no"
        case Notice(foot=foot):
            return foot
    return "foot.on" if is_ok else "foot.back"


def can_undo(kind: OpenKind, view: View) -> bool:
    """Whether the last stroke may be undone from elsewhere."""
    undoable = kind in (OpenKind.QUESTION, OpenKind.PAGE) and not view.entry.is_story
    return undoable and bool(view.answers)


def describe_notice(view: View) -> str:
    """What the box says about the last press: a refusal, what was undone; "" for nothing."""
    words, entry, undo = view.words, view.entry, view.undo_notice
    if entry.refused is not None:
        question = question_of(entry)
        return words.why(entry.refused, question.key if question is not None else "")
    if undo is None:
        return ""
    return words.say(f"undo.{undo.how}", action=describe_action(words, *undo.action))


def in_words_of_its_game(view: View, words: Words) -> View:
    """The view in these words, a game's own laid over."""
    if view.session is None:
        return view._replace(words=words)
    return view._replace(words=words.of(view.session.name))
