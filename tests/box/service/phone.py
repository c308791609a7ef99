"""A phone without a browser, which the CI's test of the service runs in the machine.

    phone.py get PATH [HOST]   print a page; exit status 4 where nobody answers
    phone.py is-away           whether the page says that the box is not there, and nothing else
    phone.py is-there          whether the page shows the table
    phone.py pair CODE NAME    ask to be paired, and wait for OK at the box
    phone.py try               press without being paired; the status of the refusal is printed
    phone.py play COUNT        give so many answers, the first that may be chosen each time
    phone.py play-record FILE  from the home menu, play a record's whole game by its answers

Python alone is enough, but for `play-record`, which reads the record as the companion does. The
cookie is kept in a file.
"""

import sys
import time
from collections.abc import Mapping
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

COOKIE = Path("/run/phone.cookie")
HERE = "127.0.0.1"
LONGEST_WAIT = 70.0
"""Seconds for a reply: somebody must press OK at the box meanwhile."""
FOLLOWS = 5.0
"""Seconds within which the page shows what an answer has changed."""
MOST_PRESSES = 2000
NO_ANSWER = 4
AIMED_AFTER = 0.2
"""Seconds after which a press counts that is aimed at what its own answer has led to."""


class Reply(NamedTuple):
    """What the page replied."""

    status: int
    text: str
    cookie: str


class Button(NamedTuple):
    """A button that may be pressed, and what its form sends then."""

    action: str
    fields: Mapping[str, str]


class PageReader(HTMLParser):
    """Finds what is asked on a page, and the buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        self.fields: list[Button] = []
        """The fields for own words, without the value."""
        self.is_away = self.is_there = False
        self.number = self.kind = ""
        """Of what is open."""
        self._action = ""
        self._fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        its = {name: value or "" for name, value in attrs}
        if tag == "main":
            self.is_away = "away" in its.get("class", "").split()
            self.is_there = "table-page" in its.get("class", "").split()
        elif tag == "section" and its.get("id") == "open":
            self.number, self.kind = its["data-open"], its["class"].split()[1]
        elif tag == "form":
            self._action, self._fields = its.get("action", ""), {}
        elif tag == "input" and its.get("type") == "hidden":
            self._fields[its["name"]] = its["value"]
        elif tag == "input":
            self.fields.append(Button(self._action, dict(self._fields)))
        elif tag == "button" and "aria-disabled" not in its and its.get("name"):
            pressed = {its["name"]: its["value"]}
            self.buttons.append(Button(self._action, self._fields | pressed))

    def asks_for(self, key: str) -> bool:
        """Whether the question of this key may be answered."""
        return any(each.fields.get("key") == key for each in (*self.buttons, *self.fields))

    def find_answer(self, key: str, value: str) -> Button | None:
        """The button of an answer, or the field for it, filled in; None without one."""
        for each in self.buttons:
            if (each.fields.get("key"), each.fields.get("value")) == (key, value):
                return each
        for each in self.fields:
            if each.fields.get("key") == key:
                return Button(each.action, {**each.fields, "value": value})
        return None

    def find_ok(self) -> Button | None:
        """The button that is OK; None without one."""
        return next((each for each in self.buttons if each.fields.get("press") == "ok"), None)


def ask(path: str, form: Mapping[str, str] | None = None, host: str = HERE) -> Reply:
    """Ask for a page, or send a form as the page's script does; raises OSError."""
    connection = HTTPConnection(host, timeout=LONGEST_WAIT if form else 10)
    headers = {"Origin": f"http://{host}", "Accept-Language": "en"}
    if COOKIE.exists():
        headers["Cookie"] = COOKIE.read_text()
    if form is None:
        connection.request("GET", path, headers=headers)
    else:
        if "asked" in form:
            time.sleep(AIMED_AFTER)
            form = {**form, "moved": "yes"}
        headers |= {"Accept": "application/json"}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", path, urlencode(form), headers)
    answer = connection.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    return Reply(answer.status, answer.read().decode(), cookie)


def read_page(text: str = "") -> PageReader:
    """Read the table's page, or a text of it."""
    reader = PageReader()
    reader.feed(text or ask("/").text)
    return reader


def get(path: str, host: str = HERE) -> bool:
    """Print a page; returns whether it is one."""
    reply = ask(path, host=host)
    print(reply.text)
    return reply.status == 200


def is_away() -> bool:
    """Return whether the box is not there, as the page says."""
    page = read_page()
    return page.is_away and not page.buttons


def is_there() -> bool:
    """Return whether the page shows the table."""
    return read_page().is_there


def pair(code: str, name: str) -> bool:
    """Ask to be paired; returns whether somebody has pressed OK."""
    reply = ask("/pair", {"code": code, "other": name, "name": ""})
    print(reply.status, reply.text)
    if reply.cookie:
        COOKIE.write_text(reply.cookie)
    return reply.status == 200


def try_unpaired() -> bool:
    """Press without a cookie; returns whether that is forbidden."""
    reply = ask("/press", {"press": "ok", "asked": "1"})
    print(reply.status, reply.text)
    return reply.status == 403


def play(count: str) -> bool:
    """Give answers, and turn the pages between them; returns whether all were taken."""
    answers = 0
    for _ in range(4 * int(count)):
        buttons = read_page().buttons
        ours = [each for each in buttons if each.action in {"/answer", "/press"}]
        if not ours:
            print("nothing to press")
            return False
        chosen = ours[0]
        reply = ask(chosen.action, chosen.fields)
        print(chosen.fields, reply.status, reply.text)
        answers += chosen.action == "/answer" and reply.status == 200
        if answers == int(count):
            return True
    return False


def press(page: PageReader, button: Button | None, what: str) -> PageReader:
    """Press a button; returns the page as it is then. Raises OSError if it does not follow."""
    if button is None:
        raise OSError(f"{what}: no button for that among {page.buttons}")
    reply = ask(button.action, button.fields)
    end = time.monotonic() + FOLLOWS
    while reply.status == 200 and time.monotonic() < end:
        after = ask("/").text
        if f'data-open="{page.number}"' not in after:
            return read_page(after)
        time.sleep(0.01)
    raise OSError(f"{what}: {reply.status} {reply.text}")


def play_record(file: str) -> bool:
    """Play the game of a record from the home menu to its end; returns whether it gets there."""
    from companion.core.conversation import Answer
    from companion.core.record import decode_record
    from companion.games import read_record

    record = read_record(decode_record(Path(file).read_bytes()))
    page = read_page()
    players = Answer("players", len(record.table.players))
    for first in (Answer("home", "new"), Answer("game", record.name), players):
        page = press(page, page.find_answer(first.key, first.word), first.key)
    answers = list(record.answers)
    for _ in range(MOST_PRESSES):
        if page.kind == "page" or (answers and page.kind != "question"):
            page = press(page, page.find_ok(), "ok")
        elif not answers:
            return True
        elif page.asks_for((answer := answers.pop(0)).key):  # else the box has answered by itself
            values = answer.value if isinstance(answer.value, tuple) else (answer.word,)
            for value in values:
                if page.asks_for(answer.key):  # the last item may go without saying
                    page = press(page, page.find_answer(answer.key, str(value)), answer.key)
    return False


COMMANDS = {
    "get": get,
    "is-away": is_away,
    "is-there": is_there,
    "pair": pair,
    "try": try_unpaired,
    "play": play,
    "play-record": play_record,
}

if __name__ == "__main__":
    try:
        sys.exit(not COMMANDS[sys.argv[1]](*sys.argv[2:]))  # type: ignore[operator]  # each takes its own
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(NO_ANSWER)
