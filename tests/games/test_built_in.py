"""The parts of a built-in game that are loaded before its plugin are the plugin's own."""

import pytest

from companion.games import BUILT_IN, find_rules, find_words, load_plugin


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_listed_parts_are_those_of_the_plugin(name: str) -> None:
    plugin, listing = load_plugin(name), BUILT_IN[name].listing
    assert (listing.name, listing.title) == (plugin.name, plugin.title)
    assert listing.seats == plugin.rules.seats
    assert find_rules(name) is plugin.rules
    assert find_words(name) is plugin.words
