"""What stands on a page, for whom and in which language."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from companion.core.languages import LANGUAGES
from companion.games import words_in
from companion.outlets.pages.frame import read_language
from companion.outlets.web.options import MANY, MOST_REASONS
from companion.outlets.web.table_page import Role, TableContent
from tests.fakes.table import opened, option, state
from tests.outlets.web.browsing import PAIRED, Browser, browse

PRESSES = [{"press": "ok", "text": "Next"}, {"press": "back", "text": "Back"}]


def draw(role: Role = Role.PRESS, **changes: Any) -> str:
    """The content of a state."""
    return TableContent(state(**changes), words_in()).draw(role)


def test_a_paired_phone_has_buttons_and_another_is_told_how_to_get_them(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        paired, other = await browser.get("/", **PAIRED), await browser.get("/")
        assert '<button name="value" value="red"' in paired.body
        assert "<button" not in other.body
        assert 'href="/pair"' in other.body
        assert 'href="/pair"' not in paired.body

    browse(tmp_path, journey)


def test_a_phone_learns_that_it_is_its_turn_and_who_pressed_last() -> None:
    content = TableContent(state(), words_in())
    ben, anna = content.draw(Role.PRESS, "Ben"), content.draw(Role.PRESS, "Anna")
    assert "Your turn" in ben
    assert 'data-yours="yes"' in ben
    assert "Ben&#x27;s turn" in anna
    assert "data-yours" not in anna
    assert "Anna&#x27;s phone pressed last" in anna
    assert "The box pressed last" in draw(last_press="")
    assert "pressed last" not in draw(last_press=None)


@pytest.mark.sample(4)
def test_while_an_old_answer_is_changed_it_is_nobodys_turn() -> None:
    changing = opened(kind="box", seat=None, options=[])
    content = TableContent(state(amending=12, open=changing), words_in())
    assert not content.is_asked("Ben")
    for sign in ("turn</p>", "aria-current"):
        assert sign not in content.draw(Role.PRESS, "Ben")
        assert sign in draw()


@pytest.mark.parametrize("reader", LANGUAGES)
@pytest.mark.parametrize("box", LANGUAGES)
def test_who_gave_no_name_is_called_by_the_seat_in_the_readers_language(
    box: str, reader: str
) -> None:
    shown, read = (words_in(each).say("seat.unnamed", number=2) for each in (box, reader))
    players = [*state()["players"][:1], {"name": shown, "colour": "blue", "turn": True}]
    free = {"suggestions": [{"value": shown, "text": shown}], "hint": ""}
    told = opened(text=f"{shown}: which?", options=[option(shown, shown)], free=free)
    content = TableContent(
        state(players=players, open=told, last_press=shown, announcement=f"{shown} builds."),
        words_in(reader),
    )
    page = content.draw(Role.PRESS)
    assert words_in(reader).say("web.turn", player=read) in html.unescape(page)
    assert page.count(f'value="{shown}" class="option">{read}</button>') == 2
    assert content.announcement == f"{read} builds."
    assert box == reader or shown not in re.sub(r'value="[^"]*"', "", page)
    for paired in (shown, read):
        assert content.is_asked(paired)
    assert not content.is_asked(words_in(box).say("seat.unnamed", number=3))


def test_a_television_has_no_buttons(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        page = (await browser.get("/tv", **PAIRED)).body
        assert "<button" not in page
        assert 'href="/pair"' not in page
        assert "Which tower grows?" in page

    browse(tmp_path, journey)


@pytest.mark.parametrize(("path", "again"), [("/", "/"), ("/tv", "/tv"), ("/pair", None)])
async def test_without_script_a_page_with_changes_is_asked_for_again(
    visitor: Browser, path: str, again: str | None
) -> None:
    page = (await visitor.get(path)).body
    refresh = f'<noscript><meta http-equiv="refresh" content="30;url={again}"></noscript></head>'
    assert (refresh in page) == ("noscript" in page) == bool(again)


def test_a_refused_option_stays_visible_with_its_reason() -> None:
    page = draw()
    assert (
        '<button name="value" value="blue" class="option" type="button" aria-disabled="true"'
        ' aria-describedby="why-tower-blue"><span class="dot blue"></span>Blue</button>'
        '<span class="reason" id="why-tower-blue">no blue card is open</span>'
    ) in page
    assert "disabled=" not in page.replace("aria-disabled=", "")


@pytest.mark.parametrize("grade", ["count", "unlikely"])
def test_what_is_only_doubtful_may_be_pressed(grade: str) -> None:
    page = draw(open=opened(options=[option("red", "Red", "too early", grade)]))
    assert 'type="button"' not in page
    assert "too early" in page
    assert "aria-disabled" not in page


def test_of_very_many_options_each_keeps_its_place_and_a_reason_is_told_once() -> None:
    some = [option(str(n), str(n), "too many") for n in range(MANY)]
    options = [option("none", "None"), *some, option("one"), option("all", "All", "too many")]
    page = draw(open=opened(options=options))
    assert re.findall(r'value="(\w+)" class="option"', page) == [each["value"] for each in options]
    assert f'id="why-0">0\N{EN DASH}{MANY - 1}, All: too many</p>' in page
    assert page.count('aria-describedby="why-0" tabindex="-1"') == MANY + 1
    assert words_in().say("web.press-for-reason") not in page


def test_of_very_many_reasons_a_press_tells_the_one() -> None:
    reasons = [f"{n} is not open" for n in range(MOST_REASONS + 1)]
    some = [option(str(n), str(n), why) for n, why in enumerate(reasons)]
    page = draw(open=opened(options=[*some, *(option(f"f{n}") for n in range(MANY))]))
    seen, _, hidden = page.partition('<div class="for-screen-readers">')
    assert words_in().say("web.press-for-reason") in seen
    assert [hidden.count(f'id="why-{n}">{why}</p>') for n, why in enumerate(reasons)] == [1] * len(
        reasons
    )


@pytest.mark.parametrize("mirrored", [False, True])
def test_towers_stand_in_the_order_of_the_row_each_at_its_own_spot(mirrored: bool) -> None:
    row = ["yellow", "red", "blue"]
    places = [{"key": key, "label": key} for key in row]
    towers = {"part": "places", "key": "towers", "label": "Towers", "places": places}
    table = {**state()["table"], "parts": [towers], "mirrored": mirrored}
    options = [option("none", "No marker"), option("blue", "Blue", "full"), option("yellow", "Yel")]
    page = draw(table=table, open=opened(options=options))
    spots = re.findall(r'<button name="value" value="(\w+)"|class="(at-\d)">', page)
    order = [value or spot for value, spot in spots]
    found = ["at-1", "yellow", "at-3", "blue"]
    if mirrored:
        found = ["at-1", "blue", "at-3", "yellow"]
    assert order == [*found, "none"]


def test_undo_is_not_next_to_the_options() -> None:
    page = draw()
    assert page.index('action="/undo"') < page.index('id="question"')


def test_very_many_options_are_folded_by_the_words_that_they_share() -> None:
    rows = [
        {"key": key, "value": f"{n}-{m}", "text": f"{name} from {n}-{m}", "refused": None}
        for key, name in (("build", "Builds"), ("fire", "Fire"))
        for n in range(3)
        for m in range(3)
    ]
    passes = {"key": "pass", "value": "yes", "text": "Passes", "refused": None}
    page = draw(open=opened(options=[*rows, passes]))
    assert page.count('class="row"') == 2
    assert '<summary class="option">Builds from …</summary>' in page
    assert 'class="option" aria-label="Builds from 2-1">2-1</button>' in page
    assert page.index(">Passes<") > page.rindex('class="row"')
    assert 'class="row"' not in draw(open=opened(options=rows[:9]))


def test_a_page_tells_its_sentences_and_has_its_buttons() -> None:
    told = opened(kind="page", seat=None, text="", lines=["It's red.", "4.", "2."], options=[])
    page = draw(open=told | {"presses": PRESSES})
    assert 'tabindex="-1"><span data-key="title-12">It&#x27;s red.</span></h2>' in page
    assert '>4.</p><p class="line" data-key="line-12-1">2.</p>' in page
    assert '<button name="press" value="ok" class="option">Next</button>' in page
    assert '<button name="press" value="back" class="quiet">Back</button>' in page


def test_only_the_boxs_buttons_press_in_its_menu() -> None:
    page = draw(open=opened(kind="box", options=[], undo=False))
    assert "<button" not in page


def test_a_list_shows_what_is_chosen() -> None:
    asked = {"items": 3, "chosen": ["red", "blue"]}
    assert "Chosen so far: Red, Blue" in draw(open=opened(list=asked))  # in words, as the options
    assert "nothing yet" in draw(open=opened(list={"items": 3, "chosen": []}))


def test_free_text_has_suggestions_and_a_field() -> None:
    free = {"suggestions": [{"value": "Anna", "text": "Anna"}], "hint": ""}
    page = draw(open=opened(key="player", options=[], free=free))
    assert '<button name="value" value="Anna"' in page
    assert "aria-describedby" not in page
    assert '<input name="value" required maxlength="64" autocomplete="off">' in page
    assert page.count('name="key" value="player"') == 2


def test_free_text_says_how_it_is_written() -> None:
    page = draw(open=opened(key="map", options=[], free={"suggestions": [], "hint": "Like a:1"}))
    assert 'autocomplete="off" aria-describedby="hint-12">' in page
    assert '<p class="reason" id="hint-12">Like a:1</p>' in page


def test_points_are_shown_only_if_the_box_shows_them() -> None:
    assert "hidden until" in draw()
    page = draw(standings=[{"seat": 1, "points": 9, "gained": 4}])
    assert "hidden until" not in page
    assert '<span class="dot blue"></span>Ben</span>' in page
    assert "9 points" in page


def test_equal_points_have_the_same_rank_and_winners_stand_out() -> None:
    points = ((1, 9), (0, 9))
    shown = [{"seat": seat, "points": each, "gained": 0} for seat, each in points]
    page = draw(standings=shown, table={**state()["table"], "winners": [1]})
    assert page.count('<li value="1"') == 2
    assert page.count('<li value="1" class="won">') == 1
    assert page.count('width="100.0"') == 2
    assert "+0" not in page


def test_points_below_zero_have_no_bar() -> None:
    page = draw(standings=[{"seat": 0, "points": -3, "gained": -3}])
    assert 'width="0.0"' in page


def test_names_in_sentences_have_their_discs() -> None:
    told = opened(kind="page", seat=None, text="", lines=["Anna beats Annabel."])
    page = draw(open=told)
    marked = '<strong class="who"><span class="dot red"></span>Anna</strong>'
    assert f"{marked} beats Annabel." in page


@pytest.mark.parametrize(
    ("texts", "layout"),
    [
        (["A1", "A2", "A3", "12", "Passes the turn"], " short"),
        (["Blue", "Beige"], " small"),
        (["Brown", "No marker"], " medium"),
        (["Brown", "Heals the plague"], ""),
        (["Passes"], ""),
    ],
)
def test_short_options_stand_side_by_side(texts: list[str], layout: str) -> None:
    page = draw(open=opened(options=[option(text, text) for text in texts]))
    assert f'class="options{layout}"' in page


def test_one_of_very_many_numbers_is_written_into_a_field() -> None:
    page = draw(open=opened(options=[option(number) for number in range(80)]))
    assert '<input name="value" required type="number" min="0" max="79">' in page
    assert "A number from 0 to 79" in page
    assert 'class="options' not in page


def test_without_a_box_a_page_says_so(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        await browser.table.stop()
        for route in ("/", "/tv", "/pair", "/games"):
            assert (await browser.get(route)).status in {200, 503}
        assert words_in().say("web.away") in (await browser.get("/")).body

    browse(tmp_path, journey)


def test_of_a_box_that_lets_no_phones_in_a_page_says_the_same_until_it_does(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        browser.table.lets_phones_in = False
        assert words_in().say("web.away") in (await browser.get("/")).body
        link = browser.live.client.link("")
        browser.table.lets_phones_in = True
        await link.wait_for_change(link.version)
        assert "Which tower grows?" in (await browser.get("/")).body

    browse(tmp_path, journey)


def test_before_a_game_the_page_draws_no_table() -> None:
    page = draw(game=None, table=None, players=[], outlook=[], actions=[], standings=None)
    assert '<section class="table">' not in page
    assert "hidden until" not in page


def test_before_anything_lies_on_the_table_it_is_not_drawn() -> None:
    assert 'class="table"' not in draw(table={"players": []})
    assert 'class="table"' in draw()


def test_names_are_never_markup() -> None:
    name = "<script>"
    player = {"name": name, "colour": name, "turn": True}
    asked = opened(
        seat=0,
        text=name,
        lines=[name],
        options=[option(name, name, name)],
        list={"items": 2, "chosen": [name]},
        free={"suggestions": [{"value": name, "text": name}], "hint": name},
        presses=[{"press": "ok", "text": name}],
    )
    page = draw(
        players=[player],
        open=asked,
        game=state()["game"] | {"title": name, "progress": name},
        outlook=[name],
        actions=[name],
        notice=name,
        table={
            "players": [{"seat": 0, "name": name, "colour": name}],
            "parts": [{"part": "count", "key": name, "value": name, "label": name, "text": name}],
        },
        standings=[{"seat": 0, "points": 1, "gained": 1}],
    )
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 15


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        *(("de", "de"), ("de-CH,de;q=0.9,en;q=0.8", "de"), ("fr-CA", "fr"), ("", ""), ("ja", "")),
        *(
            ("ja,it;q=0.5,en;q=0.3", "it"),
            ("en;q=0.2,fr;q=0.7", "fr"),
            ("de;q=x,en", "en"),
            ("de;q=0", ""),
        ),
    ],
)
def test_a_browser_says_its_languages(accepted: str, language: str) -> None:
    assert read_language(accepted) == language


def test_a_phone_reads_its_own_language(tmp_path: Path) -> None:
    async def journey(browser: Browser) -> None:
        for language in LANGUAGES:
            page = (await browser.get("/", Accept_Language=language)).body
            assert f'<html lang="{language}">' in page
            assert words_in(language).say("web.actions") in page
        assert '<html lang="fr">' in (await browser.get("/", Accept_Language="ja")).body
        asked = [each.get("language") for each in browser.table.greetings]
        assert asked == [*LANGUAGES, None]

    browse(tmp_path, journey, language="fr")


def test_points_that_stand_as_bars_are_not_said_as_well() -> None:
    said = ["The points: Anna 5, Ben 3.", "Anna is ahead."]
    standings = [{"seat": 0, "points": 5, "gained": 0}, {"seat": 1, "points": 3, "gained": 0}]
    page = draw(open=opened(kind="page", text="", lines=said), standings=standings)
    assert "Ben 3" not in page
    assert page.count("5 points") == 1
    assert "is ahead." in page
