"""Tables on the terminal: figures stand to the right, words to the left."""

from rich.table import Table as Grid

from companion.tables.bologna import parts
from companion.text import Words
from tests.games.bologna.staging import light, say

FIGURES = {"Stones", "Roofs", "Height", "Unbuilt", "Set", "Points"}


def test_the_figures_of_bologna_stand_to_the_right() -> None:
    session = light({"3-3": "RRRR", "4-4": "BB"}, roofs={"3-3": "R"})
    session.say("correct pile", "0")
    say(session, "pass yes show none")
    grids = [part for part in parts(session.table, Words()) if isinstance(part, Grid)]
    columns = [column for grid in grids for column in grid.columns]
    right = {column.header for column in columns if column.justify == "right"}
    assert right == FIGURES
    assert {column.header for column in columns if column.justify == "left"} >= {"Field", "Kinds"}
