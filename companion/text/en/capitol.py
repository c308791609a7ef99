"""English: Capitol."""

WORDS: dict[str, str] = {
    # The board
    "reason.board-form": "a prefecture is NAME:COLOUR:SMALL:LARGE:FOUNTAINS",
    "reason.board-colour": "a prefecture is {hues}",
    "reason.board-colour-full": "there are {most} {hue} prefectures already",
    "reason.board-sites": "{prefecture} can't have more than {most} sites of a kind",
    "reason.board-unusual": "{prefecture}: most have 5 to 7 small sites, a large one, 0 to 2 fountains",
}
