"""A quick run samples the cases of a test; each value of its parameters occurs if it can."""

from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import depth
from tests.depth import sampled


def cases(name: str, *marks: pytest.Mark, **values: tuple[str, ...]) -> list[Any]:
    """One stand-in for a test's item for each combination of two parameters' values."""
    (one, firsts), (other, seconds) = values.items()
    by_name = {mark.name: mark for mark in marks}
    return [
        SimpleNamespace(
            nodeid=f"{name}[{first}-{second}]",
            callspec=SimpleNamespace(params={one: first, other: second}),
            get_closest_marker=by_name.get,
        )
        for first in firsts
        for second in seconds
    ]


def chosen(items: list[Any], name: str) -> list[str]:
    found: list[Any] = list(sampled(items))
    return [item.callspec.params[name] for item in found]


def test_a_sample_holds_each_value() -> None:
    items = cases("t", pytest.mark.sample(3).mark, game=("a", "b", "c"), seed=("1", "2", "3"))
    assert sorted(chosen(items, "game")) == ["a", "b", "c"]
    assert sorted(chosen(items, "seed")) == ["1", "2", "3"]
    assert chosen(items[:2], "seed") == ["1", "2"], "no more than the sample: all of them"


def test_a_journey_is_walked_on_the_boards_in_turn() -> None:
    items = cases("t", game=("a", "b"), board=("stick", "buttons"))
    assert chosen(items, "game") == ["a", "b"]
    assert sorted(chosen(items, "board")) == ["buttons", "stick"]
    assert chosen(items[:1], "board") == ["stick"], "the one case that is asked for"


def test_what_only_a_soak_runs_is_left_out() -> None:
    assert chosen(cases("t", pytest.mark.soak.mark, a=("1",), b=("2",)), "a") == []
    both = [*cases("t", a=("1",), b=("2",)), *cases("u", a=("3",), b=("4",))]
    assert chosen(both, "a") == ["1", "3"]


def test_a_soak_leaves_out_what_has_been_run_as_deep(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(depth, "CASES_RUN", str(tmp_path / "run"))
    monkeypatch.setattr(depth, "SOAK", False)
    plain, sized = ModuleType("plain"), ModuleType("sized")
    sized.depth = depth  # type: ignore[attr-defined]
    made: dict[str, tuple[ModuleType, object]] = {
        "t": (plain, None),
        "asks": (plain, None),
        "sized": (sized, None),
        "given": (plain, given(st.none())(lambda _: None)),
    }
    items: list[Any] = [
        SimpleNamespace(nodeid=name, module=module, obj=obj) for name, (module, obj) in made.items()
    ]
    for item in items:
        depth.begin(item)
        if item.nodeid == "asks":
            depth.is_soak()
        depth.write_down(item)
    assert [item.nodeid for item in depth.not_yet_run(items)] == ["asks", "sized", "given"]


def test_a_sample_of_one_parameter_is_spread() -> None:
    items = cases("t", pytest.mark.sample(3).mark, row=tuple("abcdefghi"), same=("1",))
    places = sorted("abcdefghi".index(each) for each in chosen(items, "row"))
    assert min(after - before for before, after in pairwise(places)) > 1
