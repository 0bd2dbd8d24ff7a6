"""One user's data for an export: a service's part is one message, and NATS limits a message to one megabyte."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

ROOM = 700_000


def fit_lists(lists: Mapping[str, Sequence[Any]], *, room: int = ROOM, **whole: Any) -> dict[str, Any]:
    """Cut the lists to what fits into `room` bytes of JSON, one entry of each list in turn.

    The lists are given newest first, ready for JSON. `left_out` says how many entries of each list did not fit;
    the `whole` values are small and always included.
    """
    kept: dict[str, list[Any]] = {name: [] for name in lists}
    growing = list(lists)
    while growing:
        for name in list(growing):
            at = len(kept[name])
            rest = lists[name][at : at + 1]
            size = len(to_json(rest))
            if not rest or size > room:
                growing.remove(name)
            else:
                room -= size
                kept[name] += rest
    left_out = {name: len(lists[name]) - len(kept[name]) for name in lists if len(kept[name]) < len(lists[name])}
    return {**kept, **whole} | ({"left_out": left_out} if left_out else {})
