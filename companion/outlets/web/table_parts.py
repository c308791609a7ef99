"""A table of any game as headings, lists and pictures, from its snapshot in words."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from companion.core.snapshot import Place, Places, PlayerSnapshot, SnapshotPart, TableSnapshot
from companion.games.table_drawing import (
    Layout,
    TableDrawing,
    TablePicture,
    define_patterns,
    draw_player_disc,
    mark_players,
)
from companion.text import Words
from companion.text.snapshot_text import is_progress, is_short, list_parts, list_places
from companion.ui.markup import Markup, element, join_markup

UNSEEN = "for-screen-readers"
NEAR = "only-near"
"""The class of what is left out where the table is seen from across the room."""


def draw_snapshot(table: TableSnapshot, drawing: TableDrawing, words: Words) -> Markup:
    """Draw the parts in their order, then the players; nothing where nothing lies there yet."""
    parts = [part for part in table.parts if not is_progress(part, words)]
    held = any(player.holds for player in table.players)
    if not parts and not held and not table.winners:
        return Markup()
    return join_markup(
        [
            define_patterns(table.players),
            *_draw_winners(table, words),
            *_TableParts(table, drawing, words).draw(parts),
            *_draw_players(table, words),
        ]
    )


def _draw_winners(table: TableSnapshot, words: Words) -> Iterable[Markup]:
    if table.winners:
        names = [table.players[seat].name for seat in table.winners]
        said = words.say("web.winners", winners=len(names), players=words.listed(names))
        yield element("p", said, class_="large")


def _draw_list(items: Iterable[str], **attributes: str | None) -> Markup:
    rows = [element("li", item) for item in items]
    return element("ul", *rows, **attributes) if rows else Markup()


class _TableParts:
    """Draws the parts of one table."""

    def __init__(self, table: TableSnapshot, drawing: TableDrawing, words: Words) -> None:
        self._words, self._places = words, drawing.places
        self._marks = mark_players(table.players)
        self._pictures = {key: each for each in drawing.pictures for key in each.keys}

    def draw(self, parts: Sequence[SnapshotPart]) -> Iterator[Markup]:
        """Each part where it stands; the words of a picture that needs them come last."""
        later: list[SnapshotPart] = []
        for picture, group in groupby(parts, lambda part: self._pictures.get(part.key)):
            if picture is None:
                yield from self._draw_in_words(list(group))
            elif picture.tells_all:
                yield self._draw_picture(picture, list(group))
            else:
                later += group
                yield _frame(picture)
        if later:
            yield self._fold(later[0], *self._draw_in_words(later))

    def _draw_picture(self, picture: TablePicture, parts: Sequence[SnapshotPart]) -> Markup:
        """The picture under its heading, and its words for who does not see it."""
        heading = element("h3", picture.heading or parts[0].label)
        read = _draw_list(self._list_lines(parts), class_=UNSEEN)
        if picture.layout is Layout.SMALL:
            return element("section", heading, picture.drawing, read, class_="part")
        return element("section", heading, _frame(picture), read, class_="laid-out")

    def _list_lines(self, parts: Iterable[SnapshotPart]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, Places):
                yield from list_places(part, self._words)
            else:
                yield from list_parts([part], self._words)

    def _draw_in_words(self, parts: Sequence[SnapshotPart]) -> Iterator[Markup]:
        """Short parts as one list; places as cards, with their pictures if there are any."""
        for is_long, group in groupby(parts, _is_long):
            if not is_long:
                yield _draw_list(list_parts(group, self._words), class_="facts")
                continue
            for part in group:
                if isinstance(part, Places):
                    yield self._draw_places(part)

    def _draw_places(self, part: Places) -> Markup:
        heading = element("h3", part.label)
        if part.columns:
            read = _draw_list(list_places(part, self._words))
            return element("section", heading, read, class_="part in-words")
        drawn = any(place.key in self._places for place in part.places)
        cards = [self._draw_place(part, place) for place in part.places]
        if not drawn:
            return element("section", heading, *cards, class_="part in-words")
        listed = element("div", *cards, class_="cards places")
        words = self._fold(part, _draw_list(list_places(part, self._words)))
        return element("section", heading, listed, words, class_="laid-out")

    def _fold(self, part: SnapshotPart, *parts: Markup) -> Markup:
        """What a picture shows to most, in words, folded away until somebody wants them."""
        summary = element("summary", self._words.say("web.in-words", what=part.label))
        return element("details", summary, *parts, class_=NEAR, data_key=f"words-{part.key}")

    def _draw_place(self, part: Places, place: Place) -> Markup:
        """A place under its name: its picture, who stands there; without one what else it holds."""
        picture = self._places.get(place.key)
        sign = [picture.sign, " "] if picture and picture.sign else []
        name = place.label
        if place.sized:
            name = self._words.say("list.of", what=name, said=place.sized)
        rows = [
            join_markup((draw_player_disc(self._marks[each.seat]), " ", each.text))
            for each in place.standing
        ]
        near = NEAR if picture else None
        label = part.standing_label or None
        return element(
            "article",
            element("h4", *sign, name),
            *([picture.drawing] if picture else []),
            _draw_list(rows, class_=" ".join(filter(None, ["ranked", near])), aria_label=label),
            *self._draw_decision(part, place, near),
            *([] if picture else [_draw_list(list_parts(place.holds, self._words))]),
            class_="card" if picture else None,
        )

    def _draw_decision(self, part: Places, place: Place, near: str | None) -> Iterable[Markup]:
        """What decides there; without it whether nobody stands there."""
        nobody = part.standing_label and not place.standing
        said = place.decision or (self._words.say("value.none") if nobody else "")
        if said:
            yield element("p", said, class_=" ".join(filter(None, ["muted", near])))


def _is_long(part: SnapshotPart) -> bool:
    return isinstance(part, Places) and not is_short(part)


def _frame(picture: TablePicture) -> Markup:
    return element("div", picture.drawing, class_=f"picture {picture.layout}")


def _draw_players(table: TableSnapshot, words: Words) -> Iterable[Markup]:
    """Who holds what: a card for each player, or a line where it is one thing only."""
    marks = mark_players(table.players)
    held = [part for player in table.players for part in player.holds]
    if not held:
        return
    heading, discs = words.say("web.players"), [draw_player_disc(mark) for mark in marks]
    if all(len(player.holds) == 1 for player in table.players):
        heading = held[0].label
        lines = (
            join_markup((disc, " ", words.say("list.of", what=player.name, said=part.text)))
            for disc, player, part in zip(discs, table.players, held, strict=True)
        )
        listed = _draw_list(lines, class_="ranked")
    else:
        cards = map(partial(_draw_player, words), table.players, discs)
        listed = element("div", *cards, class_="cards")
    yield element("section", element("h3", heading), listed, class_="laid-out belongings")


def _draw_player(words: Words, player: PlayerSnapshot, disc: Markup) -> Markup:
    colour = element("span", words.named("colour", player.colour), class_="muted")
    heading = element("h4", disc, " ", player.name, " ", colour)
    return element("article", heading, _draw_list(list_parts(player.holds, words)), class_="card")
