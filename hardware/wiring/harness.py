"""The WireViz drawings: sources whose `$role`s are filled from the code, rendered by graphviz."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hardware.wiring.header import KEYS, PI, PICO, pin, roles

HERE = Path(__file__).parent
DRAWINGS = {
    "bonnet": "bonnet",
    "waveshare-hat": "waveshare-hat",
    "four-buttons": "four-buttons",
    "tower-panel-keys": "tower-panel",
    "tower-panel-lamps": "tower-panel",
}
"""Which build each drawing belongs to."""
HEADERS = {"Raspberry Pi": PI, "Raspberry Pi Pico": PICO}
"""The headers of the connectors that have one, by their type."""
_LOOKS = {"fontname": "DejaVu Sans", "color_mode": "full", "mini_bom_mode": False}
_TITLE = "#e3ebf2"
_WIRES = 'cellspacing="0" cellborder="0"{}>\n   <tr>'
_SPACES = {
    'cellpadding="3"': 'cellpadding="6"',
    _WIRES.format(""): _WIRES.format(' cellpadding="5"'),
}
"""Space around the words in WireViz's tables, which would touch the lines."""


def load(drawing: str) -> dict[str, Any]:
    """Return a drawing's source as it is written, roles and all."""
    import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own

    found: dict[str, Any] = yaml.safe_load((HERE / f"{drawing}.yml").read_text("utf-8"))
    return found


def resolved(drawing: str) -> dict[str, Any]:
    """Return a drawing's source with the pins' numbers in place of roles, and the pins' names.

    Raises KeyError for a role that the build does not have.
    """
    build = DRAWINGS[drawing]
    header = PICO if build == "tower-panel" else PI
    values: dict[str, int | str] = {r: pin(gpio, header) for r, gpio in roles(build).items()}
    for at in range(4):
        values[f"keys-column-{at + 1}"] = ", ".join(KEYS[at::4])
        values[f"keys-row-{at + 1}"] = ", ".join(KEYS[4 * at : 4 * at + 4])
    source: dict[str, Any] = {"cables": {}, **_filled(load(drawing), values)}
    for connector in source["connectors"].values():
        if connector["type"] in HEADERS and "pinlabels" not in connector:
            names = HEADERS[connector["type"]]
            connector["pinlabels"] = [names.get(each, "socket") for each in connector["pins"]]
    return source


class Joint(NamedTuple):
    """One wire to a part, from a pin of the header or from another part that is joined to it."""

    pin: int
    colour: str
    cable: str
    part: str
    end: str
    """The part's pin, by the name it has in the drawing."""


def joints(drawing: str) -> list[Joint]:
    """Return all wires that begin at the header or go on from there, in the drawing's order."""
    source = resolved(drawing)
    found: dict[tuple[str, Any], Joint] = {}
    for chain in source["connections"]:
        (first, numbers), (cable, wires), (part, ends) = (_only(each) for each in chain[:3])
        if source["connectors"][first]["type"] not in HEADERS or cable not in source["cables"]:
            continue
        names = _ends(source["connectors"][part])
        colours = source["cables"][cable]["colors"]
        for number, wire, end in zip(numbers, wires, ends, strict=True):
            found[part, end] = Joint(number, colours[wire - 1], cable, part, names[end])
    for link in source.get("links", []):
        (first, (start,)), (part, (end,)) = _only(link["from"]), _only(link["to"])
        name = _ends(source["connectors"][part])[end]
        found[part, end] = found[first, start]._replace(colour=link["color"], part=part, end=name)
    return list(found.values())


def bridges(drawing: str) -> list[tuple[str, str, str]]:
    """Return what is joined without a wire: a part, another one, and that one's end."""
    source = resolved(drawing)
    found = []
    for chain in source["connections"]:
        if chain[1] == "--":
            (one, _), (other, ends) = _only(chain[0]), _only(chain[2])
            found += [(one, other, _ends(source["connectors"][other])[end]) for end in ends]
    return found


def _ends(connector: Mapping[str, Any]) -> dict[Any, str]:
    """Return the names of a connector's pins."""
    pins = connector.get("pins", [1])
    return dict(zip(pins, map(str, connector.get("pinlabels", pins)), strict=True))


def _only(item: Any) -> tuple[str, list[Any]]:
    """Return the one key of a mapping and its value; an arrow has no value."""
    return next(iter(item.items())) if isinstance(item, dict) else (item, [])


def _filled(value: Any, values: Mapping[str, int | str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(each, values) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, values) for each in value]
    if isinstance(value, str) and value.startswith("$"):
        return values[value[1:]]
    return value


def render(drawing: str, folder: Path) -> None:
    """Draw DRAWING.svg and DRAWING.png into the folder."""
    from wireviz.wireviz import parse  # type: ignore[import-untyped]  # has no types

    source = resolved(drawing)
    source["options"] = _LOOKS
    source.pop("links", None)
    for part in (*source["connectors"].values(), *source["cables"].values()):
        part["bgcolor_title"] = _TITLE
    source["tweak"] = {"append": "\tgraph [ranksep=0.75 nodesep=0.22 pad=0.2]\n"}
    graph = parse(source, return_types="harness").graph
    for space in _SPACES.items():
        graph.body = [each.replace(*space) for each in graph.body]
    svg = graph.pipe(format="svg").decode("utf-8")
    # Which graphviz it was is no part of the drawing.
    svg = re.sub(r"<!-- Generated by graphviz.*?-->\n", "", svg, flags=re.DOTALL)
    (folder / f"{drawing}.svg").write_text(svg, "utf-8", newline="\n")
    graph.attr(dpi="144")
    (folder / f"{drawing}.png").write_bytes(graph.pipe(format="png"))
