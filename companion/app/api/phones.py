"""The phones that may press: codes of single use, one pairing at a time, and who is paired.

Pure, with the time and the randomness passed in. Secrets and codes are compared in constant time,
and of a secret only the digest is kept.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from random import SystemRandom
from typing import NamedTuple

from companion.core.conversation import Reason

MAX_PHONES = 16
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The signs of a code: none that is taken for another."""
CODE_LENGTH = 8
CODE_LIFETIME = 120.0
"""Seconds for which a code can be used."""
TRIES = 5
"""Wrong tries after which a code can't be used."""
TRY_EVERY = 1.0
"""Seconds between two tries, at least, whoever makes them."""
SECRET_BYTES = 32
ANSWER_WITHIN = 60.0
"""Seconds after which a pairing lapses that nobody has confirmed at the box."""
SEEN_WITHIN = 30.0
"""Seconds after those by which a paired phone must have shown itself: else it has vanished."""


class PhoneReason(Reason):
    """Why a phone is not paired, or does not press."""

    WRONG_CODE = "wrong-code"
    CODE_EXPIRED = "code-expired"
    TOO_OFTEN = "too-often"
    ALREADY_ASKING = "already-asking"
    TOO_MANY_PHONES = "too-many-phones"
    DECLINED = "declined"
    NOT_PAIRED = "not-paired"
    TOO_LATE = "too-late"
    """Something else is open by now."""
    TOO_OLD = "too-old"
    """It has been on its way for too long: who pressed it does not wait for it any more."""
    NOT_SAVED = "not-saved"


class Phone(NamedTuple):
    """A paired phone: its number, whose it is, and the SHA-256 of its secret."""

    number: int
    name: str
    digest: str


class PairingRequest(NamedTuple):
    """A phone that has shown the right code, and waits for OK at the box."""

    name: str
    until: float


@dataclass(slots=True)
class _Code:
    signs: str = field(repr=False)
    until: float
    tries_left: int = TRIES


class Phones:
    """Who may press.

    ``draw`` returns a random number below its argument, ``draw_secret`` a new secret.
    """

    def __init__(
        self,
        paired: tuple[Phone, ...] = (),
        draw: Callable[[int], int] | None = None,
        draw_secret: Callable[[], str] | None = None,
    ) -> None:
        self.paired = paired
        """The paired phones, in the order in which they came."""
        self.request: PairingRequest | None = None
        """The phone that waits for OK at the box."""
        self.revision = 0
        """Another number whenever a phone has been paired or disconnected."""
        self._draw = draw or SystemRandom().randrange
        self._draw_secret = draw_secret or _draw_secret
        self._code: _Code | None = None
        self._secret: str | None = None
        self._next_try_at = float("-inf")
        self._unseen: int | None = None
        """The number of the phone paired last, until it has used its secret."""
        self._unseen_until = float("-inf")

    @property
    def listed(self) -> tuple[Phone, ...]:
        """The paired phones that have shown themselves since: not one that vanished as it asked."""
        return tuple(each for each in self.paired if each.number != self._unseen)

    @classmethod
    def from_text(cls, text: str | None) -> Phones:
        """The phones as `to_text` wrote them; none where that can't be read."""
        try:
            rows = json.loads(text or "[]")
            return cls(tuple(_read_phone(*row) for row in rows))
        except (ValueError, TypeError):
            return cls()

    def to_text(self) -> str:
        return json.dumps(self.paired)

    # Codes -----------------------------------------------------------------------------------

    def make_code(self, now: float) -> str:
        """Draw a new code; the one before can't be used any more."""
        signs = "".join(ALPHABET[self._draw(len(ALPHABET))] for _ in range(CODE_LENGTH))
        self._code = _Code(signs, now + CODE_LIFETIME)
        return signs

    def code_ends_at(self) -> float | None:
        """When the code expires; None without one: used, expired, or tried too often."""
        return self._code.until if self._code is not None else None

    def ask(self, code: str, name: str, now: float) -> PhoneReason | None:
        """Use up the code and let the phone wait for OK; returns why not, if not."""
        self.tick(now)
        if now < self._next_try_at:
            return PhoneReason.TOO_OFTEN
        self._next_try_at = now + TRY_EVERY
        if self.request is not None:
            return PhoneReason.ALREADY_ASKING
        if len(self.paired) >= MAX_PHONES:
            return PhoneReason.TOO_MANY_PHONES
        if self._code is None:
            return PhoneReason.CODE_EXPIRED
        if not _is_same(self._code.signs, code.upper()):
            self._code.tries_left -= 1
            if not self._code.tries_left:
                self._code = None
            return PhoneReason.WRONG_CODE
        self._code = self._secret = None
        self.request = PairingRequest(name, now + ANSWER_WITHIN)
        return None

    def confirm(self) -> None:
        """Pair the phone that waits, if it still does; its secret can be taken once."""
        if self.request is None:
            return
        self._secret = self._draw_secret()
        number = max((each.number for each in self.paired), default=0) + 1
        phone = Phone(number, self.request.name, _digest(self._secret))
        self._unseen, self._unseen_until = number, self.request.until + SEEN_WITHIN
        self.paired, self.request = (*self.paired, phone), None
        self.revision += 1

    def restore(self, paired: tuple[Phone, ...]) -> None:
        """Go back to these phones: what has changed since could not be kept."""
        self.paired, self._secret = paired, None
        self.revision += 1

    def take_secret(self) -> str | None:
        """Return the secret of the phone paired last, once; None if nobody was paired since."""
        secret, self._secret = self._secret, None
        return secret

    def decline(self) -> None:
        self.request = None

    # Phones ----------------------------------------------------------------------------------

    def find(self, secret: str) -> Phone | None:
        """The paired phone with this secret; None if there is none."""
        digest, found = _digest(secret), None
        for phone in self.paired:  # all of them, so that the time tells nothing
            if _is_same(phone.digest, digest):
                found = phone
        return found

    def note_seen(self, phone: Phone) -> None:
        """Take note that a phone has used its secret."""
        if phone.number == self._unseen:
            self._unseen = None

    def vanished(self, now: float) -> Phone | None:
        """The phone that was paired and has not shown itself in time; None without one."""
        if self._unseen is None or now < self._unseen_until:
            return None
        number, self._unseen = self._unseen, None
        return next((each for each in self.paired if each.number == number), None)

    def remove(self, number: int) -> None:
        """Disconnect the phone of that number: pair it no longer."""
        self.paired = tuple(each for each in self.paired if each.number != number)
        self.revision += 1

    def tick(self, now: float) -> None:
        """Let the code and the pairing lapse that are due."""
        if self._code is not None and now >= self._code.until:
            self._code = None
        if self.request is not None and now >= self.request.until:
            self.request = None

    def deadline(self) -> float | None:
        """When ``tick`` is needed next; None if nothing can lapse."""
        ends = [each.until for each in (self._code, self.request) if each is not None]
        ends += [self._unseen_until] if self._unseen is not None else []
        return min(ends, default=None)


def _read_phone(number: int, name: str, digest: str) -> Phone:
    """The phone of a row of the text; raises ValueError or TypeError if it is none."""
    if not str(digest).isascii():
        raise ValueError("a digest is hexadecimal")
    return Phone(int(number), str(name), str(digest))


def _draw_secret() -> str:
    return urlsafe_b64encode(os.urandom(SECRET_BYTES)).rstrip(b"=").decode()


def _is_same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
