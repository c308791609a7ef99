"""Every key is found in its line, however the file writes it."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from companion.core.toml_lines import find_key_lines

TRICKY = '''\
# a = 1
a = """
b = 2
[c]
"""
"b" = [ # a list
  3,
  "]",
]

[ 'c' . d ] # [e]
"e.f".g = 1
h = { i = 1, j.k = 2 }\r
i = "[x]"
[[many]]
n = 1
[[many]]
n = 2
'''


def test_quotes_dots_comments_and_values_of_several_lines() -> None:
    assert find_key_lines(TRICKY) == {
        ("a",): 2,
        ("b",): 6,
        ("c",): 11,
        ("c", "d"): 11,
        ("c", "d", "e.f"): 12,
        ("c", "d", "e.f", "g"): 12,
        ("c", "d", "h"): 13,
        ("c", "d", "h", "i"): 13,
        ("c", "d", "h", "j"): 13,
        ("c", "d", "h", "j", "k"): 13,
        ("c", "d", "i"): 14,
        ("many",): 15,
        ("many", "n"): 16,
    }


FILLING = st.lists(st.sampled_from(["", "  ", "# x = 1", "\t# [t]"]), max_size=3)
VALUES = st.sampled_from(["1", '"="', "'#'", "[\n1,\n# 2\n]", '"""\nk0 = 0\n"""', "{ z = 1 }"])


@given(st.lists(st.tuples(FILLING, VALUES, st.booleans()), max_size=12))
def test_any_file_of_keys_tables_and_noise(parts: list[tuple[list[str], str, bool]]) -> None:
    text: list[str] = []
    expected: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, (filling, value, with_table) in enumerate(parts):
        text += filling
        if with_table:
            table = (f"t{number}",)
            text.append(f"[{table[0]}]")
            expected[table] = len(text)
        text.append(f"k{number} = {value}")
        expected[(*table, f"k{number}")] = len(text)
        if "z" in value:
            expected[(*table, f"k{number}", "z")] = len(text)
        text = "\n".join(text).split("\n")
    whole = "\n".join(text)
    tomllib.loads(whole)
    assert find_key_lines(whole) == expected
