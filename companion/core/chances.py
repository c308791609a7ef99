"""The model that estimates everybody's chances from the figures of a table.

A player's score is the sum of the figures, each times its weight, which changes as the game goes
on; a chance is the exponential of the score, as a share of all. The file of the weights is fitted
by `make story`, see docs/story.md.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite, log
from pathlib import Path
from typing import Any

from companion.core.shapes import require_shape
from companion.core.story import Assessment, Chances, share_scores

FORMAT = "companion chances 1"
"""What a file of weights says that it is."""


class BadModelError(ValueError):
    """A file that holds no weights of a model, in one line."""


@dataclass(frozen=True)
class ChanceModel:
    """The weights of a game's figures."""

    figures: tuple[str, ...]
    """The names of the figures, in the order of an assessment."""
    early: tuple[float, ...]
    """By figure: its weight when the game begins."""
    growth: tuple[float, ...]
    """By figure: what its weight has gained when the game ends."""
    shares: Mapping[str, tuple[float, ...]]
    """By the number of players: the share of games that each seat wins among equal players."""

    def estimate(self, assessment: Assessment, winners: Collection[int] = ()) -> Chances:
        """Estimate the chances; the winners of a finished game share certainty.

        Raises BadModelError where the figures are not those of the model.
        """
        seats = len(assessment.figures)
        if winners:
            return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
        if {len(own) for own in assessment.figures} != {len(self.figures)}:
            raise BadModelError(f"the model has {len(self.figures)} figures, the table others")
        at = assessment.progress
        weights = [first + at * more for first, more in zip(self.early, self.growth, strict=True)]
        begun = self.shares.get(str(seats), (1 / seats,) * seats)
        return share_scores(
            [
                (1 - at) * log(share) + sum(map(float.__mul__, weights, map(float, own)))
                for share, own in zip(begun, assessment.figures, strict=True)
            ]
        )


def load_model(path: Path) -> ChanceModel:
    """Read a file of weights; raises BadModelError with what is wrong."""
    try:
        return _parse_model(json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise BadModelError(f"{path.name}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = " ".join(str(error).split())[:100]
        raise BadModelError(f"{path.name} is no file of chances: {reason}") from error


def _parse_model(data: Any) -> ChanceModel:
    require_shape(data, dict[str, Any], "it")
    if data.get("format") != FORMAT:
        raise ValueError(f"it does not say {FORMAT}")
    weights, shares = data["weights"], data["shares"]
    require_shape(weights, Mapping[str, list[float]], "weights")
    require_shape(shares, Mapping[str, list[float]], "shares")
    for name, pair in weights.items():
        if len(pair) != 2 or not all(map(isfinite, pair)):
            raise ValueError(f"{name} has no two weights")
    for seats, each in shares.items():
        if str(len(each)) != seats or not all(0 < share < 1 for share in each):
            raise ValueError(f"the shares of {seats} seats")
    return ChanceModel(
        tuple(weights),
        tuple(float(early) for early, _ in weights.values()),
        tuple(float(growth) for _, growth in weights.values()),
        {seats: tuple(map(float, each)) for seats, each in shares.items()},
    )
