"""Every word of ours can be read on the screen, in every language: none is cut, none is left over.

`pytest tests/ui/screens/test_fits.py -k "[de]"` lists what German has too long: key, what, text.
"""

from collections.abc import Mapping

import pytest

from companion.app.api.phones import PhoneReason
from companion.core.board_file import BoardFileReason
from companion.core.languages import LANGUAGES
from companion.core.record import RecordFault
from companion.games import words_in
from companion.text.plural import Sentence
from companion.ui.screens.fonts import SMALL, text_width
from tests.text.every import Key, every_key, forms, texts
from tests.ui.screens.fitting import look_at
from tests.ui.screens.sweeps import pictures
from tests.ui.screens.sweeps_words import IN_RECORDS_ONLY, is_of_a_map

ELSEWHERE = (
    *(
        "board.",
        "card.",
        "card-proof.",
        "cli.",
        "config.",
        "chart.",
        "column.",
        "demo.",
        "journal.",
        "missing.",
        "mqtt.",
        "players.",
        "sheet.",
    ),
    "seat.unnamed",
    *("gain.", "history.time", "score.", "doctor.", "scoring.round", "number.", "list.of"),
)
"""How keys begin that only the command line, a hall's board or Home Assistant says."""
ON_A_PHONE = (
    *("web.", "page.", "question.", "open.", "progress.", "refused.", "event."),
    *("snapshot.", "table.", "size."),
    *("story.chances", "story.none."),
    *(f"reason.{reason}" for reason in PhoneReason),
)
"""How keys begin that only programs at the table's socket say."""
HEARD = ("say.",)
"""How keys begin that nobody reads."""
WITH_A_STAND_IN = ("why.", "foot.on-sign", "foot.back-sign")
"""How keys begin in whose place a shorter sentence stands where they have no room, or which stand
where others have none."""
TOLD_OF_FILES = {
    *IN_RECORDS_ONLY,
    *BoardFileReason,
    *RecordFault,
}
ALSO_ON_THE_SCREEN = ("doctor.ask.", "doctor.title")


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_drawn_can_be_read_and_every_word_is_drawn(language: str) -> None:
    """Fails with a list: key, what is wrong, in which picture if it is in one."""
    read: set[str] = set()
    lines: dict[tuple[str, str], str] = {}
    for name, picture in pictures().items():
        seen = look_at(picture, language)
        read |= seen.read_in_full
        for key, text, what in seen.faults:
            lines[key or "a name", f"{what}: {text!r}"] = f"   ({name})"
    said = texts(language)
    missing = [each for each in every_key() if is_shown(each.key) and each.name not in read]
    for each in missing:
        if not has_wider(each, read, said):
            lines[each.name, f"not drawn in full: {str(said[each.name])!r}"] = ""
    if lines:
        report = [f"{key:40} {what}{at}" for (key, what), at in sorted(lines.items())]
        pytest.fail("\n".join(report), pytrace=False)


def is_shown(key: str) -> bool:
    """Whether the key belongs on the screen."""
    if key.startswith(ELSEWHERE + ON_A_PHONE + HEARD + WITH_A_STAND_IN):
        return key.startswith(ALSO_ON_THE_SCREEN)
    reason = key.removeprefix("reason.")
    return reason not in TOLD_OF_FILES and not is_of_a_map(reason)


def has_wider(of: Key, read: set[str], said: Mapping[str, Sentence]) -> bool:
    """Whether it is a word in sentences, and one at least as wide stands in such a picture."""
    kind = of.key.partition(".")[0]
    alike = [each for each in read if each.startswith(f"{kind}.")]
    wide = _width(said[of.name])
    return kind in words_in().of(of.game).kinds.values() and any(
        _width(said[each]) >= wide for each in alike
    )


def _width(sentence: Sentence) -> int:
    return max(text_width(form, SMALL) for form in forms(sentence))
