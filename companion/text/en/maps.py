"""English: what can be wrong with a file that tells what is printed on a board."""

WORDS: dict[str, str] = {
    "reason.map-unreadable": "the file can't be read: {problem}",
    "reason.map-not-text": "not UTF-8 text",
    "reason.map-syntax": "not TOML: {problem}",
    "reason.map-unknown-key": "there is no such key, only: {known}",
    "reason.map-none": "there is no map: seven rows of seven letters",
    "reason.map-not-rows": "must be seven rows of letters between two lines of three quotes",
    "reason.map-rows": "there are {rows} rows here, and {wanted} on the board",
    "reason.map-row-length": "there are {letters} letters in this row, and {wanted} on the board",
    "reason.map-not-a-prefecture": 'must be like {{ colour = "pink", small = 6 }}',
    "reason.map-missing": "not complete without: {missing}",
    "reason.map-not-a-colour": "must be a word in quotes",
    "reason.map-not-a-number": "must be a whole number, 0 or more",
    "reason.map-count": "prefectures here: {count}, on the board: {wanted}",
}
