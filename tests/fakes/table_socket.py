"""A table's socket without a socket: what the loop gives it, and what its clients ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.interfaces import Signal, TableRequest
from companion.outlets.protocol import ClientMessage


class FakeTableSocket:
    """One client, number 1, of the language given; refuses what the real one would.

    ``post`` puts requests into the loop's queue.
    """

    def __init__(self, post: Callable[[TableRequest | Signal], None], language: str = "") -> None:
        self._post = post
        self._language = language
        self.languages = frozenset({language})
        self.web_port: int | None = None
        self.states: list[dict[str, Any]] = []
        self.replies: list[Mapping[str, Any]] = []
        self.is_closed = False
        self.lets_phones_in = True
        self._unanswered = 0

    @property
    def state(self) -> dict[str, Any]:
        """The latest state."""
        return self.states[-1]

    def let_phones_in(self, *, allowed: bool) -> None:
        """Note whether phones may come in."""
        self.lets_phones_in = allowed

    def ask(self, message: ClientMessage) -> None:
        """The client sends a request."""
        self._unanswered += 1
        self._post(TableRequest(1, self._language, message))

    def publish(self, lines: Mapping[str, bytes]) -> None:
        """Take a line for each language in use."""
        assert not self.is_closed, "the socket is closed"
        line = lines[self._language]
        assert line.endswith(b"\n"), line
        assert line.count(b"\n") == 1, line
        self.states.append(json.loads(line)["state"])

    def reply(self, client: int, payload: Mapping[str, object]) -> None:
        """Take the one reply to a request."""
        assert not self.is_closed, "the socket is closed"
        assert client == 1, client
        assert self._unanswered, "nobody has asked"
        self._unanswered -= 1
        self.replies.append(json.loads(json.dumps(payload)))

    def close(self) -> None:
        """Let nobody in any more."""
        self.is_closed = True
