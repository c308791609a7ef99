"""Where the labels beside a chart stand, so that none covers another."""

from collections.abc import Sequence
from statistics import mean


def spread_labels(ends: Sequence[float], room: float, height: float) -> list[float]:
    """Places of labels, as near to these ends as their ``height`` allows.

    They keep the order of the ends, and lie between 0 and ``room`` as far as that is possible.
    """
    order = sorted(range(len(ends)), key=ends.__getitem__)
    groups: list[list[float]] = []  # of labels that touch: where the lowest of each wants to be
    for place, at in enumerate(order):
        groups.append([ends[at] - place * height])
        while len(groups) > 1 and mean(groups[-2]) > mean(groups[-1]):
            upper = groups.pop()
            groups[-1] += upper
    lowest = [mean(group) for group in groups for _ in group]
    most = max(0.0, room - (len(ends) - 1) * height)
    found = [0.0] * len(ends)
    for place, at in enumerate(order):
        found[at] = min(max(lowest[place], 0.0), most) + place * height
    return found
