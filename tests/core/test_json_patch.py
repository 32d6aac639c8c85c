"""What changed: a patch makes one state of another, is short, and leaves the old state as it was."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from veier.core.json_patch import apply_patch, make_patch

ITEMS = st.fixed_dictionaries({"cell": st.sampled_from("abcdef"), "x": st.integers(0, 2), "y": st.integers(0, 2)})
PARTS = st.dictionaries(st.sampled_from(["a", "b"]), st.integers(0, 3) | st.lists(ITEMS, max_size=3))
STATES = st.fixed_dictionaries(
    {
        "version": st.integers(0, 5),
        "text": st.none() | st.sampled_from(["one", "two"]),
        "numbers": st.lists(st.integers(0, 5), max_size=6),
        "items": st.lists(ITEMS, max_size=8),
        "inner": st.none()
        | st.dictionaries(st.sampled_from(["a", "b"]), st.integers(0, 3) | st.lists(ITEMS, max_size=3)),
    }
)


@settings(deadline=None)
@given(STATES, STATES)
def test_a_patch_makes_one_state_of_another(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = deepcopy(before)
    assert apply_patch(before, make_patch(before, after)) == after
    assert before == kept


@settings(deadline=None)
@given(STATES)
def test_equal_states_have_no_changes(state: dict[str, Any]) -> None:
    assert make_patch(state, deepcopy(state)) == []


def test_items_are_added_removed_and_edited_where_they_stand() -> None:
    before = {"stones": [{"cell": "a1", "x": 0}, {"cell": "c3", "x": 2}], "moves": [{"text": "a1", "told": {}}]}
    after = {
        "stones": [{"cell": "a1", "x": 0}, {"cell": "b2", "x": 1}],
        "moves": [{"text": "a1", "told": None}, {"text": "b2", "told": {}}],
    }
    assert make_patch(before, after) == [
        {"op": "replace", "path": "/stones/1/cell", "value": "b2"},
        {"op": "replace", "path": "/stones/1/x", "value": 1},
        {"op": "replace", "path": "/moves/0/told", "value": None},
        {"op": "add", "path": "/moves/1", "value": {"text": "b2", "told": {}}},
    ]


def test_what_does_not_change_is_shared() -> None:
    before: dict[str, Any] = {"board": {"cells": [1, 2], "mover": 0}, "seats": [{"name": "Ada"}]}
    after = apply_patch(before, [{"op": "replace", "path": "/board/mover", "value": 1}])
    assert after["board"]["cells"] is before["board"]["cells"]
    assert after["seats"] is before["seats"]
