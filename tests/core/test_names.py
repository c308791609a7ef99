"""Names of people, as they are compared."""

from unicodedata import normalize

from hypothesis import example, given
from hypothesis import strategies as st

from companion.core.names import fold_name


@given(st.text())
@example("Zoë")
def test_the_spellings_of_a_name_have_something_in_common(name: str) -> None:
    composed, decomposed = normalize("NFC", name), normalize("NFD", name)
    assert {fold_name(composed), fold_name(decomposed)} == {fold_name(name)}
    assert fold_name(composed.lower()) == fold_name(decomposed.lower())
