"""The tower panel is looked for when there is something to show on it, not before."""

from companion.box.panel.lamps import LateLamps, NoLamps
from companion.core.interfaces import DARK, Lamp


def test_a_panel_is_connected_once_by_its_first_lamps() -> None:
    connected: list[NoLamps] = []

    def connect() -> NoLamps:
        connected.append(NoLamps())
        return connected[-1]

    lamps = LateLamps(connect)
    assert connected == []
    lamps.show((DARK,))
    lamps.show((DARK, Lamp(9, 9, 9)))
    assert [each.shown for each in connected] == [(DARK, Lamp(9, 9, 9))]


def test_a_panel_that_was_never_connected_can_be_closed() -> None:
    LateLamps(NoLamps).close()
