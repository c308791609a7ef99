"""A page as a screen reader has it: Chromium's accessibility tree, and presses by its names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

MOST_TABS = 60
MIDDLE = "function() { this.scrollIntoView({block: 'center'}); }"


class Node(NamedTuple):
    """What is told of one thing on the page."""

    role: str
    name: str
    properties: Mapping[str, Any]
    dom: int
    """Its number in the document."""
    children: tuple[str, ...]


class SpokenPage:
    """A page that is heard, and pressed by what it is called: by a finger, or by the keyboard."""

    def __init__(self, page: Page, keys: tuple[str, ...] = ()) -> None:
        """``keys`` press a button in turn; without any a finger does."""
        self.page, self._keys, self.presses = page, keys, 0
        self._cdp: CDPSession = page.context.new_cdp_session(page)
        self._nodes: Mapping[str, Node] = {}

    def listen(self) -> None:
        """Read the tree as it is now."""
        told = self._cdp.send("Accessibility.getFullAXTree")["nodes"]
        self._nodes = {each["nodeId"]: _read(each) for each in told}

    def find(self, role: str) -> list[Node]:
        """All things of a role, in their order."""
        return [each for each in self._nodes.values() if each.role == role]

    @property
    def heard(self) -> str:
        """What the live region says."""
        (status,) = self.find("status")
        assert status.properties["live"] == "polite"
        return " ".join(self._texts(status)).strip()

    @property
    def question(self) -> str:
        """The heading of what is open, by which its region is named."""
        (region,) = self.find("region")
        assert region.name in [each.name for each in self.find("heading")]
        return region.name

    def texts(self) -> set[str]:
        """All that can be read."""
        return {each.name for each in self.find("StaticText")}

    @property
    def number(self) -> str:
        """The number of what is open."""
        return str(self.page.get_attribute("#open", "data-open"))

    def wait_for_other(self, number: str) -> None:
        """Wait until something else is open."""
        self.page.wait_for_selector(f'#open:not([data-open="{number}"])')

    def buttons(self) -> list[str]:
        """The names of what can be pressed."""
        return [each.name for each in self._buttons()]

    def _buttons(self) -> list[Node]:
        return [each for each in self.find("button") if not each.properties.get("disabled")]

    def press(self, name: str) -> None:
        """Press the one button of this name."""
        (button,) = (each for each in self._buttons() if each.name == name)
        if self._keys:
            self._go_to(button)
            self.page.keyboard.press(self._keys[self.presses % len(self._keys)])
        else:
            self.page.touchscreen.tap(*self._middle_of(button))
        self.presses += 1

    def write(self, name: str, text: str) -> None:
        """Write into the one field of this name."""
        (field,) = (each for each in self.find("textbox") if each.name == name)
        if self._keys:
            self._go_to(field)
        else:
            self.page.touchscreen.tap(*self._middle_of(field))
        self.page.keyboard.type(text)

    def _go_to(self, node: Node) -> None:
        for _ in range(MOST_TABS):
            if self._focused() == node.dom:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {node.name}")

    def _focused(self) -> int:
        focused = self._cdp.send("Runtime.evaluate", {"expression": "document.activeElement"})
        found = {"objectId": focused["result"]["objectId"]}
        return int(self._cdp.send("DOM.describeNode", found)["node"]["backendNodeId"])

    def _middle_of(self, node: Node) -> tuple[float, float]:
        found = {"backendNodeId": node.dom}
        there = self._cdp.send("DOM.resolveNode", found)["object"]["objectId"]
        call = {"objectId": there, "functionDeclaration": MIDDLE}
        self._cdp.send("Runtime.callFunctionOn", call)
        left, top, _, _, right, bottom, *_ = self._cdp.send("DOM.getBoxModel", found)["model"][
            "border"
        ]
        return (left + right) / 2, (top + bottom) / 2

    def _texts(self, node: Node) -> Iterator[str]:
        if node.role == "StaticText":
            yield node.name
        else:
            for child in node.children:
                if child in self._nodes:
                    yield from self._texts(self._nodes[child])


def _read(told: Mapping[str, Any]) -> Node:
    return Node(
        "" if told["ignored"] else told["role"]["value"],
        told.get("name", {}).get("value", ""),
        {each["name"]: each["value"].get("value") for each in told.get("properties", ())},
        told.get("backendDOMNodeId", 0),
        tuple(told.get("childIds", ())),
    )
