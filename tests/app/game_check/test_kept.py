"""How the variables are read that the rules keep; `test_mistakes` has what is found so."""

from dis import opmap
from types import SimpleNamespace

import pytest

from companion.app.game_check import kept


@pytest.mark.parametrize(
    ("first", "is_read"), [("LOAD_FAST", True), ("LOAD_FAST_AND_CLEAR", False)]
)
def test_a_comprehension_only_lays_a_variable_of_its_name_aside(
    monkeypatch: pytest.MonkeyPatch, first: str, *, is_read: bool
) -> None:
    """As Python compiles it from 3.12 on, whichever runs this."""
    names = ("YIELD_VALUE", first, "STORE_FAST", "RETURN_VALUE")
    steps = {
        at: (SimpleNamespace(opname=name, opcode=opmap["NOP"], argval="each"), at + 1)
        for at, name in enumerate(names)
    }
    monkeypatch.setattr(kept, "_list_steps", lambda _: steps)
    assert kept._is_read.__wrapped__(None, 0, "each") is is_read
