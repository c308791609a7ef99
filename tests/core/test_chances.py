"""The model of the chances: its file, its estimates, and what is no file of it."""

import json
from pathlib import Path

import pytest

from companion.core.chances import FORMAT, BadModelError, load_model
from companion.core.story import Assessment, measure_leads

FILE = {
    "format": FORMAT,
    "shares": {"2": [0.6, 0.4]},
    "weights": {"points": [0.1, 0.9], "stock": [0.0, 0.0]},
}


def write(tmp_path: Path, data: object) -> Path:
    path = tmp_path / "chances.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return path


def test_it_starts_where_the_seats_start_and_ends_with_the_winners(tmp_path: Path) -> None:
    model = load_model(write(tmp_path, FILE))
    even = ((3.0, 1.0), (3.0, 1.0))
    assert model.estimate(Assessment(even, (3, 3))) == pytest.approx((0.6, 0.4))
    assert model.estimate(Assessment(even, (3, 3), progress=1)) == pytest.approx((0.5, 0.5))
    ahead = ((4.0, 1.0), (3.0, 1.0))
    early, late = (model.estimate(Assessment(ahead, (4, 3), progress=at)) for at in (0, 1))
    assert sum(late) == pytest.approx(1)
    assert late[0] == pytest.approx(0.731, abs=1e-3), "one point: e to 1"
    assert early[0] == pytest.approx(0.624, abs=1e-3), "one point: e to a tenth"
    assert model.estimate(Assessment(even, (3, 3)), winners=(1,)) == (0, 1)
    assert model.estimate(Assessment(even, (3, 3)), winners=(0, 1)) == (0.5, 0.5)


@pytest.mark.parametrize("figures", [(), ((1.0,), (2.0,)), ((1.0, 2.0), (1.0, 2.0, 3.0))])
def test_figures_of_another_model_are_refused(
    tmp_path: Path, figures: tuple[tuple[float, ...], ...]
) -> None:
    model = load_model(write(tmp_path, FILE))
    with pytest.raises(BadModelError, match="2 figures"):
        model.estimate(Assessment(figures, (0, 0)))


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
        {},
        {**FILE, "format": "companion hall 1"},
        {**FILE, "weights": {"points": [0.1]}},
        {**FILE, "weights": {"points": ["a", "b"]}},
        {**FILE, "weights": {"points": [float("nan"), 0.1]}},
        {**FILE, "weights": [[0.1, 0.2]]},
        {**FILE, "shares": {"3": [0.6, 0.4]}},
        {**FILE, "shares": {"2": [1.6, -0.6]}},
        "[" * 100_000,
    ],
)
def test_another_file_is_told_in_one_line(tmp_path: Path, data: object) -> None:
    with pytest.raises(BadModelError) as caught:
        load_model(write(tmp_path, data))
    said = str(caught.value)
    assert said.startswith("chances.json is no file of chances: ")
    assert "\n" not in said
    assert len(said) < 200


def test_a_file_that_is_missing_or_no_text_is_told_too(tmp_path: Path) -> None:
    with pytest.raises(BadModelError, match="No such file"):
        load_model(tmp_path / "none.json")
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadModelError, match="no file of chances"):
        load_model(broken)


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert measure_leads([5, 9, 7]) == [-4, 2, -2]
    assert measure_leads([9, 9, 7]) == [0, 0, -2]
    assert measure_leads([4]) == [0]
