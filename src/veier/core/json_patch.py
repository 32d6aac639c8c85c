"""What changed from one JSON value to another, as a JSON Patch (RFC 6902): the operations add, remove and replace.

    changes = make_patch(before, after)
    assert apply_patch(before, changes) == after

Names must hold neither `/` nor `~`; so paths need no escapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NotRequired, TypedDict

# An item of a list that differs in more places is replaced as a whole, which is shorter.
_MAX_EDITS = 2


class Change(TypedDict):
    """One operation of a JSON Patch; `remove` has no value."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: NotRequired[Any]


def make_patch(before: Any, after: Any) -> list[Change]:
    """Return the changes that make one JSON value of another."""
    changes: list[Change] = []
    _compare("", before, after, changes)
    return changes


def _compare(path: str, before: Any, after: Any, changes: list[Change]) -> None:
    if before is after or before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, value in after.items():
            _compare(f"{path}/{name}", before[name], value, changes)
    elif isinstance(before, list) and isinstance(after, list) and before and after:
        _compare_lists(path, before, after, changes)
    else:
        changes.append({"op": "replace", "path": path, "value": after})


def _compare_lists(path: str, before: list[Any], after: list[Any], changes: list[Change]) -> None:
    """Edit a list from its first item on; behind those that are right already come those of `before` from `left` on."""
    left = 0
    for place, item in enumerate(after):
        if before[left : left + 1] == [item]:
            left += 1
            continue
        rest = after[place:]
        while left < len(before) and before[left] not in rest and item in before[left:]:
            changes.append({"op": "remove", "path": f"{path}/{place}"})
            left += 1
        if before[left : left + 1] == [item]:
            left += 1
        elif left < len(before) and before[left] not in rest:
            _edit_item(f"{path}/{place}", before[left], item, changes)
            left += 1
        else:
            changes.append({"op": "add", "path": f"{path}/{place}", "value": item})
    changes += [{"op": "remove", "path": f"{path}/{len(after)}"} for _ in before[left:]]


def _edit_item(path: str, before: Any, after: Any, changes: list[Change]) -> None:
    edits: list[Change] = []
    _compare(path, before, after, edits)
    changes += edits if len(edits) <= _MAX_EDITS else [{"op": "replace", "path": path, "value": after}]


def apply_patch(value: Any, changes: Iterable[Change]) -> Any:
    """Return a value with the changes made; what does not change is shared with the old value, which stays as it is."""
    for change in changes:
        value = _apply(value, change["path"].split("/")[1:], change)
    return value


def _apply(value: Any, path: list[str], change: Change) -> Any:
    if not path:
        return change.get("value")
    name, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {**value, name: _apply(value[name], rest, change)}
    place, items = int(name), list(value)
    if rest or change["op"] == "replace":
        items[place] = _apply(items[place], rest, change)
    elif change["op"] == "add":
        items.insert(place, change["value"])
    else:
        del items[place]
    return items
