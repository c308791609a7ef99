"""The home screen loads what it shows and no more: no game, and no part that comes later."""

import subprocess
from contextlib import closing
from pathlib import Path

from companion.app.demo.rig import DEMO_STARTED_AT
from companion.games import BUILT_IN
from companion.store.journal import Journal
from tests.app.command import COMPANION, Terminal, python
from tests.import_graph import modules
from tests.shipped import read_shipped

LISTING = """import sys
from companion.app import loop
def render_and_end(view, render=loop.render):
    render(view)
    loop.log.warning("loaded: %s", " ".join(sys.modules))
    sys.exit()
loop.render = render_and_end
"""
"""Ends the program when home is drawn; its log names the modules that are loaded then."""
GAMES = {game.plugin.partition(".plugin:")[0] for game in BUILT_IN.values()}
"""The packages of the games."""
KNOWN_FROM = ("rules", "words")
"""The parts of a game that home needs to name its players and its turn."""
LATER = (
    *("app.announcer", "app.api", "app.current_game", "app.demo", "app.doctor"),
    *("app.game_menu", "app.history_browser", "app.phone_menu"),
    *("box.panel.wire", "box.service.hotspot", "cli.report", "outlets.charts"),
    *("core.shapes", "games.fallbacks", "games.guard", "ui.input.remote"),
    *("core.events", "text.event_text", "ui.input.guide"),
    *("ui.input.box_pages", "ui.input.numbers"),
    *("core.record", "core.replay", "games.plugin", "store.history.play", "store.saved_games"),
    *(
        "ui.input.amendment",
        "ui.input.context",
        "ui.input.history",
        "ui.input.open_entry",
        "ui.input.people",
    ),
    *("ui.input.field_pages", "ui.input.table_check"),
    *("ui.screens.history", "ui.screens.phone_picture"),
)
"""What a game, a page of the menu, a command or the tower panel needs."""


def loaded_at_home(state: Path) -> list[str]:
    with Terminal("play", "--virtual", state=state, code=LISTING + COMPANION) as terminal:
        assert terminal.end() == (0, "")
    log = (state / "companion.log").read_text()
    return log.partition("loaded: ")[2].split()


def parts_of_games(loaded: list[str]) -> set[str]:
    """The loaded parts of games, such as "rules"."""
    return {
        name.removeprefix(f"{game}.").partition(".")[0]
        for game in GAMES
        for name in loaded
        if name.startswith(f"{game}.")
    }


def test_home_loads_no_game_and_no_part_that_comes_later(tmp_path: Path) -> None:
    loaded = loaded_at_home(tmp_path)
    assert "companion.ui.screens.menus" in loaded, "home is drawn"
    assert parts_of_games(loaded) == set()
    assert "companion.core.fields" not in loaded, "only the rules of a game need them"
    assert [name for name in LATER if f"companion.{name}" not in modules()] == []
    assert [name for name in LATER if f"companion.{name}" in loaded] == []


def test_home_loads_only_the_rules_and_words_of_unfinished_games(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, DEMO_STARTED_AT)) as journal:
        for name in ("campanile-2009", "bologna-towers", "capitol"):
            record = read_shipped(name)
            number = journal.begin(name, len(record.table.players), DEMO_STARTED_AT)
            begun = [(each.key, each.word) for each in record.answers[:-20]]
            journal.append(number, begun, DEMO_STARTED_AT)
    loaded = loaded_at_home(tmp_path)
    assert parts_of_games(loaded) == set(KNOWN_FROM)
    assert [name for name in LATER if f"companion.{name}" in loaded] == []


def loaded_by(code: str) -> list[str]:
    """The modules that are loaded once a fresh Python has run this."""
    listing = python(f"{code}; import sys; print(*sys.modules)")
    return subprocess.run(listing, capture_output=True, text=True, check=True).stdout.split()


def test_the_splash_waits_for_nothing_that_guards_games() -> None:
    words = "from companion.text import Words; Words()"
    loaded = loaded_by(f"import companion.cli.arguments, companion.cli.commands_play; {words}")
    assert "companion.app.play" in loaded
    assert {"companion.core.guard", "companion.core.conversation", "logging"} & {*loaded} == set()


def test_a_game_loads_no_page_for_phones() -> None:
    load = "from companion.games import BUILT_IN, load_plugin; list(map(load_plugin, BUILT_IN))"
    loaded = loaded_by(load)
    assert "companion.games.capitol.plugin" in loaded
    assert parts_of_games(loaded) & {"page"} == set()
    assert "companion.ui.markup" not in loaded


def test_phone_switched_on_loads_nothing_of_saved_games() -> None:
    loaded = loaded_by("import companion.app.table_service")
    assert "companion.app.api.phones" in loaded
    assert [name for name in LATER if f"companion.{name}" in loaded and "history" in name] == []
    assert "companion.app.api.history" not in loaded
