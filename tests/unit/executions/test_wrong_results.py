"""What tools return that does not fit: the text names the tool, the note its node."""

from __future__ import annotations

import pytest

SOURCE = """
tool look_up(x: integer) -> (y: integer, z: { n: integer }[] = [])
tool last() -> (n: integer)
flow main(x: integer) -> (y: integer, z: { n: integer }[], n: integer) {
  first_look = look_up(x)
  last()
  return (y = first_look.y, z = first_look.z, n = last.n)
}
"""


@pytest.mark.parametrize(
    ("looked_up", "last", "kind", "text", "node"),
    [
        (4, 4, TypeError, "tool 'look_up' must return a mapping, not int", "first_look"),
        ({}, 4, LookupError, "tool 'look_up' returned no 'y'", "first_look"),
        ({"y": None}, 4, LookupError, "tool 'look_up' returned nothing for 'y'", "first_look"),
        ({"y": "4"}, 4, TypeError,
         "output 'y' of tool 'look_up': expected integer, got str", "first_look"),
        ({"y": 4, "z": [{"n": 1}, {}]}, 4, TypeError,
         "output 'z' of tool 'look_up'[1]: property 'n' is missing", "first_look"),
        ({"y": 4}, [], TypeError, "output 'n' of tool 'last': expected integer, got list", "last"),
    ],
)  # fmt: skip
def test_the_text_names_the_tool_and_the_note_its_node(run, looked_up, last, kind, text, node):
    with pytest.raises(kind) as failed:
        run(SOURCE, {"x": 1}, {"look_up": lambda x: looked_up, "last": lambda: last})
    assert str(failed.value) == text
    (note,) = failed.value.__notes__
    assert note.startswith(f"in node '{node}' of flow 'main'")
