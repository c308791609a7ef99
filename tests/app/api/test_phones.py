"""Pairing: whatever is asked in whatever order, only the shown code and OK at the box pair."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.app.api.phones import (
    ALPHABET,
    ANSWER_WITHIN,
    CODE_LENGTH,
    CODE_LIFETIME,
    MAX_PHONES,
    TRIES,
    TRY_EVERY,
    PhoneReason,
    Phones,
)
from tests.depth import examples

MOSTLY_RIGHT = st.sampled_from([False, False, False, True])
NAMES = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=12)


@dataclass
class Shown:
    """A code that the box has shown, as the test remembers it."""

    signs: str
    until: float
    tries_left: int = TRIES
    usable: bool = True


class Pairing(RuleBasedStateMachine):
    """Codes are shown, tried and confirmed while time goes by; a model says what must follow."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn = 0
        self.phones = self.wake(Phones())
        self.now = 0.0
        self.tried_at = float("-inf")
        self.codes: list[Shown] = []
        self.waits_until: float | None = None
        self.secrets: dict[int, str] = {}

    def wake(self, phones: Phones) -> Phones:
        phones._draw, phones._draw_secret = self.draw, self.draw_secret
        return phones

    def draw(self, below: int) -> int:
        self.drawn += 7
        return self.drawn % below

    def draw_secret(self) -> str:
        self.drawn += 1
        return f"secret-{self.drawn}"

    @property
    def waits(self) -> bool:
        return self.waits_until is not None and self.now < self.waits_until

    @rule(seconds=st.sampled_from([TRY_EVERY, TRY_EVERY, 0.1, ANSWER_WITHIN, CODE_LIFETIME]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.phones.tick(self.now)

    @rule()
    def show(self) -> None:
        for code in self.codes:
            code.usable = False
        signs = self.phones.make_code(self.now)
        assert len(signs) == CODE_LENGTH
        assert set(signs) <= set(ALPHABET)
        self.codes.append(Shown(signs, self.now + CODE_LIFETIME))

    @precondition(lambda self: self.codes)
    @rule(at=st.sampled_from([0, 0, 0, 1, 5]), name=NAMES, lower=st.booleans(), wrong=MOSTLY_RIGHT)
    def ask(self, at: int, name: str, lower: bool, wrong: bool) -> None:
        code = self.codes[-1 - at % len(self.codes)]
        signs = code.signs[1:] + "O" if wrong else code.signs
        expected = self.judge(signs)
        assert self.phones.ask(signs.lower() if lower else signs, name, self.now) is expected
        if expected is None:
            self.waits_until = self.now + ANSWER_WITHIN

    def judge(self, signs: str) -> PhoneReason | None:
        if self.now < self.tried_at + TRY_EVERY:
            return PhoneReason.TOO_OFTEN
        self.tried_at = self.now
        live = self.codes[-1]
        if self.waits:
            return PhoneReason.ALREADY_ASKING
        if len(self.secrets) >= MAX_PHONES:
            return PhoneReason.TOO_MANY_PHONES
        if not live.usable or self.now >= live.until:
            return PhoneReason.CODE_EXPIRED
        if signs != live.signs:
            live.tries_left -= 1
            live.usable = live.tries_left > 0
            return PhoneReason.WRONG_CODE
        live.usable = False
        return None

    @rule(agrees=st.booleans())
    def answer(self, agrees: bool) -> None:
        before, paired = self.phones.revision, self.phones.paired
        if agrees:
            self.phones.tick(self.now)
            self.phones.confirm()
        else:
            self.phones.decline()
        secret = self.phones.take_secret()
        assert (secret is not None) == (agrees and self.waits)
        assert self.phones.take_secret() is None
        if secret is None:
            assert (self.phones.revision, self.phones.paired) == (before, paired)
        else:
            assert self.phones.revision != before
            self.secrets[self.phones.paired[-1].number] = secret
        self.waits_until = None

    @precondition(lambda self: self.secrets)
    @rule(at=st.integers(0, 20))
    def disconnect(self, at: int) -> None:
        number = [*self.secrets][at % len(self.secrets)]
        secret, before = self.secrets.pop(number), self.phones.revision
        self.phones.remove(number)
        assert self.phones.revision != before
        assert self.phones.find(secret) is None

    @rule()
    def restart(self) -> None:
        text = self.phones.to_text()
        self.phones = self.wake(Phones.from_text(text))
        assert not any(secret in text for secret in self.secrets.values())
        self.waits_until, self.tried_at = None, float("-inf")
        for code in self.codes:
            code.usable = False

    @invariant()
    def exactly_the_paired_are_found(self) -> None:
        assert [each.number for each in self.phones.paired] == [*self.secrets]
        for number, secret in self.secrets.items():
            found = self.phones.find(secret)
            assert found is not None
            assert found.number == number
            assert secret not in repr(self.phones.__dict__)
        assert self.phones.find("") is None
        assert len(self.phones.paired) <= MAX_PHONES


Pairing.TestCase.settings = settings(
    max_examples=examples(400), stateful_step_count=60, deadline=None
)
TestPairing = Pairing.TestCase


def test_a_code_is_used_once() -> None:
    phones = Phones()
    code = phones.make_code(0.0)
    assert phones.ask(code, "Anna", 1.0) is None
    phones.confirm()
    assert phones.ask(code, "Bert", 2.0) is PhoneReason.CODE_EXPIRED


def test_a_pairing_lapses_that_nobody_confirms() -> None:
    phones = Phones()
    assert phones.ask(phones.make_code(0.0), "Anna", 0.0) is None
    assert phones.deadline() == ANSWER_WITHIN
    phones.tick(ANSWER_WITHIN)
    phones.confirm()
    assert phones.paired == ()
    assert phones.take_secret() is None


def test_a_secret_that_nobody_took_is_nobody_elses() -> None:
    phones = Phones()
    assert phones.ask(phones.make_code(0.0), "Anna", 0.0) is None
    phones.confirm()
    assert phones.ask(phones.make_code(1.0), "Bert", 1.0) is None
    phones.decline()
    assert phones.take_secret() is None


def test_five_wrong_codes_burn_the_right_one() -> None:
    phones = Phones()
    code = phones.make_code(0.0)
    for second in range(TRIES):
        assert phones.ask("2" * 9, "Anna", float(second)) is PhoneReason.WRONG_CODE
    assert phones.code_ends_at() is None
    assert phones.ask(code, "Anna", 10.0) is PhoneReason.CODE_EXPIRED


def test_a_code_is_not_in_what_is_logged() -> None:
    phones = Phones()
    code = phones.make_code(0.0)
    assert code not in repr(phones.__dict__)


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "7", '"a"', "[1]", "[[1]]", '[["x", "Anna", "ab"]]', "[[1, 2], 3]", "{}"],
)
def test_broken_text_is_no_phones(text: str) -> None:
    assert Phones.from_text(text).paired == ()


def test_a_digest_that_is_none_finds_nobody() -> None:
    phones = Phones.from_text(json.dumps([[1, "Anna", "ä"]]))
    assert phones.find("secret") is None
